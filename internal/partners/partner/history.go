package partner

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/partner/partnerdb"
)

// Span is the rates of a partner for a time.
type Span struct {
	MemID        string
	Since, Until time.Time // Until is zero while they hold
	Rates        waterfall.Rates
	Insured      waterfall.Insurance
}

// History returns the rates of all partners of a site that held at some time from since on, those of a partner in their order. Before its
// first rates a partner has none: it earns nothing.
func History(ctx context.Context, db partnerdb.DBTX, siteID string, since time.Time) ([]Span, error) {
	rows, err := partnerdb.New(db).History(ctx, partnerdb.HistoryParams{SiteID: siteID, Since: since})
	if err != nil {
		return nil, fmt.Errorf("partner: history of rates: %w", err)
	}
	out := make([]Span, len(rows))
	for i, r := range rows {
		rates, err := waterfall.RatesOf(r.Rates)
		if err != nil {
			return nil, fmt.Errorf("partner: history of rates: %s: %w", r.MemberID, err)
		}
		out[i] = Span{MemID: r.MemberID, Since: r.Since, Rates: rates, Insured: waterfall.Insurance{From: r.InsuredFrom, Part: r.InsuredPart}}
		if r.Until != nil {
			out[i].Until = *r.Until
		}
	}
	return out, nil
}
