package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/audit/auditdb"
)

// spanEntries is how many entries one VerifySpan recomputes at most.
const spanEntries = 5_000

// mostFaults is how many faults of a span are named; one is enough to call for help.
const mostFaults = 20

// Span is a stretch of a site's chain that was recomputed.
type Span struct {
	From, To int64     // the numbers of its entries; an empty chain has none
	Since    time.Time // of the first of them; zero without entries
	Complete bool      // the span reaches the beginning of the chain, or what was archived
	Faults   []SpanFault
}

// SpanFault is an entry that is not as it was written, or is gone.
type SpanFault struct {
	Seq     int64
	Missing bool // else it was changed
}

// VerifySpan recomputes a bounded stretch of a site's chain, up to the entry upTo; 0 is the newest. A caller that goes on with upTo = From - 1
// until the chain is complete has recomputed all of it: each span begins with the hash that the next one ends with. Verify finds more,
// because it compares with ends of the chain that were written down elsewhere.
func (r *Reader) VerifySpan(ctx context.Context, site string, upTo int64) (Span, error) {
	q := auditdb.New(r.db)
	head, err := q.Head(ctx, site) // first: what is added from now on lies behind it
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Span{}, fmt.Errorf("audit: verify: %w", err)
	}
	anchor, err := q.Anchor(ctx, site)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Span{}, fmt.Errorf("audit: verify: %w", err)
	}
	newest := upTo <= 0 || upTo >= head.Seq
	if newest {
		upTo = head.Seq
	}
	tip := Tip{Site: site, Seq: anchor.Seq, Hash: anchor.Hash}
	out := Span{Complete: upTo-spanEntries <= anchor.Seq}
	if !out.Complete { // the entry before the span stands for all that is older
		tip = Tip{Site: site, Seq: upTo - spanEntries - 1}
	}
	rows, err := q.Chain(ctx, auditdb.ChainParams{SiteID: site, After: tip.Seq, Count: spanEntries + 1})
	if err != nil {
		return Span{}, fmt.Errorf("audit: verify: %w", err)
	}
	fault := func(seq int64, missing bool) {
		if len(out.Faults) < mostFaults {
			out.Faults = append(out.Faults, SpanFault{seq, missing})
		}
	}
	for i, e := range rows {
		if e.Seq > upTo {
			if head.Seq == 0 { // the head of the chain is gone
				fault(e.Seq, false)
			}
			break
		}
		if i == 0 && !out.Complete && e.Seq == tip.Seq+1 {
			tip.Seq, tip.Hash = e.Seq, e.Hash
			continue
		}
		missing, changed := tip.follow(e)
		if missing {
			fault(e.Seq-1, true)
		} else if changed {
			fault(e.Seq, false)
		}
		if out.From == 0 {
			if out.Since, err = time.Parse("2006-01-02T15:04:05.999999", e.At); err != nil {
				return Span{}, fmt.Errorf("audit: verify: %w", err)
			}
			out.From = e.Seq
		}
	}
	out.To = upTo
	if tip.Seq < upTo {
		fault(upTo, true)
	} else if newest && string(tip.Hash) != string(head.Hash) {
		fault(upTo, false)
	}
	return out, nil
}
