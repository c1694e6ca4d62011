package cash_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/factory"
)

func silent(int) {}

// person has values that stand nowhere else.
func person(m *factory.M) {
	m.Name, m.Holder, m.Phone, m.Number = "Seo Gangbyeong", "Seo Gangbyeong", "+821031415926", "27182818284590"
}

// clear returns where one of the values stands in the database as it is: any column of any table, as text or as bytes.
func (s stage) clear(values ...string) (found []string) {
	s.Helper()
	for _, table := range s.strings("SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname IN ('public', 'archive')") {
		for _, v := range values {
			for _, form := range []string{v, fmt.Sprintf("%x", v)} {
				n := s.strings("SELECT count(*)::text FROM "+table+" t WHERE t::text ILIKE '%' || $1 || '%'", form)
				if n[0] != "0" {
					found = append(found, table+": "+form)
				}
			}
		}
	}
	return found
}

// A reader of the whole database finds none of the personal data after a day of a member's life.
func TestNothingPersonalStandsInTheDatabase(t *testing.T) { // S-98
	s := open(t, option("depositWaitMinutes", 0))
	ctx := t.Context()
	sites := site.New(s.db, s.clk)
	keys, _ := factory.Keys(t, s.clk)
	members := member.New(s.db, s.clk, sites, keys)
	origin := credential.Origin{IP: s.member(0).requester().IP, UserAgent: "test"}
	partner := factory.Partner(t, s.db)
	memID, err := members.SignUp(ctx, "demo", member.Form{
		MemID: "seogang1", Password: "Sesame77", PIN: factory.PIN, Nick: "Tiger", Name: "Seo Gangbyeong", Phone: "010-3141-5926", Bank: "Kookmin",
		Number: "2718-281828-4590", Holder: "Seo Gangbyeong", Referrer: partner.MemID, AgreeTerms: true,
	}, origin)
	require.NoError(t, err)
	require.NoError(t, members.Approve(ctx, member.Act{Actor: staff, Site: "demo", MemID: memID}))
	_, err = members.Login(ctx, credential.Credentials{Site: "demo", MemID: memID, Password: "Sesame77", Origin: origin})
	require.NoError(t, err)
	c := customer{memID}
	in := s.must(s.deposit(c, 50_000))
	require.Equal(t, "Seo Gangbyeong", in.Depositor)
	require.NoError(t, s.approve(in))
	s.exec("UPDATE turnover_need SET undone_at = now()")
	who := c.requester()
	var ok bool
	who.IdempotencyKey, ok = idempotency.NewKey("3f0e2f3a-9d0b-4a56-8a2e-0a6cbb1c9d10", "/api/cash/out", []byte("{}"))
	require.True(t, ok)
	var out cash.Request
	for range 2 { // the answer that is stored for the repeated call
		again, err := s.desk.Withdraw(ctx, cash.WithdrawalInput{Requester: who, Amount: money.In(10_000), PIN: factory.PIN})
		require.NoError(t, err)
		require.Equal(t, "27182818284590", again.AccountNo)
		out = again
	}
	_, err = members.AskReset(ctx, member.ResetAsk{
		Site: "demo", MemID: memID, Secret: member.ForgottenPassword, Phone: "01031415926", Number: "27182818284590", Origin: origin,
	})
	require.NoError(t, err)
	require.NoError(t, s.refuse(out))
	for kind, value := range map[string]string{member.BlockPhone: "01031415926", member.BlockAccount: "27182818284590"} {
		require.NoError(t, members.AddBlock(ctx, member.BlockAct{Actor: staff, Site: "demo", Kind: kind, Value: value, Reason: "fraud"}))
	}
	require.NotEmpty(t, s.clear("Kookmin"), "the bank is not sealed: the search finds what stands there")
	require.Empty(t, s.clear("31415926", "27182818284590", "Gangbyeong"))
	require.Equal(t, "Seo Gangbyeong", s.list(c, "in")[0].Depositor)
	require.Equal(t, "27182818284590", s.list(c, "out")[0].AccountNo)
}

// Requests of before are plain until the command has moved them; it may be broken off.
func TestRequestsOfBeforeAreSealed(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	factory.Plain(t, s.db)
	c := s.member(1_000_000, person)
	other := s.member(0)
	last := s.must(s.withdraw(c, 10_000))
	require.NoError(t, s.refuse(last))
	s.exec(`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, bank, account_no, account_holder, requested_at, processed_at)
		SELECT site_id, member_id, kind, currency, amount, status, bank, account_no, account_holder, requested_at - n * interval '1 day', processed_at
		  FROM cash_request, generate_series(1, $1) n`, personal.Window+4)
	in := s.must(s.deposit(c, 20_000))
	require.NotEmpty(t, s.clear("27182818284590"))
	require.NoError(t, personal.Begin(ctx, s.db, s.clk.Now()))
	s.exec("UPDATE cash_request SET member_id = $2 WHERE id = $1", last.ID, other.id) // an account that two were paid to

	reports := report.New(s.db, s.clk, site.New(s.db, s.clk), factory.Box())
	shares := func() bool {
		b, err := reports.Beside(ctx, "demo", in.ID)
		require.NoError(t, err)
		return len(b.Shared) == 1 && b.Shared[0].MemID == other.id && b.Shared[0].Account
	}
	require.True(t, shares(), "plain")
	broken, cancel := context.WithCancel(ctx)
	n, err := cash.MovePersonal(broken, s.db, factory.Box(), func(int) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, personal.Window, n)
	require.True(t, shares(), "a part is sealed")
	rest, err := cash.MovePersonal(ctx, s.db, factory.Box(), silent)
	require.NoError(t, err)
	require.Equal(t, 6, rest)
	_, err = member.MovePersonal(ctx, s.db, factory.Box(), silent)
	require.NoError(t, err)
	require.Empty(t, s.clear("31415926", "27182818284590", "Gangbyeong"))
	require.True(t, shares(), "sealed")

	found, _, err := reports.CashRequests(ctx, "demo", report.CashQuery{Kinds: []string{"in", "out"}, Statuses: []int16{0, -2}, Slice: paging.Slice{Count: 3}})
	require.NoError(t, err)
	require.Equal(t, "S** G*********", found[0].MemName)
	require.Equal(t, "S** G*********", found[0].Depositor)
	require.Equal(t, "**********4590", found[1].AccountNo)
	uses, err := cash.PersonalUses(ctx, s.db)
	require.NoError(t, err)
	for _, u := range uses {
		require.NotEqual(t, personal.Plain, u.Key, u.Kind)
	}

	box, err := personal.New(personal.Keys{
		Seal: config.Key{7}, SealAccepted: []config.Key{factory.PersonalKeys().Seal}, Index: config.Key{8}, IndexAccepted: []config.Key{factory.PersonalKeys().Index},
	})
	require.NoError(t, err)
	for _, move := range []func(context.Context, *personal.Box) (int, error){
		func(ctx context.Context, b *personal.Box) (int, error) {
			return cash.MovePersonal(ctx, s.db, b, silent)
		},
		func(ctx context.Context, b *personal.Box) (int, error) {
			return member.MovePersonal(ctx, s.db, b, silent)
		},
	} {
		moved, err := move(ctx, box)
		require.NoError(t, err)
		require.Positive(t, moved)
	}
	box, err = personal.New(personal.Keys{Seal: config.Key{7}, Index: config.Key{8}})
	require.NoError(t, err)
	reports = report.New(s.db, s.clk, site.New(s.db, s.clk), box)
	require.True(t, shares(), "under new keys alone")
	_, err = s.desk.Withdraw(ctx, cash.WithdrawalInput{Requester: c.requester(), Amount: money.In(10_000), PIN: factory.PIN})
	require.ErrorContains(t, err, "sealed under a key that is not in the settings")
}
