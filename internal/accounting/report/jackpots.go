package report

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/jackpot"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

// JackpotGroup is the jackpots that a group of a provider's games fills together, as the main page shows them.
type JackpotGroup struct {
	Code   string
	Games  []Game // those of the group that the site offers; never none
	Levels []Jackpot
}

// Jackpot is one pool of a group in the site's currency.
type Jackpot struct {
	Level  string
	Amount money.Amount
	Wins   []Line // the last ones that the books have, newest first
}

// Jackpots returns the jackpots of the games that a site offers, in its currency. say reads what the providers last said, by provider.
// A win is shown as the other public boards show theirs (D-57), and only when our own books have paid its round: a provider's word
// alone makes no winner.
func (s *Service) Jackpots(ctx context.Context, siteID string, say func(context.Context) map[string][]jackpot.Pool) ([]JackpotGroup, error) {
	return s.pools.get(siteID, s.clk.Now(), func() ([]JackpotGroup, error) {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return nil, err
		}
		said := say(ctx)
		var out []JackpotGroup
		for _, vendor := range slices.Sorted(maps.Keys(said)) {
			pools := slices.DeleteFunc(slices.Clone(said[vendor]), func(p jackpot.Pool) bool { return p.Currency != st.Options.Currency })
			groups, err := s.jackpotsOf(ctx, st, vendor, pools)
			if err != nil {
				return nil, fmt.Errorf("report: jackpots of %s: %w", vendor, err)
			}
			out = append(out, groups...)
		}
		return out, nil
	})
}

// jackpotsOf are the groups of one provider, in its order.
func (s *Service) jackpotsOf(ctx context.Context, st site.Site, vendor string, pools []jackpot.Pool) (out []JackpotGroup, err error) {
	wins, err := s.jackpotWins(ctx, st, vendor, pools)
	if err != nil {
		return nil, err
	}
	at := map[string]int{} // group → place in out
	for _, p := range pools {
		i, known := at[p.Group]
		if !known {
			i = len(out)
			at[p.Group] = i
			games, err := s.jackpotGames(ctx, st.ID, vendor, p.Games)
			if err != nil {
				return nil, err
			}
			out = append(out, JackpotGroup{Code: p.Group, Games: games})
		}
		level := Jackpot{Level: p.Level, Amount: p.Amount}
		for _, w := range p.Wins {
			if l, ok := wins(w); ok {
				level.Wins = append(level.Wins, l)
			}
		}
		out[i].Levels = append(out[i].Levels, level)
	}
	return slices.DeleteFunc(out, func(g JackpotGroup) bool { return len(g.Games) == 0 }), nil
}

func (s *Service) jackpotGames(ctx context.Context, siteID, vendor string, codes []string) ([]Game, error) {
	rows, err := reportdb.New(s.db).JackpotGames(ctx, reportdb.JackpotGamesParams{VendorID: vendor, Codes: codes, SiteID: siteID})
	out := make([]Game, len(rows))
	for i, r := range rows {
		out[i] = game(reportdb.GamesRow(r))
	}
	return out, err
}

// jackpotWins returns the line of a win, or false for one that the books have not paid to a member of this site by now.
func (s *Service) jackpotWins(ctx context.Context, st site.Site, vendor string, pools []jackpot.Pool) (func(jackpot.Win) (Line, bool), error) {
	var rounds []string
	for _, p := range pools {
		for _, w := range p.Wins {
			rounds = append(rounds, w.Round)
		}
	}
	type paid struct {
		member string
		payout money.Amount
		at     *time.Time
	}
	books := map[string]paid{}
	if len(rounds) > 0 {
		rows, err := reportdb.New(s.db).JackpotRounds(ctx, reportdb.JackpotRoundsParams{
			VendorID: vendor, Rounds: rounds, SiteID: st.ID, Until: s.shownUntil(st.Options),
		})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			books[r.RoundID] = paid{r.MemberID, money.Amount(r.Payout), r.ClosedAt}
		}
	}
	return func(w jackpot.Win) (Line, bool) {
		p, ok := books[w.Round]
		if !ok || p.payout < w.Amount || w.Amount <= 0 {
			return Line{}, false
		}
		return line(p.member, int64(w.Amount), p.at, st.Options), true
	}, nil
}
