package report

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
)

// planned has PostgreSQL plan a statement with the values of its arguments: how many rows a downline has decides how it is read.
const planned = pgx.QueryExecModeCacheDescribe

// smallDownline is up to how many accounts a downline is read account by account, by the indexes of its members. The lists of a larger one are
// walked in the order of time, and the rows of others are left out.
const smallDownline = 1000

// stoodBelow is the condition in SQL that a member stood below a partner at a moment: who comes under another partner leaves the figures of before
// where they are. Test accounts stand below no partner (S-103). It is a scalar so that it is asked row by row, in the order of the list.
func stoodBelow(member, at, partner string) string {
	return "(SELECT " + placedBelow("d", at, partner) + " FROM member_member d WHERE d.member_id = " + member + ")"
}

// placedBelow is stoodBelow of a member that is joined under a name, for sums of many rows.
func placedBelow(member, at, partner string) string {
	return fmt.Sprintf(`%[3]s.test_since IS NULL AND CASE WHEN %[3]s.upline_since IS NULL OR %[1]s >= %[3]s.upline_since THEN %[3]s.upline @> ARRAY[%[2]s::text]
		  ELSE EXISTS (SELECT FROM member_upline h WHERE h.member_id = %[3]s.member_id AND h.until > %[1]s AND (h.since IS NULL OR h.since <= %[1]s) AND h.upline @> ARRAY[%[2]s::text]) END`,
		at, partner, member)
}

// below returns the memId of an account as it is written, if it is in the downline of a partner now. U001: it is not, or there is no such account.
func (s *Service) below(ctx context.Context, siteID, partner, typed string) (memID string, err error) {
	memID = strings.ToLower(strings.TrimSpace(typed))
	var is bool
	err = s.db.QueryRow(ctx, `SELECT upline @> ARRAY[$3::text] FROM member_member WHERE member_id = $1 AND site_id = $2 AND status <> 'deleted'`,
		memID, siteID, partner).Scan(&is)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !is {
		return "", fault.MemberNotFound
	}
	if err != nil {
		return "", fmt.Errorf("report: below: %w", err)
	}
	return memID, nil
}

// few returns the accounts that are or were below a partner, or only the one that is asked for; ok is false if they are too many to be read one by one.
func (s *Service) few(ctx context.Context, siteID, partner, member string) (ids []string, ok bool, err error) {
	if member != "" {
		if member, err = s.below(ctx, siteID, partner, member); err != nil {
			return nil, false, err
		}
		return []string{member}, true, nil
	}
	rows, err := s.db.Query(ctx, `SELECT member_id FROM member_member WHERE upline @> ARRAY[$1::text]
		UNION SELECT member_id FROM member_upline WHERE upline @> ARRAY[$1::text] LIMIT $2`, partner, smallDownline+1)
	if err != nil {
		return nil, false, fmt.Errorf("report: downline: %w", err)
	}
	if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, false, fmt.Errorf("report: downline: %w", err)
	}
	return ids, len(ids) <= smallDownline, nil
}

// days are those of a selection on the clock of a site, both included, as dates of PostgreSQL: midnight UTC.
type days struct {
	first, last time.Time
	paging.Period
}

// dateOf returns the day of a moment on a clock.
func dateOf(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// daysOf returns the days of a list, 92 at most; without a first day the last 31. E001: days that cannot be.
func (s *Service) daysOf(st site.Site, d paging.Days) (days, error) {
	loc := st.Options.Location()
	p, err := d.Recent(loc, s.clk.Now())
	if err != nil {
		return days{}, err
	}
	if d.StartDate == "" { // whole days
		p.Since = midnight(p.Since.In(loc))
	}
	return days{dateOf(p.Since, loc), dateOf(p.Until.Add(-time.Microsecond), loc), p}, nil
}

// key is the place of a row in a list that is ordered by a moment or a day and a number, newest first.
type key struct {
	at time.Time
	id int64
}

// firstKey is the key of the first page.
var firstKey = key{time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC), 1<<63 - 1}

func (k key) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(k.at.UnixMicro(), 36) + "|" + strconv.FormatInt(k.id, 36)))
}

// keyOf reads a cursor; an empty one is that of the first page. E001: it is not one of ours.
func keyOf(cursor string) (key, error) {
	if cursor == "" {
		return firstKey, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	at, id, ok := strings.Cut(string(text), "|")
	if err != nil || !ok {
		return key{}, fault.Failed
	}
	micros, err := strconv.ParseInt(at, 36, 64)
	if err != nil || micros < 0 || micros > firstKey.at.UnixMicro() {
		return key{}, fault.Failed
	}
	n, err := strconv.ParseInt(id, 36, 64)
	if err != nil {
		return key{}, fault.Failed
	}
	return key{time.UnixMicro(micros).UTC(), n}, nil
}

// asOf is how current the figures of a site's bets are; zero if none was ever noted.
func asOf(ctx context.Context, db reportdb.DBTX, siteID string) (at time.Time, line int64, err error) {
	err = db.QueryRow(ctx, "SELECT summed_at, summed FROM commission_through WHERE site_id = $1", siteID).Scan(&at, &line)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, 0, nil
	}
	if err != nil {
		return at, 0, fmt.Errorf("report: as of: %w", err)
	}
	return at.UTC(), line, nil
}
