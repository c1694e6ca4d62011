package partner_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// treeTest is a head office with a partner below it, a partner and a member below that one, and a foreign branch.
type treeTest struct {
	*testing.T
	db       *pgxpool.Pool
	clk      *clock.Manual
	members  *member.Service
	s        *partner.Service
	head     string
	mid      string // below head
	low      string // below mid
	kim      string // member of mid
	deep     string // member of low
	foreign  string // head office of its own
	stranger string // member of foreign
}

func plantTree(t *testing.T) *treeTest {
	t.Helper()
	db := pgtest.DB(t)
	b := &treeTest{T: t, db: db, clk: clock.NewManual(time.Now().UTC().Truncate(time.Second))}
	factory.Site(t, db, factory.OnePerson(site.MoveMember, site.PartnerPower))
	sites := site.New(db, b.clk)
	b.members = member.New(db, b.clk, sites, factory.Hashing())
	b.members.Approvals(approval.New(db, b.clk, sites, nil))
	b.s = partner.New(db, b.clk, sites, b.members)
	under := func(parent string, level int) func(*factory.M) {
		return func(m *factory.M) { m.Parent, m.PartnerLevel, m.MayRefer = parent, level, level > 0 }
	}
	b.head, b.foreign = factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	b.mid = factory.Partner(t, db, under(b.head, 2)).MemID
	b.low = factory.Partner(t, db, under(b.mid, 3)).MemID
	b.kim = factory.Member(t, db, under(b.mid, 0)).MemID
	b.deep = factory.Member(t, db, under(b.low, 0)).MemID
	b.stranger = factory.Member(t, db, under(b.foreign, 0)).MemID
	return b
}

func (b *treeTest) by(memID string) partner.By {
	return partner.By{Actor: audit.Actor{ID: memID}, Site: "demo", Partner: memID, Rights: right.Partners()}
}

func staffBy() partner.By { return partner.By{Actor: audit.Actor{ID: "boss1"}, Site: "demo"} }

func (b *treeTest) act(memID string) member.Act {
	return member.Act{Actor: audit.Actor{ID: "boss1"}, Site: "demo", MemID: memID}
}

// flat is the same rate for all kinds.
func flat(n int32) (r waterfall.Rates) {
	for k := range r {
		r[k] = n
	}
	return r
}

func (b *treeTest) set(by partner.By, memID string, n int32) error {
	_, err := b.s.SetRates(b.Context(), by, partner.RateInput{MemID: memID, Rates: flat(n), Reason: "as agreed"})
	return err
}

func (b *treeTest) rate(memID string) int32 {
	b.Helper()
	known, err := b.s.Current(b.Context(), memID)
	require.NoError(b, err)
	return known[memID].Rates[0]
}

func (b *treeTest) one(sql string, args ...any) (out string) {
	b.Helper()
	require.NoError(b, b.db.QueryRow(b.Context(), sql, args...).Scan(&out))
	return out
}

func TestRatesStayBetweenThoseAboveAndBelow(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	for _, n := range []int32{-1, 10_001} {
		require.ErrorIs(t, b.set(b.by(b.head), b.mid, n), fault.Failed)
	}
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 101), fault.RateAboveParent)
	require.NoError(t, b.set(b.by(b.head), b.mid, 100))
	require.NoError(t, b.set(b.by(b.mid), b.low, 60))
	b.clk.Advance(partner.LockedFor)
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 59), fault.RateBelowChild)
	require.NoError(t, b.set(b.by(b.head), b.mid, 60))
	require.ErrorIs(t, b.set(b.by(b.mid), b.low, 61), fault.RateAboveParent)
	require.EqualValues(t, 60, b.rate(b.mid))
	one := flat(60)
	one[waterfall.SportsRollingMore] = 61
	_, err := b.s.SetRates(t.Context(), b.by(b.mid), partner.RateInput{MemID: b.low, Rates: one})
	require.ErrorIs(t, err, fault.RateAboveParent, "each kind is compared")
}

func TestRatesAreSetByThePartnerDirectlyAboveAndByStaff(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(b.by(b.head), b.mid, 50))
	require.ErrorIs(t, b.set(b.by(b.head), b.low, 10), fault.NoAccess, "a grandchild")
	require.ErrorIs(t, b.set(b.by(b.head), b.head, 10), fault.MemberNotFound, "itself")
	require.ErrorIs(t, b.set(b.by(b.low), b.mid, 10), fault.MemberNotFound, "the one above")
	require.ErrorIs(t, b.set(b.by(b.mid), b.kim, 10), fault.MemberNotFound, "a member has no rates")
	for _, other := range []string{b.foreign, b.stranger, "nobody1"} {
		require.ErrorIs(t, b.set(b.by(b.head), other, 10), fault.MemberNotFound, other)
	}
	require.Equal(t, "2", b.one("SELECT count(*)::text FROM partner_rate"), "a refused change leaves no row")
	_, err := b.s.SetRates(t.Context(), staffBy(), partner.RateInput{MemID: b.mid, Rates: flat(10)})
	require.ErrorIs(t, err, fault.Failed, "staff gives a reason")
}

func TestRatesChangeOnceInADay(t *testing.T) { // D-29
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(b.by(b.head), b.mid, 50))
	first := b.clk.Now()
	b.clk.Advance(partner.LockedFor - time.Microsecond)
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 40), fault.RatesLocked)
	b.clk.Advance(time.Microsecond)
	require.NoError(t, b.set(b.by(b.head), b.mid, 40))
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 50), fault.RatesLocked, "raising as well")
	require.NoError(t, b.set(staffBy(), b.mid, 30), "head office may")
	require.NoError(t, b.set(staffBy(), b.mid, 20), "in the same moment as well")

	history, err := b.s.OwnHistory(t.Context(), b.by(b.mid), b.mid, b.clk.Now().Add(time.Hour), 10)
	require.NoError(t, err)
	require.Len(t, history, 4)
	for i, h := range history[1:] {
		require.Equal(t, history[i].Since, h.Until, "the next ones begin when these end")
	}
	require.Equal(t, first, history[3].Since)
	require.True(t, history[0].ByStaff && !history[2].ByStaff)
	_, err = b.s.OwnHistory(t.Context(), b.by(b.foreign), b.mid, b.clk.Now(), 10)
	require.ErrorIs(t, err, fault.MemberNotFound)
	_, err = b.s.OwnHistory(t.Context(), b.by(b.head), b.low, b.clk.Now(), 10)
	require.ErrorIs(t, err, fault.NoAccess)
}

// The rates with which a partner was made are no change (D-29): they can be corrected once at once. Those that a partner got later are one, though it had
// none before, and so is a correction.
func TestTheFirstChangeOfRatesIsNotLocked(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	_, err := b.s.Create(t.Context(), b.by(b.head), partner.NewAccount{Form: form("sub02"), Level: 4, Rates: flat(100)})
	require.NoError(t, err)
	b.clk.Advance(time.Minute)
	require.NoError(t, b.set(b.by(b.head), "sub02", 40))
	require.ErrorIs(t, b.set(b.by(b.head), "sub02", 30), fault.RatesLocked)
	b.clk.Advance(partner.LockedFor)
	require.NoError(t, b.set(b.by(b.head), "sub02", 30))
	require.ErrorIs(t, b.set(b.by(b.head), "sub02", 20), fault.RatesLocked)
	require.NoError(t, b.set(b.by(b.head), b.mid, 50))
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 40), fault.RatesLocked, "made without rates, so the first ones are a change")

	_, err = b.s.Create(t.Context(), b.by(b.head), partner.NewAccount{Form: form("sub03"), Level: 4, Rates: flat(100)})
	require.NoError(t, err)
	require.NoError(t, b.set(staffBy(), "sub03", 50))
	require.ErrorIs(t, b.set(b.by(b.head), "sub03", 40), fault.RatesLocked, "head office has changed them")
}

func TestChangesAtOnceKeepTheOrder(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(staffBy(), b.mid, 50))
	require.NoError(t, b.set(staffBy(), b.low, 50))
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			memID, n := b.mid, int32(i%10*10)
			if i%2 == 1 {
				memID, n = b.low, int32(100-i%10*10)
			}
			if err := b.set(staffBy(), memID, n); err != nil {
				_, refused := fault.Of(err)
				require.True(b, refused, "%v", err)
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, b.rate(b.low), b.rate(b.mid))
	require.LessOrEqual(t, b.rate(b.mid), b.rate(b.head))
	require.Empty(t, b.one(`SELECT coalesce(string_agg(member_id, ','), '') FROM (SELECT member_id, until, lead(since) OVER (PARTITION BY member_id ORDER BY since) AS next
		FROM partner_rate) r WHERE until IS DISTINCT FROM next`))
}

// The clocks of two nodes differ: a partner lowers a child by the fast one, and its own rates are lowered by the slow one. At no moment is the child above it.
func TestRatesKeepTheirOrderInTimeOverTwoClocks(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	slow := clock.NewManual(b.clk.Now().Add(-3 * time.Second))
	node := partner.New(b.db, slow, site.New(b.db, slow), b.members)
	at := func(s *partner.Service, memID string, n int32) {
		_, err := s.SetRates(t.Context(), staffBy(), partner.RateInput{MemID: memID, Rates: flat(n), Reason: "as agreed"})
		require.NoError(t, err)
	}
	b.clk.Advance(-time.Hour)
	at(b.s, b.head, 100)
	at(b.s, b.mid, 50)
	at(b.s, b.low, 50)
	b.clk.Advance(time.Hour)
	at(b.s, b.low, 40)
	at(node, b.mid, 40) // three seconds earlier by its clock
	slow.Advance(time.Minute)
	b.clk.Advance(time.Minute)
	at(b.s, b.mid, 60)
	at(node, b.low, 60)
	require.Equal(t, "0", b.one(`SELECT count(*)::text FROM partner_rate c JOIN partner_rate p ON p.member_id = $1 AND p.since < coalesce(c.until, 'infinity') AND c.since < coalesce(p.until, 'infinity')
		WHERE c.member_id = $2 AND partner_exceeds(c.rates, p.rates)`, b.mid, b.low))
	slow.Advance(-time.Hour) // a move by a slow clock would put the partner where the rates are not yet its own
	at(b.s, b.foreign, 60)
	members := member.New(b.db, slow, site.New(b.db, slow), factory.Hashing())
	members.Approvals(approval.New(b.db, slow, site.New(b.db, slow), nil))
	partner.New(b.db, slow, site.New(b.db, slow), members)
	require.ErrorIs(t, members.MoveUnder(t.Context(), b.act(b.mid), b.head, b.foreign, "as agreed"), fault.TryLater)
}

// A move waits for others, and meanwhile the rates of the partner to come are raised: it is moved after they hold, not before.
func TestAMoveThatWaitsIsOfTheMomentItIsMade(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(staffBy(), b.mid, 80))
	require.NoError(t, b.set(staffBy(), b.foreign, 50))
	tx, err := b.db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, err = tx.Exec(t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended('moves|demo', 0))`) // another move
	require.NoError(t, err)
	moved := make(chan error, 1)
	go func() { moved <- b.members.MoveUnder(t.Context(), b.act(b.mid), b.head, b.foreign, "as agreed") }()
	testkit.Eventually(t, func() bool {
		return b.one(`SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`) == "1"
	})
	b.clk.Advance(5 * time.Second)
	require.NoError(t, b.set(staffBy(), b.foreign, 80))
	require.NoError(t, tx.Rollback(t.Context()))
	require.NoError(t, <-moved)
	b.inOrder(b.mid, b.foreign)
}

// The clock of the node that moved a partner is ahead: rates that were refused before the move begin no earlier than it.
func TestRatesOfAfterAMoveBeginAfterIt(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	b.clk.Advance(-time.Hour)
	require.NoError(t, b.set(staffBy(), b.head, 50))
	require.NoError(t, b.set(staffBy(), b.mid, 50))
	require.NoError(t, b.set(staffBy(), b.foreign, 100))
	b.clk.Advance(time.Hour)
	require.NoError(t, b.members.MoveUnder(t.Context(), b.act(b.mid), b.head, b.foreign, "as agreed"))
	b.clk.Advance(-3 * time.Second)
	require.NoError(t, b.set(staffBy(), b.mid, 100), "it is raised, under the new partner")
	require.NoError(t, b.set(staffBy(), b.head, 20), "the one above before is lowered")
	b.inOrder(b.mid, b.foreign)
	b.inOrder(b.mid, b.head)
}

// inOrder requires that a partner never had rates above those of another one while it was directly below that one.
func (b *treeTest) inOrder(memID, parent string) {
	b.Helper()
	require.Equal(b, "0", b.one(`
		SELECT count(*)::text FROM partner_rate c JOIN partner_rate p ON p.member_id = $2
		  JOIN (SELECT upline[1] AS parent, upline_since AS since, NULL AS until FROM member_member WHERE member_id = $1
		        UNION ALL SELECT upline[1], since, until FROM member_upline WHERE member_id = $1) below ON below.parent = $2
		 WHERE c.member_id = $1 AND partner_exceeds(c.rates, p.rates)
		   AND greatest(c.since, p.since, below.since) < least(coalesce(c.until, 'infinity'), coalesce(p.until, 'infinity'), coalesce(below.until, 'infinity'))`,
		memID, parent))
}

func TestTheTableRefusesRatesOutOfOrder(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(staffBy(), b.mid, 50))
	require.NoError(t, b.set(staffBy(), b.low, 50))
	for memID, n := range map[string]int{b.mid: 101, b.low: 51} {
		_, err := b.db.Exec(t.Context(), "UPDATE partner_rate SET rates = array_fill($2::int, '{13}') WHERE member_id = $1", memID, n)
		require.ErrorContains(t, err, "above", memID)
	}
	_, err := b.db.Exec(t.Context(), "UPDATE partner_rate SET rates = array_fill(49, '{13}') WHERE member_id = $1", b.mid)
	require.ErrorContains(t, err, "below")
}

func TestAMoveKeepsTheOrderOfRates(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(staffBy(), b.mid, 50))
	require.NoError(t, b.set(staffBy(), b.foreign, 49))
	move := func(memID, from, to string) error {
		return b.members.MoveUnder(t.Context(), b.act(memID), from, to, "as agreed")
	}
	require.ErrorIs(t, move(b.mid, b.head, b.foreign), fault.RateAboveParent)
	require.ErrorIs(t, move(b.mid, b.head, b.low), fault.ReferrerNotAllowed, "a cycle")
	require.ErrorIs(t, move(b.mid, b.head, b.mid), fault.ReferrerNotAllowed, "itself")
	require.NoError(t, move(b.kim, b.mid, b.foreign), "a member has no rates")
	require.NoError(t, b.set(staffBy(), b.foreign, 50))
	b.clk.Advance(time.Second)
	require.NoError(t, move(b.mid, b.head, b.foreign))
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 10), fault.MemberNotFound, "it is no longer below")
}

// S-81: the partner to whom another one was moved sees its rates since then, and not what the branch of before agreed.
func TestTheNewParentSeesRatesSinceTheMove(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	insured := func(by partner.By, memID string, n int32, part int32) {
		_, err := b.s.SetRates(t.Context(), by, partner.RateInput{MemID: memID, Rates: flat(n), Insured: waterfall.Insurance{Part: part}, Reason: "as agreed"})
		require.NoError(t, err)
		b.clk.Advance(partner.LockedFor)
	}
	for _, one := range []string{b.head, b.foreign} {
		insured(staffBy(), one, 100, 0)
	}
	insured(b.by(b.head), b.mid, 40, 7_000)
	insured(b.by(b.head), b.mid, 50, 100)
	history := func(partner string, before time.Time, count int32) []partner.Terms {
		list, err := b.s.OwnHistory(t.Context(), b.by(partner), b.mid, before, count)
		require.NoError(t, err)
		return list
	}
	later := b.clk.Now().AddDate(1, 0, 0)
	require.Len(t, history(b.head, later, 10), 2)
	moved := b.clk.Now()
	require.NoError(t, b.members.MoveUnder(t.Context(), b.act(b.mid), b.head, b.foreign, "as agreed"))
	b.clk.Advance(time.Hour)
	insured(b.by(b.foreign), b.mid, 60, 0)

	got := history(b.foreign, later, 10)
	require.Len(t, got, 2, "those of now, and those with which it came")
	require.Equal(t, []time.Time{moved.Add(time.Hour), moved}, []time.Time{got[0].Seen(), got[1].Seen()})
	require.Equal(t, []int32{0, 100}, []int32{got[0].Insured.Part, got[1].Insured.Part})
	require.Equal(t, got[1:], history(b.foreign, got[0].Seen(), 10), "the next page")
	require.Empty(t, history(b.foreign, got[1].Seen(), 10), "and there is none behind it")
	require.Len(t, history(b.mid, later, 10), 3, "a partner has its own ones")
	all, err := b.s.OwnHistory(t.Context(), staffBy(), b.mid, later, 10)
	require.NoError(t, err)
	require.Len(t, all, 3, "and staff has all")
	children, _, err := b.s.Children(t.Context(), b.foreign, "", 10)
	require.NoError(t, err)
	require.Equal(t, moved.Add(time.Hour), children[0].Seen())

	// Rates that were set a moment before the move stay locked from then on, whenever the partner came.
	insured(b.by(b.foreign), b.mid, 70, 0)
	b.clk.Advance(-partner.LockedFor + time.Minute)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.members.MoveUnder(t.Context(), b.act(b.mid), b.foreign, b.head, "as agreed"))
	children, _, err = b.s.Children(t.Context(), b.head, "", 10)
	require.NoError(t, err)
	require.Equal(t, b.clk.Now(), children[0].Seen())
	require.Equal(t, b.clk.Now().Add(partner.LockedFor-time.Minute), children[0].LockedUntil(b.clk.Now()))
	require.Len(t, history(b.head, later, 10), 1)
}

func form(memID string) member.Form {
	digits := fmt.Sprintf("%08d", len(memID)*7919+int(memID[len(memID)-1])*104729)
	return member.Form{
		MemID: memID, Password: "Pass12345", PIN: "1234", Nick: "Nick " + memID, Name: "Lee Jiwon", Phone: "010" + digits[:8], Bank: "Kookmin",
		Number: "110" + digits, Holder: "Lee Jiwon", Lang: "ko",
	}
}

func TestAPartnerMakesAccountsBelowItself(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, b.set(staffBy(), b.head, 100))
	require.NoError(t, b.set(b.by(b.head), b.mid, 80))
	create := func(in partner.NewAccount) (partner.Created, error) { return b.s.Create(t.Context(), b.by(b.mid), in) }

	made, err := create(partner.NewAccount{Form: form("lee01")})
	require.NoError(t, err)
	require.Equal(t, partner.Created{MemID: "lee01", Parent: b.mid, Status: member.Pending}, made)
	made, err = create(partner.NewAccount{Form: form("sub02"), Level: 4, Rates: flat(80)})
	require.NoError(t, err)
	require.Equal(t, member.Pending, made.Status)
	require.EqualValues(t, 80, b.rate("sub02"))
	require.Equal(t, b.mid+","+b.head, b.one("SELECT array_to_string(upline, ',') FROM member_member WHERE member_id = 'sub02'"))

	for _, c := range []struct {
		name   string
		change func(*partner.NewAccount)
		want   error
	}{
		{"the id", func(n *partner.NewAccount) { n.MemID = "lee01" }, fault.IDInUse},
		{"the nickname", func(n *partner.NewAccount) { n.Nick = form("lee01").Nick }, fault.NicknameInUse},
		{"the phone", func(n *partner.NewAccount) { n.Phone = form("lee01").Phone }, fault.PhoneInUse},
		{"the account", func(n *partner.NewAccount) { n.Number = form("lee01").Number }, fault.AccountInUse},
		{"a bad id", func(n *partner.NewAccount) { n.MemID = "1x" }, fault.BadID},
		{"a bad password", func(n *partner.NewAccount) { n.Password = "short" }, fault.BadPassword},
		{"rates above", func(n *partner.NewAccount) { n.Level, n.Rates = 3, flat(81) }, fault.RateAboveParent},
		{"a negative rate", func(n *partner.NewAccount) { n.Level, n.Rates = 3, flat(-1) }, fault.Failed},
		{"its own level", func(n *partner.NewAccount) { n.Level = 2 }, fault.Failed},
		{"a level that there is not", func(n *partner.NewAccount) { n.Level = 7 }, fault.Failed},
		{"a foreign code", func(n *partner.NewAccount) { n.Referrer = b.foreign }, fault.UnknownRegistrationCode},
		{"the one above as code", func(n *partner.NewAccount) { n.Referrer = b.head }, fault.UnknownRegistrationCode},
		{"no such code", func(n *partner.NewAccount) { n.Referrer = "nobody1" }, fault.UnknownRegistrationCode},
		{"a member as code", func(n *partner.NewAccount) { n.Referrer = b.kim }, fault.UnusableRegistrationCode},
		{"a partner below another", func(n *partner.NewAccount) { n.Referrer, n.Level = b.low, 5 }, fault.UnusableRegistrationCode},
	} {
		in := partner.NewAccount{Form: form("fresh03")}
		c.change(&in)
		_, err := create(in)
		require.ErrorIs(t, err, c.want, c.name)
	}
	require.Equal(t, "0", b.one("SELECT count(*)::text FROM member_member WHERE member_id = 'fresh03'"))

	made, err = create(partner.NewAccount{Form: func() member.Form { f := form("coded04"); f.Referrer = b.low; return f }()})
	require.NoError(t, err)
	require.Equal(t, b.low, made.Parent)

	require.NoError(t, b.s.SetRights(t.Context(), staffBy(), b.mid, partner.Rights{Approve: true, Version: 1}, "trusted"))
	made, err = create(partner.NewAccount{Form: form("ready05")})
	require.NoError(t, err)
	require.Equal(t, member.Normal, made.Status)
	require.Equal(t, "1", b.one("SELECT count(*)::text FROM wallet_balance WHERE member_id = 'ready05'"))
	require.Equal(t, "JOIN", b.one("SELECT cmd FROM outbox_event WHERE member = 'ready05' AND path LIKE $1 || '%'", b.mid))

	_, err = b.s.Turn(t.Context(), b.by(b.head), b.mid, partner.Switch(member.SwitchRecommend), true, "no more")
	require.NoError(t, err)
	_, err = create(partner.NewAccount{Form: form("closed06")})
	require.ErrorIs(t, err, fault.ReferrerSignUpClosed)
}

func TestLiveChecksAnswerWithTheCodesOfTheArea(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	check := func(kind, value, code string) error { return b.s.Check(t.Context(), b.by(b.mid), kind, value, code) }
	require.ErrorIs(t, check(member.KindID, b.kim, ""), fault.IDInUse)
	require.ErrorIs(t, check(member.KindID, "x", ""), fault.BadID)
	require.NoError(t, check(member.KindID, "fresh01", b.low))
	require.ErrorIs(t, check("", "", b.foreign), fault.UnknownRegistrationCode)
	require.ErrorIs(t, check(member.KindID, "fresh01", b.kim), fault.UnusableRegistrationCode)
	c, err := b.s.Ceilings(t.Context(), b.by(b.mid))
	require.NoError(t, err)
	require.Equal(t, []int{3, 4, 5, 6}, c.Levels)
}

func TestAPartnerSwitchesItsOwnDownlineOnly(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	for _, what := range []partner.Switch{"login", "bet", "recommend", "lock", "black", partner.Casino, partner.Slot, partner.Logout} {
		for _, other := range []string{b.stranger, b.foreign, b.head, b.mid, "nobody1"} {
			_, err := b.s.Turn(t.Context(), b.by(b.mid), other, what, true, "x")
			require.ErrorIs(t, err, fault.MemberNotFound, "%s of %s", what, other)
		}
		_, err := b.s.Turn(t.Context(), b.by(b.mid), b.kim, what, true, " ")
		require.ErrorIs(t, err, fault.Failed, "a reason is needed")
		one := b.kim
		if what == "recommend" { // a member refers to none
			changed, err := b.s.Turn(t.Context(), b.by(b.mid), b.kim, what, true, "quarrel")
			require.NoError(t, err)
			require.False(t, changed)
			one = b.low
		}
		changed, err := b.s.Turn(t.Context(), b.by(b.mid), one, what, true, "quarrel")
		require.NoError(t, err, what)
		require.True(t, changed, what)
		if what == partner.Logout {
			continue
		}
		changed, err = b.s.Turn(t.Context(), b.by(b.mid), one, what, true, "quarrel")
		require.NoError(t, err)
		require.False(t, changed, "%s is idempotent", what)
		changed, err = b.s.Turn(t.Context(), b.by(b.mid), one, what, false, "over")
		require.NoError(t, err)
		require.True(t, changed, what)
	}
	_, err := b.s.Turn(t.Context(), b.by(b.mid), b.kim, "withdraw", true, "x")
	require.ErrorIs(t, err, fault.Failed)
	require.Equal(t, "13", b.one("SELECT count(*)::text FROM audit_entry WHERE action LIKE 'partner.%' AND target = $1", b.kim))
	require.Equal(t, "normal true true false", b.one("SELECT concat_ws(' ', status, login_allowed::text, recommend_allowed::text, bet_locked::text) FROM member_member WHERE member_id = $1", b.foreign))
}

func TestAPartnerCannotUndoWhatStaffTheMemberOrAnUpperPartnerSet(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	turn := func(by, memID string, what partner.Switch, off bool) error {
		_, err := b.s.Turn(t.Context(), b.by(by), memID, what, off, "x")
		return err
	}
	require.NoError(t, b.members.SetStatus(t.Context(), b.act(b.kim), member.Stopped, "staff"))
	require.ErrorIs(t, turn(b.mid, b.kim, "lock", false), fault.SetFromAbove)
	require.ErrorIs(t, turn(b.mid, b.kim, "black", true), fault.SetFromAbove, "nor another status in its place")
	require.NoError(t, b.members.SetStatus(t.Context(), b.act(b.kim), member.Normal, "staff"))
	require.NoError(t, b.members.SetLocks(t.Context(), b.act(b.kim), true, true))
	require.ErrorIs(t, turn(b.mid, b.kim, "bet", false), fault.SetFromAbove)

	// A switch of a partner becomes staff's when staff does it as well.
	require.NoError(t, turn(b.mid, b.deep, "lock", true))
	require.NoError(t, b.members.SetStatus(t.Context(), b.act(b.deep), member.Black, "staff"))
	require.ErrorIs(t, turn(b.mid, b.deep, "black", false), fault.SetFromAbove)
	require.NoError(t, b.members.SetStatus(t.Context(), b.act(b.deep), member.Excluded, "asked"))
	require.ErrorIs(t, turn(b.mid, b.deep, "lock", true), fault.SelfExcluded)
	require.ErrorIs(t, turn(b.mid, b.deep, "lock", false), fault.SelfExcluded)

	// An upper partner takes over; the one below cannot undo it, the upper one can undo what the lower did.
	for _, what := range []partner.Switch{"login", partner.Slot} {
		require.NoError(t, turn(b.low, b.deep, what, true))
		require.NoError(t, turn(b.head, b.deep, what, true))
		require.ErrorIs(t, turn(b.low, b.deep, what, false), fault.SetFromAbove, what)
		require.ErrorIs(t, turn(b.mid, b.deep, what, false), fault.SetFromAbove, what)
		require.NoError(t, turn(b.head, b.deep, what, false))
		require.NoError(t, turn(b.low, b.deep, what, true))
		require.NoError(t, turn(b.mid, b.deep, what, false))
	}
	// Staff's form leaves a switch that it does not touch to the partner.
	require.NoError(t, turn(b.mid, b.kim, "login", true))
	card, err := b.members.Card(t.Context(), "demo", b.kim)
	require.NoError(t, err)
	card.Settings.Level = 3
	require.NoError(t, b.members.Set(t.Context(), b.act(b.kim), card.Version, card.Settings, "level"))
	require.NoError(t, turn(b.mid, b.kim, "login", false))
}

// A partner that may not refer any more is no partner in the area: its sessions and those of its sub-staff end, or their live connections would go on hearing
// of the downline. Its session as a member stays.
func TestThePartnerAreaEndsWithTheRightToRefer(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	begin := func() {
		for i, agent := range []string{"", b.mid, b.mid + ".ann"} {
			_, err := b.db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, agent_id, audience, topic, hub_key, expires_at)
				VALUES (gen_random_uuid()::text, 'demo', $1, $2, $3, 't', 'k', now() + interval '1 hour')`, b.mid, agent, []string{"member", "partner", "partner"}[i])
			require.NoError(t, err)
		}
	}
	live := func() string {
		return b.one("SELECT coalesce(string_agg(audience, ',' ORDER BY audience), '') FROM member_session WHERE member_id = $1 AND state = 'live'", b.mid)
	}
	begin()
	require.Equal(t, "member,partner,partner", live())
	_, err := b.s.Turn(t.Context(), b.by(b.head), b.mid, partner.Switch(member.SwitchRecommend), true, "no more")
	require.NoError(t, err)
	require.Equal(t, "member", live(), "by the partner above")
	_, err = b.s.Turn(t.Context(), b.by(b.head), b.mid, partner.Switch(member.SwitchRecommend), false, "again")
	require.NoError(t, err)
	_, err = b.db.Exec(t.Context(), "DELETE FROM member_session")
	require.NoError(t, err)
	begin()
	card, err := b.members.Card(t.Context(), "demo", b.mid)
	require.NoError(t, err)
	card.Settings.Recommend = false
	require.NoError(t, b.members.Set(t.Context(), b.act(b.mid), card.Version, card.Settings, "no more"))
	require.Equal(t, "member", live(), "by staff")
}

func TestAClosedGroupRefusesBets(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	require.NoError(t, provider.Upsert(t.Context(), b.db, "sim", "plain", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), b.db, append(game.Demo("sim"), game.DemoTables("sim")...)...))
	code := map[partner.Switch]string{}
	for _, group := range []partner.Switch{partner.Casino, partner.Slot} {
		code[group] = b.one("SELECT min(g.code) FROM game_game g JOIN game_product o USING (proc_id) WHERE o.group_code = $1 AND g.active AND o.active", string(group))
	}
	gate := func(memID, game string) betgate.Refusal {
		r, _, err := betgate.May(t.Context(), b.db, memID, "sim", game, b.clk.Now())
		require.NoError(t, err)
		return r
	}
	for group, other := range map[partner.Switch]partner.Switch{partner.Casino: partner.Slot, partner.Slot: partner.Casino} {
		require.Equal(t, betgate.Open, gate(b.kim, code[group]))
		_, err := b.s.Turn(t.Context(), b.by(b.mid), b.kim, group, true, "too much")
		require.NoError(t, err)
		require.ErrorIs(t, gate(b.kim, code[group]).Fault(), fault.NoBetPermission)
		require.Equal(t, betgate.Open, gate(b.kim, code[other]), "the other group stays open")
		require.Equal(t, betgate.Open, gate(b.deep, code[group]), "so does it for others")
		_, err = b.s.Turn(t.Context(), b.by(b.mid), b.kim, group, false, "over")
		require.NoError(t, err)
		require.Equal(t, betgate.Open, gate(b.kim, code[group]))
	}
}

func TestASubtreeIsSwitchedInSlicesAndStaysWhatOthersSet(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	for range 120 {
		factory.Member(t, b.db, func(m *factory.M) { m.Parent = b.low })
	}
	require.NoError(t, b.members.SetLocks(t.Context(), b.act(b.deep), true, true))
	all, err := b.s.TurnAll(t.Context(), b.by(b.head), b.mid, "bet", true, "storm", "")
	require.NoError(t, err)
	require.Equal(t, partner.SubtreeResult{Changed: 123, Kept: 1}, all, "mid, low, kim and 120 members; deep is staff's")
	again, err := b.s.TurnAll(t.Context(), b.by(b.head), b.mid, "bet", true, "storm", "")
	require.NoError(t, err)
	require.Equal(t, partner.SubtreeResult{Same: 123, Kept: 1}, again)
	require.Equal(t, "false", b.one("SELECT bool_or(bet_locked)::text FROM member_member WHERE member_id = ANY ($1)", []string{b.head, b.foreign, b.stranger}))
	_, err = b.s.TurnAll(t.Context(), b.by(b.mid), b.foreign, "bet", true, "x", "")
	require.ErrorIs(t, err, fault.MemberNotFound)
	back, err := b.s.TurnAll(t.Context(), b.by(b.head), b.mid, "bet", false, "over", "")
	require.NoError(t, err)
	require.Equal(t, 123, back.Changed)
	require.Equal(t, "true", b.one("SELECT bet_locked::text FROM member_member WHERE member_id = $1", b.deep), "staff's lock stays")
}

func TestSignupsBelowNeedTheRight(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	made, err := b.s.Create(t.Context(), b.by(b.low), partner.NewAccount{Form: form("lee01")})
	require.NoError(t, err)
	require.ErrorIs(t, b.s.Approve(t.Context(), b.by(b.mid), made.MemID), fault.NoAccess)
	require.ErrorIs(t, b.s.SetRights(t.Context(), staffBy(), b.kim, partner.Rights{Approve: true, Version: 1}, "x"), fault.MemberNotFound)
	for _, p := range []string{b.mid, b.foreign} {
		require.NoError(t, b.s.SetRights(t.Context(), staffBy(), p, partner.Rights{Approve: true, Version: 1}, "trusted"))
	}
	require.ErrorIs(t, b.s.SetRights(t.Context(), staffBy(), b.mid, partner.Rights{Version: 1}, "late"), fault.PaymentProblem, "an old form")
	require.ErrorIs(t, b.s.Approve(t.Context(), b.by(b.foreign), made.MemID), fault.MemberNotFound)
	require.ErrorIs(t, b.s.Refuse(t.Context(), b.by(b.mid), made.MemID, ""), fault.Failed)
	require.NoError(t, b.s.Approve(t.Context(), b.by(b.mid), made.MemID))
	require.ErrorIs(t, b.s.Refuse(t.Context(), b.by(b.mid), made.MemID, "late"), fault.MemberNotFound)
	require.Equal(t, "normal", b.one("SELECT status FROM member_member WHERE member_id = $1", made.MemID))
}

func TestMaintenanceMakesTheTreeReadOnly(t *testing.T) { // D-35
	t.Parallel()
	b := plantTree(t)
	_, err := b.db.Exec(t.Context(), "UPDATE site_site SET inspect = true")
	require.NoError(t, err)
	require.ErrorIs(t, b.set(b.by(b.head), b.mid, 0), fault.SiteMaintenance)
	_, err = b.s.Create(t.Context(), b.by(b.mid), partner.NewAccount{Form: form("lee01")})
	require.ErrorIs(t, err, fault.SiteMaintenance)
	_, err = b.s.Turn(t.Context(), b.by(b.mid), b.kim, "bet", true, "x")
	require.ErrorIs(t, err, fault.SiteMaintenance)
	require.NoError(t, b.set(staffBy(), b.head, 10), "staff goes on")
}

// D-69: what a partner may earn or pay is raised by two persons of staff and lowered by one.
func TestAPartnerGetsMorePowerFromTwoPersons(t *testing.T) {
	t.Parallel()
	b := plantTree(t)
	_, err := b.db.Exec(t.Context(), `UPDATE site_site SET options = options - 'approvals'`)
	require.NoError(t, err)
	approvals := approval.New(b.db, b.clk, site.New(b.db, b.clk), factory.EveryRight)
	b.s.Approvals(approvals)
	asked := func() (id int64) {
		require.NoError(t, b.db.QueryRow(t.Context(), `SELECT id FROM approval_request WHERE kind = 'partner' AND state = 'open'`).Scan(&id))
		return id
	}
	approve := func(id int64, who string) error {
		return approvals.Approve(t.Context(), approval.Decision{Actor: audit.Actor{ID: who}, Site: "demo", ID: id, Version: 1})
	}
	rates := func() waterfall.Rates {
		known, err := b.s.Current(t.Context(), b.head)
		require.NoError(t, err)
		return known[b.head].Rates
	}
	set := func(n, insured int32) error {
		_, err := b.s.SetRates(t.Context(), staffBy(), partner.RateInput{
			MemID: b.head, Rates: flat(n), Insured: waterfall.Insurance{Part: insured}, Reason: "contract",
		})
		return err
	}
	require.ErrorIs(t, set(5_000, 0), fault.SecondPersonNeeded)
	require.Equal(t, flat(0), rates())
	first := asked()
	require.ErrorIs(t, approve(first, "boss1"), fault.OwnRequest)
	require.NoError(t, approve(first, "boss2"))
	require.Equal(t, flat(5_000), rates())

	b.clk.Advance(time.Minute)
	require.NoError(t, set(4_000, 0), "lowered by one")
	require.ErrorIs(t, set(4_000, 100), fault.SecondPersonNeeded, "the insurance counts")
	stale := asked()
	b.clk.Advance(time.Minute)
	require.NoError(t, set(3_000, 0))
	require.ErrorIs(t, approve(stale, "boss2"), fault.PaymentProblem, "its rates are others by now")
	require.Equal(t, flat(3_000), rates())

	rights := func() partner.Rights {
		r, err := b.s.Rights(t.Context(), "demo", b.mid)
		require.NoError(t, err)
		return r
	}
	give := func(pay bool, most money.Amount) error {
		return b.s.SetRights(t.Context(), staffBy(), b.mid, partner.Rights{Pay: pay, DayMax: most, Approve: true, Version: rights().Version}, "trusted")
	}
	require.NoError(t, give(false, 9_000), "it may pay nothing")
	require.ErrorIs(t, give(true, 9_000), fault.SecondPersonNeeded)
	require.False(t, rights().Pay)
	require.NoError(t, approve(asked(), "boss2"))
	require.Equal(t, partner.Rights{Pay: true, DayMax: 9_000, Approve: true, Version: 3}, rights())
	require.ErrorIs(t, give(true, 9_001), fault.SecondPersonNeeded)
	require.NoError(t, give(true, 8_000))
	require.ErrorIs(t, approve(asked(), "boss2"), fault.PaymentProblem, "decided about another card")
}
