package bet

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/sports"
)

// MaxLegs is the most selections that a slip may have on any site.
const MaxLegs = site.SportsLegs

// Choice says which changes of price a member accepts without being asked (D-26).
type Choice string

// The choices. None is that of a member who never chose.
const (
	Stored Choice = "" // of a slip that does not say: the one that the member stored (SetChoice)
	None   Choice = "none"
	Better Choice = "better" // prices that went up
	Any    Choice = "any"
)

func (c Choice) valid() bool { return c == None || c == Better || c == Any }

// takes reports whether a member takes now instead of what was shown. More is better.
func (c Choice) takes(shown, now int64) bool {
	return now == shown || c == Any || c == Better && now > shown
}

// Leg is a selection as the member saw it.
type Leg struct {
	Market  int64
	Key     odds.Key
	Price   odds.Price
	Version int64 // of the price
}

// Slip is a bet that a member asks for: a single, or a folder of selections that must all win.
type Slip struct {
	Legs   []Leg
	Stake  money.Amount
	Accept Choice
}

// chosen returns the slip with a choice: its own, else c.
func (s Slip) chosen(c Choice) Slip {
	s.Accept = cmp.Or(s.Accept, c)
	return s
}

// keyForm is the form of keys: what a database refuses as text, such as a zero byte, must not fail the bets of others in the same transaction.
var keyForm = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)

// ErrForm reports a slip that no page of ours sends: too few or too many legs, one selection twice, an unknown choice, no stake.
var ErrForm = errors.New("bet: not a slip")

// Check returns ErrForm, with the reason, when the slip cannot be one.
func (s Slip) Check() error {
	if len(s.Legs) == 0 || len(s.Legs) > MaxLegs {
		return fmt.Errorf("%w: %d legs", ErrForm, len(s.Legs))
	}
	if s.Stake <= 0 || s.Stake > money.Max {
		return fmt.Errorf("%w: a stake of %d", ErrForm, s.Stake)
	}
	if !s.Accept.valid() {
		return fmt.Errorf("%w: choice %.16q", ErrForm, s.Accept)
	}
	type selection struct {
		market int64
		key    odds.Key
	}
	seen := make(map[selection]bool, len(s.Legs))
	for _, l := range s.Legs {
		one := selection{l.Market, l.Key}
		if seen[one] {
			return fmt.Errorf("%w: selection %.32q of market %d twice", ErrForm, l.Key, l.Market)
		}
		if l.Market <= 0 || !keyForm.MatchString(string(l.Key)) || !l.Price.Valid() || l.Version <= 0 {
			return fmt.Errorf("%w: selection %.32q of market %d at %d", ErrForm, l.Key, l.Market, l.Price)
		}
		seen[one] = true
	}
	return nil
}

// Limits are those of a member's level and of the site (D-22). Zero means no limit.
type Limits struct {
	MinStake, MaxStake, MaxWin money.Amount // of the level
	LeastStake, MostStake      money.Amount // that any level may place; 0: not known
	SiteMaxWin                 money.Amount // the site pays no more for one bet
	MinPrice                   odds.Price   // of each leg
	MaxPrice                   odds.Price   // of all legs together
	MaxLegs                    int          // of a folder
	Bonuses                    odds.Bonuses // of folders (D-51)
	Pairs                      Pairs        // of one match that the site allows in a folder (D-25)
}

// maxWin returns the most that one bet may win, and whether the level says so rather than the site. 0: no limit.
func (l Limits) maxWin() (win money.Amount, byLevel bool) {
	if l.MaxWin > 0 && (l.SiteMaxWin == 0 || l.MaxWin <= l.SiteMaxWin) {
		return l.MaxWin, true
	}
	return l.SiteMaxWin, false
}

// Ticket is a slip that may be placed.
type Ticket struct {
	Prices   []odds.Price // at which the legs are taken, in the order of the slip
	Combined odds.Price   // of all legs, without the bonus
	Bonus    odds.Price   // the factor when every leg wins (D-51), in thousandths
	Pays     money.Amount // when every leg wins
	Live     bool         // a leg is in play: the bet waits before it is accepted (D-26)
	Begins   time.Time    // the earliest start of a match
}

// quoteOf returns the quote of a leg; nil when the selection is unknown.
func quoteOf(quotes []sports.Quote, l Leg) *sports.Quote {
	for i := range quotes {
		if quotes[i].Market == l.Market && quotes[i].Key == l.Key {
			return &quotes[i]
		}
	}
	return nil
}
