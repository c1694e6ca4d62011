package report

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
)

const (
	// mostShared bounds how many members of one address or account are named.
	mostShared = 20
	// lastShown is how many requests and rounds stand beside a request.
	lastShown = 5
)

// SharedAccount is another account of the site that has something in common with a member.
type SharedAccount struct {
	MemID, Nick, Status string
	Address             bool // an address of the member's last sessions, of the signup or of the request
	Device              bool // with the same browser there: nothing else is known of a device
	Account             bool // a bank account: of a deleted member, or to which another one was paid
}

// LastRound is one of the rounds that a member began last.
type LastRound struct {
	ID               int64
	Game             string // its code
	NameKOR, NameENG string // empty: the catalogue does not have the game
	Stake, Payout    money.Amount
	State            string // open, closed or void
	At               time.Time
}

// Beside is what stands beside a request besides the money of its member.
type Beside struct {
	HandledBy  string // the member of staff who claimed it; empty: not claimed, or decided
	AskedBy    string // who asked for the second person of its approval; empty: not asked for
	Shared     []SharedAccount
	SharedMore bool          // an address has more members than are named
	Requests   []CashRequest // the member's other ones, newest first
	Rounds     []LastRound
}

// Beside returns what staff looks at before deciding a request. A request that is not of the site is E001.
func (s *Service) Beside(ctx context.Context, siteID string, id int64) (Beside, error) {
	q := reportdb.New(s.db)
	r, err := q.Handling(ctx, reportdb.HandlingParams{
		Deposit: string(site.DepositCredit), Payout: string(site.Payout), Site: siteID, Request: id,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Beside{}, fault.Failed
	}
	if err != nil {
		return Beside{}, fmt.Errorf("report: request %d: %w", id, err)
	}
	out := Beside{HandledBy: r.HandledBy, AskedBy: r.AskedBy}
	if out.Shared, out.SharedMore, err = s.shared(ctx, siteID, r.MemberID, r.Ip); err != nil {
		return Beside{}, err
	}
	always, err := s.periodOf(ctx, siteID, paging.Days{})
	if err != nil {
		return Beside{}, err
	}
	requests, err := q.CashOfMember(ctx, reportdb.CashOfMemberParams{
		Since: always.Since, Until: always.Until,
		Member: r.MemberID, Site: siteID, Kinds: []string{"in", "out"}, Statuses: []int16{0, 2, 1, -1, -2}, Count: lastShown + 1,
	})
	if err != nil {
		return Beside{}, fmt.Errorf("report: requests: %w", err)
	}
	for _, one := range requests {
		if one.ID != id && len(out.Requests) < lastShown {
			other, err := s.cashRequest(reportdb.CashQueueRow(one))
			if err != nil {
				return Beside{}, err
			}
			out.Requests = append(out.Requests, other)
		}
	}
	out.Rounds, err = s.lastRounds(ctx, r.MemberID, lastShown)
	return out, err
}

func (s *Service) lastRounds(ctx context.Context, memID string, count int32) ([]LastRound, error) {
	rows, err := reportdb.New(s.db).LastRounds(ctx, reportdb.LastRoundsParams{Member: memID, Count: count})
	if err != nil {
		return nil, fmt.Errorf("report: rounds: %w", err)
	}
	out := make([]LastRound, len(rows))
	for i, r := range rows {
		out[i] = LastRound{
			ID: r.ID, Game: r.GameCode, NameKOR: r.NameKor, NameENG: r.NameEng, Stake: money.Amount(r.Stake), Payout: money.Amount(r.Payout),
			State: r.State, At: r.CreatedAt,
		}
	}
	return out, nil
}

// sharedSQL finds other members of the site ($1) who used an address of a member ($2), with the same browser or another one, or the bank
// account, which is given as plain text ($5) and by its blind indexes ($6). Looked at are the member's last sessions, the address of the signup and that of the request ($3). An address is walked member by
// member, each by one look into the index: the address of a whole network costs no more than $4 of its members.
const sharedSQL = `
WITH RECURSIVE mine AS (
  SELECT s.ip, md5(s.user_agent) AS device, s.user_agent <> '' AS named FROM member_session s
   WHERE s.member_id = $2 AND s.audience = 'member'
   ORDER BY coalesce(s.ended_at, 'infinity'::timestamptz) DESC LIMIT 10
), own AS (
  SELECT m.join_ip FROM member_member m WHERE m.member_id = $2 AND m.site_id = $1
), address AS (
  SELECT ip FROM mine WHERE ip IS NOT NULL
  UNION SELECT join_ip FROM own WHERE join_ip IS NOT NULL
  UNION SELECT $3::inet WHERE $3::inet IS NOT NULL
), walk AS (
  SELECT a.ip, f.member_id, 1 AS step FROM address a CROSS JOIN LATERAL (
         SELECT s.member_id FROM member_session s WHERE s.site_id = $1 AND s.ip = a.ip AND s.audience = 'member'
          ORDER BY s.member_id LIMIT 1) f
  UNION ALL
  SELECT w.ip, f.member_id, w.step + 1 FROM walk w CROSS JOIN LATERAL (
         SELECT s.member_id FROM member_session s WHERE s.site_id = $1 AND s.ip = w.ip AND s.audience = 'member'
            AND s.member_id > w.member_id
          ORDER BY s.member_id LIMIT 1) f
   WHERE w.step <= $4
), found AS (
  SELECT w.member_id, true AS address, false AS account, w.step > $4 AS more,
         coalesce((SELECT true FROM member_session d WHERE d.site_id = $1 AND d.ip = w.ip AND d.member_id = w.member_id AND d.audience = 'member'
                      AND md5(d.user_agent) IN (SELECT device FROM mine WHERE named) LIMIT 1), false) AS device
    FROM walk w
  UNION ALL
  SELECT j.member_id, true, false, false, false FROM address a CROSS JOIN LATERAL (
         SELECT m.member_id FROM member_member m WHERE m.site_id = $1 AND m.join_ip = a.ip ORDER BY m.member_id LIMIT $4) j
  UNION ALL
  (SELECT m.member_id, false, true, false, false FROM member_member m
    WHERE m.site_id = $1 AND m.account_no = $5 AND m.account_no <> '' ORDER BY m.member_id LIMIT $4)
  UNION ALL
  (SELECT m.member_id, false, true, false, false FROM member_member m
    WHERE m.site_id = $1 AND m.account_index = ANY ($6::bytea[]) ORDER BY m.member_id LIMIT $4)
  UNION ALL
  (SELECT c.member_id, false, true, false, false FROM cash_request c
    WHERE c.site_id = $1 AND c.account_no = $5 AND c.account_no <> '' AND c.member_id <> $2 ORDER BY c.member_id LIMIT $4)
  UNION ALL
  (SELECT c.member_id, false, true, false, false FROM cash_request c
    WHERE c.site_id = $1 AND c.account_index = ANY ($6::bytea[]) AND c.member_id <> $2 ORDER BY c.member_id LIMIT $4)
)
SELECT g.member_id, m.nick, m.status, g.address, g.device, g.account, g.more
  FROM (SELECT f.member_id, bool_or(f.address) AS address, bool_or(f.device) AS device, bool_or(f.account) AS account, bool_or(f.more) AS more
          FROM found f WHERE f.member_id <> $2 GROUP BY f.member_id) g
  CROSS JOIN LATERAL (SELECT o.nick, o.status FROM member_member o WHERE o.member_id = g.member_id LIMIT 1) m
 ORDER BY g.account DESC, g.device DESC, g.member_id`

// shared returns the accounts that have something in common with a member, and whether an address has more of them.
func (s *Service) shared(ctx context.Context, siteID, memID string, ip *netip.Addr) (out []SharedAccount, more bool, err error) {
	var plain, sealed string
	err = s.db.QueryRow(ctx, "SELECT account_no, account_sealed FROM member_member WHERE member_id = $1", memID).Scan(&plain, &sealed)
	if err != nil {
		return nil, false, fmt.Errorf("report: shared: %w", err)
	}
	number, err := s.personal.Open(personal.MemberAccount, memID, plain, sealed)
	if err != nil {
		return nil, false, fmt.Errorf("report: shared: %w", err)
	}
	rows, err := s.db.Query(ctx, sharedSQL, siteID, memID, ip, mostShared, number, s.personal.Indexes(personal.Account, number))
	if err != nil {
		return nil, false, fmt.Errorf("report: shared: %w", err)
	}
	var one SharedAccount
	var further bool
	_, err = pgx.ForEachRow(rows, []any{&one.MemID, &one.Nick, &one.Status, &one.Address, &one.Device, &one.Account, &further}, func() error {
		if further {
			more = true
		}
		out = append(out, one)
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("report: shared: %w", err)
	}
	return out, more, nil
}
