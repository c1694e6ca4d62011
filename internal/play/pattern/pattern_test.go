package pattern_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/audit"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/pattern"
	"hubstake/internal/testkit/bettest"
)

// desk is a book with four matches whose bets are looked at.
type desk struct {
	*bettest.Book
	t        *testing.T
	patterns *pattern.Service
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	b := bettest.New(t)
	for _, name := range []string{"M1", "M2", "M3", "M4"} {
		b.Match(name, 2*time.Hour, fixture.Scheduled)
	}
	return &desk{b, t, pattern.New(b.DB, clock.System{})}
}

// look returns the flags after another look.
func (d *desk) look() []pattern.Flag {
	d.t.Helper()
	_, err := d.patterns.Look(d.t.Context())
	require.NoError(d.t, err)
	list, _, err := d.patterns.List(d.t.Context(), d.Site, "", pattern.After{}, 10)
	require.NoError(d.t, err)
	return list
}

// exec changes what is stored.
func (d *desk) exec(sql string) {
	d.t.Helper()
	_, err := d.DB.Exec(d.t.Context(), sql)
	require.NoError(d.t, err)
}

var ann = audit.Actor{ID: "ann"}

// S-74: five members who stake five times the limit of a bet on one selection are flagged, once, until staff has settled it.
func TestARushOnASelectionIsFlagged(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	rush := func(members int) {
		for range members {
			d.Place(d.Member(2_000_000), 1_000_000, d.Home("M1"))
		}
	}
	rush(4)
	d.Place(d.Member(2_000_000), 500_000, d.Leg("M2", odds.OneXTwo, odds.Away))
	require.Empty(t, d.look(), "four members")
	rush(1)
	list := d.look()
	require.Len(t, list, 1)
	f := list[0]
	require.Equal(t, []any{pattern.Rush, 5, 5, money.Amount(5_000_000), ""}, []any{f.Kind, f.Bets, f.Members, f.Stakes, f.Member})
	require.Equal(t, pattern.Selection{Kind: odds.OneXTwo, Period: odds.Full, Key: odds.Home}, *f.Selection)
	require.NotZero(t, f.Event)
	rush(1)
	list = d.look()
	require.Len(t, list, 1)
	require.Equal(t, []any{f.ID, 6}, []any{list[0].ID, list[0].Bets}, "the same one")

	for _, note := range []string{"", " ", string(make([]rune, 201))} {
		require.ErrorIs(t, d.patterns.Settle(t.Context(), d.Site, ann, f.ID, note), fault.Failed)
	}
	require.ErrorIs(t, d.patterns.Settle(t.Context(), "another", ann, f.ID, "seen"), fault.PaymentProblem)
	require.NoError(t, d.patterns.Settle(t.Context(), d.Site, ann, f.ID, "a tip in a paper"))
	require.ErrorIs(t, d.patterns.Settle(t.Context(), d.Site, ann, f.ID, "seen"), fault.PaymentProblem, "a colleague was first")
	require.Empty(t, d.look(), "the bets are those that staff has seen")
	d.exec(`UPDATE bet_bet SET placed_at = placed_at - interval '11 minutes'; UPDATE pattern_flag SET settled_at = settled_at - interval '10 minutes'`)
	rush(5)
	require.Len(t, d.look(), 1, "and these are others")

	d.exec(`UPDATE pattern_flag SET settled_at = now(), settled_by = 'ann' WHERE settled_at IS NULL; UPDATE bet_bet SET placed_at = placed_at - interval '1 hour'`)
	rush(5)
	for range 4 {
		d.Place(d.Member(2_000_000), 500_000, d.Leg("M1", odds.OneXTwo, odds.Away))
	}
	require.Empty(t, d.look(), "the market got as much on its other sides")
}

func TestOtherPatternsAreFlagged(t *testing.T) {
	t.Parallel()
	sides := []odds.Key{odds.Home, odds.Away}
	for name, c := range map[string]struct {
		kind  pattern.Kind
		bets  int
		place func(d *desk, enough bool)
	}{
		"the same folder by three members": {pattern.Copied, 3, func(d *desk, enough bool) {
			for i := range 3 {
				stake := money.Amount(10_000)
				if i == 2 && !enough {
					stake = 11_000
				}
				d.Place(d.Member(100_000), stake, d.Home("M1"), d.Home("M2"))
				d.Place(d.Member(100_000), 10_000, d.Home("M1")) // of single bets it is no sign of anything
			}
		}},
		"bets in play that goals overtook": {pattern.Late, 5, func(d *desk, enough bool) {
			d.Apply(d.Event("M1", -time.Hour, fixture.Live, odds.Score{}))
			m := d.Member(1_000_000)
			for i := range 10 {
				d.Place(m, money.Amount(10_000+i), d.Home("M1"))
			}
			refused := "5"
			if !enough {
				refused = "4"
			}
			d.exec(`UPDATE bet_bet SET state = 'refused', reason = 'score', due_at = NULL, ended_at = now() WHERE id IN (SELECT id FROM bet_bet ORDER BY id LIMIT ` + refused + `)`)
		}},
		"both sides of three matches": {pattern.Sides, 6, func(d *desk, enough bool) {
			m := d.Member(1_000_000)
			for i, match := range []string{"M1", "M2", "M3"} {
				for _, key := range sides {
					d.Place(m, 10_000, d.Leg(match, odds.OneXTwo, key))
					if i == 2 && !enough {
						break
					}
				}
			}
		}},
		"both sides of three matches over two feeds": {pattern.Sides, 6, func(d *desk, enough bool) {
			m := d.Member(1_000_000)
			for i, match := range []string{"M1", "M2", "M3"} {
				d.Twin(match)
				d.Place(m, 10_000, d.Home(match))
				other := odds.Home // the other side, which this feed calls the home side
				if i == 2 && !enough {
					other = odds.Away
				}
				d.Place(m, 10_000, d.Leg(match+" twin", odds.OneXTwo, other))
			}
		}},
	} {
		for _, enough := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d := newDesk(t)
				c.place(d, enough)
				list := d.look()
				if !enough {
					require.Empty(t, list)
					return
				}
				require.Len(t, list, 1)
				require.Equal(t, []any{c.kind, c.bets}, []any{list[0].Kind, list[0].Bets})
				require.Equal(t, c.kind != pattern.Copied, list[0].Member != "", "of what one member does")
				none, _, err := d.patterns.List(t.Context(), d.Site, pattern.Rush, pattern.After{}, 10)
				require.NoError(t, err)
				require.Empty(t, none)
				none, _, err = d.patterns.List(t.Context(), "another", "", pattern.After{}, 10)
				require.NoError(t, err)
				require.Empty(t, none)
				d.exec(`UPDATE bet_bet SET placed_at = placed_at - interval '61 minutes'`)
				require.Len(t, d.look(), 1, "a flag stays until staff has settled it")
			})
		}
	}
}

func TestABetThatWasTakenBackIsNoPattern(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 3 {
		m := d.Member(100_000)
		r := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
		require.NoError(t, d.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""))
		require.Equal(t, "cancelled: void 0 0", d.State(r.ID))
	}
	require.Empty(t, d.look())
}

// Pages go on where the one before ended, and many looks at once flag once.
func TestFlagsArePagedAndMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 3 {
		for _, legs := range [][]bet.Leg{{d.Home("M1"), d.Home("M2")}, {d.Home("M2"), d.Home("M3")}, {d.Home("M3"), d.Home("M4")}} {
			d.Place(d.Member(100_000), 10_000, legs...)
		}
	}
	var looks sync.WaitGroup
	var mu sync.Mutex
	flagged := 0
	for range 8 {
		looks.Go(func() {
			n, err := d.patterns.Look(t.Context())
			mu.Lock()
			defer mu.Unlock()
			flagged += n
			if err != nil {
				t.Error(err)
			}
		})
	}
	looks.Wait()
	require.Equal(t, 3, flagged)
	seen, after := map[int64]bool{}, pattern.After{}
	for range 3 {
		list, next, err := d.patterns.List(t.Context(), d.Site, pattern.Copied, after, 1)
		require.NoError(t, err)
		require.Len(t, list, 1)
		seen[list[0].ID] = true
		if next == nil {
			break
		}
		after = *next
	}
	require.Len(t, seen, 3)
	_, _, err := d.patterns.List(t.Context(), d.Site, "strange", pattern.After{}, 1)
	require.ErrorIs(t, err, fault.Failed)
}
