package member_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// tree is a site with partners: left (level 1) has lower (level 2), below it a member and a partner of level 3 with a member; right (level 1) has
// only rightLow (level 2).
type tree struct {
	*testing.T
	*world
	approvals                          *approval.Service
	left, lower, deep, right, rightLow string
	leaf, deepLeaf                     string
	asker, boss                        audit.Actor
}

func newTree(t *testing.T, options map[string]any) *tree {
	t.Helper()
	t.Parallel()
	w := newWorld(t, options)
	v := &tree{T: t, world: w}
	v.approvals = approval.New(w.db, w.clk, site.New(w.db, w.clk), staff.New(w.db, w.clk, w.s, staff.Keys{}).HoldRights)
	w.s.Approvals(v.approvals)
	partner := func(parent string, level int) string {
		return factory.Partner(t, w.db, func(m *factory.M) { m.Parent, m.PartnerLevel = parent, level }).MemID
	}
	under := func(parent string) string {
		return factory.Member(t, w.db, func(m *factory.M) { m.Parent = parent }).MemID
	}
	v.left, v.right = partner("", 1), partner("", 1)
	v.lower, v.rightLow = partner(v.left, 2), partner(v.right, 2)
	v.deep = partner(v.lower, 3)
	v.leaf, v.deepLeaf = under(v.lower), under(v.deep)
	person := func(r right.Right) audit.Actor {
		return audit.Actor{ID: factory.Staff(t, w.db, func(s *factory.St) { s.Rights = []right.Right{r} }).ID, Trace: sampled}
	}
	v.asker, v.boss = person(right.Standing), person(right.Approve)
	return v
}

// moveAlone leaves moves to one person.
var moveAlone = map[string]any{"approvals": map[string]any{"move": map[string]any{"off": true}}}

func (v *tree) move(memID, from, to string) error {
	return v.s.MoveUnder(v.Context(), member.Act{Actor: v.asker, Site: "demo", MemID: memID}, from, to, "a new agent")
}

func (v *tree) upline(memID string) string {
	v.Helper()
	list, err := member.Upline(v.Context(), v.db, memID)
	require.NoError(v, err)
	return strings.Join(list, ",")
}

func (v *tree) refused(code string, err error) {
	v.Helper()
	f, ok := fault.Of(err)
	require.True(v, ok, "%s wanted, got %v", code, err)
	require.Equal(v, code, f.Code())
}

// sound proves that the tree is one: each upline is the referrer and the upline of that, and no account is above itself.
func (v *tree) sound() {
	v.Helper()
	require.Empty(v, pgtest.Column(v.T, v.db, `SELECT m.member_id FROM member_member m LEFT JOIN member_member p ON p.member_id = m.parent_id
		WHERE m.upline <> CASE WHEN m.parent_id IS NULL THEN '{}' ELSE ARRAY[m.parent_id] || p.upline END OR m.member_id = ANY (m.upline)`))
}

func (v *tree) waiting() []approval.Request {
	v.Helper()
	list, _, err := v.approvals.List(v.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(v, err)
	return list
}

func (v *tree) approve(by audit.Actor, r approval.Request) error {
	return v.approvals.Approve(v.Context(), approval.Decision{Actor: by, Site: "demo", ID: r.ID, Version: r.Version})
}

// A partner is moved by two persons, with its whole downline; both uplines hear of it, and the record has both.
func TestAPartnerIsMovedWithItsDownlineByTwoPersons(t *testing.T) {
	v := newTree(t, nil)
	var mark int64
	v.events(t, &mark)
	for range 2 {
		v.refused("U035", v.move(v.lower, v.left, v.right))
	}
	require.Len(t, v.waiting(), 1, "the same move is asked for once")
	require.Equal(t, v.left, v.upline(v.lower), "nothing moved yet")
	r := v.waiting()[0]
	asked, err := member.AskedMove(r.Detail)
	require.NoError(t, err)
	require.Equal(t, member.Move{From: v.left, To: v.right, Below: 3}, asked)
	require.Equal(t, []string{v.lower, "a new agent"}, []string{r.Member, r.Reason})
	v.refused("U036", v.approve(v.asker, r))
	v.events(t, &mark)
	require.NoError(t, v.approve(v.boss, r))
	v.refused("C019", v.approve(v.boss, r))
	require.Equal(t, []string{v.right, v.lower + "," + v.right, v.lower + "," + v.right, v.deep + "," + v.lower + "," + v.right},
		[]string{v.upline(v.lower), v.upline(v.leaf), v.upline(v.deep), v.upline(v.deepLeaf)})
	v.sound()
	told := slices.DeleteFunc(v.events(t, &mark), func(e event.Event) bool { return e.Cmd == event.Queue })
	require.Equal(t, []event.Event{
		{Site: "demo", Member: v.lower, Upline: v.left, Cmd: event.Leave, Data1: v.lower, Trace: sampled},
		{Site: "demo", Member: v.lower, Upline: v.right, Cmd: event.Join, Data1: v.lower, Trace: sampled},
	}, told)
	require.Equal(t, []string{fmt.Sprintf("%s %s %s %s 3 a new agent", v.lower, v.asker.ID, v.left, v.right)}, pgtest.Column(t, v.db,
		"SELECT concat_ws(' ', target, detail->>'askedBy', detail#>>'{was,0}', detail#>>'{is,0}', detail->>'below', detail->>'reason') FROM audit_entry WHERE action = 'member.move'"))
	require.Equal(t, []string{v.left, v.lower + "," + v.left, v.lower + "," + v.left, v.deep + "," + v.lower + "," + v.left},
		pgtest.Column(t, v.db, "SELECT array_to_string(upline, ',') FROM member_upline ORDER BY cardinality(upline)"))
}

// Each later event of a moved member is for the new upline, and for no partner of the old one.
func TestAfterAMoveTheNewUplineIsTold(t *testing.T) {
	v := newTree(t, moveAlone)
	grant, err := v.login(t.Context(), v.deepLeaf, factory.Password)
	require.NoError(t, err)
	require.NoError(t, v.move(v.lower, v.left, v.right))
	var mark int64
	v.events(t, &mark)
	require.NoError(t, v.s.Logout(t.Context(), grant.SID, sampled)) // a session that began before
	_, err = v.login(t.Context(), v.deepLeaf, factory.Password)
	require.NoError(t, err)
	told := slices.DeleteFunc(v.events(t, &mark), func(e event.Event) bool { return e.Upline == "" })
	upline := strings.Join([]string{v.deep, v.lower, v.right}, ",")
	require.Equal(t, []event.Event{
		{Site: "demo", Member: v.deepLeaf, Upline: upline, Cmd: event.Leave, Data1: v.deepLeaf, Trace: sampled},
		{Site: "demo", Member: v.deepLeaf, Upline: upline, Cmd: event.Login, Data1: v.deepLeaf, Trace: sampled},
	}, told)
}

// U112, U113, U114, and stale or empty forms: nothing changes.
func TestAMoveThatCannotBeIsRefused(t *testing.T) {
	v := newTree(t, moveAlone)
	factory.Site(t, v.db, func(s *factory.S) { s.ID = "other" })
	foreign := factory.Partner(t, v.db, func(m *factory.M) { m.Site = "other" }).MemID
	closed := factory.Partner(t, v.db, func(m *factory.M) { m.MayRefer = false }).MemID
	stopped := factory.Partner(t, v.db, func(m *factory.M) { m.Status = member.Stopped }).MemID
	pending := factory.Member(t, v.db, func(m *factory.M) { m.Status = member.Pending }).MemID
	for _, c := range []struct{ code, memID, from, to string }{
		{"U112", v.leaf, v.lower, "nobody1"},
		{"U112", v.leaf, v.lower, foreign},
		{"U113", v.leaf, v.lower, v.deepLeaf},
		{"U114", v.leaf, v.lower, closed},
		{"U114", v.leaf, v.lower, stopped},
		{"U114", v.lower, v.left, v.lower},
		{"U114", v.left, "", v.deep}, // below itself
		{"U114", v.lower, v.left, v.rightLow},
		{"U114", v.left, "", v.right}, // levels of partners go down
		{"U001", "nobody1", "", v.right},
		{"U001", foreign, "", v.right},
		{"U001", pending, "", v.right},
		{"C019", v.leaf, v.left, v.right},
		{"C019", v.leaf, "", v.right},
		{"E001", v.leaf, v.lower, v.lower},
		{"E001", v.leaf, v.lower, " "},
	} {
		v.refused(c.code, v.move(c.memID, c.from, c.to))
	}
	v.refused("E001", v.s.MoveUnder(t.Context(), member.Act{Actor: v.asker, Site: "demo", MemID: v.leaf}, v.lower, v.right, " "))
	require.Empty(t, pgtest.Column(t, v.db, "SELECT id::text FROM member_upline"))
	v.sound()
	require.NoError(t, v.move(v.deep, v.lower, " "+strings.ToUpper(v.rightLow)+" "), "an id as it is typed")
	require.NoError(t, v.move(v.leaf, v.lower, v.deep))
	v.sound()
	require.Equal(t, v.deep+","+v.rightLow+","+v.right, v.upline(v.leaf))
}

// A request is refused, expires, or finds another referrer: nothing moves.
func TestAMoveThatIsNotApprovedMovesNothing(t *testing.T) {
	v := newTree(t, nil)
	v.refused("U035", v.move(v.leaf, v.lower, v.right))
	v.refused("U035", v.move(v.leaf, v.lower, v.left))
	both := v.waiting()
	require.NoError(t, v.approve(v.boss, both[0]))
	v.refused("C019", v.approve(v.boss, both[1])) // it is not below lower any more
	require.Equal(t, v.left, v.upline(v.leaf))
	v.refused("U035", v.move(v.leaf, v.left, v.right))
	r := v.waiting()[0]
	require.NoError(t, v.approvals.Refuse(t.Context(), approval.Decision{Actor: v.boss, Site: "demo", ID: r.ID, Version: r.Version}, "no"))
	v.refused("U035", v.move(v.leaf, v.left, v.right))
	r = v.waiting()[0]
	v.clk.Advance(8 * 24 * time.Hour)
	v.refused("C019", v.approve(v.boss, r))
	require.Equal(t, v.left, v.upline(v.leaf))
}

// Two partners are put under each other at once, again and again: never a cycle.
func TestMovesThatCrossMakeNoCycle(t *testing.T) {
	v := newTree(t, moveAlone)
	_, err := v.db.Exec(t.Context(), "UPDATE member_member SET partner_level = NULL WHERE member_id IN ($1, $2)", v.lower, v.rightLow) // as partners without a level
	require.NoError(t, err)
	for range 5 {
		lower, rightLow := strings.Split(v.upline(v.lower), ",")[0], strings.Split(v.upline(v.rightLow), ",")[0]
		var both sync.WaitGroup
		errs := make([]error, 2)
		both.Go(func() { errs[0] = v.move(v.lower, lower, v.rightLow) })
		both.Go(func() { errs[1] = v.move(v.rightLow, rightLow, v.lower) })
		both.Wait()
		v.sound()
		for _, err := range errs {
			if err != nil {
				_, refused := fault.Of(err)
				require.True(t, refused, "%v", err)
			}
		}
		require.False(t, errs[0] == nil && errs[1] == nil, "one of the two finds the other one below itself")
		for _, memID := range []string{v.lower, v.rightLow} {
			if now := strings.Split(v.upline(memID), ",")[0]; now != v.left {
				_ = v.move(memID, now, v.left)
			}
		}
		v.sound()
	}
}

// New members come in below a partner while it is moved: each has the upline of its referrer.
func TestMembersWhoJoinDuringAMoveComeUnderTheNewUpline(t *testing.T) {
	v := newTree(t, moveAlone)
	var all sync.WaitGroup
	errs := make([]error, 12)
	accounts := make([]member.Account, len(errs))
	for i := range errs {
		accounts[i] = factory.Member(t, v.db).Account
		accounts[i].MemID, accounts[i].Nick = fmt.Sprintf("joiner%d", i), fmt.Sprintf("Joiner%d", i)
		accounts[i].Phone, accounts[i].Number, accounts[i].Parent = fmt.Sprintf("+8210555500%02d", i), fmt.Sprintf("999900000000%02d", i), v.lower
	}
	for i, a := range accounts {
		all.Go(func() {
			errs[i] = pg.InTx(t.Context(), v.db, func(tx pgx.Tx) error { return member.Create(t.Context(), tx, factory.Box(), a, "KRW") })
		})
	}
	moved := v.move(v.lower, v.left, v.right)
	all.Wait()
	require.NoError(t, moved)
	for _, err := range errs {
		require.NoError(t, err)
	}
	v.sound()
}
