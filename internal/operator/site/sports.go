package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
)

// SportsOptions are the rules of the sportsbook. The largest stake is that of all bets (PlayOptions.MaxStake).
type SportsOptions struct {
	SportsMinStake  money.Amount `json:"sportsMinStake"`  // of level 1; that of other levels is times the level (D-22)
	SportsMaxWin    money.Amount `json:"sportsMaxWin"`    // of one bet of level 1, likewise
	SportsMaxPayout money.Amount `json:"sportsMaxPayout"` // of one bet, whatever the level (D-22)
	SportsMinOdds   odds.Price   `json:"sportsMinOdds"`   // of each selection (D-22)
	SportsMaxOdds   odds.Price   `json:"sportsMaxOdds"`   // of all selections together (D-22)
	SportsMaxLegs   int          `json:"sportsMaxLegs"`   // selections of a folder

	SportsBonusMinOdds odds.Price               `json:"sportsBonusMinOdds"` // of a selection that counts for a bonus (D-51)
	SportsBonuses      [SportsSteps]SportsBonus `json:"sportsBonuses"`
	SportsPairs        []string                 `json:"sportsPairs"` // selections of one match that a folder may have, as SportsPair names them (D-25)

	SportsDelaySeconds int `json:"sportsDelaySeconds"` // until a bet in play is decided (D-26)

	SportsCancelMinutes      int   `json:"sportsCancelMinutes"`      // how old a bet may be that its member cancels (D-23)
	SportsCancelAheadMinutes int   `json:"sportsCancelAheadMinutes"` // before the first match begins
	SportsCancelsPerDay      int64 `json:"sportsCancelsPerDay"`      // of a member on a day of the site's clock

	SportsCashOut            bool  `json:"sportsCashOut"`            // members may end a bet before its matches are over
	SportsCashOutBasisPoints int64 `json:"sportsCashOutBasisPoints"` // what the site keeps of its worth then

	BookSite string `json:"bookSite"` // read of the oldest site (site_book): whose staff decides matches for all sites (D-68); empty: its own
}

// SportsBonus raises the payout of a folder by a factor, from so many selections on; 0 selections: the step is not used.
type SportsBonus struct {
	Legs   int        `json:"legs"`
	Factor odds.Price `json:"factor"` // thousandths
}

const (
	// SportsSteps is how many steps the bonuses of folders have.
	SportsSteps = 3
	// SportsLegs bounds the selections of a slip on every site.
	SportsLegs = 20
	// sportsFactor bounds the bonus of a folder.
	sportsFactor odds.Price = 2000
	// sportsCashOut bounds what the site keeps of a bet that is cashed out, in basis points.
	sportsCashOut = 5_000
)

// SportsTerms name selections of a match in pairs (D-25).
var SportsTerms = []string{"win", "draw", "lose", "handicapWin", "handicapLose", "over", "under"}

// SportsPair names a pair of terms, whatever their order.
func SportsPair(one, other string) string {
	if slices.Index(SportsTerms, one) > slices.Index(SportsTerms, other) {
		one, other = other, one
	}
	return one + "+" + other
}

// ValidSportsPairs reports whether these are names of pairs, none of them twice.
func ValidSportsPairs(pairs []string) bool {
	seen := map[string]bool{}
	for _, p := range pairs {
		one, other, _ := strings.Cut(p, "+")
		if !slices.Contains(SportsTerms, one) || !slices.Contains(SportsTerms, other) || SportsPair(one, other) != p || seen[p] {
			return false
		}
		seen[p] = true
	}
	return true
}

// ValidSportsBonuses reports whether the steps that are used have different numbers of selections, and more of them pay no less.
func ValidSportsBonuses(steps [SportsSteps]SportsBonus) bool {
	for i, a := range steps {
		if a.Legs == 0 && a.Factor >= 0 && a.Factor <= sportsFactor {
			continue
		}
		if a.Legs < 2 || a.Legs > SportsLegs || a.Factor < odds.Unit || a.Factor > sportsFactor {
			return false
		}
		for _, b := range steps[:i] {
			if b.Legs != 0 && (a.Legs == b.Legs || a.Legs > b.Legs && a.Factor < b.Factor || a.Legs < b.Legs && a.Factor > b.Factor) {
				return false
			}
		}
	}
	return true
}

func (o SportsOptions) validate() error {
	for _, err := range []error{
		checkRange("sportsMinStake", o.SportsMinStake, money.Max), checkRange("sportsMaxWin", o.SportsMaxWin, money.Max),
		checkRange("sportsMaxPayout", o.SportsMaxPayout, money.Max), checkRange("sportsMinOdds and sportsMaxOdds", o.SportsMinOdds, o.SportsMaxOdds),
		checkRange("sportsMaxLegs", o.SportsMaxLegs, SportsLegs), checkRange("sportsBonusMinOdds", o.SportsBonusMinOdds, odds.MaxPrice),
	} {
		if err != nil {
			return err
		}
	}
	if o.SportsDelaySeconds < 0 || o.SportsCancelMinutes < 0 || o.SportsCancelAheadMinutes < 0 || o.SportsCancelsPerDay < 0 {
		return errors.New("times and counts of the sportsbook are not negative")
	}
	if o.SportsCashOutBasisPoints < 0 || o.SportsCashOutBasisPoints > sportsCashOut {
		return errors.New("sportsCashOutBasisPoints: out of range")
	}
	if !ValidSportsBonuses(o.SportsBonuses) {
		return errors.New("sportsBonuses: the steps do not fit")
	}
	if !ValidSportsPairs(o.SportsPairs) {
		return errors.New("sportsPairs: there is no such pair")
	}
	return nil
}

// Bonuses are those of folders.
func (o SportsOptions) Bonuses() odds.Bonuses {
	b := odds.Bonuses{MinPrice: o.SportsBonusMinOdds}
	for _, step := range o.SportsBonuses {
		if step.Legs > 0 {
			b.Steps = append(b.Steps, odds.Bonus{Legs: step.Legs, Factor: step.Factor})
		}
	}
	slices.SortFunc(b.Steps, func(x, y odds.Bonus) int { return y.Legs - x.Legs })
	return b
}

// Delay is SportsDelaySeconds.
func (o SportsOptions) Delay() time.Duration {
	return time.Duration(o.SportsDelaySeconds) * time.Second
}

// CancelAge is SportsCancelMinutes.
func (o SportsOptions) CancelAge() time.Duration {
	return time.Duration(o.SportsCancelMinutes) * time.Minute
}

// CancelAhead is SportsCancelAheadMinutes.
func (o SportsOptions) CancelAhead() time.Duration {
	return time.Duration(o.SportsCancelAheadMinutes) * time.Minute
}

// Sportsbook is all that a bet on the sportsbook needs to know of its site.
type Sportsbook struct {
	SportsOptions

	MaxStake money.Amount     `json:"maxStake"` // of all bets of level 1 (PlayOptions)
	Levels   map[string]Level `json:"levels"`
}

// Sportsbook returns the rules of the sportsbook.
func (o Options) Sportsbook() Sportsbook { return Sportsbook{o.SportsOptions, o.MaxStake, o.Levels} }

// With lays those of a site's stored options over the rules that stand in b. Options that do not belong to the sportsbook are not looked at.
func (b Sportsbook) With(stored []byte) (Sportsbook, error) {
	if len(stored) == 0 {
		return b, nil
	}
	b.Levels, b.SportsPairs = nil, slices.Clone(b.SportsPairs) // decoding would write into what other sites share
	if err := json.Unmarshal(stored, &b); err != nil {
		return b, fmt.Errorf("site options: %w", err)
	}
	if err := b.validate(); err != nil {
		return b, fmt.Errorf("site options: %w", err)
	}
	return b, nil
}

// Stakes returns the smallest stake and the largest one that any level may place.
func (b Sportsbook) Stakes() (least, most money.Amount) {
	for n := 1; n <= MaxLevel; n++ {
		own, _ := b.OfLevel(n)
		if n == 1 || own < least {
			least = own
		}
		stake := b.Levels[strconv.Itoa(n)].MaxStake
		if stake == 0 {
			stake = b.MaxStake * money.Amount(n)
		}
		most = max(most, stake)
	}
	return least, most
}

// OfLevel returns the smallest stake and the largest win of the members of a level: its own, or those of level 1 times the level (D-22).
func (b Sportsbook) OfLevel(n int) (minStake, maxWin money.Amount) {
	own := b.Levels[strconv.Itoa(n)]
	if minStake = own.SportsMinStake; minStake == 0 {
		minStake = b.SportsMinStake * money.Amount(n)
	}
	if maxWin = own.SportsMaxWin; maxWin == 0 {
		maxWin = b.SportsMaxWin * money.Amount(n)
	}
	return minStake, maxWin
}
