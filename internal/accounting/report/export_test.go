package report

// HoldRows sets how many rows a file of a list without an end holds.
func (s *Service) HoldRows(n int) { s.fileRows = n }

// NodeSQL and BranchesSQL are what Node reads: the accounts of a node, and the sums of the branches.
var (
	NodeSQL     = nodeSQL
	BranchesSQL = branchesSQL
)

// WalkIn sets how bets of a downline are read: by chains up to a number of them, else in chunks of lines and no further than most.
func (s *Service) WalkIn(byChains int64, chunk, most int) {
	s.bets = betBounds{byChains: byChains, chunk: chunk, most: most, addUp: defaultBetBounds.addUp}
}
