package minigame

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

// Beacon is a public randomness beacon, which neither the house nor a member can know or choose.
type Beacon interface {
	// Hash names the network.
	Hash() string
	// RoundAt returns the first round at or after a moment.
	RoundAt(t time.Time) uint64
	// Get returns the verified signature of a round and its randomness. It fails while the round is not out.
	Get(ctx context.Context, round uint64) (signature []byte, randomness [32]byte, err error)
}

// Options of a dealer. Zero values mean the figures given here.
type Options struct {
	Close time.Duration // before its draw a round takes no more bets (D-49): 10 s
	Late  time.Duration // after which a round that could not be drawn is void (D-49): 10 min
	Chain int           // seeds of a chain: 100,000
}

func (o Options) filled() Options {
	if o.Close == 0 {
		o.Close = 10 * time.Second
	}
	if o.Late == 0 {
		o.Late = 10 * time.Minute
	}
	if o.Chain == 0 {
		o.Chain = 100_000
	}
	return o
}

// Dealer opens rounds and draws them. Any number may run: a round is opened once and drawn once. It is not safe for concurrent use.
type Dealer struct {
	db     *pgxpool.Pool
	clk    clock.Clock
	box    *vault.Vault
	beacon Beacon // nil for draws without a beacon, whose outcomes the house could know ahead
	o      Options

	chains map[string]*fairness.Chain // that were opened, by their ids
	until  time.Time                  // when the beacon is asked no more before the next look at what is due
}

// NewDealer returns a dealer that seals its chains in box.
func NewDealer(db *pgxpool.Pool, clk clock.Clock, box *vault.Vault, b Beacon, o Options) *Dealer {
	return &Dealer{db: db, clk: clk, box: box, beacon: b, o: o.filled(), chains: map[string]*fairness.Chain{}}
}

// purpose is under which the last seeds of chains are sealed.
const purpose = "minigame chain"

// ahead is the number of rounds of a game whose commitments are public at any time: the one that takes bets, and the one after it.
const ahead = 2

// Open makes the rounds of every game that should be there now, each with its commitment, and returns how many it made.
func (d *Dealer) Open(ctx context.Context) (made int, err error) {
	known, err := d.newest(ctx)
	if err != nil {
		return 0, err
	}
	now := d.clk.Now()
	for _, g := range draw.Games() {
		if last := g.RoundAt(now) + ahead - 1; known[g.Code] >= last {
			continue
		}
		n, failed := d.openGame(ctx, g, now)
		made, err = made+n, errors.Join(err, failed)
	}
	return made, err
}

// newest returns the highest round of each game; of a game without rounds none.
func (d *Dealer) newest(ctx context.Context) (map[string]int64, error) {
	known := map[string]int64{}
	err := d.eachGame(ctx, `SELECT game, no FROM minigame_newest($1)`, func(game string, no int64) { known[game] = no })
	return known, err
}

// eachGame asks for a number of each game.
func (d *Dealer) eachGame(ctx context.Context, sql string, take func(game string, n int64)) error {
	rows, err := d.db.Query(ctx, sql, codes())
	if err != nil {
		return fmt.Errorf("minigame: rounds: %w", err)
	}
	var game string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&game, &n}, func() error {
		take(game, n)
		return nil
	})
	if err != nil {
		return fmt.Errorf("minigame: rounds: %w", err)
	}
	return nil
}

// codes are those of all games.
func codes() []string {
	games := draw.Games()
	all := make([]string, len(games))
	for i, g := range games {
		all[i] = g.Code
	}
	return all
}

// lock lets one transaction at a time change the rounds of a game. A program that freezes with it must not hold up the others.
func lock(ctx context.Context, tx pgx.Tx, game string) error {
	if err := pg.Brief(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('minigame ' || $1, 0))`, game); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

// openGame makes the rounds of a game that are missing, from the one that can still take bets on.
func (d *Dealer) openGame(ctx context.Context, g draw.Game, now time.Time) (made int, err error) {
	err = pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		made = 0
		if err := lock(ctx, tx, g.Code); err != nil {
			return err
		}
		first := g.RoundAt(now)
		for no := first; no < first+ahead; no++ {
			if g.DrawTime(no).Add(-2 * d.o.Close).Before(now) { // it would hardly take bets
				continue
			}
			one, err := d.openRound(ctx, tx, g, no, now)
			if err != nil {
				return fmt.Errorf("round %d: %w", no, err)
			}
			if one {
				made++
			}
		}
		if made == 0 {
			return nil
		}
		return tell(ctx, tx, g)
	})
	if err != nil {
		return 0, fmt.Errorf("minigame: open %s: %w", g.Code, err)
	}
	return made, nil
}

// link is a place in a chain.
type link struct {
	chain   string
	firstNo int64
	length  int
	place   int
	head    fairness.Hash
}

// openRound makes a round, unless it is there.
func (d *Dealer) openRound(ctx context.Context, tx pgx.Tx, g draw.Game, no int64, now time.Time) (made bool, err error) {
	var there bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM minigame_round WHERE game = $1 AND no >= $2)`, g.Code, no).Scan(&there); err != nil || there {
		return false, err
	}
	l, err := d.next(ctx, tx, g, no)
	if err != nil {
		return false, err
	}
	chain, err := d.chain(ctx, tx, l.chain)
	if err != nil {
		return false, err
	}
	commitment := fairness.Commitment(chain.Seed(l.place))
	at := g.DrawTime(no)
	opens := g.DrawTime(no - 1)
	if opens.Before(now) { // the commitment stands before betting opens
		opens = now
	}
	var network string
	var round uint64
	if d.beacon != nil {
		network, round = d.beacon.Hash(), d.beacon.RoundAt(at)
	}
	var before *int64
	if l.place > 1 {
		b := no - 1
		before = &b
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO minigame_round (game, no, chain_id, first_no, length, head, place, before, commitment, beacon, beacon_round, rules, opens_at, closes_at, draws_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		g.Code, no, l.chain, l.firstNo, l.length, l.head[:], l.place, before, commitment[:], network, int64(round), draw.Version, opens, at.Add(-d.o.Close), at)
	return err == nil, err
}

// next returns the place of a round: after the round before, or, after a pause, at the beginning of a new chain. So a database that was restored from a backup does not use
// seeds again that were told since: while it was away, rounds were missed.
func (d *Dealer) next(ctx context.Context, tx pgx.Tx, g draw.Game, no int64) (link, error) {
	var l link
	var head []byte
	var sealed string
	err := tx.QueryRow(ctx, `
		SELECT r.chain_id, r.first_no, r.length, r.place + 1, r.head, c.sealed FROM minigame_round r JOIN minigame_chain c ON c.id = r.chain_id
		 WHERE r.game = $1 AND r.no = $2 AND r.place < r.length`, g.Code, no-1).Scan(&l.chain, &l.firstNo, &l.length, &l.place, &head, &sealed)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return d.begin(ctx, tx, g, no)
	case err != nil:
		return link{}, err
	case !d.box.Current(sealed): // the seal key was changed: a new chain is sealed under the new one
		return d.begin(ctx, tx, g, no)
	}
	l.head = fairness.Hash(head)
	return l, nil
}

// begin makes a new chain, whose first seed is of a round.
func (d *Dealer) begin(ctx context.Context, tx pgx.Tx, g draw.Game, no int64) (link, error) {
	var last fairness.Hash
	_, _ = rand.Read(last[:]) // never fails: the runtime aborts the program first
	chain := fairness.NewChain(last, d.o.Chain)
	l := link{chain: id.New(), firstNo: no, length: d.o.Chain, place: 1, head: chain.Head()}
	_, err := tx.Exec(ctx, `INSERT INTO minigame_chain (id, game, first_no, head, length, sealed) VALUES ($1, $2, $3, $4, $5, $6)`,
		l.chain, g.Code, no, l.head[:], l.length, d.box.Seal(purpose, l.chain, last[:]))
	if err != nil {
		return link{}, fmt.Errorf("chain: %w", err)
	}
	return l, nil
}

type queryRower interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// chain opens a chain.
func (d *Dealer) chain(ctx context.Context, db queryRower, name string) (*fairness.Chain, error) {
	if c := d.chains[name]; c != nil {
		return c, nil
	}
	var sealed string
	var length int
	if err := db.QueryRow(ctx, `SELECT sealed, length FROM minigame_chain WHERE id = $1`, name).Scan(&sealed, &length); err != nil {
		return nil, fmt.Errorf("chain: %w", err)
	}
	last, err := d.box.Open(purpose, name, sealed)
	if err != nil {
		return nil, fmt.Errorf("chain: %w", err)
	}
	if len(d.chains) > 4*len(draw.Games()) { // of games that paused
		clear(d.chains)
	}
	c := fairness.NewChain(fairness.Hash(last), length)
	d.chains[name] = c
	return c, nil
}

// Next returns when the dealer has something to do again: the next draw of any game.
func (d *Dealer) Next(now time.Time) (next time.Time) {
	for _, g := range draw.Games() {
		if at := g.DrawTime(g.RoundAt(now)); next.IsZero() || at.Before(next) {
			next = at
		}
	}
	return next
}

// Heights returns how many seeds of each game's newest chain are left, by the game.
func (d *Dealer) Heights(ctx context.Context) (map[string]int64, error) {
	left := map[string]int64{}
	err := d.eachGame(ctx, `SELECT game, left_over FROM minigame_newest($1)`, func(game string, n int64) { left[game] = n })
	return left, err
}
