// Package chaos makes the simulated vendor misbehave on demand, as real vendors and networks do: late, doubled, lost and out
// of order. It exists in development only; in production the box stays empty.
package chaos

import (
	"errors"
	"slices"
	"sync"
	"time"

	"hubstake/internal/sim/game"
)

// What OutOfOrder may be.
const (
	WinFirst      = "win"      // the win call goes out before its bet, and again after it
	RollbackFirst = "rollback" // a rollback of the bet goes out before the bet
)

// What Transfer may be, for orders of the operator that move money. The connection is cut after DelayMs, so a long one is a
// timeout.
const (
	TransferBefore     = "before"      // cut, and nothing was done
	TransferAfter      = "after"       // carried out, then cut
	TransferError      = "error"       // 500, and nothing was done
	TransferErrorAfter = "error-after" // carried out, then 500
	TransferTwice      = "twice"       // carried out by two at once, as a vendor does that got it twice
	TransferSlow       = "slow"        // carried out, and the answer comes after DelayMs
)

// Outages: of launches, of everything about orders, of the list of jackpots, and of the sports feed.
const (
	OutageRefuse = "refuse" // the connection is cut without an answer
	OutageError  = "error"  // 503
	OutageSlow   = "slow"   // the answer comes after DelayMs
)

// Faults of the pages of the sports feed.
const (
	SportsLate       = "late"       // everything is told DelayMs late
	SportsDuplicate  = "duplicate"  // every change comes twice
	SportsOrder      = "order"      // every second change comes one page later, after newer ones
	SportsContradict = "contradict" // a result is followed by another one that is no correction
	SportsAbsurd     = "absurd"     // prices and scores that cannot be
	SportsSilent     = "silent"     // nothing comes, and no price is vouched for; later it goes on where it was
)

// Faults of the randomness beacon.
const (
	BeaconLate    = "late"    // each round is out DelayMs late
	BeaconMissing = "missing" // no round is there, however old it is
	BeaconForged  = "forged"  // each round has the signature of the one after it
)

// Settings are the faults in force. The zero value is a vendor that behaves.
type Settings struct {
	DelayMs    int    `json:"delayMs"`    // each wallet call, a slow launch, and an order with a fault wait so long, and a late sports feed or beacon lags so far; 0 … 60000
	Duplicate  int    `json:"duplicate"`  // each wallet call is sent so many times at once; 0 and 1 are once, at most 50
	LoseAnswer int    `json:"loseAnswer"` // so many answers of each wallet call are thrown away after they came; 0 … 10
	OutOfOrder string `json:"outOfOrder"` // "", win or rollback
	Transfer   string `json:"transfer"`   // "", before, after, error, error-after, twice or slow
	Outage     string `json:"outage"`     // "", refuse, error or slow
	Jackpot    string `json:"jackpot"`    // "", or the level that every spin wins in games with jackpots: mini, major or grand
	Sports     string `json:"sports"`     // "", late, duplicate, order, contradict, absurd or silent
	Beacon     string `json:"beacon"`     // "", late, missing or forged
	Times      int    `json:"times"`      // after so many spins, launches, orders, pages of the sports feed or rounds of the beacon the faults end by themselves; 0 is never
}

// ErrSettings says that settings are outside their bounds.
var ErrSettings = errors.New("fault: settings out of bounds")

// Validate checks the bounds.
func (s Settings) Validate() error {
	ordered := s.OutOfOrder == "" || s.OutOfOrder == WinFirst || s.OutOfOrder == RollbackFirst
	outage := s.Outage == "" || s.Outage == OutageRefuse || s.Outage == OutageError || s.Outage == OutageSlow
	jackpots := []string{"", game.LevelMini, game.LevelMajor, game.LevelGrand}
	transfers := []string{"", TransferBefore, TransferAfter, TransferError, TransferErrorAfter, TransferTwice, TransferSlow}
	sports := []string{"", SportsLate, SportsDuplicate, SportsOrder, SportsContradict, SportsAbsurd, SportsSilent}
	beacons := []string{"", BeaconLate, BeaconMissing, BeaconForged}
	if !slices.Contains(beacons, s.Beacon) || !slices.Contains(sports, s.Sports) || !slices.Contains(jackpots, s.Jackpot) || !ordered || !outage || !slices.Contains(transfers, s.Transfer) || s.DelayMs < 0 || s.DelayMs > 60_000 || s.Duplicate < 0 || s.Duplicate > 50 ||
		s.LoseAnswer < 0 || s.LoseAnswer > 10 || s.Times < 0 || s.Times > 1_000_000 {
		return ErrSettings
	}
	return nil
}

// Delay is DelayMs as a duration.
func (s Settings) Delay() time.Duration { return time.Duration(s.DelayMs) * time.Millisecond }

// Copies is how often a wallet call is sent at once.
func (s Settings) Copies() int { return max(1, s.Duplicate) }

// Box holds the settings in force. It is safe for concurrent use; the zero Box is a vendor that behaves.
type Box struct {
	mu       sync.Mutex
	settings Settings
}

// Set replaces the settings.
func (b *Box) Set(s Settings) error {
	if err := s.Validate(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settings = s
	return nil
}

// Get shows the settings without using them up.
func (b *Box) Get() Settings {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.settings
}

// Take returns the settings for one spin, launch, order, page of the sports feed or round of the beacon and counts it against Times.
func (b *Box) Take() Settings {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.settings
	if s.Times > 0 {
		if b.settings.Times--; b.settings.Times == 0 {
			b.settings = Settings{}
		}
	}
	return s
}
