package minigame

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/audit"
)

// Office is the staff's side of the draws. Rounds are shared by all sites: the audit has an act in the chain of the site of the staff who did it.
type Office struct{ db *pgxpool.Pool }

// NewOffice returns an office.
func NewOffice(db *pgxpool.Pool) *Office { return &Office{db} }

// maxReason bounds a reason, in code points.
const maxReason = 200

// errNotOpen explains a C019 in the log.
var errNotOpen = errors.New("minigame: the round takes no more bets")

// Void has a round voided that still takes bets, with its stakes given back. It takes no more bets at once; workers do the rest within a second, because they alone know the seed
// that is told. If they cannot before the draw, it is drawn: afterwards its outcome can be computed, and a void round would be a choice. C019: it is closed, drawn or void. E001: no
// such round, no reason, or a word for a reason that only workers give.
func (o *Office) Void(ctx context.Context, siteID string, by audit.Actor, r Round, reason string) error {
	reason = strings.TrimSpace(reason)
	if reason == "" || reason == reasonLate || reason == reasonClock || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > maxReason || strings.ContainsFunc(reason, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fault.Failed
	}
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		g, ok := draw.Of(r.Game)
		if !ok {
			return nil, fault.Failed
		}
		if err := lock(ctx, tx, g.Code); err != nil {
			return nil, err
		}
		var there bool
		err := tx.QueryRow(ctx, `SELECT true FROM minigame_round WHERE game = $1 AND no = $2 FOR NO KEY UPDATE`, r.Game, r.No).Scan(&there)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return nil, fault.Failed
		case err != nil:
			return nil, fmt.Errorf("minigame: void: %w", err)
		}
		// The time is asked for after the wait.
		tag, err := tx.Exec(ctx, `
			UPDATE minigame_round SET ended_by = $3, reason = $4 WHERE game = $1 AND no = $2 AND state = 'open' AND ended_by = '' AND clock_timestamp() < closes_at`,
			r.Game, r.No, by.ID, reason)
		switch {
		case err != nil:
			return nil, fmt.Errorf("minigame: void: %w", err)
		case tag.RowsAffected() == 0:
			return nil, fault.PaymentProblem.Wrap(errNotOpen)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "minigame.void", Target: r.Game + "/" + strconv.FormatInt(r.No, 10), Detail: map[string]any{"reason": reason}}, nil
	})
}

// Staked is a round with what a site's members staked on it.
type Staked struct {
	Published
	EndedBy      string // of staff that voided it; empty: it was not
	SettledAt    *time.Time
	Bets         int64
	Stakes, Paid money.Amount
}

// Rounds returns a page of the rounds of a game, newest first and those that have not ended included, with what a site's members staked on them, and how many there are.
func (o *Office) Rounds(ctx context.Context, siteID string, g draw.Game, page paging.Slice) (list []Staked, total int64, err error) {
	if err := o.db.QueryRow(ctx, `SELECT count(*) FROM minigame_round WHERE game = $1`, g.Code).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	rows, err := o.db.Query(ctx, `
		WITH r AS (SELECT * FROM minigame_round WHERE game = $2 ORDER BY no DESC LIMIT $3 OFFSET $4)
		SELECT r.no, s.bets, s.stakes, s.paid, r.ended_by, r.settled_at
		  FROM r CROSS JOIN LATERAL (SELECT count(*) AS bets, coalesce(sum(b.stake), 0)::bigint AS stakes, coalesce(sum(b.paid), 0)::bigint AS paid
		                               FROM minigame_bet b WHERE b.game = r.game AND b.no = r.no AND b.site_id = $1) s
		 ORDER BY r.no DESC`, siteID, g.Code, page.Count, page.Skip)
	if err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	var one Staked
	byNo := map[int64]*Staked{}
	var nos []int64
	_, err = pgx.ForEachRow(rows, []any{&one.No, &one.Bets, &one.Stakes, &one.Paid, &one.EndedBy, &one.SettledAt}, func() error {
		s := one
		byNo[s.No], nos = &s, append(nos, s.No)
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	rows, err = o.db.Query(ctx, `SELECT `+publishedColumns+` FROM minigame_round WHERE game = $1 AND no = ANY ($2)`, g.Code, nos)
	if err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	published, err := pgx.CollectRows(rows, scanPublished)
	if err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	for _, p := range published {
		byNo[p.No].Published = p
	}
	for _, no := range nos {
		list = append(list, *byNo[no])
	}
	return list, total, nil
}
