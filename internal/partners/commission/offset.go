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

// keptStatement is a statement that head office keeps, with the corrections of its bets.
type keptStatement struct {
	commissiondb.KeptStatementsRow
	rolling map[waterfall.Product]*waterfall.Sum
	losing  waterfall.Sum
}

// readOffsets gives the corrections that the statements of a day have to those statements that are kept, and returns what the statements of the day are
// offset by for it. Statements that are kept stay so until tx ends. A statement that was decided about after its corrections had been settled comes
// with all of them.
func readOffsets(ctx context.Context, tx pgx.Tx, siteID string, day time.Time, all *chains) (list []offset, err error) {
	q := commissiondb.New(tx)
	rows, err := q.KeptStatements(ctx, commissiondb.KeptStatementsParams{SiteID: siteID, Day: day})
	if err != nil {
		return nil, fmt.Errorf("kept statements: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	asked := commissiondb.KeepLinesParams{SiteID: siteID, Since: rows[0].Day, Day: day}
	for _, r := range rows {
		asked.Partners, asked.Days = append(asked.Partners, r.PartnerID), append(asked.Days, r.Day)
		asked.Since = earlier(asked.Since, r.Day)
	}
	given, err := q.KeepLines(ctx, asked)
	if err != nil {
		return nil, fmt.Errorf("corrections: %w", err)
	}
	corrected := map[keptKey]*keptStatement{}
	for _, g := range given {
		corrected[keptKey{g.PartnerID, g.KeptDay}] = nil
	}
	for _, r := range rows {
		k := keptKey{r.PartnerID, r.Day}
		if _, ok := corrected[k]; ok {
			corrected[k] = &keptStatement{KeptStatementsRow: r, rolling: map[waterfall.Product]*waterfall.Sum{}}
		}
	}
	if err := addCorrections(ctx, tx, siteID, corrected, all); err != nil {
		return nil, err
	}
	for _, r := range rows {
		if one := corrected[keptKey{r.PartnerID, r.Day}]; one != nil {
			o, err := one.offset()
			if err != nil {
				return nil, err
			}
			if o.Rolling != 0 || o.Losing != 0 {
				list = append(list, offset{partner: r.PartnerID, keptDay: r.Day, Offset: o})
			}
		}
	}
	return list, nil
}

// offset is an offset of a partner's statement.
type offset struct {
	partner string
	keptDay time.Time
	waterfall.Offset
}

// addCorrections adds up what belongs to statements that are kept, as of now.
func addCorrections(ctx context.Context, tx pgx.Tx, siteID string, to map[keptKey]*keptStatement, all *chains) error {
	asked := commissiondb.KeptLinesParams{SiteID: siteID}
	for k := range to {
		asked.Partners, asked.Days = append(asked.Partners, k.partner), append(asked.Days, k.day)
	}
	lines, err := commissiondb.New(tx).KeptLines(ctx, asked)
	if err != nil {
		return fmt.Errorf("corrections: %w", err)
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
		product, kept := waterfall.Product(l.Product), to[keptKey{l.PartnerID, l.KeptDay}]
		levels := all.byID[l.ChainID].of(product, int(l.Folders))
		if shares, err = waterfall.Shares(shares[:0], levels, l.Stake, l.Payout, l.Valid); err != nil {
			return fmt.Errorf("correction: %w", err)
		}
		own := shares[slices.IndexFunc(levels, func(one waterfall.Level) bool { return one.MemID == l.PartnerID })]
		if kept.rolling[product] == nil {
			kept.rolling[product] = &waterfall.Sum{}
		}
		kept.rolling[product].Add(own.Rolling)
		kept.losing.Add(own.Losing)
	}
	return nil
}

// offset returns what changes with the corrections: the statement comes to what it would have come to if they had stood in it.
func (k *keptStatement) offset() (o waterfall.Offset, err error) {
	o = waterfall.Offset{Day: k.Day.Format(time.DateOnly), No: int(k.No), Kept: k.Amount - k.Rolling - k.OffLosing}
	due, err := parseSum(k.CarriedOut)
	if err != nil {
		return o, err
	}
	due.Add(waterfall.WholeLosing(k.Losing)) // all of its losing share: what was carried over is the rest of it
	due.Add(k.losing)
	losing, _ := due.Floor(waterfall.LosingParts)
	losing = max(losing, 0)
	comes := k.Amount + k.OwedOut - k.Losing + losing
	for _, sum := range k.rolling {
		whole, _ := sum.Floor(waterfall.RollingParts)
		comes += whole
	}
	o.Losing = k.Losing - k.OffLosing - losing
	o.Rolling = o.Kept - max(comes, 0) - o.Losing
	return o, nil
}
