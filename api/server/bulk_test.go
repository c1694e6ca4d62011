package server

import (
	"fmt"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/id"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// bulk is a whole api over many members and bets.
type bulk struct {
	*whole
	members        []string // sessions of members, the first with a fiftieth of all bets
	staff, partner string
}

// newBulk fills a database: members of the site `demo`, rounds (the bets) over the last five months, and beside them in
// proportion what the other lists show. Statistics are as after an autovacuum.
func newBulk(t testing.TB, w *whole, members, rounds int) *bulk {
	t.Helper()
	ctx := t.Context()
	require.NoError(t, provider.Upsert(ctx, w.db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(ctx, w.db, game.Demo("sim")...))
	heavy := factory.Partner(t, w.db, func(m *factory.M) { m.MemID = listMember })
	conn, err := w.db.Acquire(ctx)
	require.NoError(t, err)
	defer conn.Release()
	_, err = conn.Exec(ctx, "SET statement_timeout = 0")
	require.NoError(t, err)
	for _, sql := range []string{
		`INSERT INTO member_member (member_id, site_id, nick, nick_key, name, phone, bank_name, account_no, account_holder, status,
		        pass_hash, pin_hash, joined_at, parent_id, upline)
		 SELECT chr(97 + n % 26) || lpad(n::text, 6, '0'), 'demo', 'Nick' || md5(n::text), 'nick' || md5(n::text), (ARRAY['Kim','Lee','Park','Choi'])[1 + n % 4] || ' ' || n,
		        '+8210' || lpad(n::text, 8, '0'), 'Kookmin', '9' || n, 'Kim', CASE n % 50 WHEN 0 THEN 'pending' ELSE 'normal' END,
		        '', '', now() - n * interval '1 minute', $3, ARRAY[$3]
		   FROM generate_series(1, $1::int) n WHERE $2::int > 0`,
		`INSERT INTO wallet_balance (member_id, currency, site_id, balance)
		 SELECT member_id, 'KRW', 'demo', 50000 FROM member_member WHERE status = 'normal' AND $1::int > 0 AND $2::int > 0 AND $3 <> ''
		 ON CONFLICT DO NOTHING`,
		`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state,
		        balance_before, balance_after, created_at, closed_at)
		 SELECT 'sim', 'r' || n, CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, 'demo',
		        (ARRAY['moonjar','comet','tiger'])[1 + n % 3], 'KRW', 1, 1000, (n % 4) * 600, 'closed', 50000, 50000, at, at + interval '1 second'
		   FROM (SELECT n, (1 + (n::bigint * 7919) % $1::int)::int AS m, now() - (n::float8 / $2::int) * interval '150 days' AS at
		           FROM generate_series(1, $2::int) n) s`,
		`INSERT INTO report_winner (site_id, closed_at, vendor_id, round_id, member_id, game_code)
		 SELECT site_id, closed_at, vendor_id, round_id, member_id, game_code FROM casino_round
		  WHERE payout > stake AND $1::int > 0 AND $2::int > 0 AND $3 <> '' ORDER BY closed_at DESC LIMIT 10000`,
		`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at, depositor, bank, account_no, account_holder, processed_by)
		 SELECT 'demo', CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, CASE n % 2 WHEN 0 THEN 'in' ELSE 'out' END, 'KRW', 20000,
		        CASE WHEN n <= 100 AND n % 50 <> 0 THEN 0 ELSE 1 END, now() - n * interval '1 minute', now() - n * interval '1 minute', 'Kim Minsu', 'Kookmin', '12345678901234', 'Kim Minsu', 'staff1'
		   FROM (SELECT n, 1 + n % $1::int AS m FROM generate_series(1, $2::int / 5) n) s`,
		`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		 SELECT CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, 'KRW', 1000000 + n, CASE n % 10 WHEN 0 THEN 'point' ELSE 'cash' END,
		        'vendor:sim', 'bet', 100, 50000, n::text, now() - (n::float8 / $2::int) * interval '150 days'
		   FROM (SELECT n, 1 + n % $1::int AS m FROM generate_series(1, $2::int) n) s`,
		`INSERT INTO message_message (site_id, member_id, title, content, sent_at)
		 SELECT 'demo', CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, 'title ' || n, 'text', now() - n * interval '1 minute'
		   FROM (SELECT n, 1 + n % $1::int AS m FROM generate_series(1, $2::int / 5) n) s`,
		`INSERT INTO member_login (site_id, member_id, audience, result, at)
		 SELECT 'demo', CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, 'member', '200', now() - n * interval '1 minute'
		   FROM (SELECT n, 1 + n % $1::int AS m FROM generate_series(1, $2::int / 5) n) s`,
		`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, state, created_at, expires_at, ended_at, ip, user_agent)
		 SELECT 'bulk' || n, 'demo', CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, 'member', '', '', 'ended', at, at, at,
		        CASE WHEN n % 4 = 0 THEN inet '10.0.0.1' ELSE inet '10.1.0.0' + m END, 'Browser ' || n % 7
		   FROM (SELECT n, 1 + n % $1::int AS m, now() - n * interval '1 minute' AS at FROM generate_series(1, $2::int / 5) n) s`,
		`INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, answered_by, answered_at, created_at)
		 SELECT 'demo', CASE WHEN n % 50 = 0 THEN $3 ELSE chr(97 + m % 26) || lpad(m::text, 6, '0') END, 'etc', 'en', 'title ' || n, repeat('text ', 60), repeat('text ', 60), 'staff', now(), now() - n * interval '1 minute'
		   FROM (SELECT n, 1 + n % $1::int AS m FROM generate_series(1, $2::int / 10) n) s`,
		`INSERT INTO inquiry_inquiry (site_id, category, lang, title, content, html, answered_by, answered_at, created_at, guest_contact_kind, guest_contact, guest_account, guest_secret)
		 SELECT 'demo', 'login', 'en', 'title ' || n, repeat('text ', 60), repeat('text ', 60), 'staff', now(), now() - n * interval '1 hour', 'phone', '01012345678', '', '\x00'
		   FROM generate_series(1, least($2::int / 40, 20000)) n WHERE $1::int > 0 AND $3 <> ''`,
		`INSERT INTO audit_entry (site_id, actor, action, target, at)
		 SELECT 'demo', 'staff' || n % 9, (ARRAY['cash.approve','cash.refuse','member.lock'])[1 + n % 3], n::text, now() - n * interval '10 minutes'
		   FROM generate_series(1, least($2::int / 10, 20000)) n WHERE $1::int > 0 AND $3 <> ''`,
		`INSERT INTO board_post (site_id, board, title, content, html, created_at)
		 SELECT 'demo', (ARRAY['mq','notice','event','faq','board'])[1 + n % 5], 'title ' || n, 'text', 'text', now() - n * interval '10 minutes'
		   FROM generate_series(1, least($2::int / 10, 20000)) n WHERE $1::int > 0 AND $3 <> ''`,
	} {
		_, err := conn.Exec(ctx, sql, members, rounds, heavy.MemID)
		require.NoError(t, err, sql)
	}
	// A vacuum leaves out the pages that a snapshot of a neighbour may still need; the planner then reads tables instead of indexes.
	testkit.Eventually(t, func() bool {
		var left int
		_, err := conn.Exec(ctx, "VACUUM (ANALYZE)")
		require.NoError(t, err)
		require.NoError(t, conn.QueryRow(ctx, `SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
			AND reltuples > $1 AND relallvisible < relpages`, small).Scan(&left))
		return left == 0
	})

	b := &bulk{whole: w, partner: w.session(heavy.MemID, token.Partner), staff: w.enterStaff(factory.Staff(t, w.db))}
	b.members = append(b.members, w.session(heavy.MemID, token.Member))
	rnd := testkit.Rand(t)
	for range 20 {
		n := 1 + rnd.IntN(members)
		if n%50 != 0 {
			b.members = append(b.members, w.session(fmt.Sprintf("%c%06d", 'a'+n%26, n), token.Member))
		}
	}
	return b
}

// session begins a session without a login and returns its token.
func (w *whole) session(memID string, audience token.Audience) string {
	w.t.Helper()
	sid, topic := id.New(), id.New()
	var site string
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), "SELECT site_id FROM member_member WHERE member_id = $1", memID).Scan(&site))
	text, expires, err := w.signer.Sign(token.Claims{MemID: memID, Site: site, SID: sid, Topic: topic, Gen: 1, Audience: audience})
	require.NoError(w.t, err)
	_, err = w.db.Exec(w.t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, agent_id, audience, topic, hub_key, expires_at)
		VALUES ($1, $6, $2, CASE WHEN $3 = 'partner' THEN $2 ELSE '' END, $3, $4, '', $5)`, sid, memID, audience, topic, expires, site)
	require.NoError(w.t, err)
	if audience == token.Partner { // the partner itself
		w.agent(memID, site)
	}
	return text
}

// agent makes the login of a partner itself, if it has none yet.
func (w *whole) agent(memID, site string) {
	w.t.Helper()
	var has bool
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), "SELECT EXISTS (SELECT FROM agent_account WHERE agent_id = $1)", memID).Scan(&has))
	if !has {
		factory.Agent(w.t, w.db, memID, func(a *factory.Ag) { a.Site = site })
	}
}

// enterAgent logs a person in to the partner area.
func (w *whole) enterAgent(a factory.Ag) string {
	w.t.Helper()
	code, err := totp.GenerateCode(factory.TOTPSecret, time.Now())
	require.NoError(w.t, err)
	return w.enter("/api/partner/login", map[string]any{"memId": a.ID, "memPass": a.Password, "otp": code})
}
