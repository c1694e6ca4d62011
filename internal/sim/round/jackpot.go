package round

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
)

// bucketPools holds the jackpots: group 0 level 0 currency → Pool.
var bucketPools = []byte("pools")

// winsKept is how many wins a pool remembers.
const winsKept = 5

// JackpotWin is what a round won from a pool.
type JackpotWin struct {
	Level  string       `json:"level"`
	Amount money.Amount `json:"amount"`
}

// PoolWin is a win as its pool remembers it.
type PoolWin struct {
	Round  string       `json:"round"`
	Game   string       `json:"game"`
	Amount money.Amount `json:"amount"`
	At     time.Time    `json:"at"`
}

// Pool is one jackpot: a level of a group in a currency. A round moves it in the write that keeps the round's outcome, so a crash
// leaves both or neither, and of two rounds that win at once the second one gets the seed.
//
// Parts are game.RateParts to a minor unit. Parts = Contributed + (Seeded - Paid) × game.RateParts, always.
type Pool struct {
	Group    string `json:"group"`
	Level    string `json:"level"`
	Currency string `json:"currency"`

	Parts       int64        `json:"parts"`       // what stands in the pool
	Contributed int64        `json:"contributed"` // parts that stakes brought
	Seeded      money.Amount `json:"seeded"`      // what this vendor has put in, a seed for each beginning
	Paid        money.Amount `json:"paid"`        // what rounds have won
	Wins        []PoolWin    `json:"wins"`        // newest first
}

// Amount is what the pool pays now: whole minor units. A rest stays in the pool when it is won.
func (p *Pool) Amount() money.Amount { return money.Amount(p.Parts / game.RateParts) }

// seed puts the vendor's own money in.
func (p *Pool) seed(l game.Level) {
	seed := l.SeedIn(p.Currency)
	p.Seeded += seed
	p.Parts += int64(seed) * game.RateParts
}

// contribute adds a level's share of a stake.
func (p *Pool) contribute(l game.Level, stake money.Amount) {
	share := int64(stake) * int64(l.Rate)
	p.Contributed += share
	p.Parts += share
}

// pay takes the pool out for a round and begins it again with its seed.
func (p *Pool) pay(l game.Level, r *Round) money.Amount {
	won := p.Amount()
	p.Paid += won
	p.Parts -= int64(won) * game.RateParts
	p.Wins = slices.Insert(p.Wins, 0, PoolWin{Round: r.ID, Game: r.Game, Amount: won, At: r.BegunAt})
	p.Wins = p.Wins[:min(len(p.Wins), winsKept)]
	p.seed(l)
	return won
}

// pool reads a pool; one that no round has moved yet stands at its seed.
func pool(tx *bbolt.Tx, group string, l game.Level, currency string) (p Pool, err error) {
	err = get(tx, bucketPools, poolID(group, l.Code, currency), &p)
	if errors.Is(err, ErrNotFound) {
		p, err = Pool{Group: group, Level: l.Code, Currency: currency, Wins: []PoolWin{}}, nil
		p.seed(l)
	}
	return p, err
}

func poolID(group, level, currency string) string { return group + "\x00" + level + "\x00" + currency }

// takePart moves the pools of a round's game: each level gets its share of the stake, and those that the round has drawn are paid to
// it. The transaction may be run again, so what the round won is set and not added.
func takePart(tx *bbolt.Tx, r *Round, j *game.Jackpot) error {
	if j == nil {
		return nil
	}
	for _, l := range j.Levels {
		p, err := pool(tx, j.Group, l, r.Currency)
		if err != nil {
			return fmt.Errorf("jackpot: %w", err)
		}
		p.contribute(l, r.Stake)
		if i := slices.IndexFunc(r.Jackpots, func(w JackpotWin) bool { return w.Level == l.Code }); i >= 0 {
			r.Jackpots[i].Amount = p.pay(l, r)
		}
		if err := put(tx, bucketPools, poolID(j.Group, l.Code, r.Currency), p); err != nil {
			return err
		}
	}
	return nil
}

// Pools lists all jackpots in the given currencies, in the order of the catalogue.
func (s *Store) Pools(currencies []string) ([]Pool, error) {
	groups, _ := game.Jackpots()
	list := []Pool{}
	err := s.db.View(func(tx *bbolt.Tx) error {
		for _, j := range groups {
			for _, currency := range currencies {
				for _, l := range j.Levels {
					p, err := pool(tx, j.Group, l, currency)
					if err != nil {
						return fmt.Errorf("jackpot: %w", err)
					}
					list = append(list, p)
				}
			}
		}
		return nil
	})
	return list, err
}

// Pools lists all jackpots in the given currencies.
func (s *Service) Pools(currencies ...string) ([]Pool, error) { return s.store.Pools(currencies) }

// drawJackpots draws which jackpots a round wins, from the numbers after those of the reels; their amounts are known when the round is written. forced is a level that wins on
// demand (chaos.Settings.Jackpot).
func (s *Service) drawJackpots(r *Round, src game.Source, forced string) {
	j := s.games[r.Game].Info().Jackpot
	if j == nil {
		return
	}
	won := j.Won(src, r.Currency, r.Stake)
	if _, known := j.Level(forced); known && !slices.Contains(won, forced) {
		won = append(won, forced)
	}
	for _, level := range won {
		r.Jackpots = append(r.Jackpots, JackpotWin{Level: level})
		s.m.jackpots.WithLabelValues(j.Group, level).Inc()
	}
}
