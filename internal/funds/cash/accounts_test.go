package cash_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// onePerson is a site on which staff switches accounts on alone.
func onePerson(s *factory.S) {
	s.Options["approvals"] = map[string]any{"account": map[string]any{"off": true}}
}

// account adds an account to pay into and returns its id.
func (s stage) account(number string, active bool) int64 {
	s.Helper()
	require.NoError(s, s.desk.AddDepositAccount(s.Context(), "demo", staff, cash.Account{Bank: "Kookmin", Number: number, Holder: "Hubstake"}))
	id, err := strconv.ParseInt(s.strings("SELECT id::text FROM cash_account WHERE number = $1", number)[0], 10, 64)
	require.NoError(s, err)
	if active {
		require.NoError(s, s.turn(s.of(id), nil, false))
	}
	return id
}

// of names an account as the list shows it now.
func (s stage) of(id int64) *cash.ShownAccount {
	s.Helper()
	for _, a := range s.accounts() {
		if a.ID == id {
			return &cash.ShownAccount{ID: id, Version: a.Version}
		}
	}
	require.Fail(s, "no such account")
	return nil
}

func (s stage) accounts() []cash.DepositAccount {
	s.Helper()
	list, err := s.desk.Accounts(s.Context(), "demo")
	require.NoError(s, err)
	return list
}

func (s stage) turn(on, off *cash.ShownAccount, noneLeft bool) error {
	return s.desk.SwitchAccounts(s.Context(), "demo", staff, cash.Switch{On: on, Off: off, NoneLeft: noneLeft, Reason: "limit of the bank"})
}

func viewer(c customer) cash.Viewer {
	return cash.Viewer{Site: "demo", Member: c.id, Trace: "00-77-01"}
}

// opened is the account that a member sees with the PIN.
func (s stage) opened(c customer) cash.Handed {
	s.Helper()
	h, err := s.desk.OpenAccount(s.Context(), viewer(c), factory.PIN)
	require.NoError(s, err)
	return h
}

// seen is what the member's page shows when it asks again.
func (s stage) seen(c customer) (string, error) {
	h, err := s.desk.HeldAccount(s.Context(), viewer(c))
	return h.Number, err
}

func TestAnAccountIsAddedSwitchedOff(t *testing.T) {
	s := open(t, onePerson)
	add := func(bank, number, holder string) error {
		return s.desk.AddDepositAccount(t.Context(), "demo", staff, cash.Account{Bank: bank, Number: number, Holder: holder})
	}
	for _, bad := range [][3]string{
		{"", "123456", "Hubstake"},
		{"Kookmin", "123456", " "},
		{"Kookmin", "12345", "Hubstake"},
		{"Kookmin", "12345a", "Hubstake"},
		{"Kookmin", "", "Hubstake"},
		{"Kook\nmin", "123456", "Hubstake"},
		{"Kookmin", "123456789012345678901", "Hubstake"},
	} {
		s.refused("U106", add(bad[0], bad[1], bad[2]))
	}
	require.Empty(t, s.accounts())
	require.NoError(t, add(" Kookmin ", "999-000 111", "Hubstake"))
	s.refused("U008", add("Kookmin", "999000111", "Hubstake"))
	s.refused("U008", add("KOOKMIN", "999-000-111", "Another"))
	require.NoError(t, add("Shinhan", "999000111", "Hubstake"), "the number of another bank")
	factory.Site(t, s.db, func(s *factory.S) { s.ID = "other" })
	require.NoError(t, s.desk.AddDepositAccount(t.Context(), "other", staff, cash.Account{Bank: "Kookmin", Number: "999000111", Holder: "Other"}))

	list := s.accounts()
	require.Len(t, list, 2, "of this site")
	require.Equal(t, cash.Account{Bank: "Kookmin", Number: "999000111", Holder: "Hubstake"}, list[0].Account)
	require.Equal(t, []any{false, noon}, []any{list[0].Active, list[0].Since.UTC()})
	c := s.member(0)
	_, err := s.desk.OpenAccount(t.Context(), viewer(c), factory.PIN)
	s.refused("C019", err)
	require.Equal(t, []string{"account.add staff1 *****0111", "account.add staff1 *****0111"},
		s.strings("SELECT action || ' ' || actor || ' ' || (detail->'after'->>'number') FROM audit_entry WHERE site_id = 'demo' ORDER BY seq"), "S-98: masked")
	require.Equal(t, []string{"account admin.demo", "account admin.demo", "account admin.other"}, s.strings("SELECT data1 || ' ' || topic FROM outbox_event ORDER BY id"))
}

func TestTwoAtOnceAddOneAccount(t *testing.T) {
	s := open(t, onePerson)
	add := func() error {
		return s.desk.AddDepositAccount(t.Context(), "demo", staff, cash.Account{Bank: "Kookmin", Number: "999000111", Holder: "Hubstake"})
	}
	require.Equal(t, map[string]int{"": 1, "U008": 19}, s.codes(atOnce(times(20, add)...)))
	require.Len(t, s.accounts(), 1)
}

// D-62: from the rotation on members are shown the other account. The PIN that was given for the old one within the half
// hour holds for the new one too.
func TestOneAccountReplacesAnother(t *testing.T) {
	s := open(t, onePerson)
	a, b := s.account("111111", true), s.account("222222", false)
	c := s.member(0)
	first := s.opened(c)
	require.Equal(t, []any{"111111", noon.Add(30 * time.Minute)}, []any{first.Number, first.Until.UTC()})

	s.clk.Advance(10 * time.Minute)
	require.NoError(t, s.turn(s.of(b), s.of(a), false))
	h, err := s.desk.HeldAccount(t.Context(), viewer(c))
	require.NoError(t, err)
	require.Equal(t, []any{"222222", first.Until}, []any{h.Number, h.Until}, "no longer than the PIN was good for")
	require.Equal(t, "222222", s.opened(s.member(0)).Number)
	s.clk.Advance(20 * time.Minute)
	_, err = s.seen(c)
	s.refused("C028", err)

	require.Equal(t, []string{"account.rotate 2 false true true false [2]"}, s.strings(`SELECT concat_ws(' ', action, target,
		detail->'on'->'before'->>'active', detail->'on'->'after'->>'active', detail->'off'->'before'->>'active', detail->'off'->'after'->>'active', detail->>'active')
		FROM audit_entry WHERE action = 'account.rotate'`))
	views, total, err := s.desk.Views(t.Context(), "demo", c.id, 0, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 2, total)
	require.Equal(t, []string{"222222", "111111"}, []string{views[0].Number, views[1].Number})
	_, total, err = s.desk.Views(t.Context(), "demo", "", b, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 2, total, "of both members")
	_, total, err = s.desk.Views(t.Context(), "other", "", b, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.Zero(t, total, "another site's")
}

// Money may be on its way: an account stays readable for the member whose deposit waits, for the rest of the half hour.
func TestTheAccountOfAWaitingDepositStaysReadable(t *testing.T) {
	s := open(t, onePerson)
	a, b := s.account("111111", true), s.account("222222", false)
	waits, asksLater := s.member(0), s.member(0)
	s.opened(waits)
	r := s.must(s.deposit(waits, 50_000))
	s.opened(asksLater)
	require.EqualValues(t, 1, s.accounts()[0].Open)
	require.NoError(t, s.turn(s.of(b), s.of(a), false))

	for range 2 {
		got, err := s.seen(waits)
		require.NoError(t, err)
		require.Equal(t, "111111", got, "as long as the deposit waits")
	}
	got, err := s.seen(asksLater)
	require.NoError(t, err)
	require.Equal(t, "222222", got)
	s.must(s.deposit(asksLater, 50_000))
	got, err = s.seen(asksLater)
	require.NoError(t, err)
	require.Equal(t, "222222", got, "what this member saw last before asking")
	open := map[string]int64{}
	for _, one := range s.accounts() {
		open[one.Number] = one.Open
	}
	require.Equal(t, map[string]int64{"111111": 1, "222222": 1}, open)

	require.NoError(t, s.cancel(waits, r))
	got, err = s.seen(waits)
	require.NoError(t, err)
	require.Equal(t, "222222", got)
}

// A member who asks in the moment of a rotation gets the new account: neither the old one nor a refusal.
func TestARotationWhileAMemberAsks(t *testing.T) {
	s := open(t, onePerson)
	a, b := s.account("111111", true), s.account("222222", false)
	c := s.member(0)
	tx, err := s.db.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT pg_advisory_xact_lock(hashtextextended('accounts|demo', 0))") // as LockAccounts
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "UPDATE cash_account SET active = (id = $1) WHERE id IN ($1, $2)", b, a)
	require.NoError(t, err)
	got := make(chan cash.Handed, 1)
	go func() { got <- s.opened(c) }()
	testkit.Eventually(t, func() bool {
		return len(s.strings("SELECT 'waits' FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")) == 1
	})
	require.NoError(t, tx.Commit(t.Context()))
	require.Equal(t, "222222", (<-got).Number)
}

func TestTheLastActiveAccountIsSwitchedOffKnowinglyOnly(t *testing.T) {
	s := open(t, onePerson)
	a, b := s.account("111111", true), s.account("222222", true)
	first, second := s.of(a), s.of(b)
	answers := atOnce(func() error { return s.turn(nil, first, false) }, func() error { return s.turn(nil, second, false) })
	require.Equal(t, map[string]int{"": 1, "C019": 1}, s.codes(answers), "of two that are switched off at once one stays")
	last := s.accounts()[0]
	require.True(t, last.Active)
	s.refused("C019", s.turn(nil, s.of(last.ID), false))
	require.NoError(t, s.turn(nil, s.of(last.ID), true))
	_, err := s.desk.OpenAccount(t.Context(), viewer(s.member(0)), factory.PIN)
	s.refused("C019", err)
}

func TestASwitchIsOfWhatWasShown(t *testing.T) {
	s := open(t, onePerson)
	a, b := s.account("111111", true), s.account("222222", false)
	factory.Site(t, s.db, func(s *factory.S) { s.ID = "other"; onePerson(s) })
	before := s.strings("SELECT c::text FROM cash_account c ORDER BY id")
	stale := *s.of(b)
	stale.Version--
	foreign := func(w cash.Switch) error {
		w.Reason = "x"
		return s.desk.SwitchAccounts(t.Context(), "other", staff, w)
	}
	s.refused("C019", s.turn(&stale, nil, false))
	s.refused("C019", s.turn(&stale, s.of(a), false))
	s.refused("C019", s.turn(s.of(a), nil, false))                                   // on already
	s.refused("C019", s.turn(nil, s.of(b), true))                                    // off already
	s.refused("C019", s.turn(&cash.ShownAccount{ID: 99, Version: 1}, s.of(a), true)) // not there
	s.refused("C019", foreign(cash.Switch{On: s.of(b)}))
	s.refused("C019", foreign(cash.Switch{Off: s.of(a), NoneLeft: true}))
	s.refused("C019", s.desk.MoveAccount(t.Context(), "other", staff, *s.of(a), true))
	s.refused("C019", s.desk.MoveAccount(t.Context(), "demo", staff, *s.of(b), true)) // off
	for _, reason := range []string{"", "  ", "a\nb", string(make([]byte, 201))} {
		s.refused("E001", s.desk.SwitchAccounts(t.Context(), "demo", staff, cash.Switch{On: s.of(b), Reason: reason}))
	}
	s.refused("E001", s.turn(nil, nil, true))
	require.Equal(t, before, s.strings("SELECT c::text FROM cash_account c ORDER BY id"), "nothing changed")

	shown := s.of(b)
	require.Equal(t, map[string]int{"": 1, "C019": 9}, s.codes(atOnce(times(10, func() error { return s.turn(shown, nil, false) })...)), "once")
}

func TestTheActiveAccountsTakeTurnsInTheirOrder(t *testing.T) {
	s := open(t, onePerson)
	for _, number := range []string{"111111", "222222", "333333"} {
		s.account(number, true)
	}
	order := func() (numbers []string) {
		for _, a := range s.accounts() {
			numbers = append(numbers, a.Number)
		}
		return numbers
	}
	next := func() string {
		s.clk.Advance(time.Second)
		return s.opened(s.member(0)).Number
	}
	require.Equal(t, []string{"111111", "222222", "333333", "111111"}, []string{next(), next(), next(), next()})
	third := s.of(3)
	require.NoError(t, s.desk.MoveAccount(t.Context(), "demo", staff, *third, true))
	s.refused("C019", s.desk.MoveAccount(t.Context(), "demo", staff, *third, true)) // the form is stale
	require.NoError(t, s.desk.MoveAccount(t.Context(), "demo", staff, *s.of(3), true))
	s.refused("C019", s.desk.MoveAccount(t.Context(), "demo", staff, *s.of(3), true)) // the first already
	s.refused("C019", s.desk.MoveAccount(t.Context(), "demo", staff, *s.of(2), false))
	require.Equal(t, []string{"333333", "111111", "222222"}, order())
	require.Equal(t, []string{"333333", "111111", "222222"}, []string{next(), next(), next()}, "from the first on")
	require.Equal(t, []string{"[1, 2, 3] [1, 3, 2]", "[1, 3, 2] [3, 1, 2]"},
		s.strings("SELECT (detail->>'before') || ' ' || (detail->>'after') FROM audit_entry WHERE action = 'account.move' ORDER BY seq"))

	four := s.account("444444", false)
	require.NoError(t, s.turn(s.of(four), s.of(1), false))
	require.Equal(t, []string{"333333", "444444", "222222", "111111"}, order(), "in the place of the one that it replaces")
	require.Equal(t, "444444", next(), "and has its turn next")
}

func TestWhatAnAccountIsUsedForToday(t *testing.T) {
	s := open(t, onePerson)
	s.account("111111", true)
	early := s.member(0)
	s.clk.Advance(-13 * time.Hour) // 23:00 of the day before in Seoul
	s.opened(early)
	yesterday := s.must(s.deposit(early, 30_000))
	require.NoError(t, s.approve(yesterday))
	s.clk.Advance(13 * time.Hour)
	c, unseen := s.member(0), s.member(0)
	s.opened(c)
	_, err := s.seen(c)
	require.NoError(t, err)
	require.NoError(t, s.approve(s.must(s.deposit(c, 50_000))))
	require.NoError(t, s.approve(s.must(s.deposit(unseen, 70_000))))
	s.must(s.deposit(early, 10_000))
	got := s.accounts()[0]
	require.Equal(t, []int64{2, 1, 50_000, 1}, []int64{got.Shown, got.Deposits, int64(got.Amount), got.Open})
}

// Money that is paid in all the same would have to be sent back.
func TestNoAccountIsShownToAMemberWhoMayNotDeposit(t *testing.T) {
	s := open(t, onePerson)
	s.account("111111", true)
	for state, code := range map[string]string{
		"timeout_until = $2": "U033", "status = 'excluded', excluded_until = $2": "U033", "status = 'suspended', excluded_until = NULL": "U018",
	} {
		c := s.member(0)
		s.opened(c)
		_, err := s.db.Exec(t.Context(), "UPDATE member_member SET "+state+" WHERE member_id = $1 AND $2::timestamptz IS NOT NULL", c.id, noon.Add(time.Hour))
		require.NoError(t, err)
		_, err = s.seen(c)
		s.refused(code, err)
		_, err = s.desk.OpenAccount(t.Context(), viewer(c), factory.PIN)
		s.refused(code, err)
	}
}

func TestNoAccountIsShownWhileDepositsArePaused(t *testing.T) {
	paused := open(t, onePerson, func(s *factory.S) { s.Options["depositPaused"] = true })
	paused.account("222222", true)
	_, err := paused.desk.OpenAccount(t.Context(), viewer(paused.member(0)), factory.PIN)
	paused.refused("S005", err)
}
