package commission

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/commission/commissiondb"
)

// keptKey names a statement that is kept.
type keptKey struct {
	partner string
	day     time.Time
}

// branchKey names a branch: the play below a partner that passes through one above it.
type branchKey struct{ partner, above string }

// keptStatement is a statement that head office keeps, with the corrections of its bets.
type keptStatement struct {
	commissiondb.KeptStatementsRow
	rolling  map[waterfall.Product]*waterfall.Sum
	losing   waterfall.Sum                // of the partner's own shares
	due      map[branchKey]*waterfall.Sum // what its branches came to, with the corrections
	lastLine int64
	upline   []string // above the partner, of the last correction
}

// offset is an offset of a partner's statement. The branches above that it is in are those of the last correction.
type offset struct {
	partner string
	upline  []string // above the partner, nearest first
	keptDay time.Time
	waterfall.Offset
}

// corrections are what the statements of a day have of corrections that belong to kept statements.
type corrections struct {
	kept    []keptKey // all that are kept, in their order
	given   []commissiondb.AddKeptLinesParams
	offsets []offset
}

// readCorrections finds the corrections that belong to statements which are kept, and what the statements of the day are offset by for them. A statement that was
// decided about after its corrections had been settled comes with all of them.
func readCorrections(ctx context.Context, tx pgx.Tx, siteID string, day time.Time, all *chains) (out corrections, err error) {
	q := commissiondb.New(tx)
	rows, err := q.KeptStatements(ctx, commissiondb.KeptStatementsParams{SiteID: siteID, Day: day})
	if err != nil {
		return out, fmt.Errorf("kept statements: %w", err)
	}
	if len(rows) == 0 {
		return out, nil
	}
	asked := commissiondb.FindCorrectionsParams{SiteID: siteID, Since: rows[0].Day, Day: day}
	for _, r := range rows {
		out.kept = append(out.kept, keptKey{r.PartnerID, r.Day})
		asked.Partners, asked.Days = append(asked.Partners, r.PartnerID), append(asked.Days, r.Day)
		asked.Since = earlier(asked.Since, r.Day)
	}
	found, err := q.FindCorrections(ctx, asked)
	if err != nil {
		return out, fmt.Errorf("corrections: %w", err)
	}
	corrected := map[keptKey]*keptStatement{}
	for _, f := range found {
		out.given = append(out.given, commissiondb.AddKeptLinesParams{PartnerID: f.PartnerID, LineDay: f.LineDay, Line: f.ID, KeptDay: f.KeptDay})
		corrected[keptKey{f.PartnerID, f.KeptDay}] = nil
	}
	for _, r := range rows {
		k := keptKey{r.PartnerID, r.Day}
		if _, ok := corrected[k]; ok {
			corrected[k] = &keptStatement{
				KeptStatementsRow: r, rolling: map[waterfall.Product]*waterfall.Sum{}, due: map[branchKey]*waterfall.Sum{},
			}
		}
	}
	if err := readBranches(ctx, q, corrected); err != nil {
		return out, err
	}
	if err := addCorrections(ctx, tx, siteID, corrected, found, all); err != nil {
		return out, err
	}
	for _, k := range out.kept {
		one := corrected[k]
		if one == nil {
			continue
		}
		o, err := one.offset()
		if err != nil {
			return out, err
		}
		if o.Rolling != 0 || o.Losing != 0 {
			out.offsets = append(out.offsets, offset{partner: k.partner, upline: one.upline, keptDay: k.day, Offset: o})
		}
	}
	return out, nil
}

// confirm locks the statements that are kept. errDecided: they are other ones than those that the offsets were computed from.
func (c corrections) confirm(ctx context.Context, q *commissiondb.Queries, siteID string, day time.Time) error {
	rows, err := q.LockKept(ctx, commissiondb.LockKeptParams{SiteID: siteID, Day: day})
	if err != nil {
		return fmt.Errorf("kept statements: %w", err)
	}
	same := slices.EqualFunc(rows, c.kept, func(r commissiondb.LockKeptRow, k keptKey) bool {
		return r.PartnerID == k.partner && r.Day.Equal(k.day)
	})
	if !same {
		return errDecided
	}
	return nil
}

// rows are the offsets as they are stored.
func (c corrections) rows(day time.Time) []commissiondb.AddOffsetsParams {
	out := make([]commissiondb.AddOffsetsParams, len(c.offsets))
	for i, o := range c.offsets {
		out[i] = commissiondb.AddOffsetsParams{PartnerID: o.partner, Day: day, KeptDay: o.keptDay, Kept: o.Kept, Rolling: o.Rolling, Losing: o.Losing, Above: o.Above}
	}
	return out
}

// readBranches reads what the branches of kept statements came to.
func readBranches(ctx context.Context, q *commissiondb.Queries, to map[keptKey]*keptStatement) error {
	asked := commissiondb.BranchesOfParams{}
	for k := range to {
		asked.Partners, asked.Days = append(asked.Partners, k.partner), append(asked.Days, k.day)
	}
	rows, err := q.BranchesOf(ctx, asked)
	if err != nil {
		return fmt.Errorf("branches: %w", err)
	}
	for _, r := range rows {
		sum, err := parseSum(r.Due)
		if err != nil {
			return err
		}
		k, kept := branchKey{r.PartnerID, r.Above}, to[keptKey{r.StatementOf, r.Day}]
		kept.due[k] = &sum
	}
	return nil
}

// addCorrections adds up what belongs to statements that are kept, as of now.
func addCorrections(
	ctx context.Context, tx pgx.Tx, siteID string, to map[keptKey]*keptStatement, found []commissiondb.FindCorrectionsRow, all *chains,
) error {
	asked := commissiondb.KeptLinesParams{SiteID: siteID}
	for k := range to {
		asked.Partners, asked.Days = append(asked.Partners, k.partner), append(asked.Days, k.day)
	}
	lines, err := commissiondb.New(tx).KeptLines(ctx, asked)
	if err != nil {
		return fmt.Errorf("corrections: %w", err)
	}
	for _, f := range found {
		lines = append(lines, commissiondb.KeptLinesRow(f))
	}
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.ChainID
	}
	if err := all.load(ctx, tx, ids); err != nil {
		return err
	}
	var shares []waterfall.Share
	for _, l := range lines {
		c, product := all.byID[l.ChainID], waterfall.Product(l.Product)
		if shares, err = waterfall.Shares(shares[:0], c.of(product, int(l.Folders)), l.Stake, l.Payout, l.Valid); err != nil {
			return fmt.Errorf("correction: %w", err)
		}
		to[keptKey{l.PartnerID, l.KeptDay}].add(l, c, shares)
	}
	return nil
}

// add adds a correction.
func (k *keptStatement) add(l commissiondb.KeptLinesRow, c *chain, shares []waterfall.Share) {
	at, product := slices.Index(c.upline, k.PartnerID), waterfall.Product(l.Product)
	if k.rolling[product] == nil {
		k.rolling[product] = &waterfall.Sum{}
	}
	k.rolling[product].Add(shares[at].Rolling)
	k.losing.Add(shares[at].Losing)
	if l.ID > k.lastLine {
		k.lastLine, k.upline = l.ID, c.upline[at+1:]
	}
	var sum waterfall.Sum
	for i := range at + 1 {
		sum.Add(shares[i].Losing)
		if i < at-1 {
			continue
		}
		key := branchKey{partner: c.upline[i]}
		if i < len(c.upline)-1 {
			key.above = c.upline[i+1]
		}
		if k.due[key] == nil {
			k.due[key] = &waterfall.Sum{}
		}
		k.due[key].Add(sum)
	}
}

// corrected returns the losing share that the statement would have come to if the corrections had stood in it.
func (k *keptStatement) corrected() (int64, error) {
	if k.Format == waterfall.FormatOwn {
		due, err := parseSum(k.CarriedOut)
		if err != nil {
			return 0, err
		}
		due.Add(waterfall.WholeLosing(k.Losing)) // all of its losing share: what was carried over is the rest of it
		due.Add(k.losing)
		losing, _ := due.Floor(waterfall.LosingParts)
		return max(losing, 0), nil
	}
	due, err := parseSum(k.CarriedIn)
	if err != nil {
		return 0, err
	}
	for key, sum := range k.due {
		switch {
		case sum.Sign() <= 0:
		case key.partner == k.PartnerID:
			due.Add(*sum)
		default:
			due.Sub(*sum)
		}
	}
	losing, _ := due.Floor(waterfall.LosingParts)
	return losing, nil
}

// offset returns what changes with the corrections: the statement comes to what it would have come to if they had stood in it. Its losing share never becomes more
// than it was: the partners above were charged with that.
func (k *keptStatement) offset() (o waterfall.Offset, err error) {
	o = waterfall.Offset{Day: k.Day.Format(time.DateOnly), No: int(k.No), Kept: k.Amount - k.Rolling - k.OffLosing}
	if len(k.upline) > 0 {
		o.Above = k.upline[0]
	}
	losing, err := k.corrected()
	if err != nil {
		return o, err
	}
	losing = min(losing, k.Losing)
	comes := k.Amount + k.OwedOut - k.Losing + losing
	for _, sum := range k.rolling {
		whole, _ := sum.Floor(waterfall.RollingParts)
		comes += whole
	}
	o.Losing = k.Losing - k.OffLosing - losing
	o.Rolling = o.Kept - max(comes, 0) - o.Losing
	return o, nil
}
