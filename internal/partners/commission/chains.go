package commission

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/commission/commissiondb"
	"hubstake/internal/partners/partner"
)

// chain is the upline of a bettor with the rates that a bet is paid by.
type chain struct {
	id      int64
	hash    [sha256.Size]byte
	upline  []string // nearest first
	rates   []waterfall.Rates
	insured []waterfall.Insurance

	since, until time.Time // of its bets, as far as it is known here; until is zero while it holds
	levels       map[levelsKey][]waterfall.Level
}

type levelsKey struct {
	product waterfall.Product
	folders int
}

// head is the partner at the top.
func (c *chain) head() string { return c.upline[len(c.upline)-1] }

// of returns the levels of a bet, made once for all bets of its kind.
func (c *chain) of(p waterfall.Product, folders int) []waterfall.Level {
	k := levelsKey{p, min(folders, 7)}
	if p != waterfall.Sports {
		k.folders = 1
	}
	if l, ok := c.levels[k]; ok {
		return l
	}
	levels := make([]waterfall.Level, len(c.upline))
	for i, memID := range c.upline {
		levels[i] = waterfall.LevelOf(memID, c.rates[i], c.insured[i], p, folders)
	}
	if c.levels == nil {
		c.levels = map[levelsKey][]waterfall.Level{}
	}
	c.levels[k] = levels
	return levels
}

// ofBonus returns the levels of a gift of the house.
func (c *chain) ofBonus() []waterfall.Level {
	levels := make([]waterfall.Level, len(c.upline))
	for i, memID := range c.upline {
		levels[i] = waterfall.BonusLevelOf(memID, c.rates[i])
	}
	return levels
}

// texts are the chain as it is kept.
func (c *chain) texts() (upline, rates, insured string) {
	var r, in []string
	for i := range c.upline {
		for _, n := range c.rates[i] {
			r = append(r, strconv.Itoa(int(n)))
		}
		in = append(in, strconv.FormatInt(c.insured[i].From, 10), strconv.Itoa(int(c.insured[i].Part)))
	}
	return strings.Join(c.upline, ","), strings.Join(r, ","), strings.Join(in, ",")
}

func chainOf(r commissiondb.ChainsByIDRow) (*chain, error) {
	c := &chain{id: r.ID, upline: r.Upline, rates: make([]waterfall.Rates, len(r.Upline)), insured: make([]waterfall.Insurance, len(r.Upline))}
	for i := range r.Upline {
		var err error
		if c.rates[i], err = waterfall.RatesOf(r.Rates[i*waterfall.Count : (i+1)*waterfall.Count]); err != nil {
			return nil, err
		}
		c.insured[i] = waterfall.Insurance{From: r.Insured[2*i], Part: int32(r.Insured[2*i+1])}
	}
	return c, nil
}

// chains finds the chains of the bets of a site.
type chains struct {
	site  string
	spans map[string][]partner.Span // of a partner, in their order
	byKey map[string][]*chain       // by the upline, nearest first, comma separated
	byID  map[int64]*chain
	fresh []*chain // without an id yet
}

// readChains reads the rates of a site that held at some time from since on.
func readChains(ctx context.Context, tx pgx.Tx, siteID string, since time.Time) (*chains, error) {
	spans, err := partner.History(ctx, tx, siteID, since)
	if err != nil {
		return nil, err
	}
	all := &chains{site: siteID, spans: map[string][]partner.Span{}, byKey: map[string][]*chain{}, byID: map[int64]*chain{}}
	for _, s := range spans {
		all.spans[s.MemID] = append(all.spans[s.MemID], s)
	}
	return all, nil
}

// at returns the chain of an upline at a moment.
func (a *chains) at(key string, at time.Time) *chain {
	for _, c := range a.byKey[key] {
		if !at.Before(c.since) && (c.until.IsZero() || at.Before(c.until)) {
			return c
		}
	}
	c := &chain{upline: strings.Split(key, ",")}
	for _, memID := range c.upline {
		s := a.span(memID, at)
		c.rates, c.insured = append(c.rates, s.Rates), append(c.insured, s.Insured)
		if s.Since.After(c.since) {
			c.since = s.Since
		}
		if !s.Until.IsZero() && (c.until.IsZero() || s.Until.Before(c.until)) {
			c.until = s.Until
		}
	}
	upline, rates, insured := c.texts()
	c.hash = sha256.Sum256([]byte(upline + "\n" + rates + "\n" + insured))
	a.byKey[key], a.fresh = append(a.byKey[key], c), append(a.fresh, c)
	return c
}

// span returns the rates of a partner at a moment; before its first ones it has none.
func (a *chains) span(memID string, at time.Time) partner.Span {
	spans := a.spans[memID]
	i, found := slices.BinarySearchFunc(spans, at, func(s partner.Span, at time.Time) int { return s.Since.Compare(at) })
	if !found {
		i--
	}
	if i >= 0 && (spans[i].Until.IsZero() || at.Before(spans[i].Until)) {
		return spans[i]
	}
	none := partner.Span{MemID: memID}
	if i >= 0 {
		none.Since = spans[i].Until
	}
	if i+1 < len(spans) {
		none.Until = spans[i+1].Since
	}
	return none
}

const keepChainsSQL = `
INSERT INTO commission_chain (site_id, hash, upline, rates, insured)
SELECT $1, u.hash, string_to_array(u.upline, ','), string_to_array(u.rates, ',')::int[], string_to_array(u.insured, ',')::bigint[]
  FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[]) AS u (hash, upline, rates, insured)
ON CONFLICT (site_id, hash) DO NOTHING`

// keep stores the chains that are new and gives them their ids.
func (a *chains) keep(ctx context.Context, tx pgx.Tx) error {
	if len(a.fresh) == 0 {
		return nil
	}
	byHash := map[string][]*chain{}
	for _, c := range a.fresh {
		byHash[string(c.hash[:])] = append(byHash[string(c.hash[:])], c)
	}
	var hashes [][]byte
	var uplines, rates, insured []string
	for hash, list := range byHash {
		u, r, in := list[0].texts()
		hashes, uplines, rates, insured = append(hashes, []byte(hash)), append(uplines, u), append(rates, r), append(insured, in)
	}
	if _, err := tx.Exec(ctx, keepChainsSQL, a.site, hashes, uplines, rates, insured); err != nil {
		return fmt.Errorf("commission: chains: %w", err)
	}
	rows, err := commissiondb.New(tx).Chains(ctx, commissiondb.ChainsParams{SiteID: a.site, Hashes: hashes})
	if err != nil {
		return fmt.Errorf("commission: chains: %w", err)
	}
	if len(rows) != len(hashes) {
		return fmt.Errorf("commission: %d of %d chains were kept", len(rows), len(hashes))
	}
	for _, r := range rows {
		for _, c := range byHash[string(r.Hash)] {
			c.id = r.ID
			a.byID[r.ID] = c
		}
	}
	a.fresh = nil
	return nil
}

// load reads the chains with these ids that are not known yet.
func (a *chains) load(ctx context.Context, db commissiondb.DBTX, ids []int64) error {
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id int64) bool { return a.byID[id] != nil })
	if len(ids) == 0 {
		return nil
	}
	rows, err := commissiondb.New(db).ChainsByID(ctx, ids)
	if err != nil {
		return fmt.Errorf("commission: chains: %w", err)
	}
	for _, r := range rows {
		if a.byID[r.ID], err = chainOf(r); err != nil {
			return err
		}
	}
	if len(rows) != len(ids) {
		return fmt.Errorf("commission: %d of %d chains are there", len(rows), len(ids))
	}
	return nil
}

// inOrder sorts by the time of a bet, then by its number.
func inOrder(a, b *round) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.id, b.id)) }
