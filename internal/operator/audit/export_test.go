package audit

// HoldRows sets how many entries a file holds.
func (r *Reader) HoldRows(n int) { r.most = n }
