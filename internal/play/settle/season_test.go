package settle_test

import (
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// How much of the seasons is played: `make replay` plays all of it.
var (
	betsFlag    = flag.Int("bets", 0, "bets that are placed on the replayed seasons; 0: 150, or 1,500 in make test-deep")
	matchesFlag = flag.Int("matches", 0, "matches of each season that are replayed, from its beginning; 0: 10, or 60 in make test-deep")
)

// seasons are the files of football-data.co.uk that lie beside the project.
func seasons(t *testing.T) (files []string) {
	t.Helper()
	files, err := filepath.Glob("../../../../shared/data/football/*.csv")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the seasons do not lie beside the project")
	}
	return files
}

// cells are the rows of a file by the id that the feed gives a match: what the independent calculation knows.
func cells(t *testing.T, file string) map[string]map[string]string {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	rows[0][0] = strings.TrimPrefix(rows[0][0], "\ufeff")
	out := map[string]map[string]string{}
	for _, row := range rows[1:] {
		one := map[string]string{}
		for i, name := range rows[0] {
			one[name] = row[i]
		}
		day, err := time.Parse("02/01/2006", one["Date"])
		require.NoError(t, err)
		out[one["Div"]+"/"+day.Format(time.DateOnly)+"/"+one["HomeTeam"]+"/"+one["AwayTeam"]] = one
	}
	return out
}

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return r
}

// column is where a price stands in the file.
var column = map[string]string{
	"1x2 home": "B365H", "1x2 draw": "B365D", "1x2 away": "B365A", "total over": "B365>2.5", "total under": "B365<2.5", "handicap home": "B365AHH", "handicap away": "B365AHA",
}

// returns is what one unit on a selection becomes, and whether it is a push, straight from the file.
func returns(t *testing.T, row map[string]string, selection string) (unit *big.Rat, push bool) {
	t.Helper()
	price, one, none := rat(t, row[column[selection]]), big.NewRat(1, 1), new(big.Rat)
	diff := new(big.Rat).Sub(rat(t, row["FTHG"]), rat(t, row["FTAG"]))
	if selection[:3] == "1x2" {
		if (map[int]string{1: "1x2 home", 0: "1x2 draw", -1: "1x2 away"})[diff.Sign()] == selection {
			return price, false
		}
		return none, false
	}
	ahead, lines := diff, []*big.Rat{}
	switch selection[:5] {
	case "total":
		ahead, lines = new(big.Rat).Add(rat(t, row["FTHG"]), rat(t, row["FTAG"])), append(lines, big.NewRat(-5, 2), big.NewRat(-5, 2))
	default: // a quarter line is a bet on the two lines beside it
		line := rat(t, row["AHh"])
		if new(big.Rat).Mul(line, big.NewRat(2, 1)).IsInt() {
			lines = append(lines, line, line)
		} else {
			lines = append(lines, new(big.Rat).Add(line, big.NewRat(1, 4)), new(big.Rat).Sub(line, big.NewRat(1, 4)))
		}
	}
	sum := new(big.Rat)
	pushes := 0
	for _, line := range lines {
		by := new(big.Rat).Add(ahead, line).Sign()
		if strings.HasSuffix(selection, "away") || strings.HasSuffix(selection, "under") {
			by = -by
		}
		switch by {
		case 1:
			sum.Add(sum, price)
		case 0:
			sum.Add(sum, one)
			pushes++
		}
	}
	return sum.Quo(sum, big.NewRat(2, 1)), pushes == 2
}

// ticket is a bet as it was placed.
type ticket struct {
	id     string
	member string
	stake  money.Amount
	legs   []string // match and selection
}

// pays is what a bet pays by the file alone: D-24 and D-51, rounded down once.
func (k ticket) pays(t *testing.T, rows map[string]map[string]string) money.Amount {
	t.Helper()
	sum, count := big.NewRat(int64(k.stake), 1), 0
	for _, leg := range k.legs {
		match, selection, _ := strings.Cut(leg, "|")
		unit, push := returns(t, rows[match], selection)
		sum.Mul(sum, unit)
		if !push && rat(t, rows[match][column[selection]]).Cmp(big.NewRat(13, 10)) >= 0 {
			count++
		}
	}
	bonus := int64(100)
	switch {
	case count >= 9:
		bonus = 109
	case count >= 6:
		bonus = 106
	case count >= 3:
		bonus = 103
	}
	sum.Mul(sum, big.NewRat(bonus, 100))
	return money.Amount(new(big.Int).Quo(sum.Num(), sum.Denom()).Int64())
}

// Proof of exactness: seasons with the prices of a real bookmaker, random bets, and a calculation of its own straight from the file.
func TestSeasonsArePaidToTheUnit(t *testing.T) {
	t.Parallel()
	files := seasons(t)
	replayBets, replayMatches := cmp.Or(*betsFlag, testkit.Size(150, 1_500)), cmp.Or(*matchesFlag, testkit.Size(10, 60))
	b := bettest.New(t, func(r *bet.Rules) { r.Twice = 0 })
	s := settle.New(b.DB, b.Bets, settle.Options{})
	members := make([]string, 100)
	for i := range members {
		members[i] = b.Member(1_000_000_000, func(m *factory.M) { m.Level = 10 })
	}
	rows := map[string]map[string]string{}
	var tickets []ticket
	for n, file := range files {
		for id, row := range cells(t, file) {
			rows[id] = row
		}
		f, err := os.Open(file)
		require.NoError(t, err)
		matches, rejected, err := footballdata.Read(f)
		require.NoError(t, f.Close())
		require.NoError(t, err)
		require.Empty(t, rejected)
		matches = matches[:min(len(matches), replayMatches)]
		tickets = append(tickets, play(t, b, s, matches, fmt.Sprint("season", n), members, replayBets/len(files))...)
	}
	found, err := b.DB.Query(t.Context(), `SELECT id, paid, state FROM bet_bet`)
	require.NoError(t, err)
	type end struct {
		paid  money.Amount
		state bet.State
	}
	ends := map[string]end{}
	var id string
	var e end
	_, err = pgx.ForEachRow(found, []any{&id, &e.paid, &e.state}, func() error {
		ends[id] = e
		return nil
	})
	require.NoError(t, err)
	for _, k := range tickets {
		want := k.pays(t, rows)
		state := bet.Lost
		switch {
		case want > k.stake:
			state = bet.Won
		case want == k.stake:
			state = bet.Drawn
		}
		require.Equal(t, end{want, state}, ends[k.id], "%+v", k)
	}
	require.Len(t, ends, len(tickets))
	require.Greater(t, len(tickets), replayBets*9/10)
	b.Sound()
}

// play replays a season and places bets on what is on offer, until every match is over and every bet is settled.
func play(t *testing.T, b *bettest.Book, s *settle.Service, matches []footballdata.Match, feed string, members []string, count int) (tickets []ticket) {
	t.Helper()
	ctx := t.Context()
	clk := clock.NewManual(time.Date(2040, 5, 1, 12, 0, 0, 0, time.UTC)) // bets are closed by the database's clock, which is far behind
	r, err := footballdata.NewReplay(matches, clk, footballdata.Options{Speed: 1, Lead: 3 * 24 * time.Hour})
	require.NoError(t, err)
	book := sports.New(b.DB, clk, sports.Defaults())
	each := count/len(matches) + 1
	rnd := rand.New(rand.NewPCG(7, uint64(count)))
	for cursor := ""; ; {
		batch, err := r.Next(ctx, cursor)
		require.NoError(t, err)
		out, err := book.Apply(ctx, feed, cursor, batch)
		require.NoError(t, err)
		require.Empty(t, out.Parked)
		cursor = batch.Cursor
		offered := 0
		for _, c := range batch.Changes {
			if c.Event != nil && c.Event.State == "scheduled" {
				offered++
			}
		}
		if n := min(offered*each, count-len(tickets)); n > 0 {
			tickets = append(tickets, bets(t, b, members, rnd, n)...)
		}
		all(t, s)
		due, more, err := r.Due(cursor)
		require.NoError(t, err)
		if !more {
			return tickets
		}
		clk.Advance(max(0, due.Sub(clk.Now())))
	}
}

// selection is one that is on offer.
type selection struct {
	bet.Leg
	name  string // match and selection
	event int64
}

// bets places random bets on what is on offer.
func bets(t *testing.T, b *bettest.Book, members []string, rnd *rand.Rand, n int) (placed []ticket) {
	t.Helper()
	rows, err := b.DB.Query(t.Context(), `
		SELECT m.id, s.key, s.price, s.version, e.feed_id || '|' || m.kind || ' ' || s.key, e.id
		  FROM sports_event e JOIN sports_market m ON m.event_id = e.id JOIN sports_selection s ON s.market_id = m.id
		 WHERE e.state = 'scheduled' AND m.state = 'open' AND s.active ORDER BY m.id, s.key`)
	require.NoError(t, err)
	offer, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o selection, err error) {
		err = row.Scan(&o.Market, &o.Key, &o.Price, &o.Version, &o.name, &o.event)
		return o, err
	})
	require.NoError(t, err)
	events := map[int64]bool{}
	for _, o := range offer {
		events[o.event] = true
	}
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(64)
	for range n {
		k := ticket{member: members[rnd.IntN(len(members))], stake: money.Amount(50_000 + rnd.IntN(100_000))}
		var legs []bet.Leg
		used := map[int64]bool{}
		for want := 1 + rnd.IntN(min(9, len(events))); len(legs) < want; {
			o := offer[rnd.IntN(len(offer))]
			if used[o.event] {
				continue
			}
			used[o.event] = true
			legs, k.legs = append(legs, o.Leg), append(k.legs, o.name)
		}
		all.Go(func() error {
			receipt, err := b.Bets.Place(t.Context(), b.Order(k.member, k.stake, legs...))
			var r *bet.Refusal
			if errors.As(err, &r) && slices.ContainsFunc([]error{fault.WinAboveLevel, fault.WinAboveMax, fault.OddsAboveMax, fault.OddsBelowMin}, func(f error) bool { return errors.Is(err, f) }) {
				k.stake, legs, k.legs = 50_000+k.stake%100, legs[:1], k.legs[:1] // a single of a small stake instead
				if receipt, err = b.Bets.Place(t.Context(), b.Order(k.member, k.stake, legs...)); errors.Is(err, fault.OddsBelowMin) {
					return nil
				}
			}
			if errors.Is(err, fault.DuplicateBet) {
				return nil // by chance
			}
			if err != nil {
				return fmt.Errorf("%v: %w", k.legs, err)
			}
			k.id = receipt.ID
			mu.Lock()
			defer mu.Unlock()
			placed = append(placed, k)
			return nil
		})
	}
	require.NoError(t, all.Wait())
	return placed
}
