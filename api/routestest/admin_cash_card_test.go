package routestest_test

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apicash "hubstake/api/admin/cash"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const cashCardPath = "/api/admin/cash/background"

func (o office) deposit(t *testing.T, memID, ip string) cash.Request {
	t.Helper()
	who := cash.Requester{Site: "demo", Member: memID, IP: netip.MustParseAddr(ip)}
	r, err := o.desk.Deposit(t.Context(), cash.DepositInput{Requester: who, Amount: money.In(10_000)})
	require.NoError(t, err)
	return r
}

func (o office) card(r cash.Request) apicash.BackgroundAnswer {
	return apitest.OK[apicash.BackgroundAnswer](o.app.Lang("en").Post(cashCardPath, fmt.Sprintf(`{"idx":%d}`, r.ID)))
}

// login makes an ended session of a member, at an address with a browser.
func (o office) login(t *testing.T, siteID, memID, ip, agent string) {
	t.Helper()
	_, err := o.db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, created_at, expires_at, ended_at, state, ip, user_agent)
		VALUES (gen_random_uuid(), $1, $2, 'member', '', '', $3, $3, $3, 'ended', $4, $5)`, siteID, memID, noon, ip, agent)
	require.NoError(t, err)
}

func shownRequest(r cash.Request, memID, more string) string {
	return fmt.Sprintf(`{"idx":%d,"memId":%q,"amount":%d,"requestedAt":%q%s}`, r.ID, memID, r.Amount, r.RequestedAt.Format(time.RFC3339Nano), more)
}

func TestTheCardOfARequestShowsWhatItsDecisionNeeds(t *testing.T) {
	o := openCashDesk(t)
	m := factory.Member(t, o.db, func(m *factory.M) { m.Cash, m.Lang = 50_000, "ko" })
	out, err := o.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: cash.Requester{Site: "demo", Member: m.MemID}, Amount: money.In(10_000), PIN: factory.PIN})
	require.NoError(t, err)
	r := o.deposit(t, m.MemID, "192.0.2.1")
	body := fmt.Sprintf(`{"idx":%d}`, r.ID)
	o.app.Post(cashCardPath, `{"idx":0}`).Refused(200, "E001")
	o.app.Post(cashCardPath, `{"idx":"x"}`).Refused(400, "E001")
	_, err = o.db.Exec(t.Context(), "UPDATE cash_request SET site_id = 'other'")
	require.NoError(t, err)
	o.app.Post(cashCardPath, body).Refused(200, "E001")
	_, err = o.db.Exec(t.Context(), "UPDATE cash_request SET site_id = 'demo'")
	require.NoError(t, err)

	card := o.card(r)
	require.Len(t, card.Reasons, 4)
	require.Equal(t, apicash.Reason{
		Template: cash.NotArrived, Text: "Your transfer has not arrived. Please check it with your bank and then ask again.",
		Member: "입금이 확인되지 않았습니다. 은행에서 이체 내역을 확인하신 후 다시 신청해 주세요.",
	}, card.Reasons[0])
	require.Len(t, card.Requests, 1)
	require.Equal(t, out.ID, card.Requests[0].Idx)
	card.Reasons, card.Requests = nil, nil
	require.Equal(t, apicash.BackgroundAnswer{
		Bonuses: []apicash.ExpectedBonus{}, First: true, Shared: []apicash.Shared{}, Bets: []apicash.LastBet{}, Language: "ko",
	}, card)

	apitest.OK[apicash.Row](o.app.Post("/api/admin/cash/hold", shownRequest(r, m.MemID, "")))
	require.Equal(t, "staff1", o.card(r).HandledBy)
	apitest.OK[apicash.Row](o.app.Post("/api/admin/cash/approve", shownRequest(r, m.MemID, "")))
	require.Empty(t, o.card(r).HandledBy, "it is decided")
	for n := range 6 {
		_, err = o.db.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at)
			VALUES ('sim', $1, $2, 'demo', 'gone', 'KRW', 1, 1000, 500, 'closed', 1, 1, $3)`, fmt.Sprint(n), m.MemID, noon.Add(time.Duration(n)*time.Minute))
		require.NoError(t, err)
	}
	card = o.card(out)
	require.True(t, card.First, "the first withdrawal")
	require.Equal(t, apicash.Total{Count: 1, Amount: 10_000}, card.Deposits)
	require.EqualValues(t, 10_000, card.Net)
	require.Len(t, card.Requests, 1, "without itself")
	require.Equal(t, r.ID, card.Requests[0].Idx)
	require.Len(t, card.Bets, 5)
	require.Equal(t, noon.Add(5*time.Minute), card.Bets[0].At.UTC())
	require.Equal(t, cash.HolderDiffers, card.Reasons[0].Template)
}

// A payout that staff has stopped since the request is refused, and the card says so before.
func TestTheCardNamesTheCodeThatRefusesAPayout(t *testing.T) {
	o := openCashDesk(t)
	m := factory.Member(t, o.db, func(m *factory.M) { m.Cash = 50_000 })
	out, err := o.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: cash.Requester{Site: "demo", Member: m.MemID}, Amount: money.In(10_000), PIN: factory.PIN})
	require.NoError(t, err)
	in := o.deposit(t, m.MemID, "192.0.2.1")
	require.Empty(t, o.card(out).PayoutRefusal)
	_, err = o.db.Exec(t.Context(), "UPDATE member_member SET withdraw_allowed = false")
	require.NoError(t, err)
	require.Equal(t, "U022", o.card(out).PayoutRefusal)
	require.Empty(t, o.card(in).PayoutRefusal, "of withdrawals only")
	o.app.Post("/api/admin/cash/approve", shownRequest(out, m.MemID, "")).Refused(200, "U022")
	apitest.OK[apicash.Row](o.app.Post("/api/admin/cash/refuse", shownRequest(out, m.MemID, `,"memo":"call us"`)))
	require.Empty(t, o.card(out).PayoutRefusal, "it is decided")
}

func TestTheCardNamesAccountsThatShareAnAddressADeviceOrABankAccount(t *testing.T) {
	o := openCashDesk(t)
	factory.Site(t, o.db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other"} })
	m := factory.Member(t, o.db)
	member := func() string { return factory.Member(t, o.db).MemID }
	near, twin, joined, asked, payee, stranger, foreign := member(), member(), member(), member(), member(), member(), member()
	o.login(t, "demo", m.MemID, "192.0.2.1", "Browser 1")
	for range 30 { // own logins hide no other account
		o.login(t, "demo", m.MemID, "192.0.2.1", "Browser 1")
	}
	o.login(t, "demo", near, "192.0.2.1", "Browser 2")
	o.login(t, "demo", twin, "192.0.2.1", "Browser 2")
	o.login(t, "demo", twin, "192.0.2.1", "Browser 1")
	o.login(t, "demo", asked, "192.0.2.9", "Browser 1")
	o.login(t, "demo", stranger, "192.0.2.77", "Browser 1")
	o.login(t, "other", foreign, "192.0.2.1", "Browser 1")
	_, err := o.db.Exec(t.Context(), "UPDATE member_member SET join_ip = '192.0.2.1' WHERE member_id = $1", joined)
	require.NoError(t, err)
	_, err = o.db.Exec(t.Context(), "UPDATE member_member SET site_id = 'other' WHERE member_id = $1", foreign)
	require.NoError(t, err)
	_, err = o.db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, account_no, requested_at, processed_at)
		VALUES ('demo', $1, 'out', 'KRW', 10000, 1, $2, $3, $3)`, payee, m.Number, noon)
	require.NoError(t, err)

	card := o.card(o.deposit(t, m.MemID, "192.0.2.9"))
	type has struct{ address, device, account bool }
	got := map[string]has{}
	for _, s := range card.Shared {
		got[s.MemID] = has{s.Address, s.Device, s.Account}
		require.Equal(t, "normal", s.Status)
	}
	require.Equal(t, map[string]has{
		near: {address: true}, twin: {address: true, device: true}, joined: {address: true},
		asked: {address: true, device: true}, payee: {account: true},
	}, got)
	require.False(t, card.SharedMore)
	require.True(t, card.Shared[0].Account && card.Shared[1].Device, "what says most comes first")

	for range 25 {
		o.login(t, "demo", factory.Member(t, o.db).MemID, "192.0.2.9", "Browser 3")
	}
	card = o.card(o.deposit(t, near, "192.0.2.9"))
	require.True(t, card.SharedMore, "the address of a network is cut")
	require.Less(t, len(card.Shared), 35)
}

func TestARefusalForAUsualReasonIsReadInTheMembersLanguage(t *testing.T) {
	o := openCashDesk(t)
	m := factory.Member(t, o.db, func(m *factory.M) { m.Lang = "ko" })
	r := o.deposit(t, m.MemID, "192.0.2.1")
	const refuse = "/api/admin/cash/refuse"
	for _, bad := range []string{`,"template":""`, `,"template":"","memo":" "`, `,"template":"none"`, `,"template":"bankClosed"`, `,"template":"notArrived","memo":"` + strings.Repeat("x", 301) + `"`} {
		o.app.Post(refuse, shownRequest(r, m.MemID, bad)).Refused(200, "E001")
	}
	o.app.Post(refuse, shownRequest(r, "another1", `,"template":"notArrived"`)).Refused(200, "C019")
	require.Equal(t, []string{"0"}, pgtest.Column(t, o.db, "SELECT status::text FROM cash_request"), "nothing changed")

	var wg sync.WaitGroup
	codes := make([]string, 8)
	for i := range codes {
		wg.Go(func() {
			_, _, answer := o.app.Send(refuse, shownRequest(r, m.MemID, `,"template":"notArrived","memo":" 오후 3시 기준 "`))
			codes[i] = string(answer)
		})
	}
	wg.Wait()
	done := 0
	for _, c := range codes {
		if strings.Contains(c, `"resultCode":"200"`) {
			done++
		} else {
			require.Contains(t, c, "C019")
		}
	}
	require.Equal(t, 1, done, "two at once refuse once")
	text := "입금이 확인되지 않았습니다. 은행에서 이체 내역을 확인하신 후 다시 신청해 주세요.\n오후 3시 기준"
	require.Equal(t, []string{text}, pgtest.Column(t, o.db, "SELECT memo FROM cash_request"))
	require.Equal(t, []string{"10,000원 입금 신청이 거절되었습니다.\n사유: " + text}, pgtest.Column(t, o.db, "SELECT content FROM message_message"))
	require.Equal(t, []string{"notArrived"}, pgtest.Column(t, o.db, "SELECT detail->>'usual' FROM audit_entry"))
}
