package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// readsOnly says that a call of the back office changes nothing.
const readsOnly = "readsOnly"

// added is one of the accounts that staff/add made, and its version.
func (c *crew) added() (id string, version int32) {
	_ = c.db.QueryRow(c.t.Context(), "SELECT staff_id, version FROM member_staff WHERE staff_id LIKE 'added%' ORDER BY random() LIMIT 1").Scan(&id, &version)
	return id, version
}

// reset is a request of a member for a new secret, made for the occasion.
func (c *crew) reset() (idx int64) {
	_ = pg.InTx(c.t.Context(), c.db, func(tx pgx.Tx) error {
		memID := c.any()
		if _, err := tx.Exec(c.t.Context(), "UPDATE member_reset SET state = 'over' WHERE member_id = $1 AND state IN ('open', 'confirmed')", memID); err != nil {
			return err
		}
		return tx.QueryRow(c.t.Context(), `INSERT INTO member_reset (site_id, member_id, secret, proof, code, asked_at, expires_at)
			VALUES ('demo', $1, 'pin', $2, '', now(), now() + interval '1 hour') RETURNING id`, memID, []string{"facts", "secret"}[c.rnd.IntN(2)]).Scan(&idx)
	})
	return idx
}

// details is a member's request for another phone, made for the occasion.
func (c *crew) details() (idx int64) {
	_ = pg.InTx(c.t.Context(), c.db, func(tx pgx.Tx) error {
		memID := c.any()
		wanted, err := factory.Box().Seal(personal.ChangeWanted, memID, fmt.Sprintf(`{"phone":"+8210%08d"}`, c.n.Add(1)))
		if err != nil {
			return err
		}
		if _, err := tx.Exec(c.t.Context(), "UPDATE member_change SET state = 'over', wanted = '', closed_at = now() WHERE member_id = $1 AND state = 'open'", memID); err != nil {
			return err
		}
		return tx.QueryRow(c.t.Context(), `INSERT INTO member_change (site_id, member_id, kind, wanted, masked, asked_at, expires_at)
			VALUES ('demo', $1, 'phone', $2, '{}', now(), now() + interval '1 hour') RETURNING id`,
			memID, wanted).Scan(&idx)
	})
	return idx
}

// unused returns one of the members that have never had money and are neither test accounts nor partners yet.
func (c *crew) unused() (memID string) {
	_ = c.db.QueryRow(c.t.Context(), "SELECT member_id FROM member_member WHERE member_id LIKE 'unused%' AND test_since IS NULL AND role = 'member' ORDER BY random() LIMIT 1").Scan(&memID)
	return memID
}

// pt returns the body that gives PT to a head office, or takes it.
func (c *crew) pt() string {
	n := c.n.Add(1)
	return fmt.Sprintf(`{"requestId":"pt-%08d","memId":"agent1","amount":%d,"reason":"x"}`, n, 10+n%2*2_000) // larger ones wait for a second person
}

// statement is a partner's statement that waits for a decision: one that the job made, or one of a day before the site began, made for the occasion.
func (c *crew) statement() (partner, day string, amount int64) {
	n := c.n.Add(1)
	if n%2 == 0 && c.db.QueryRow(c.t.Context(), "SELECT partner_id, day::text, amount FROM commission_statement WHERE state = 'open' ORDER BY day DESC, random() LIMIT 1").Scan(&partner, &day, &amount) == nil {
		return partner, day, amount
	}
	// The later day has the greater number, so that the job, which counts on from the last one, never meets one of these.
	partner, day = fmt.Sprint("agent", 1+n/2%2), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -int(n)).Format(time.DateOnly)
	_, _ = c.db.Exec(c.t.Context(), `
		INSERT INTO commission_statement (partner_id, day, site_id, no, since, until, currency, carry, bets, stake, payout, valid, bonus, rolling, losing,
		       carried_in, carried_out, owed_in, owed_out, amount, size, totals, hash, before, signature, key, made_at)
		SELECT $1, $2::date, 'demo', $3, now(), now(), 'KRW', true, 1, 1000, 0, 1000, 0, $4::bigint, 0, 0, 0, 0, 0, $4::bigint, 1, '', h, h, h || h, h, now()
		  FROM sha256('locks') h`, partner, day, 1_000_000-n, c.due)
	return partner, day, c.due
}

// own returns the body that names a request for approval of a member of staff, made for the occasion: others decide about the real ones too soon.
func (c *crew) own(staffID string) string {
	var id int64
	_ = c.db.QueryRow(c.t.Context(), `INSERT INTO approval_request (site_id, kind, target, detail, asked_by, asked_at, expires_at)
		VALUES ('demo', 'correction', $1, '{}', $2, now(), now() + interval '1 hour') RETURNING id`, fmt.Sprint("own-", c.n.Add(1)), staffID).Scan(&id)
	return fmt.Sprintf(`{"idx":%d,"version":1}`, id)
}

// oneOfEachKind is a request that waits, of every kind as often as of any other: some actions ask each time they are called.
const oneOfEachKind = `SELECT id FROM (
	SELECT DISTINCT ON (kind, CASE kind WHEN 'promo' THEN target WHEN 'provider' THEN detail ->> 'act' END) id FROM approval_request WHERE state = 'open' AND target NOT LIKE 'own-%'
	 ORDER BY kind, CASE kind WHEN 'promo' THEN target WHEN 'provider' THEN detail ->> 'act' END, random()) one ORDER BY random() LIMIT 1`

// account returns the body that names one of the accounts to pay into as staff sees it.
func (c *crew) account(where, more string) string {
	var id, version int64
	_ = c.db.QueryRow(c.t.Context(), "SELECT id, version FROM cash_account WHERE "+where+" ORDER BY random() LIMIT 1").Scan(&id, &version)
	return fmt.Sprintf(`{"idx":%d,"version":%d%s}`, id, version, more)
}

// request returns the body that names the newest request in one of the statuses as staff sees it.
func (c *crew) request(statuses, more string) string {
	var id, amount int64
	var memID string
	var at time.Time
	_ = c.db.QueryRow(c.t.Context(), "SELECT id, member_id, amount, requested_at FROM cash_request WHERE status IN ("+statuses+") ORDER BY id DESC LIMIT 1").
		Scan(&id, &memID, &amount, &at)
	return fmt.Sprintf(`{"idx":%d,"memId":%q,"amount":%d,"requestedAt":%q%s}`, id, memID, amount, at.Format(time.RFC3339Nano), more)
}

// slip returns the body that voids an open bet, made for the occasion.
func (c *crew) slip() string {
	var round int64
	id, member := fmt.Sprint("locks", c.n.Add(1)), c.any()
	_ = pg.InTx(c.t.Context(), c.db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(c.t.Context(), `
			WITH b AS (INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
			           VALUES ($1, 'demo', $2, 'KRW', $3::bigint, 2 * $3::bigint, 2 * $3::bigint, 2000, 1000, false, 'none', '', 'open', now()) RETURNING id)
			INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away)
			SELECT b.id, 0, e.id, 0, 'home', 2000, 1, 0, 0 FROM b, sports_event e WHERE e.feed_id = 'live'`, id, member, c.stake); err != nil {
			return err
		}
		return tx.QueryRow(c.t.Context(), `
			INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at)
			VALUES ('house', $1, $2, 'demo', 'sportsbook', 'KRW', 1, $3::bigint, 0, 'open', 0, 0, now()) RETURNING id`, id, member, c.stake).Scan(&round)
	})
	return fmt.Sprintf(`{"betIdx":%d,"version":0,"bets":1,"gain":%d,"loss":0,"reason":"again"}`, round, c.stake)
}

// matches makes a match in play and one that is over, of a feed that says nothing more.
func (w *whole) matches() {
	_, err := w.db.Exec(w.t.Context(), `
		WITH cursor AS (INSERT INTO sports_cursor (feed, cursor, at) VALUES ('locks', '', now())),
		     league AS (INSERT INTO sports_league (sport, names) VALUES ('soccer', '{"en":"First Division"}') RETURNING id),
		     team AS (INSERT INTO sports_team (sport, names) SELECT 'soccer', jsonb_build_object('en', 'Team ' || n) FROM generate_series(1, 2) n RETURNING id)
		INSERT INTO sports_event (feed, feed_id, sport, league_id, home_id, away_id, starts_at, planned_at, state, clock_at, changed_at)
		SELECT 'locks', u.id, 'soccer', (SELECT id FROM league), (SELECT min(id) FROM team), (SELECT max(id) FROM team), now(), now(), u.state, now(), now()
		  FROM (VALUES ('live', 'live'), ('over', 'ended')) u (id, state)`)
	require.NoError(w.t, err)
}

// market returns the body that voids a market, made for the occasion, of one of the two matches.
func (c *crew) market() string {
	var event, id int64
	n := c.n.Add(1)
	_ = c.db.QueryRow(c.t.Context(), `
		INSERT INTO sports_market (event_id, kind, period, line, quoted_at) SELECT id, 'total', 'full', $1, now() FROM sports_event WHERE feed_id = $2
		RETURNING event_id, id`, n, []string{"live", "over"}[n%2]).Scan(&event, &id)
	return fmt.Sprintf(`{"eventIdx":%d,"marketIdx":%d,"reason":"again"}`, event, id)
}

// placed is how staff voids the bets of a time on a market, of a match made for the occasion: other actions change what decides the bets on the others.
func (c *crew) placed() string {
	var event, id int64
	n, member := c.n.Add(1), c.any()
	_ = c.db.QueryRow(c.t.Context(), `
		WITH e AS (INSERT INTO sports_event (feed, feed_id, sport, league_id, home_id, away_id, starts_at, planned_at, state, clock_at, changed_at)
		           SELECT feed, $2, sport, league_id, home_id, away_id, now(), now(), 'live', now(), now() FROM sports_event WHERE feed_id = 'live' RETURNING id),
		     m AS (INSERT INTO sports_market (event_id, kind, period, line, quoted_at) SELECT id, 'total', 'full', $1, now() FROM e RETURNING event_id, id),
		     b AS (INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
		           VALUES ($2, 'demo', $3, 'KRW', 10000, 20000, 20000, 2000, 1000, false, 'none', '', 'open', now()) RETURNING id),
		     l AS (INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away)
		           SELECT b.id, 0, m.event_id, m.id, 'over', 2000, 1, 0, 0 FROM b, m)
		SELECT event_id, id FROM m`, n, fmt.Sprint("locks", n), member).Scan(&event, &id)
	return fmt.Sprintf(`{"eventIdx":%d,"marketIdx":%d,"from":%q,"to":%q,"version":0,"bets":1,"gain":10000,"loss":0,"stakes":10000,"paid":0,"goOn":0,"reason":"again"}`,
		event, id, time.Now().Add(-time.Hour).Format(time.RFC3339), time.Now().Add(time.Hour).Format(time.RFC3339))
}

// window is how staff takes back that it voided the bets of a time.
func (c *crew) window() string {
	var id int64
	_ = c.db.QueryRow(c.t.Context(), `
		INSERT INTO settle_window (site_id, event_id, market_id, from_at, to_at, reason, set_by, at)
		SELECT 'demo', id, 0, now(), now(), 'locks', 'locks', now() FROM sports_event WHERE feed_id = 'live' RETURNING id`).Scan(&id)
	return fmt.Sprintf(`{"idx":%d,"reason":"again"}`, id)
}

// pattern is how staff settles unusual bets, made for the occasion.
func (c *crew) pattern() string {
	var id int64
	_ = c.db.QueryRow(c.t.Context(), `
		INSERT INTO pattern_flag (site_id, kind, subject, bets, members, stakes, first_at, last_at)
		VALUES ('demo', 'copied', $1, 3, 3, 30000, now(), now()) RETURNING id`, fmt.Sprint("locks", c.n.Add(1))).Scan(&id)
	return fmt.Sprintf(`{"idx":%d,"note":"seen"}`, id)
}

// round is how staff voids a round of a draw, made for the occasion.
func (c *crew) round() string {
	no := 10_000_000 + c.n.Add(1)
	_, _ = c.db.Exec(c.t.Context(), `
		WITH c AS (INSERT INTO minigame_chain (id, game, first_no, head, length, sealed) VALUES ('locks' || $1::bigint::text, 'coin3', $1, sha256(''), 1, '') RETURNING *)
		INSERT INTO minigame_round (game, no, chain_id, first_no, length, head, place, commitment, beacon, beacon_round, rules, opens_at, closes_at, draws_at)
		SELECT game, first_no, id, first_no, length, head, 1, sha256('locks'), '', 0, 1, now(), now() + interval '1 h', now() + interval '2 h' FROM c`, no)
	return fmt.Sprintf(`{"gameCode":"coin3","no":%d,"reason":"again"}`, no)
}

// parked is how staff deals with a change of a feed that names a team that we do not have, made for the occasion.
func (c *crew) parked() string {
	n := c.n.Add(1)
	var id int64
	_ = c.db.QueryRow(c.t.Context(), `
		INSERT INTO sports_parked (feed, kind, feed_id, reason, body, first_at, last_at)
		VALUES ('locks', 'event', $1, 'unknown_team', jsonb_build_object('event', jsonb_build_object('sport', 'soccer', 'home', $1::text)), now(), now()) RETURNING id`,
		fmt.Sprint("locks", n)).Scan(&id)
	if n%2 == 0 {
		return fmt.Sprintf(`{"idx":%d,"how":"dismiss"}`, id)
	}
	return fmt.Sprintf(`{"idx":%d,"how":"alias","teamIdx":%d}`, id, c.latest("SELECT min(id) FROM sports_team"))
}

// numbers is how staff lets a feed whose numbers went back begin again, made for the occasion.
func (c *crew) numbers() string {
	_, _ = c.db.Exec(c.t.Context(), `UPDATE sports_cursor SET refused = 1, refused_stored = 9, refused_seen = 1, refused_at = now() WHERE feed = 'locks'`)
	return `{"feed":"locks","reason":"again"}`
}

const settingsVersion = "SELECT coalesce(max(version), 0) FROM settings_change"

// picture is the body of one of a few pictures.
func (c *crew) picture() string {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 1+c.rnd.IntN(3), 2))); err != nil {
		c.t.Error(err)
	}
	return file.String()
}

// code is the body of a one-time code that no member of staff has used yet.
func (c *crew) code() string {
	for _, id := range pgtest.Column(c.t, c.db, "SELECT staff_id FROM member_staff") { // each in a transaction of its own
		if _, err := c.db.Exec(c.t.Context(), "UPDATE member_staff SET totp_step = 0, otp_failures = 0, otp_locked_until = NULL WHERE staff_id = $1", id); err != nil {
			c.t.Error(err)
		}
	}
	otp, err := totp.GenerateCode(factory.TOTPSecret, time.Now())
	if err != nil {
		c.t.Error(err)
	}
	return fmt.Sprintf(`{"otp":%q}`, otp)
}

// table has every call of the back office with the body that staff sends; readsOnly for a call that changes nothing.
func (c *crew) table() map[string]func() string {
	idx := func(sql string) func() string {
		return func() string { return fmt.Sprintf(`{"idx":%d}`, c.latest(sql)) }
	}
	form := func(format string) func() string {
		return func() string { return fmt.Sprintf(format, c.any()) }
	}
	fixed := func(body string) func() string { return func() string { return body } }
	// A promotion is switched on and off in turns: on waits for a second person, off does not.
	setting := func(name, first, more string) func() string {
		return func() string {
			var version int32
			value := first
			_ = c.db.QueryRow(c.t.Context(), "SELECT version, value::text FROM promo_setting WHERE name = $1 ORDER BY version DESC LIMIT 1", name).Scan(&version, &value)
			body := map[string]any{}
			require.NoError(c.t, json.Unmarshal([]byte(value), &body))
			body["version"], body["active"] = version, c.n.Add(1)%2 == 0
			require.NoError(c.t, json.Unmarshal([]byte(more), &body))
			text, err := json.Marshal(body)
			require.NoError(c.t, err)
			return string(text)
		}
	}
	pending := "SELECT coalesce(min(member_id), '') FROM member_member WHERE status = 'pending' AND member_id LIKE '%s%%'"
	newcomer := func(prefix, format string) func() string {
		return func() string {
			var id string
			_ = c.db.QueryRow(c.t.Context(), fmt.Sprintf(pending, prefix)).Scan(&id)
			return fmt.Sprintf(format, id)
		}
	}
	open := func(more string) func() string {
		return func() string {
			return fmt.Sprintf(`{"idx":%d,"version":1%s}`, c.latest(oneOfEachKind), more)
		}
	}
	const campaign = `"texts":[{"lang":"vn","title":"t","image":"/art/a.svg"},{"lang":"ko","title":"t"}],"everyone":true,"link":"","ord":1,"active":true,"since":null,"until":null}`
	// Half of the saves change a campaign that is there, and its picture is an uploaded one if there is one.
	pictured := func(table, head string) func() string {
		return func() string {
			body := campaign
			var image string
			if c.db.QueryRow(c.t.Context(), "SELECT '/api/picture/' || hash || '.jpg' FROM content_picture ORDER BY random() LIMIT 1").Scan(&image) == nil {
				body = strings.Replace(body, "/art/a.svg", image, 1)
			}
			if id := c.latest("SELECT coalesce(max(id), 0) FROM " + table); id > 0 && c.n.Add(1)%2 == 0 {
				body = fmt.Sprintf(`"idx":%d,"version":%d,`, id, c.latest("SELECT version FROM "+table+" ORDER BY id DESC LIMIT 1")) + body
			}
			return "{" + head + body
		}
	}
	return map[string]func() string{
		"/api/admin/member/documents": fixed(`{"memId":"m1"}`),
		"/api/admin/document/list":    fixed(readsOnly), "/api/admin/document/texts": fixed(`{"kind":"terms","version":1}`),
		"/api/admin/document/publish": func() string {
			var texts []string
			for _, lang := range site.Defaults().Languages {
				texts = append(texts, fmt.Sprintf(`{"lang":%q,"title":"Terms","content":"x"}`, lang))
			}
			return fmt.Sprintf(`{"kind":"terms","version":%d,"texts":[%s]}`,
				c.latest("SELECT coalesce(max(version), 0) + 1 FROM content_document WHERE kind = 'terms'"), strings.Join(texts, ","))
		},
		"/api/admin/view/list": fixed(`{"list":"audit"}`),
		"/api/admin/view/save": func() string {
			return fmt.Sprintf(`{"list":"audit","name":"v%d","search":"?actor=a","look":{"columns":{},"density":""}}`, c.n.Add(1))
		},
		"/api/admin/view/rename": func() string {
			return fmt.Sprintf(`{"idx":%d,"name":"r%d"}`, c.latest("SELECT id FROM member_staff_view ORDER BY random() LIMIT 1"), c.n.Add(1))
		},
		"/api/admin/view/replace": func() string {
			return fmt.Sprintf(`{"idx":%d,"search":"","look":{"columns":{"ip":false},"density":""}}`, c.latest("SELECT id FROM member_staff_view ORDER BY random() LIMIT 1"))
		},
		"/api/admin/view/delete": func() string {
			return fmt.Sprintf(`{"idx":%d}`, c.latest("SELECT id FROM member_staff_view ORDER BY random() LIMIT 1"))
		},
		"/api/admin/block/list": fixed(readsOnly), "/api/admin/board/list": fixed(readsOnly), "/api/admin/cash/list": fixed(readsOnly),
		"/api/admin/banner/list": fixed(readsOnly), "/api/admin/picture/list": fixed(readsOnly), "/api/admin/popup/list": fixed(readsOnly), "/api/admin/qna/list": fixed(readsOnly),
		"/api/admin/member/list": fixed(readsOnly), "/api/admin/promo/settings": fixed(readsOnly), "/api/admin/level/list": fixed(readsOnly),
		"/api/admin/coupon/list": fixed(readsOnly), "/api/admin/gift/list": fixed(readsOnly), "/api/admin/site/switches": fixed(readsOnly),
		"/api/admin/site/status": fixed(readsOnly), "/api/admin/today": fixed(readsOnly), "/api/admin/transfer/list": fixed(readsOnly), "/api/admin/online/list": fixed(readsOnly),
		"/api/admin/board/report/list": fixed(readsOnly), "/api/admin/qna/thread": fixed(readsOnly), "/api/admin/qna/image": fixed(readsOnly),

		"/api/admin/block/add": func() string {
			return fmt.Sprintf(`{"kind":"phone","value":"010%s","reason":"x"}`, c.members[0].Phone[len(c.members[0].Phone)-8:])
		},
		"/api/admin/block/clear":  fixed("{}"),
		"/api/admin/block/remove": func() string { return fmt.Sprintf(`{"id":%d}`, c.latest("SELECT id FROM member_block LIMIT 1")) },
		"/api/admin/board/save": func() string { // a new one, or the newest of staff changed, with an uploaded picture if there is one
			head, image := "", "/art/a.svg"
			_ = c.db.QueryRow(c.t.Context(), "SELECT '/api/picture/' || hash || '.jpg' FROM content_picture ORDER BY random() LIMIT 1").Scan(&image)
			var id, version int64
			if c.n.Add(1)%2 == 0 && c.db.QueryRow(c.t.Context(), "SELECT id, version FROM board_post WHERE board = 'event' AND id = group_id ORDER BY id DESC LIMIT 1").Scan(&id, &version) == nil {
				head = fmt.Sprintf(`"idx":%d,"version":%d,`, id, version)
			}
			return fmt.Sprintf(`{%s"boardType":"event","texts":[{"lang":"vn","title":"t","content":"c","image":%q},{"lang":"ko","title":"t","content":"c"}],"everyone":true,"published":true}`, head, image)
		},
		"/api/admin/board/publish": func() string {
			return fmt.Sprintf(`{"idx":%d,"published":true}`, c.latest("SELECT id FROM board_post ORDER BY id DESC LIMIT 1"))
		},
		"/api/admin/board/comment": func() string {
			return fmt.Sprintf(`{"idx":%d,"published":true}`, c.latest("SELECT id FROM board_comment ORDER BY id DESC LIMIT 1"))
		},
		"/api/admin/board/report/decide": func() string { // a report of a member, made for the occasion
			var id int64
			_ = c.db.QueryRow(c.t.Context(), `INSERT INTO board_report (site_id, post_id, member_id, reason, words, content, created_at)
				SELECT site_id, id, $1, 'spam', '', 'x', now() FROM board_post p WHERE board = 'board'
					AND NOT EXISTS (SELECT FROM board_report r WHERE r.post_id = p.id AND r.member_id = $1) ORDER BY id DESC LIMIT 1
				ON CONFLICT DO NOTHING RETURNING post_id`, c.any()).Scan(&id)
			return fmt.Sprintf(`{"idx":%d,"hide":%t}`, id, c.n.Add(1)%2 == 0)
		},
		"/api/admin/cash/background": idx("SELECT id FROM cash_request WHERE status IN (0, 2) ORDER BY id DESC LIMIT 1"),
		"/api/admin/cash/hold":       func() string { return c.request("0", "") },
		"/api/admin/cash/approve":    func() string { return c.request("0, 2", "") },
		"/api/admin/cash/refuse":     func() string { return c.request("0, 2", `,"memo":"no"`) },
		"/api/admin/cash/correct": func() string { // larger ones wait for a second person
			n := c.n.Add(1)
			return fmt.Sprintf(`{"requestId":"correct-%08d","memId":%q,"unit":"cash","take":%t,"amount":%d,"reason":"x"}`, n, c.any(), n%2 == 0, 10+n%2*2_000)
		},
		"/api/admin/commission/days": fixed(readsOnly), "/api/admin/commission/list": fixed(readsOnly),
		"/api/admin/commission/decide": func() string {
			partner, day, amount := c.statement()
			return fmt.Sprintf(`{"memId":%q,"day":%q,"becomes":"paid","amount":%d}`, partner, day, amount)
		},
		"/api/admin/commission/pay": func() string {
			_, day, _ := c.statement()
			return fmt.Sprintf(`{"day":%q}`, day)
		},
		"/api/admin/partner/pt/credit": func() string { return c.pt() },
		"/api/admin/partner/pt/debit":  func() string { return c.pt() },
		"/api/admin/partner/tree":      fixed(readsOnly), "/api/admin/partner/card": fixed(readsOnly),
		"/api/admin/partner/rates": func() string { // agentlow stands below one of the others; often it has none, so that it may be moved
			n := c.n.Add(1)
			if n%3 == 0 {
				return fmt.Sprintf(`{"memId":"agentlow","rates":{"sports1":%d},"reason":"x"}`, n%2*10)
			}
			return fmt.Sprintf(`{"memId":"agent%d","rates":{"sports1":%d},"reason":"x"}`, n%3, n%7*10)
		},
		"/api/admin/partner/rights": func() string {
			return fmt.Sprintf(`{"memId":"agentlow","pay":true,"dayMax":1000000000,"approve":true,"version":%d,"reason":"x"}`,
				c.latest("SELECT version FROM partner_partner WHERE member_id = 'agentlow'"))
		},
		"/api/admin/partner/reset":    fixed(`{"memId":"agent1","reason":"x"}`),
		"/api/admin/audit/list":       fixed(readsOnly),
		"/api/admin/audit/verify":     fixed(readsOnly),
		"/api/admin/audit/export.csv": fixed(`{}`),
		"/api/admin/cash/requests":    fixed(readsOnly), "/api/admin/cash/requests.csv": fixed(`{}`),
		"/api/admin/member/points": fixed(readsOnly), "/api/admin/message/list": fixed(readsOnly),
		"/api/admin/member/ledger": fixed(readsOnly), "/api/admin/member/rounds": fixed(readsOnly), "/api/admin/member/logins": fixed(readsOnly),
		"/api/admin/account/list": fixed(readsOnly), "/api/admin/account/views": fixed(readsOnly),
		"/api/admin/account/add": func() string {
			return fmt.Sprintf(`{"bank":"Kookmin","accountNo":"%012d","accountHolder":"Hubstake"}`, c.n.Add(1))
		},
		"/api/admin/account/move": func() string {
			return c.account("active", fmt.Sprintf(`,"forward":%t`, c.rnd.IntN(2) == 0))
		},
		"/api/admin/account/switch": func() string {
			active := c.rnd.IntN(2) == 0
			return c.account(map[bool]string{true: "NOT active", false: "active"}[active], fmt.Sprintf(`,"active":%t,"reason":"x"`, active))
		},
		"/api/admin/account/rotate": func() string {
			var id, version int64
			_ = c.db.QueryRow(c.t.Context(), "SELECT id, version FROM cash_account WHERE active ORDER BY random() LIMIT 1").Scan(&id, &version)
			return c.account("NOT active", fmt.Sprintf(`,"offIdx":%d,"offVersion":%d,"reason":"x"`, id, version))
		},
		"/api/admin/approval/list":    fixed(readsOnly),
		"/api/admin/approval/rules":   fixed(readsOnly),
		"/api/admin/approval/approve": open(""),
		"/api/admin/approval/refuse":  open(`,"reason":"no"`),
		"/api/admin/approval/cancel":  open(""),
		"/api/admin/banner/save":      pictured("content_banner", ""),
		"/api/admin/banner/delete":    idx("SELECT id FROM content_banner ORDER BY id LIMIT 1"),
		"/api/admin/popup/save":       pictured("content_popup", `"popupType":"before",`),
		"/api/admin/picture/save":     c.picture,
		"/api/admin/qna/sample/list":  fixed(readsOnly),
		"/api/admin/qna/sample/save": func() string {
			n, head := c.n.Add(1), ""
			var id, version int64
			if n%2 == 0 && c.db.QueryRow(c.t.Context(), "SELECT id, version FROM inquiry_sample ORDER BY id DESC LIMIT 1").Scan(&id, &version) == nil {
				head = fmt.Sprintf(`"idx":%d,"version":%d,`, id, version)
			}
			return fmt.Sprintf(`{%s"name":"sample %d","texts":[{"lang":"ko","content":"x"}]}`, head, n)
		},
		"/api/admin/qna/sample/delete": idx("SELECT id FROM inquiry_sample ORDER BY id LIMIT 1"),
		"/api/admin/popup/delete":      idx("SELECT id FROM content_popup ORDER BY id LIMIT 1"),
		"/api/admin/qna/answer": func() string {
			return fmt.Sprintf(`{"idx":%d,"content":"<p>yes</p>"}`, c.latest("SELECT id FROM inquiry_inquiry ORDER BY id DESC LIMIT 1"))
		},
		"/api/admin/qna/close": func() string { // one that was answered for the occasion, since members go on writing, or one that is closed
			if c.n.Add(1)%2 == 0 {
				return fmt.Sprintf(`{"idx":%d,"closed":false}`, c.latest("SELECT id FROM inquiry_inquiry WHERE closed_at IS NOT NULL ORDER BY random() LIMIT 1"))
			}
			var id int64
			_ = c.db.QueryRow(c.t.Context(), `INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, answered_by, answered_at, created_at)
				VALUES ('demo', $1, 'etc', 'ko', 't', 'c', '<p>c</p>', 'x', now(), now()) RETURNING id`, c.any()).Scan(&id)
			return fmt.Sprintf(`{"idx":%d,"closed":true}`, id)
		},
		"/api/admin/member/approve": newcomer("ok", `{"memId":%q}`),
		"/api/admin/member/refuse":  newcomer("no", `{"memId":%q,"memo":"no"}`),
		"/api/admin/member/lock": func() string {
			return fmt.Sprintf(`{"memId":%q,"locked":%t,"permitted":true}`, c.any(), c.rnd.IntN(2) == 0)
		},
		"/api/admin/member/unlock": form(`{"memId":%q}`),
		"/api/admin/member/logout": form(`{"memId":%q}`),
		"/api/admin/member/status": func() string {
			return fmt.Sprintf(`{"memId":%q,"status":%q,"reason":"x"}`, c.any(), []string{"normal", "normal", "normal", "stop"}[c.rnd.IntN(4)])
		},
		"/api/admin/member/card":     fixed(readsOnly),
		"/api/admin/reset/list":      fixed(readsOnly),
		"/api/admin/reset/confirm":   func() string { return fmt.Sprintf(`{"idx":%d}`, c.reset()) },
		"/api/admin/reset/refuse":    func() string { return fmt.Sprintf(`{"idx":%d,"reason":"x"}`, c.reset()) },
		"/api/admin/details/list":    fixed(readsOnly),
		"/api/admin/details/reasons": fixed(readsOnly),
		"/api/admin/details/approve": func() string { return fmt.Sprintf(`{"idx":%d}`, c.details()) },
		"/api/admin/details/refuse":  func() string { return fmt.Sprintf(`{"idx":%d,"memo":"x"}`, c.details()) },
		"/api/admin/notice/list":     fixed(readsOnly),
		"/api/admin/notice/see":      idx("SELECT max(id) FROM notice_notice"),
		"/api/admin/personal/show": func() string {
			if n := c.n.Add(1); n%2 == 0 {
				return fmt.Sprintf(`{"subject":"request","id":"%d","fields":["accountNo"],"purpose":"payout"}`, c.latest("SELECT id FROM cash_request ORDER BY id DESC LIMIT 1"))
			}
			return fmt.Sprintf(`{"subject":"member","id":%q,"fields":["phone"],"words":"x"}`, c.any())
		},
		"/api/admin/member/settings": func() string {
			memID := c.any()
			return fmt.Sprintf(`{"memId":%q,"version":%d,"level":%d,"login":%t,"withdraw":true,"recommend":true,"reason":"x"}`, memID,
				c.latest("SELECT settings_version FROM member_member WHERE member_id = '"+memID+"'"), 1+c.rnd.IntN(10), c.rnd.IntN(4) > 0)
		},
		"/api/admin/member/test": func() string {
			return fmt.Sprintf(`{"memId":%q,"reason":"x"}`, c.unused())
		},
		"/api/admin/member/partner": func() string {
			return fmt.Sprintf(`{"memId":%q,"reason":"x"}`, c.unused())
		},
		"/api/admin/member/move": func() string { // the partner above the two members, who move with it
			var now string
			_ = c.db.QueryRow(c.t.Context(), "SELECT parent_id FROM member_member WHERE member_id = 'agentlow'").Scan(&now)
			to := map[string]string{"agent1": "agent2", "agent2": "agent1"}[now]
			return fmt.Sprintf(`{"memId":"agentlow","from":%q,"recommender":%q,"reason":"x"}`, now, to)
		},
		"/api/admin/member/note":       form(`{"memId":%q,"content":"c"}`),
		"/api/admin/member/protection": form(`{"memId":%q}`),
		"/api/admin/member/protection/limit": func() string {
			return fmt.Sprintf(`{"memId":%q,"kind":"wager","days":1,"amount":%d,"reason":"x"}`, c.any(), 1_000_000_000-c.n.Add(1))
		},
		"/api/admin/member/protection/timeout": fixed(fmt.Sprintf(`{"memId":%q,"days":1,"reason":"x"}`, c.onBreak.MemID)),
		"/api/admin/staff/unlock": func() string {
			var id string
			_ = c.db.QueryRow(c.t.Context(), "SELECT staff_id FROM member_staff LIMIT 1").Scan(&id)
			return fmt.Sprintf(`{"memId":%q}`, id)
		},
		"/api/admin/staff/list": fixed(readsOnly),
		"/api/admin/staff/add":  func() string { return fmt.Sprintf(`{"memId":"added%d","name":"A","rights":["cash"]}`, c.n.Add(1)) },
		"/api/admin/staff/change": func() string {
			id, version := c.added()
			return fmt.Sprintf(`{"memId":%q,"version":%d,"name":"B%d","rights":["message"]}`, id, version, c.n.Add(1))
		},
		"/api/admin/staff/active": func() string {
			id, _ := c.added()
			return fmt.Sprintf(`{"memId":%q,"active":%t,"reason":"x"}`, id, c.rnd.IntN(2) == 0)
		},
		"/api/admin/staff/recover": func() string { id, _ := c.added(); return fmt.Sprintf(`{"memId":%q,"reason":"x"}`, id) },
		"/api/admin/staff/review":  func() string { id, _ := c.added(); return fmt.Sprintf(`{"memId":%q}`, id) },
		"/api/admin/message/send":  form(`{"memId":%q,"title":"t","content":"c"}`),
		"/api/admin/promo/bonus/save": setting("bonus.again",
			`{"unit":"point","rates":[100,100,100,100,100,100,100,100,100,100],"cap":1000,"minDeposit":0,"turnover":0}`, `{"rule":"again"}`),
		"/api/admin/promo/attendance/save": setting("attendance", `{"points":10,"streaks":[]}`, `{}`),
		"/api/admin/promo/wheel/save": setting("wheel",
			`{"prizes":[{"label":"a","points":1,"weight":1},{"label":"b","points":0,"weight":1}]}`, `{}`),
		"/api/admin/coupon/issue": func() string {
			ids := []string{c.members[0].MemID, c.members[1].MemID}
			c.rnd.Shuffle(2, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			return fmt.Sprintf(`{"requestId":"issue-%08d","memIds":[%q,%q],"unit":"point","amount":100,"rolling":0,"giftable":true,"days":3}`,
				c.n.Add(1), ids[0], ids[1])
		},
		"/api/admin/coupon/revoke": idx("SELECT id FROM promo_coupon WHERE state = 'issued' ORDER BY id DESC LIMIT 1"),
		"/api/admin/gift/send": func() string {
			return fmt.Sprintf(`{"requestId":"gift-%08d","memId":%q,"pointAmt":100,"days":3}`, c.n.Add(1), c.any())
		},
		"/api/admin/site/inspect":     func() string { return fmt.Sprintf(`{"on":%t}`, c.rnd.IntN(5) == 0) },
		"/api/admin/site/pause":       func() string { return fmt.Sprintf(`{"function":"points","on":%t}`, c.rnd.IntN(2) == 0) },
		"/api/admin/maintenance/list": fixed(readsOnly),
		"/api/admin/maintenance/save": func() string { // each a minute of its own, far ahead
			begins := clock.System{}.Now().Add(time.Duration(c.n.Add(1)) * time.Minute).Add(24 * time.Hour)
			return fmt.Sprintf(`{"name":"points","begins":%q,"ends":%q,"announceMinutes":10080,"reason":"again"}`,
				begins.Format(time.RFC3339Nano), begins.Add(time.Second).Format(time.RFC3339Nano))
		},
		"/api/admin/maintenance/step": func() string {
			id := c.latest("SELECT coalesce((SELECT id FROM site_window WHERE finished_at IS NULL ORDER BY id LIMIT 1), 0)")
			return fmt.Sprintf(`{"id":%d,"version":%d,"step":%q}`, id, c.latest(fmt.Sprintf("SELECT coalesce((SELECT version FROM site_window WHERE id = %d), 0)", id)),
				[]string{"begin", "end", "cancel"}[c.rnd.IntN(3)])
		},
		"/api/admin/offer/list": fixed(readsOnly), "/api/admin/offer/games": fixed(readsOnly), "/api/admin/offer/transfers": fixed(`{"vendor":"sim"}`),
		"/api/admin/offer/rounds": fixed(`{"vendor":"sim"}`), "/api/admin/offer/debts": fixed(`{"vendor":"sim"}`), "/api/admin/offer/wins": fixed(`{"vendor":"sim"}`),
		"/api/admin/offer/win/decide": func() string {
			tx := fmt.Sprint("held", c.n.Add(1))
			for _, sql := range []string{
				`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, balance_before, balance_after, state) VALUES ('locks', $1, $2, 'demo', 'KRW', 0, 0, 'closed')`,
				`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, campaign_id) VALUES ('locks', $1, 'win', $2, $1, 'KRW', 0, '', 'OK', 0, 'c')`,
				`INSERT INTO casino_held_win (vendor_id, tx_id, site_id, member_id, round_id, currency, amount, reason, held_at) VALUES ('locks', $1, 'demo', $2, $1, 'KRW', 10, 'win', now())`,
			} {
				_, _ = c.db.Exec(c.t.Context(), sql, tx, c.members[c.rnd.IntN(2)].MemID)
			}
			return fmt.Sprintf(`{"idx":%d,"pay":%t,"reason":"checked"}`, c.latest("SELECT coalesce(max(id), 0) FROM casino_held_win WHERE state = 'held'"), c.rnd.IntN(2) == 0)
		},
		"/api/admin/offer/switch": func() string { // a product that no bet of this test is on
			return fmt.Sprintf(`{"kind":"product","key":"204","off":%t,"version":%d,"reason":"again"}`, c.rnd.IntN(2) == 0,
				c.latest("SELECT coalesce((SELECT version FROM site_switch WHERE name = 'product/204'), 0)"))
		},
		"/api/admin/offer/key/rotate": func() string { // of a provider that no bet of this test is with
			return fmt.Sprintf(`{"vendor":"locks","id":"k%d","kind":"hmac","overlapHours":0}`, c.n.Add(1))
		},
		"/api/admin/offer/key/end": func() string {
			id := fmt.Sprint("end", c.n.Add(1))
			_, _ = c.db.Exec(c.t.Context(), "INSERT INTO provider_key (vendor_id, key_id, kind, material, valid_from) VALUES ('locks', $1, 'rsa', 'x', now())", id)
			_ = c.db.QueryRow(c.t.Context(), "SELECT key_id FROM provider_key WHERE vendor_id = 'locks' AND valid_until IS NULL LIMIT 1").Scan(&id)
			return fmt.Sprintf(`{"vendor":"locks","id":%q}`, id)
		},
		"/api/admin/offer/vendor/add": func() string {
			return fmt.Sprintf(`{"id":"v%d","family":"seamless","networks":[]}`, c.n.Add(1))
		},
		"/api/admin/offer/product/add": func() string {
			return fmt.Sprintf(`{"procId":"p%d","vendor":"locks","groupCode":"slot","name":"New","image":"/art/games/koi.svg"}`, c.n.Add(1))
		},
		"/api/admin/offer/game/add": func() string {
			return fmt.Sprintf(`{"code":"g%d","procId":"204","name_KOR":"새","name_ENG":"New","thumbnail":"/art/games/koi.svg"}`, c.n.Add(1))
		},
		"/api/admin/offer/change": func() string {
			return fmt.Sprintf(`{"code":"koi","gameVersion":%d,"ord":%d,"isNew":true,"isHot":true,"thumbnail":"/art/games/koi.svg"}`,
				c.latest("SELECT coalesce((SELECT version FROM game_game WHERE code = 'koi'), 0)"), c.n.Add(1)%9)
		},
		"/api/admin/site/settings": fixed(readsOnly), "/api/admin/site/settings/history": fixed(readsOnly),
		"/api/admin/site/settings/save": func() string { // every other one waits for a second person
			n := c.n.Add(1)
			at := []string{"", fmt.Sprintf(`,"at":%q`, time.Now().Add(time.Hour).Format(time.RFC3339))}[n/2%2]
			return fmt.Sprintf(`{"version":%d,"values":{%q:%d}%s}`, c.latest(settingsVersion), []string{"commentsPerDay", "pointGivingDayMax"}[n%2], 100+n%1_000/2, at)
		},
		"/api/admin/site/settings/plans": fixed(readsOnly),
		"/api/admin/site/settings/plans/cancel": func() string {
			return fmt.Sprintf(`{"idx":%d,"reason":"locks"}`, c.latest("SELECT coalesce(max(id), 0) FROM settings_plan"))
		},
		"/api/admin/site/settings/restore": func() string {
			n := c.latest(settingsVersion)
			return fmt.Sprintf(`{"version":%d,"restore":%d}`, n, max(n-1, 0))
		},
		"/api/admin/sports/matches": fixed(readsOnly), "/api/admin/sports/parked": fixed(readsOnly), "/api/admin/sports/feeds": fixed(readsOnly), "/api/admin/sports/names": fixed(readsOnly), "/api/admin/sports/patterns": fixed(readsOnly),
		"/api/admin/sports/hold": func() string {
			return fmt.Sprintf(`{"eventIdx":%d,"hold":%t,"reason":"again"}`, c.latest("SELECT id FROM sports_event WHERE feed_id = 'live'"), c.rnd.IntN(2) == 0)
		},
		"/api/admin/sports/markets": fixed(readsOnly), "/api/admin/sports/markets/void": c.market,
		"/api/admin/sports/placed": fixed(readsOnly), "/api/admin/sports/placed/void": c.placed, "/api/admin/sports/placed/undo": c.window,
		"/api/admin/sports/correction": fixed(readsOnly), "/api/admin/sports/correct": c.slip, "/api/admin/sports/parked/settle": c.parked, "/api/admin/sports/patterns/settle": c.pattern,
		"/api/admin/sports/feeds/restart": c.numbers,
		"/api/admin/sports/offer": func() string {
			return fmt.Sprintf(`{"sport":"soccer","leagueIdx":%d,"off":%t,"margin":%d,"reason":"again"}`,
				c.latest("SELECT id FROM sports_league"), c.rnd.IntN(2) == 0, c.rnd.IntN(3_000))
		},
		"/api/admin/sports/result": func() string { // corrections of a match
			id := c.latest("SELECT id FROM sports_event WHERE feed_id = 'over'")
			return fmt.Sprintf(`{"eventIdx":%d,"version":%d,"full":{"home":%d,"away":0},"half":null,"source":"the league","reason":"again"}`, id,
				c.latest(fmt.Sprintf("SELECT coalesce(max(version), 0) FROM sports_result WHERE event_id = %d", id)), c.n.Add(1)%900)
		},
		"/api/admin/minigame/rounds": fixed(readsOnly), "/api/admin/minigame/performance": fixed(readsOnly),
		"/api/admin/minigame/void": c.round,
		"/api/admin/confirm":       c.code,
		"/api/admin/getToken":      fixed(`{"force":true}`),
		"/api/admin/logout":        fixed(`{}`),
	}
}
