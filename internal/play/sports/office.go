package sports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Office is the staff's side of the sportsbook. Matches, their results and the margins of leagues are shared by all sites, and are decided by staff of one site, that
// of the book (D-68); the audit has a change in its chain. Each site decides what it offers, and suspends matches for its own members.
type Office struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	book      *Service
	sites     *site.Service
	approvals *approval.Service
}

// NewOffice returns an office, which carries out the results that approvals lets through.
func NewOffice(book *Service, sites *site.Service, approvals *approval.Service) *Office {
	o := &Office{db: book.db, clk: book.clk, book: book, sites: sites, approvals: approvals}
	approvals.Handle(site.SportsResult, approval.Action{Right: right.Trade, Do: o.approvedResult})
	return o
}

// decides refuses to decide for all sites to staff of every site but that of the book: U029.
func decides(ctx context.Context, tx pgx.Tx, siteID string) error {
	var yes bool
	if err := tx.QueryRow(ctx, `SELECT site_book() = $1`, siteID).Scan(&yes); err != nil {
		return fmt.Errorf("sports: site of the book: %w", err)
	}
	if !yes {
		return fault.NoAccess.Wrap(errOtherSite)
	}
	return nil
}

// errOtherSite explains a U029 in the log.
var errOtherSite = errors.New("sports: another site decides for all sites")

// maxWords bounds a reason and a source, in code points.
const maxWords = 200

// words brings a reason or a source to the form in which it is kept. E001: it is missing, too long, or cannot be printed.
func words(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxWords || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fault.Failed
	}
	return text, nil
}

// errUnchanged explains a C019 in the log.
var errUnchanged = errors.New("sports: it is so already, or was changed since")

// heldMatch is a match that a transaction of staff holds, with its names in English.
type heldMatch struct {
	m          *match
	a          *application
	home, away string
}

// feedOf returns which feed a match is of, and its id there. E001: there is no such match.
func feedOf(ctx context.Context, tx pgx.Tx, event int64) (feed, feedID string, err error) {
	err = tx.QueryRow(ctx, `SELECT feed, feed_id FROM sports_event WHERE id = $1`, event).Scan(&feed, &feedID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", fault.Failed.Wrap(ErrNoMatch)
	}
	if err != nil {
		return "", "", fmt.Errorf("sports: match: %w", err)
	}
	return feed, feedID, nil
}

// lockMatch locks a match, after the bets that are being placed on it.
func (o *Office) lockMatch(ctx context.Context, tx pgx.Tx, event int64) (heldMatch, error) {
	feed, feedID, err := feedOf(ctx, tx, event)
	if err != nil {
		return heldMatch{}, err
	}
	a := o.book.begin(tx, feed, &Outcome{Parked: map[fixture.Reason]int{}})
	if err := a.loadEvents(ctx, []string{feedID}, " FOR UPDATE OF e"); err != nil {
		return heldMatch{}, err
	}
	h := heldMatch{m: a.events[feedID], a: a}
	h.home, h.away, err = teamNames(ctx, tx, "en", event)
	return h, err
}

// teamNames returns the names of the teams of a match in a language.
func teamNames(ctx context.Context, tx pgx.Tx, lang string, event int64) (home, away string, err error) {
	err = tx.QueryRow(ctx, `SELECT `+name("h")+`, `+name("w")+`
		  FROM sports_event e JOIN sports_team h ON h.id = e.home_id JOIN sports_team w ON w.id = e.away_id WHERE e.id = $1`, event, lang).Scan(&home, &away)
	if err != nil {
		return "", "", fmt.Errorf("sports: names: %w", err)
	}
	return home, away, nil
}

// Hold suspends a match in the name of staff, or releases it: whatever its feed says, only staff releases it. Staff of the site of the book does that for all sites,
// of another site for its own members. Bets that are being placed are stored first. C019: it is so already, or the match is over. E001: no such match, or no reason.
func (o *Office) Hold(ctx context.Context, siteID string, by audit.Actor, event int64, on bool, reason string) error {
	reason, err := words(reason)
	if err != nil {
		return err
	}
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		h, err := o.lockMatch(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		switch err := decides(ctx, tx, siteID); {
		case errors.Is(err, fault.NoAccess):
			return o.holdForSite(ctx, tx, siteID, by, h, event, on, reason)
		case err != nil:
			return nil, err
		}
		m, was := h.m, h.m.heldBy
		if m.over() || (was != "") == on {
			return nil, fault.PaymentProblem.Wrap(errUnchanged)
		}
		action := "sports.hold"
		if on {
			m.heldBy = by.ID
		} else {
			m.release()
			action = "sports.release"
		}
		m.change()
		if _, err := tx.Exec(ctx, `UPDATE sports_event SET held_by = $2 WHERE id = $1`, event, m.heldBy); err != nil {
			return nil, fmt.Errorf("sports: hold: %w", err)
		}
		if err := h.a.writeEvents(ctx); err != nil {
			return nil, err
		}
		if err := h.a.tell(ctx); err != nil {
			return nil, err
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: action, Target: strconv.FormatInt(event, 10), Detail: map[string]any{
			"home": h.home, "away": h.away, "was": was, "is": m.heldBy, "reason": reason,
		}}, nil
	})
}

// holdForSite is Hold for the members of one site. The match is locked: bets on it that are being placed are stored.
func (o *Office) holdForSite(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, h heldMatch, event int64, on bool, reason string) (*audit.Entry, error) {
	action, sql, args := "sports.release", `DELETE FROM sports_site_hold WHERE event_id = $1 AND site_id = $2`, []any{event, siteID}
	if on {
		action, args = "sports.hold", append(args, by.ID, o.clk.Now())
		sql = `INSERT INTO sports_site_hold (event_id, site_id, held_by, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`
	}
	if h.m.over() {
		return nil, fault.PaymentProblem.Wrap(errUnchanged)
	}
	done, err := tx.Exec(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("sports: hold: %w", err)
	}
	if done.RowsAffected() == 0 {
		return nil, fault.PaymentProblem.Wrap(errUnchanged)
	}
	return &audit.Entry{Actor: by, Site: siteID, Action: action, Target: strconv.FormatInt(event, 10), Detail: map[string]any{
		"home": h.home, "away": h.away, "own": true, "reason": reason,
	}}, nil
}

// release takes the hold of staff off a match. It may be suspended by its feed still, whose reason was not kept.
func (e *match) release() {
	if e.heldBy = ""; e.feedSuspended && e.reason == heldReason {
		e.reason = feedReason
	}
}

// OfferChange switches a sport or a league of a site, and sets the margin of a league.
type OfferChange struct {
	Sport  odds.Sport
	League int64 // 0: the whole sport
	Off    bool
	Margin *int // basis points that are taken off the winnings of the feed's prices, for all sites; nil: it stays
	Reason string
}

// maxMargin is the largest margin of a league, in basis points.
const maxMargin = 3000

// ChangeOffer changes what a site offers. Another margin holds for the prices that come from then on. U029: a margin, by staff of another site than that of the book. E001: no such sport or league, no reason, or a margin that
// cannot be. C019: nothing changes.
func (o *Office) ChangeOffer(ctx context.Context, siteID string, by audit.Actor, c OfferChange) error {
	reason, err := words(c.Reason)
	if err != nil {
		return err
	}
	if !slices.Contains(odds.Sports, c.Sport) || c.Margin != nil && (c.League == 0 || *c.Margin < 0 || *c.Margin > maxMargin) {
		return fault.Failed
	}
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		detail := map[string]any{"sport": c.Sport, "league": c.League, "off": c.Off, "reason": reason}
		changed, err := o.setMargin(ctx, tx, siteID, c, detail)
		if err != nil {
			return nil, err
		}
		sql := `DELETE FROM sports_off WHERE site_id = $1 AND sport = $2 AND league_id = $3`
		args := []any{siteID, c.Sport, c.League}
		if c.Off {
			sql = `INSERT INTO sports_off (site_id, sport, league_id, set_by, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
			args = append(args, by.ID, o.clk.Now())
		}
		done, err := tx.Exec(ctx, sql, args...)
		if err != nil {
			return nil, fmt.Errorf("sports: offer: %w", err)
		}
		if !changed && done.RowsAffected() == 0 {
			return nil, fault.PaymentProblem.Wrap(errUnchanged)
		}
		detail["wasOff"] = c.Off == (done.RowsAffected() == 0)
		return &audit.Entry{Actor: by, Site: siteID, Action: "sports.offer", Target: fmt.Sprintf("%s/%d", c.Sport, c.League), Detail: detail}, nil
	})
}

// setMargin locks the league of a change, sets its margin and adds to the detail of the audit. It reports whether the margin is another one now.
func (o *Office) setMargin(ctx context.Context, tx pgx.Tx, siteID string, c OfferChange, detail map[string]any) (changed bool, err error) {
	if c.League == 0 {
		return false, nil
	}
	var was int
	var called string
	err = tx.QueryRow(ctx, `SELECT l.margin, `+name("l")+` FROM sports_league l WHERE l.id = $1 AND l.sport = $3 FOR NO KEY UPDATE`, c.League, "en", c.Sport).
		Scan(&was, &called)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, fault.Failed
	}
	if err != nil {
		return false, fmt.Errorf("sports: offer: %w", err)
	}
	detail["name"] = called
	if c.Margin == nil || *c.Margin == was {
		return false, nil
	}
	if err := decides(ctx, tx, siteID); err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, `UPDATE sports_league SET margin = $2 WHERE id = $1`, c.League, *c.Margin); err != nil {
		return false, fmt.Errorf("sports: offer: %w", err)
	}
	detail["wasMargin"], detail["margin"] = was, *c.Margin
	return true, nil
}

// lockFeed holds a feed's cursor, as Apply does first: nothing of the feed is applied until tx ends.
func lockFeed(ctx context.Context, tx pgx.Tx, feed string) error {
	if _, err := tx.Exec(ctx, `SELECT FROM sports_cursor WHERE feed = $1 FOR UPDATE`, feed); err != nil {
		return fmt.Errorf("cursor: %w", err)
	}
	return nil
}
