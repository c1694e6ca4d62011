package casino_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// rows are the events that the table's operations wrote.
func (b *table) rows() []string {
	b.t.Helper()
	rows, err := b.db.Query(b.t.Context(), `SELECT concat_ws(' ', cmd, data1, data2, 'topic=' || topic, 'path=' || path) FROM outbox_event
		WHERE ver > 1 OR cmd <> 'CASH' ORDER BY id`)
	require.NoError(b.t, err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(b.t, err)
	return out
}

// A bet writes one event, the balance, no matter how many want to hear of the bet. The event names the member's upline, for the relay.
func TestABetNamesThePartnersAboveAndNothingElseDoes(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	low := factory.Partner(t, b.db, func(m *factory.M) { m.PartnerLevel = 2 })
	m := factory.Member(t, b.db, func(m *factory.M) { m.Cash, m.Parent = 10_000, low.MemID })
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000", Member: m.MemID})
	b.do(provider.Operation{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r1", Amount: "500", Member: m.MemID})
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b2", RoundID: "r2", Amount: "1000", Member: m.MemID})
	b.do(provider.Operation{Kind: provider.Rollback, TxID: "x2", RefTxID: "b2", RoundID: "r2", Member: m.MemID})
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b3", RoundID: "r3", Amount: "1000"}) // of a member without partners
	require.Equal(t, []string{
		"CASH 9000 0 topic= path=" + low.MemID, "CASH 9500 0 topic= path=", "CASH 8500 0 topic= path=" + low.MemID, "CASH 9500 0 topic= path=",
		"CASH 9000 0 topic= path=",
	}, b.rows())
}

// A member who came under another referrer bets below the new one, also in a game that was opened before.
func TestABetAfterAMoveNamesTheNewUpline(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	factory.Site(t, db, factory.OnePerson(site.MoveMember))
	b := on(t, db, 10_000)
	old, next := factory.Partner(t, b.db).MemID, factory.Partner(t, b.db).MemID
	m := factory.Member(t, b.db, func(m *factory.M) { m.Cash, m.Parent = 10_000, old })
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000", Member: m.MemID})
	members := factory.Members(t, b.db, b.clk)
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: m.MemID}
	require.NoError(t, members.MoveUnder(t.Context(), act, old, next, "x"))
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b2", RoundID: "r1", Amount: "1000", Member: m.MemID})
	require.Equal(t, []string{"CASH 9000 0 topic= path=" + old, "CASH 8000 0 topic= path=" + next},
		slices.DeleteFunc(b.rows(), func(row string) bool { return !strings.HasPrefix(row, "CASH") }))
}

func TestADebtIsAnAlarmForStaff(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000"})
	b.do(provider.Operation{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r1", Amount: "5000"})
	b.do(provider.Operation{Kind: provider.Bet, TxID: "b2", RoundID: "r2", Amount: "4000"})
	b.do(provider.Operation{Kind: provider.Rollback, TxID: "x1", RefTxID: "w1", RoundID: "r1"})
	require.Contains(t, b.rows(), "QUEUE alarm debt:"+b.member+" topic=admin.demo path=")
	b.sound(0)
}
