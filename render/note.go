package render

func (b *builder) notes(root *Node)          {}
func (b *builder) noteRef(at int32)          {}
func (p *rawPage) noteNumber(at int32) int32 { return 0 }
