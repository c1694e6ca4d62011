package commission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/partners/commission/commissiondb"
	"hubstake/internal/platform/pg"
)

// txPart is how many transactions one part of Accrue looks through at most: few enough that writing their lines holds a transaction id well under a second.
const txPart = 5_000

// Accrue notes the bets that were settled, taken back or corrected since the call before, each with the rates at its acceptance. Neither a bet nor a settlement waits for it. A bet is noted by the second call after it at the latest: the first one may find that
// a transaction with a lower number is still running, so it only marks how far the next one reads. Of two calls at once the first one notes.
func (s *Service) Accrue(ctx context.Context) error {
	q := commissiondb.New(s.db)
	c, err := q.Cursor(ctx)
	if err != nil {
		return fmt.Errorf("commission: cursor: %w", err)
	}
	for c.Final && c.Tx < c.Mark {
		upto, err := q.PartEnd(ctx, commissiondb.PartEndParams{Size: txPart, Final: c.Mark, Tx: c.Tx})
		if err != nil {
			return fmt.Errorf("commission: part: %w", err)
		}
		moved, err := s.accrue(ctx, c.Tx, upto)
		if err != nil || !moved {
			return err
		}
		c.Tx = upto
	}
	return s.mark(ctx, q, c)
}

// mark sets how far the next call reads: the newest number was drawn by a transaction that holds a wallet, so its id is below the xmax of a snapshot
// that is taken after.
func (s *Service) mark(ctx context.Context, q *commissiondb.Queries, c commissiondb.CursorRow) error {
	if c.Tx < c.Mark {
		return nil
	}
	now := s.clk.Now() // before the number is read: what is decided later is not up to the mark
	newest, err := q.NewestTx(ctx)
	if err != nil {
		return fmt.Errorf("commission: mark: %w", err)
	}
	if newest <= c.Mark {
		err = q.UpToDate(ctx, commissiondb.UpToDateParams{At: now, Tx: c.Tx})
	} else {
		_, err = q.Mark(ctx, commissiondb.MarkParams{Newest: newest, At: now, Tx: c.Tx, Mark: c.Mark})
	}
	if err != nil {
		return fmt.Errorf("commission: mark: %w", err)
	}
	return nil
}

// accrue notes a stretch of transactions; moved is false when another call did.
func (s *Service) accrue(ctx context.Context, from, upto int64) (moved bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		rounds, err := readRounds(ctx, tx, from, upto) // before anything is written: meanwhile nothing would be published to any page
		if err != nil {
			return err
		}
		n, err := commissiondb.New(tx).MoveCursor(ctx, commissiondb.MoveCursorParams{Upto: upto, Tx: from})
		if moved = n == 1; err != nil || !moved || len(rounds) == 0 {
			return err
		}
		bySite := map[string][]*round{}
		for _, r := range rounds {
			bySite[r.site] = append(bySite[r.site], r)
		}
		for siteID, list := range bySite {
			if err := s.note(ctx, tx, siteID, list); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("commission: accrue: %w", err)
	}
	return moved, nil
}

// note writes the lines of rounds of a site.
func (s *Service) note(ctx context.Context, tx pgx.Tx, siteID string, rounds []*round) error {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	rounds = slices.DeleteFunc(rounds, func(r *round) bool { return r.currency != st.Options.Currency })
	if len(rounds) == 0 {
		return nil
	}
	slices.SortFunc(rounds, inOrder)
	begun, chainIDs := rounds[0].begun, []int64{}
	for _, r := range rounds {
		if r.begun.Before(begun) {
			begun = r.begun
		}
		if r.noted != nil {
			chainIDs = append(chainIDs, r.noted.chain)
		}
	}
	all, err := readChains(ctx, tx, siteID, begun)
	if err != nil {
		return err
	}
	if err := all.load(ctx, tx, chainIDs); err != nil {
		return err
	}
	zone := st.Options.Location()
	closed, err := closedDay(ctx, tx, siteID, dayOf(rounds[0].at, zone))
	if err != nil {
		return err
	}
	w := lines{site: siteID, closed: closed, zone: zone, chains: all}
	for _, r := range rounds {
		w.take(r)
	}
	return w.write(ctx, tx)
}

// closedDay returns the last closed day of a site, which stays so until the transaction ends. A site that has none begins the day before first.
func closedDay(ctx context.Context, tx pgx.Tx, siteID string, first time.Time) (time.Time, error) {
	q := commissiondb.New(tx)
	day, err := q.ShareClosed(ctx, siteID)
	if errors.Is(err, pgx.ErrNoRows) {
		if err := q.BeginSite(ctx, commissiondb.BeginSiteParams{SiteID: siteID, Day: first.AddDate(0, 0, -1)}); err != nil {
			return day, fmt.Errorf("begin: %w", err)
		}
		day, err = q.ShareClosed(ctx, siteID)
	}
	if err != nil {
		return day, fmt.Errorf("closed day: %w", err)
	}
	return day, nil
}

// lines makes the lines of rounds.
type lines struct {
	site   string
	closed time.Time
	zone   *time.Location
	chains *chains
	rows   []commissiondb.AddLinesParams
	of     []*chain // of each row; a new one has no id yet
}

// take adds what a round asks for: nothing, a line, or the taking back of its last line and perhaps another one. A bet that is noted again keeps the
// rates of its acceptance.
func (w *lines) take(r *round) {
	ends := r.state == "closed" && r.stake > 0
	valid, why := r.valid()
	turn, c := int16(0), (*chain)(nil)
	if n := r.noted; n != nil {
		turn, c = n.turn+1, w.chains.byID[n.chain]
		holds := n.stake > 0
		if holds && ends && n.stake == r.stake && n.payout == r.payout && n.valid == valid && n.why == why {
			return
		}
		if holds {
			w.add(r, c, commissiondb.AddLinesParams{
				Turn: turn, Product: n.product, Folders: n.folders, Stake: -n.stake, Payout: -n.payout, Valid: -n.valid, Why: n.why,
			})
			turn++
		}
	}
	if !ends {
		return
	}
	if c == nil {
		c = w.chains.at(r.upline, r.begun)
	}
	w.add(r, c, commissiondb.AddLinesParams{
		Turn: turn, Product: int16(r.product()), Folders: int16(min(r.folders, 100)), Stake: r.stake, Payout: r.payout, Valid: valid, Why: why,
	})
}

func (w *lines) add(r *round, c *chain, row commissiondb.AddLinesParams) {
	row.SiteID, row.Day, row.Round, row.MemberID, row.GameCode = w.site, w.day(r.at), r.id, r.key.member, r.game
	row.BetAt, row.SettledAt = r.begun, r.at
	w.rows, w.of = append(w.rows, row), append(w.of, c)
}

// day returns the day whose statement has a line: that of the change, or the first one that is not closed.
func (w *lines) day(at time.Time) time.Time {
	if day := dayOf(at, w.zone); day.After(w.closed) {
		return day
	}
	return w.closed.AddDate(0, 0, 1)
}

func (w *lines) write(ctx context.Context, tx pgx.Tx) error {
	if err := w.chains.keep(ctx, tx); err != nil {
		return err
	}
	for i := range w.rows {
		w.rows[i].ChainID = w.of[i].id
	}
	if _, err := commissiondb.New(tx).AddLines(ctx, w.rows); err != nil {
		return fmt.Errorf("lines: %w", err)
	}
	return nil
}
