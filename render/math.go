package render

func (b *builder) math(at int32) bool      { return false }
func (b *builder) imageMath(at int32) bool { return false }
func (b *builder) tex(at int32) bool       { return false }
