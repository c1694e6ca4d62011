package routestest_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	apipersonal "hubstake/api/admin/personal"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const personalPath = "/api/admin/personal/show"

// personalOffice is the call on a database with a member of the site, one of another site, and one of every subject of each.
type personalOffice struct {
	*testing.T
	db          *pgxpool.Pool
	clk         *clock.Manual
	app         apitest.App
	staff       factory.St
	own, other  factory.M
	ids, others map[personal.Subject]string
}

func newPersonalOffice(t *testing.T) *personalOffice {
	t.Helper()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	messages := message.New(db, clk)
	money := cash.New(db, clk, sites, members, messages, nil)
	inquiries := inquiry.New(db, clk, members, money, messages)
	o := &personalOffice{T: t, db: db, clk: clk, staff: factory.Staff(t, db)}
	o.app = apitest.New(t, clk, apipersonal.New(members, money, inquiries).Routes())
	o.own = factory.Member(t, db, func(m *factory.M) {
		m.Name, m.Phone, m.Number, m.Holder = "Seo Gangbyeong", "+821055554444", "27182818284590", "Seo Gangbyeong"
	})
	o.other = factory.Member(t, db, func(m *factory.M) { m.Site = "other" })
	subjects := func(m factory.M, phone string) map[personal.Subject]string {
		add := func(sql string, args ...any) string {
			var id int64
			require.NoError(t, db.QueryRow(t.Context(), sql, args...).Scan(&id))
			return fmt.Sprint(id)
		}
		ctx := t.Context()
		require.NoError(t, members.AddBlock(ctx, member.BlockAct{Actor: audit.Actor{ID: o.staff.ID}, Site: m.Site, Kind: "phone", Value: "0" + phone[3:], Reason: "x"}))
		wanted, err := factory.Box().Seal(personal.ChangeWanted, m.MemID, `{"phone":"`+phone+`"}`)
		require.NoError(t, err)
		receipt, err := inquiries.AskAsGuest(ctx, inquiry.Visitor{Site: m.Site, Lang: "en"}, inquiry.GuestQuestion{
			Category: inquiry.LogIn, Text: "I cannot log in any more.", Contact: inquiry.Contact{Kind: inquiry.Email, Address: "gangbyeong@example.com"},
		})
		require.NoError(t, err)
		return map[personal.Subject]string{
			personal.OfMember: m.MemID,
			personal.OfRequest: add(`INSERT INTO cash_request (site_id, member_id, kind, amount, currency, status, depositor, account_no, account_holder, requested_at)
				VALUES ($1, $2, 'out', 70000, 'KRW', 0, 'Go Hwaran', '31415926535897', 'Go Hwaran', $3) RETURNING id`, m.Site, m.MemID, clk.Now()),
			personal.OfBlock: add("SELECT id FROM member_block WHERE site_id = $1", m.Site),
			personal.OfReset: add(`INSERT INTO member_reset (site_id, member_id, secret, proof, code, asked_at, expires_at)
				VALUES ($1, $2, 'pin', 'facts', '', $3, $4) RETURNING id`, m.Site, m.MemID, clk.Now(), clk.Now().Add(time.Hour)),
			personal.OfDetails: add(`INSERT INTO member_change (site_id, member_id, kind, wanted, masked, asked_at, expires_at)
				VALUES ($1, $2, 'phone', $3, '{}', $4, $5) RETURNING id`, m.Site, m.MemID, wanted, clk.Now(), clk.Now().Add(time.Hour)),
			personal.OfInquiry: fmt.Sprint(receipt.ID),
		}
	}
	o.ids, o.others = subjects(o.own, "+821077776666"), subjects(o.other, "+821077775555")
	return o
}

// personalFields are those of each subject, and what they hold of the office's own member.
var personalFields = map[personal.Subject][][2]string{
	personal.OfMember:  {{"name", "Seo Gangbyeong"}, {"phone", "+821055554444"}, {"accountNo", "27182818284590"}, {"accountHolder", "Seo Gangbyeong"}},
	personal.OfRequest: {{"name", "Seo Gangbyeong"}, {"depositor", "Go Hwaran"}, {"accountNo", "31415926535897"}, {"accountHolder", "Go Hwaran"}},
	personal.OfBlock:   {{"value", "+821077776666"}},
	personal.OfReset:   {{"name", "Seo Gangbyeong"}, {"phone", "+821055554444"}, {"accountNo", "27182818284590"}},
	personal.OfDetails: {{"phone", "+821077776666"}, {"name", ""}},
	personal.OfInquiry: {{"contact", "gangbyeong@example.com"}},
}

// personalRights is the right that shows each subject masked.
var personalRights = map[personal.Subject]right.Right{
	personal.OfMember: right.Member, personal.OfRequest: right.Cash, personal.OfBlock: right.Block, personal.OfReset: right.Reset,
	personal.OfDetails: right.Reset, personal.OfInquiry: right.Inquiry,
}

func personalRequest(of personal.Subject, id, reason string) string {
	list := ""
	for i, f := range personalFields[of] {
		if i > 0 {
			list += ","
		}
		list += `"` + f[0] + `"`
	}
	return fmt.Sprintf(`{"subject":%q,"id":%q,"fields":[%s],%s}`, of, id, list, reason)
}

const usualPurpose = `"purpose":"identity"`

// entries are who looked, at what and why, as the audit keeps it.
func (o *personalOffice) entries() []string {
	o.Helper()
	return pgtest.Column(o.T, o.db, "SELECT actor || ' ' || target || ' ' || (detail->>'subject') || ' ' || (detail->>'purpose') || ' ' || (detail->>'words') FROM audit_entry WHERE action = 'personal.show' ORDER BY id")
}

// S-98: each subject is shown in the clear to staff with its right, with a reason; the audit has all of it but the values.
func TestPersonalDataAreShownWithAReason(t *testing.T) {
	t.Parallel()
	o := newPersonalOffice(t)
	for of, wanted := range personalFields {
		got := apitest.OK[apipersonal.ShowAnswer](o.app.StaffWith(o.staff.ID, right.Personal, personalRights[of]).Post(personalPath, personalRequest(of, o.ids[of], `"purpose":"identity","words":" asked by phone "`))).List
		require.Len(t, got, len(wanted), of)
		for i, f := range personalFields[of] {
			wanted := []any{f[0], f[1]}
			require.Equal(t, wanted, []any{string(got[i].Field), got[i].Value}, of)
			require.Equal(t, of == personal.OfDetails && f[1] != "", got[i].Before != "", of)
		}
	}
	require.Len(t, o.entries(), len(personalFields))
	for _, e := range o.entries() {
		require.Contains(t, e, " identity asked by phone")
	}
	for _, of := range []personal.Subject{personal.OfMember, personal.OfRequest, personal.OfReset, personal.OfDetails} {
		require.Contains(t, o.entries(), fmt.Sprintf("%s %s %s identity asked by phone", o.staff.ID, o.own.MemID, of), "on the record of the member")
	}
	require.Equal(t, []string{"0"}, pgtest.Column(t, o.db, `SELECT count(*)::text FROM audit_entry WHERE action = 'personal.show'
		AND (detail::text || target) ~ '55554444|27182818284590|31415926535897|77776666|Gangbyeong|Hwaran|gangbyeong'`), "without the values")
	require.Equal(t, []string{"6"}, pgtest.Column(t, o.db, "SELECT looks::text FROM personal_look"))

	_, header, _ := o.app.Staff(o.staff.ID).Send(personalPath, personalRequest(personal.OfMember, o.own.MemID, usualPurpose))
	require.Equal(t, "no-store", header.Get("Cache-Control"))
	o.clk.Advance(24 * time.Hour)
	apitest.OK[apipersonal.ShowAnswer](o.app.Staff(o.staff.ID).Post(personalPath, personalRequest(personal.OfMember, o.own.MemID, usualPurpose)))
	require.Equal(t, []string{"1"}, pgtest.Column(t, o.db, "SELECT looks::text FROM personal_look"), "a day later")
}

func TestPersonalDataAreNotShown(t *testing.T) {
	t.Parallel()
	o := newPersonalOffice(t)
	whole := personalRequest(personal.OfMember, o.own.MemID, usualPurpose)
	o.app.Stale(o.staff.ID).Post(personalPath, whole).Refused(200, "U045")
	for of, id := range o.ids {
		o.app.StaffWith(o.staff.ID, personalRights[of]).Post(personalPath, personalRequest(of, id, usualPurpose)).Refused(http.StatusForbidden, "U029")
		others := []right.Right{}
		for _, r := range right.All() {
			if r != personalRights[of] {
				others = append(others, r)
			}
		}
		o.app.StaffWith(o.staff.ID, others...).Post(personalPath, personalRequest(of, id, usualPurpose)).Refused(200, "U029")
	}
	unknown := map[personal.Subject]string{personal.OfMember: "U001", personal.OfReset: "U001", personal.OfDetails: "U001"}
	staff := o.app.Staff(o.staff.ID)
	for of, id := range o.others {
		code := "E001"
		if c, ok := unknown[of]; ok {
			code = c
		}
		staff.Post(personalPath, personalRequest(of, id, usualPurpose)).Refused(200, code)
		staff.Post(personalPath, personalRequest(of, "999999", usualPurpose)).Refused(200, code)
		if of != personal.OfMember {
			staff.Post(personalPath, personalRequest(of, o.own.MemID, usualPurpose)).Refused(200, "E001")
		}
		staff.Post(personalPath, personalRequest(of, o.ids[of], `"words":" "`)).Refused(200, "E001")
		staff.Post(personalPath, personalRequest(of, o.ids[of], `"purpose":"curious"`)).Refused(200, "E001")
	}
	for name, body := range map[string]string{
		"an unknown subject": `{"subject":"staff","id":"x","fields":["name"],"purpose":"identity"}`,
		"no field":           fmt.Sprintf(`{"subject":"member","id":%q,"fields":[],"purpose":"identity"}`, o.own.MemID),
		"a field of another": fmt.Sprintf(`{"subject":"member","id":%q,"fields":["depositor"],"purpose":"identity"}`, o.own.MemID),
	} {
		require.Equal(t, "E001", staff.Post(personalPath, body).Code, name)
	}
	_, err := o.db.Exec(t.Context(), "UPDATE member_change SET state = 'refused', wanted = '', closed_at = $1", o.clk.Now())
	require.NoError(t, err)
	staff.Post(personalPath, personalRequest(personal.OfDetails, o.ids[personal.OfDetails], usualPurpose)).Refused(200, "C019")
	require.Empty(t, o.entries())
	require.Empty(t, pgtest.Column(t, o.db, "SELECT staff_id FROM personal_look"), "nothing is counted")
}

// Two looks at once are two entries, and counted twice.
func TestTwoLooksAtOnce(t *testing.T) {
	t.Parallel()
	o := newPersonalOffice(t)
	routes := sync.WaitGroup{}
	codes := make([]string, 8)
	for i := range codes {
		routes.Go(func() {
			codes[i] = o.app.Staff(o.staff.ID).Post(personalPath, personalRequest(personal.OfRequest, o.ids[personal.OfRequest], `"purpose":"payout"`)).Code
		})
	}
	routes.Wait()
	for _, code := range codes {
		require.Equal(t, "200", code)
	}
	require.Len(t, o.entries(), len(codes))
	require.Equal(t, []string{"8"}, pgtest.Column(t, o.db, "SELECT looks::text FROM personal_look"))
	looks, err := personal.Looks(t.Context(), o.db, "demo", o.clk.Now())
	require.NoError(t, err)
	require.Equal(t, map[string]int{o.staff.ID: 8}, looks)
}
