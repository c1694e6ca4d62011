package game

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game/gamedb"
)

// Played is a round with the game that it was played in. Product and names are empty when the vendor named a game that the
// catalogue does not have.
type Played struct {
	casino.Round
	Group, Product   string
	NameKOR, NameENG string
}

// Search asks for a part of a member's history.
type Search struct {
	Site, Member string
	Group        string // empty: all
	Product      string // empty: all
	Days         paging.Days
	Since        time.Time // only rounds begun from then on; zero: all
	Old          bool      // D-44: what is older than three months, up to five years
	Open         bool      // only rounds that are not settled
	Slice        paging.Slice
}

// History returns one page of a member's rounds, newest first, and the totals of all of them.
func (s *Service) History(ctx context.Context, q Search) ([]Played, casino.Totals, error) {
	if q.Group != "" && !slices.Contains(Groups, q.Group) {
		return nil, casino.Totals{}, fault.InvalidGameType
	}
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return nil, casino.Totals{}, err
	}
	since, until, err := s.period(q, st.Options)
	if err != nil {
		return nil, casino.Totals{}, err
	}
	var codes []string
	if q.Group != "" || q.Product != "" {
		codes, err = gamedb.New(s.db).Codes(ctx, gamedb.CodesParams{GroupCode: q.Group, ProcID: q.Product})
		if err != nil {
			return nil, casino.Totals{}, fmt.Errorf("game: history: %w", err)
		}
		if codes == nil {
			codes = []string{} // none, which is not the same as any
		}
	}
	rounds, totals, err := casino.Rounds(ctx, s.db, casino.Search{
		Member: q.Member, Since: since, Until: until, Games: codes, Open: q.Open, Currency: st.Options.Currency,
		Count: q.Slice.Count, Skip: q.Slice.Skip,
	})
	if err != nil {
		return nil, casino.Totals{}, err
	}
	out, err := s.named(ctx, rounds)
	return out, totals, err
}

// RoundsBefore counts the rounds of a member's days that are newer than one: they stand in front of it.
func (s *Service) RoundsBefore(ctx context.Context, q Search, number int64) (int64, error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return 0, err
	}
	since, until, err := s.period(q, st.Options)
	if err != nil {
		return 0, err
	}
	return casino.RoundsBefore(ctx, s.db, casino.Search{Member: q.Member, Since: since, Until: until}, number)
}

// RoundOfMove returns the number of the round that a move of the member's wallet belongs to, by the move's reference; 0 if there is no such round.
func (s *Service) RoundOfMove(ctx context.Context, member, ref string) (int64, error) {
	provider, tx, _ := strings.Cut(ref, ":")
	return casino.RoundOfTx(ctx, s.db, member, provider, tx)
}

// period is what was asked for, within what D-44 keeps apart.
func (s *Service) period(q Search, o site.Options) (since, until time.Time, err error) {
	asked, err := q.Days.Period(o.Location())
	if err != nil {
		return since, until, err
	}
	now := s.clk.Now()
	edge := now.AddDate(0, -3, 0)
	first, last := edge, now.Add(time.Minute) // a round of this very moment, on a clock that is a little ahead
	if q.Old {
		first, last = now.AddDate(-5, 0, 0), edge
	}
	if asked.Since.After(first) {
		first = asked.Since
	}
	if q.Since.After(first) {
		first = q.Since
	}
	if asked.Until.Before(last) {
		last = asked.Until
	}
	return first, last, nil
}

// Round returns one round of the member: B003 when there is none of that number.
func (s *Service) Round(ctx context.Context, member string, number int64) (Played, error) {
	r, ok, err := casino.RoundOf(ctx, s.db, member, number)
	if err != nil {
		return Played{}, err
	}
	if !ok {
		return Played{}, fault.BetNotFound
	}
	out, err := s.named(ctx, []casino.Round{r})
	if err != nil {
		return Played{}, err
	}
	return out[0], nil
}

// named finds the games of rounds.
func (s *Service) named(ctx context.Context, rounds []casino.Round) ([]Played, error) {
	out := make([]Played, len(rounds))
	codes := make([]string, 0, len(rounds))
	for i, r := range rounds {
		out[i].Round = r
		codes = append(codes, r.Game)
	}
	if len(rounds) == 0 {
		return out, nil
	}
	slices.Sort(codes)
	rows, err := gamedb.New(s.db).Named(ctx, slices.Compact(codes))
	if err != nil {
		return nil, fmt.Errorf("game: names: %w", err)
	}
	for i := range out {
		for _, r := range rows {
			if r.Code == out[i].Game {
				out[i].Group, out[i].Product, out[i].NameKOR, out[i].NameENG = r.GroupCode, r.ProcID, r.NameKor, r.NameEng
			}
		}
	}
	return out, nil
}
