package pattern

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Kind is what is unusual.
type Kind string

// The kinds; pattern_found has their rules.
const (
	Rush   Kind = "rush"   // much money on one selection at once, from several members
	Copied Kind = "copied" // several members placed the same folder with the same stake
	Late   Kind = "late"   // bets in play of a member that goals overtook
	Sides  Kind = "sides"  // a member is on several outcomes of many matches
)

var kinds = []Kind{Rush, Copied, Late, Sides}

const (
	// MaxPage bounds a page of flags.
	MaxPage = 50
	// mostNote bounds the note of staff, in characters.
	mostNote = 200
)

// Selection is what a rush is on.
type Selection struct {
	Kind   odds.Kind   `json:"kind"`
	Period odds.Period `json:"period"`
	Line   odds.Line   `json:"line"`
	Key    odds.Key    `json:"key"`
}

// Flag is an unusual pattern of bets. The figures are the most that were seen within the time of the pattern.
type Flag struct {
	ID              int64
	Kind            Kind
	Event           int64      // of a rush and of a folder, its first match; else 0
	Selection       *Selection // of a rush
	Member          string     // of what one member does; else empty
	Bets, Members   int
	Stakes          money.Amount // in minor units of the site's currency
	FirstAt, LastAt time.Time    // the first and the last of the bets
}

// After is the last flag of a page; the next page begins behind it. Zero: the first page.
type After struct {
	LastAt time.Time
	ID     int64
}

// Service finds unusual bets and keeps the flags.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service { return &Service{db, clk} }

// Look flags what is unusual now, and returns how many flags are new. Of two nodes that look at the same time one does nothing.
func (s *Service) Look(ctx context.Context) (n int, err error) {
	if err := s.db.QueryRow(ctx, `SELECT pattern_look($1, $2)`, s.clk.Now(), int64(site.Defaults().MaxStake)).Scan(&n); err != nil {
		return 0, fmt.Errorf("pattern: %w", err)
	}
	return n, nil
}

// List returns a page of at most so many flags of a site that staff has not settled, the latest first, and where the next page begins; nil after the last one. An
// empty kind: all. E001: there is no such kind.
func (s *Service) List(ctx context.Context, siteID string, kind Kind, after After, count int) ([]Flag, *After, error) {
	if kind != "" && !slices.Contains(kinds, kind) {
		return nil, nil, fault.Failed
	}
	count = min(max(count, 1), MaxPage)
	if after == (After{}) {
		after.LastAt = s.clk.Now().Add(time.Hour)
	}
	rows, err := s.db.Query(ctx, `SELECT id, kind, event_id, market_kind, period, line, key, member_id, bets, members, stakes, first_at, last_at
		FROM pattern_list($1, $2, $3, $4, $5)`, siteID, string(kind), after.LastAt, after.ID, count+1)
	if err != nil {
		return nil, nil, fmt.Errorf("pattern: %w", err)
	}
	found, err := pgx.CollectRows(rows, readFlag)
	if err != nil {
		return nil, nil, fmt.Errorf("pattern: %w", err)
	}
	if len(found) <= count {
		return found, nil, nil
	}
	last := found[count-1]
	return found[:count], &After{last.LastAt, last.ID}, nil
}

func readFlag(row pgx.CollectableRow) (f Flag, err error) {
	var event *int64
	var kind *odds.Kind
	var period *odds.Period
	var line *odds.Line
	var key *odds.Key
	var member *string
	err = row.Scan(&f.ID, &f.Kind, &event, &kind, &period, &line, &key, &member, &f.Bets, &f.Members, &f.Stakes, &f.FirstAt, &f.LastAt)
	if event != nil {
		f.Event = *event
	}
	if kind != nil {
		f.Selection = &Selection{Kind: *kind, Period: *period, Line: *line, Key: *key}
	}
	if member != nil {
		f.Member = *member
	}
	return f, err
}

// Settle takes a flag of a site off the list, with a note of what was done. E001: the note is empty or longer than 200 characters. C019: the flag is not on the list.
func (s *Service) Settle(ctx context.Context, siteID string, by audit.Actor, id int64, note string) error {
	note = strings.TrimSpace(note)
	if n := utf8.RuneCountInString(note); n == 0 || n > mostNote {
		return fault.Failed
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		var kind Kind
		var subject string
		err := tx.QueryRow(ctx, `
			UPDATE pattern_flag SET settled_at = $3, settled_by = $4, note = $5 WHERE site_id = $1 AND id = $2 AND settled_at IS NULL RETURNING kind, subject`,
			siteID, id, s.clk.Now(), by.ID, note).Scan(&kind, &subject)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.PaymentProblem.Wrap(errUnchanged)
		} else if err != nil {
			return nil, fmt.Errorf("pattern: %w", err)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "sports.pattern", Target: strconv.FormatInt(id, 10), Detail: map[string]any{
			"kind": kind, "subject": subject, "note": note,
		}}, nil
	})
}

// errUnchanged says why C019 is answered.
var errUnchanged = errors.New("pattern: a colleague was first")
