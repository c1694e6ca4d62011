package reconcile

// SetPart bounds the parts of looks, so that a test has several of them.
func (s *Service) SetPart(n int) { s.part = n }
