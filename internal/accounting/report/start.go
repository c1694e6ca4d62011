package report

import (
	"context"
	"fmt"

	"hubstake/internal/accounting/report/reportdb"
)

// Step is one of the things that a site needs before members can play, in the order in which an operator arranges them.
type Step string

// The steps. StepLevels may stay open: without limits of their own, all levels have those of the site.
const (
	StepStaff     Step = "staff"     // a second person, because many changes need two
	StepAccount   Step = "account"   // an account to pay into
	StepProvider  Step = "provider"  // a provider of games
	StepGames     Step = "games"     // a game that can be played
	StepDocuments Step = "documents" // terms and privacy, which a signup agrees to
	StepLevels    Step = "levels"    // limits of single levels
	StepPartner   Step = "partner"   // a partner who may refer the first members
)

// StartStep says whether a step is done.
type StartStep struct {
	Step Step
	Done bool
}

// Start is how far a site is from its first member.
type Start struct {
	Hosts     []string
	Currency  string
	TimeZone  string
	Languages []string
	Steps     []StartStep
}

// Ready reports whether every step is done that members cannot play without. They can with one member of staff, who can switch no account on
// alone (S-84), and with the same limits on all levels.
func (s Start) Ready() bool {
	for _, one := range s.Steps {
		if !one.Done && one.Step != StepLevels && one.Step != StepStaff {
			return false
		}
	}
	return true
}

// twoPersons is how many members of staff a site needs, so that one can approve the changes of another (S-84).
const twoPersons = 2

// Start returns what a site has and what it needs before members can play.
func (s *Service) Start(ctx context.Context, siteID string) (out Start, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return out, fmt.Errorf("report: start: %w", err)
	}
	r, err := reportdb.New(s.db).Start(ctx, siteID)
	if err != nil {
		return out, fmt.Errorf("report: start: %w", err)
	}
	o := st.Options
	return Start{
		Hosts: r.Hosts, Currency: o.Currency, TimeZone: o.TimeZone, Languages: o.Languages,
		Steps: []StartStep{
			{StepStaff, r.Staff >= twoPersons},
			{StepAccount, r.Account},
			{StepProvider, r.Provider},
			{StepGames, r.Games},
			{StepDocuments, r.Documents == 2},
			{StepLevels, len(o.Levels) > 0},
			{StepPartner, r.Partner},
		},
	}, nil
}
