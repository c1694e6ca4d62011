package partner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// branch is a model of a tree of partners: who stands directly above whom.
type branch struct {
	above    map[string]string
	level    map[string]int // of partners
	partners []string
	members  []string
}

func (b *branch) upline(memID string) (out []string) {
	for at := b.above[memID]; at != ""; at = b.above[at] {
		out = append(out, at)
	}
	return out
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(other, one) })
}

// Random trees whose branches are moved in the middle: what happens to a member is told to exactly the partners above it at that moment, in one
// event for all of them, and to no other branch.
func TestEventsReachThePartnersAboveAtTheirMoment(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db, factory.OnePerson(site.MoveMember, site.DepositCredit), func(s *factory.S) { s.Options["multiLogin"] = "allow" })
	require.NoError(t, provider.Upsert(t.Context(), db, "acme", "plain", provider.Settings{}))
	sites := site.New(db, clk)
	keys, _ := factory.Keys(t, clk)
	members := member.New(db, clk, sites, keys)
	desk := cash.New(db, clk, sites, members, message.New(db, clk), nil)
	bets := casinotest.Service(t, db, clk)
	staff := audit.Actor{ID: "staff1"}
	var last int64
	// told are the events for partners since the last look: command, whom it is about, the partners in the order of the event.
	told := func(t require.TestingT) (out []string) {
		rows, err := db.Query(context.Background(), "SELECT id, cmd || ' ' || CASE WHEN cmd = 'CASH' THEN member ELSE data1 END || ': ' || path FROM outbox_event WHERE id > $1 AND path <> '' ORDER BY id", last)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var text string
			require.NoError(t, rows.Scan(&last, &text))
			out = append(out, text)
		}
		require.NoError(t, rows.Err())
		return out
	}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		b := &branch{above: map[string]string{}, level: map[string]int{}}
		for i := range rapid.IntRange(2, 7).Draw(rt, "partners") {
			parent, level := "", 1
			if i > 0 && rapid.IntRange(0, 3).Draw(rt, "below") > 0 {
				parent = rapid.SampledFrom(b.partners).Draw(rt, "parent")
				if level = b.level[parent] + 1; level > 6 {
					continue
				}
			}
			p := factory.Partner(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel = parent, level }).MemID
			b.above[p], b.level[p], b.partners = parent, level, append(b.partners, p)
		}
		for range rapid.IntRange(1, 4).Draw(rt, "members") {
			parent := rapid.SampledFrom(b.partners).Draw(rt, "of")
			m := factory.Member(t, db, func(m *factory.M) { m.Parent, m.Cash = parent, 1_000_000 }).MemID
			b.above[m], b.members = parent, append(b.members, m)
		}
		told(rt) // what making them told
		sessions, asked := map[string]string{}, map[string]cash.Request{}
		for range rapid.IntRange(4, 12).Draw(rt, "steps") {
			n++
			m := rapid.SampledFrom(b.members).Draw(rt, "member")
			upline := strings.Join(b.upline(m), ",")
			var want []string
			switch rapid.SampledFrom([]string{"login", "deposit", "bet", "move", "move partner"}).Draw(rt, "step") {
			case "login":
				if sid := sessions[m]; sid != "" {
					require.NoError(rt, members.Logout(t.Context(), sid, ""))
					delete(sessions, m)
					want = []string{"LEAVE " + m + ": " + upline}
					break
				}
				g, err := members.Login(t.Context(), credential.Credentials{Site: "demo", MemID: m, Password: factory.Password})
				require.NoError(rt, err)
				sessions[m] = g.SID
				want = []string{"LOGIN " + m + ": " + upline}
			case "deposit":
				r, open := asked[m]
				want = []string{"CASHREQ " + m + ": " + upline}
				if !open {
					r, err := desk.Deposit(t.Context(), cash.DepositInput{Requester: cash.Requester{Site: "demo", Member: m}, Amount: money.In(10_000), Bank: "Kookmin"})
					require.NoError(rt, err)
					asked[m] = r
					break
				}
				delete(asked, m)
				shown := cash.Shown{ID: r.ID, Member: m, Amount: r.Amount, RequestedAt: r.RequestedAt}
				if rapid.Bool().Draw(rt, "approve") {
					require.NoError(rt, desk.Approve(t.Context(), "demo", staff, shown, true))
				} else {
					require.NoError(rt, desk.Refuse(t.Context(), "demo", staff, shown, cash.Because{Words: "no"}))
				}
				clk.Advance(time.Hour) // the wait for the next deposit
			case "bet":
				answer, err := bets.Apply(t.Context(), "acme", provider.Operation{
					Kind: provider.Bet, TxID: fmt.Sprint("b", n), RoundID: fmt.Sprint("r", n), Amount: "500", Member: m, Currency: "KRW",
				}, "")
				require.NoError(rt, err)
				require.Equal(rt, provider.OK, answer.Status)
				want = []string{"CASH " + m + ": " + upline}
			case "move partner":
				m = rapid.SampledFrom(b.partners).Draw(rt, "moved")
				fallthrough
			case "move":
				to := rapid.SampledFrom(b.partners).Draw(rt, "to")
				was := b.upline(m)
				if to == m || to == b.above[m] || b.above[m] == "" || slices.Contains(b.upline(to), m) || b.level[m] > 0 && b.level[m] <= b.level[to] {
					continue
				}
				require.NoError(rt, members.MoveUnder(t.Context(), member.Act{Actor: staff, Site: "demo", MemID: m}, b.above[m], to, "x"))
				b.above[m] = to
				if lost := without(was, b.upline(m)); len(lost) > 0 {
					want = append(want, "LEAVE "+m+": "+strings.Join(lost, ","))
				}
				if won := without(b.upline(m), was); len(won) > 0 {
					want = append(want, "JOIN "+m+": "+strings.Join(won, ","))
				}
			}
			require.Equal(rt, want, told(rt))
		}
	})
}
