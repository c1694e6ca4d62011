package routestest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apimessage "hubstake/api/partner/message"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestAPartnerWritesToAccountsBelow(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db)
	sites := site.New(db, clk)
	under := func(parent string, level int) string {
		return factory.Member(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel, m.MayRefer = parent, level, level > 0 }).MemID
	}
	head, other := under("", 1), under("", 1)
	mid := under(head, 2)
	own, deep, foreign := under(head, 0), under(mid, 0), under(other, 0)
	app := apitest.New(t, clk, apimessage.New(partner.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()))).Routes())
	const path = "/api/partner/message/send"
	writer := app.AgentWith(head+".ann", right.MessageWrite)
	for _, bad := range []string{
		`{"to":"member","memId":"` + own + `"}`, `{"to":"all","title":"x"}`, `{"to":"children","title":"` + strings.Repeat("x", 101) + `"}`,
		`{"to":"children","title":"x","content":"` + strings.Repeat("x", 2001) + `"}`,
	} {
		writer.Post(path, bad).Refused(200, "E001")
	}
	for _, m := range []string{foreign, other, head, "nobody1"} {
		writer.Post(path, `{"to":"member","title":"x","memId":"`+m+`"}`).Refused(200, "U001")
	}
	sent := func() []string {
		return pgtest.Column(t, db, "SELECT member_id || ' ' || title FROM message_message ORDER BY id")
	}
	require.Empty(t, sent())
	send := func(body string) int { return apitest.OK[apimessage.SendAnswer](writer.Post(path, body)).Sent }
	require.Equal(t, 1, send(`{"to":"member","title":"one","content":"text","memId":"`+deep+`"}`))
	require.Equal(t, 2, send(`{"to":"children","title":"two"}`))
	require.Equal(t, 3, send(`{"to":"downline","title":"three"}`))
	require.ElementsMatch(t, []string{deep + " one", own + " two", mid + " two", own + " three", mid + " three", deep + " three"}, sent())
	require.Equal(t, []string{"message.send " + deep, "partner.message " + head, "partner.message " + head},
		pgtest.Column(t, db, "SELECT action || ' ' || target FROM audit_entry WHERE actor = '"+head+".ann' ORDER BY seq"))

	_, err := db.Exec(t.Context(), "UPDATE site_site SET inspect = true")
	require.NoError(t, err)
	clk.Advance(time.Minute)
	writer.Post(path, `{"to":"children","title":"x"}`).Refused(200, "S001")
	require.Len(t, sent(), 6)
}

// The same call again, after an answer that got lost, writes nothing; under its key no other message is written.
func TestTheSameCallWritesOnce(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db)
	sites := site.New(db, clk)
	head := factory.Partner(t, db).MemID
	lower := factory.Member(t, db, func(m *factory.M) { m.Parent = head }).MemID
	factory.Member(t, db, func(m *factory.M) { m.Parent = head })
	app := apitest.New(t, clk, apimessage.New(partner.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()))).Routes()).Partner(head)
	const path = "/api/partner/message/send"
	for n, body := range []string{`{"to":"children","title":"x"}`, `{"to":"member","title":"x","memId":"` + lower + `"}`} {
		named := app.Named(fmt.Sprintf("a-key-of-a-call-%d", n))
		first := apitest.OK[apimessage.SendAnswer](named.Post(path, body))
		require.Equal(t, first, apitest.OK[apimessage.SendAnswer](named.Post(path, body)))
		named.Post(path, `{"to":"children","title":"y"}`).Refused(422, "E001")
	}
	require.Equal(t, []string{"3"}, pgtest.Column(t, db, "SELECT count(*)::text FROM message_message"))
	require.Equal(t, []string{"2"}, pgtest.Column(t, db, "SELECT count(*)::text FROM audit_entry"))
}

// A message to many is sent in parts: each goes on behind the one before, and everyone gets it once.
func TestAMessageToManyGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db)
	sites := site.New(db, clk)
	head := factory.Partner(t, db).MemID
	_, err := db.Exec(t.Context(), `INSERT INTO member_member (member_id, site_id, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, lang, pass_hash, pin_hash, status)
		SELECT 'crowd' || i, 'demo', $1, ARRAY[$1], 'crowd' || i, 'crowd' || i, '', '', '', '', '', 'en', '', '', CASE WHEN i = 7 THEN 'deleted' ELSE 'normal' END FROM generate_series(1, 450) i`, head)
	require.NoError(t, err)
	app := apitest.New(t, clk, apimessage.New(partner.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()))).Routes())
	calls, total := 0, 0
	for after := ""; ; calls++ {
		r := apitest.OK[apimessage.SendAnswer](app.Partner(head).Post("/api/partner/message/send", `{"to":"downline","title":"x","after":"`+after+`"}`))
		total += r.Sent
		if after = r.After; after == "" {
			break
		}
	}
	require.Equal(t, []int{2, 449}, []int{calls, total})
	require.Equal(t, []string{"449 449"}, pgtest.Column(t, db, "SELECT count(*) || ' ' || count(DISTINCT member_id) FROM message_message"))
}
