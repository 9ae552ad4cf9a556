package tags

// Known returns the tag of a name that has a constant, or [None]. The case of
// ASCII letters is ignored.
func Known(name []byte) Tag { return lookup(name, 0, len(name)) }
