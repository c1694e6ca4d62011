package report

// HoldRows sets how many rows a file of a list without an end holds.
func (s *Service) HoldRows(n int) { s.fileRows = n }
