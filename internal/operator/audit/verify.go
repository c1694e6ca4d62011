package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hubstake/internal/operator/audit/auditdb"
)

// Tip is the end of a site's chain, or an earlier end of it that was written down elsewhere.
type Tip struct {
	Site string
	Seq  int64
	Hash []byte
}

// String is site:seq:hash, as ParseTip takes it.
func (t Tip) String() string { return fmt.Sprintf("%s:%d:%x", t.Site, t.Seq, t.Hash) }

// ParseTip reads a tip that was written down.
func ParseTip(s string) (Tip, error) {
	p := strings.Split(s, ":")
	if len(p) != 3 {
		return Tip{}, fmt.Errorf("audit: %q is not site:seq:hash", s)
	}
	seq, err := strconv.ParseInt(p[1], 10, 64)
	hash, err2 := hex.DecodeString(p[2])
	if err != nil || err2 != nil || seq < 1 || len(hash) != sha256.Size {
		return Tip{}, fmt.Errorf("audit: %q is not site:seq:hash", s)
	}
	return Tip{p[0], seq, hash}, nil
}

// verifyBatch is how many entries are read at once.
const verifyBatch = 1000

// Verify recomputes all chains and returns their tips, and in faults what is not as it was written: an entry that was
// changed, taken out, put in or cut off. known are tips that were written down elsewhere: with them a chain that was made
// again as a whole is found as well. Entries that are written meanwhile do no harm.
func Verify(ctx context.Context, db auditdb.DBTX, known ...Tip) (tips []Tip, faults []string, err error) {
	q := auditdb.New(db)
	heads, err := q.Heads(ctx) // first: what is added from now on lies behind them
	if err != nil {
		return nil, nil, fmt.Errorf("audit: verify: %w", err)
	}
	sites, err := q.SitesOfEntries(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("audit: verify: %w", err)
	}
	anchors, err := q.Anchors(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("audit: verify: %w", err)
	}
	begin := map[string]Tip{}
	for _, a := range anchors {
		begin[a.SiteID] = Tip{a.SiteID, a.Seq, a.Hash}
		sites = append(sites, a.SiteID)
	}
	want := slices.Clone(known)
	for _, h := range heads {
		want = append(want, Tip{h.SiteID, h.Seq, h.Hash})
		sites = append(sites, h.SiteID)
	}
	for _, t := range known {
		sites = append(sites, t.Site)
	}
	slices.Sort(sites)
	for _, site := range slices.Compact(sites) {
		from := begin[site]
		from.Site = site
		tip, bad, err := verifySite(ctx, q, from, want)
		if err != nil {
			return nil, nil, err
		}
		tips, faults = append(tips, tip), append(faults, bad...)
		if !slices.ContainsFunc(heads, func(h auditdb.AuditHead) bool { return h.SiteID == site }) {
			faults = append(faults, fmt.Sprintf("%s: the head of the chain is gone", site))
		}
	}
	return tips, faults, nil
}

// verifySite goes through a chain from its beginning, or from what follows the entries that were archived.
func verifySite(ctx context.Context, q *auditdb.Queries, tip Tip, want []Tip) (_ Tip, faults []string, err error) {
	site := tip.Site
	for {
		rows, err := q.Chain(ctx, auditdb.ChainParams{SiteID: site, After: tip.Seq, Count: verifyBatch})
		if err != nil {
			return tip, nil, fmt.Errorf("audit: verify %s: %w", site, err)
		}
		for _, r := range rows {
			before := tip.Seq
			missing, changed := tip.follow(r)
			if missing {
				faults = append(faults, fmt.Sprintf("%s: between %d and %d entries are missing", site, before, r.Seq))
			}
			if changed {
				faults = append(faults, fmt.Sprintf("%s: entry %d (id %d) is not as it was written, or does not follow the one before", site, r.Seq, r.ID))
			}
			for _, t := range want {
				if t.Site == site && t.Seq == r.Seq && !bytes.Equal(t.Hash, r.Hash) {
					faults = append(faults, fmt.Sprintf("%s: entry %d is another than was written down", site, r.Seq))
				}
			}
		}
		if len(rows) < verifyBatch {
			break
		}
	}
	for _, t := range want {
		if t.Site == site && t.Seq > tip.Seq {
			faults = append(faults, fmt.Sprintf("%s: the chain ends at %d, it was %d long", site, tip.Seq, t.Seq))
		}
	}
	return tip, faults, nil
}

// follow moves the tip to the next entry and reports whether entries between them are missing, and whether the entry is not as it was written
// or does not follow the one before.
func (t *Tip) follow(r auditdb.ChainRow) (missing, changed bool) {
	missing, changed = r.Seq != t.Seq+1, !bytes.Equal(r.Hash, hashOf(t.Hash, t.Site, r))
	t.Seq, t.Hash = r.Seq, r.Hash
	return missing, changed
}

// hashOf is audit_hash of the migrations: computed here, so that a function of the database that was exchanged is found too.
func hashOf(before []byte, site string, r auditdb.ChainRow) []byte {
	h := sha256.New()
	h.Write(before)
	for i, f := range []string{
		strconv.FormatInt(r.Seq, 10), site, r.Actor, r.Action, r.Target, r.Detail, r.Ip, r.Trace, r.At,
	} {
		if i > 0 {
			h.Write([]byte(","))
		}
		h.Write([]byte(strconv.Itoa(len(f)) + ":" + f))
	}
	return h.Sum(nil)
}
