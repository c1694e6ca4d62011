package relay

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
)

// tellBets is how often a partner is told at most that its downline bets.
const tellBets = time.Second

// mostLarge bounds the large bets that partners of a site are told of at once; the page reads the others from the API.
const mostLarge = 50

// bets are those that the uplines have not been told of. The row of a bet's move names its upline; each partner gets one
// BET for however many bets there were, so that neither the bet path nor the site's stream carries a row for each.
type bets struct {
	partners map[string]map[string]bool // site → partners
	large    []event.Event              // each is told on its own, to the upline of its member
	before   outbox.Cursor              // the position before the oldest of them
	told     time.Time
	late     map[string]map[string]bool // as partners, of sites whose stream is held back: they are told when it is back, or read the API
}

// LargeBets has partners told of each bet of their downline from an amount on, which f returns for a site; for 0 no bet is large. Call it before Run.
func (r *Relay) LargeBets(f func(ctx context.Context, siteID string) money.Amount) { r.largeFrom = f }

// isLarge reports whether a bet is so large that its upline is told of it.
func (r *Relay) isLarge(ctx context.Context, row outbox.Row) (stake money.Amount, large bool) {
	if r.largeFrom == nil || row.Cmd != event.Cash { // a stake in another currency cannot be compared
		return 0, false
	}
	f, err := wallet.ParseFact(row.Fact)
	if err != nil || f.Kind != "bet" || f.Amount >= 0 {
		return 0, false
	}
	from := r.largeFrom(ctx, row.Site)
	return -f.Amount, from > 0 && -f.Amount >= from
}

// take notes the bets among rows that follow a position, and leaves the rows as what they are to their members.
func (b *bets) take(rows []outbox.Row, after outbox.Cursor, isLarge func(outbox.Row) (money.Amount, bool)) {
	for i := range rows {
		e := &rows[i].Event
		if !e.Cmd.Moves() || e.Upline == "" {
			continue
		}
		if len(b.partners) == 0 {
			b.partners, b.before = map[string]map[string]bool{}, after
		}
		if b.partners[e.Site] == nil {
			b.partners[e.Site] = map[string]bool{}
		}
		for partner := range strings.SplitSeq(e.Upline, ",") {
			b.partners[e.Site][partner] = true
		}
		if stake, large := isLarge(rows[i]); large && len(b.large) < mostLarge {
			b.large = append(b.large, event.Event{Site: e.Site, Upline: e.Upline, Cmd: event.Bet, Data1: e.Member, Data2: stake.String(), Trace: e.Trace})
		}
		e.Upline = ""
	}
}

// floor is how far everything was told when everything up to c was published: from there a new leader reads again.
func (b *bets) floor(c outbox.Cursor) outbox.Cursor {
	if len(b.partners) > 0 {
		return b.before
	}
	return c
}

// due reports whether the partners of a collected bet are to be told now.
func (b *bets) due(now time.Time) bool {
	return (len(b.partners) > 0 || len(b.late) > 0) && now.Sub(b.told) >= tellBets
}

// signals are the events that tell of all that waits, one for each site, and then those of large bets. c is the last row of a read that was not full:
// every row still to come is then of a later transaction, so an id behind all rows of c's transaction keeps the order
// of the stream, and is the same one when it is told again after a crash.
func (b *bets) signals(c outbox.Cursor, now time.Time) []live.Entry {
	var out []live.Entry
	for _, site := range slices.Sorted(maps.Keys(b.partners)) {
		out = append(out, live.Entry{
			ID: fmt.Sprintf("%d-%s", c.XID, strconv.FormatUint(live.OwnEntries, 10)),
			Event: event.Event{
				Site: site, Upline: strings.Join(slices.Sorted(maps.Keys(b.partners[site])), ","), Cmd: event.Bet, At: now,
			},
		})
	}
	for n, e := range b.large {
		e.At = now
		out = append(out, live.Entry{ID: fmt.Sprintf("%d-%s", c.XID, strconv.FormatUint(live.OwnEntries+1+uint64(n), 10)), Event: e})
	}
	return out
}

// tellPartners publishes what is due. c is as for signals. A stream that is held back gets nothing: what it lacks comes before c.
func (r *Relay) tellPartners(ctx context.Context, conn *pgx.Conn, c outbox.Cursor) error {
	now := r.clk.Now()
	if !r.bets.due(now) {
		return nil
	}
	next := bets{told: now, late: map[string]map[string]bool{}}
	wait := func(site string, partners map[string]bool) {
		if next.late[site] == nil {
			next.late[site] = map[string]bool{}
		}
		maps.Copy(next.late[site], partners)
	}
	if r.bets.partners == nil {
		r.bets.partners = map[string]map[string]bool{}
	}
	for site, partners := range r.bets.late {
		if r.isHeld(live.SiteStreamKey(site)) {
			wait(site, partners)
			continue
		}
		if r.bets.partners[site] == nil {
			r.bets.partners[site] = map[string]bool{}
		}
		maps.Copy(r.bets.partners[site], partners)
	}
	for _, e := range r.bets.signals(c, now) {
		stream := live.StreamOf(e.Event)
		if !r.isHeld(stream) {
			err := r.put(ctx, live.Batch{Stream: stream, Entries: []live.Entry{e}})[0].Err
			if isAway(err) {
				err = r.holdBack(ctx, conn, map[string]error{stream: err}, c)
			}
			if err != nil {
				return err
			}
		}
		if r.isHeld(stream) {
			wait(e.Site, r.bets.partners[e.Site])
		}
	}
	r.bets = next
	return r.store(ctx, conn, c)
}
