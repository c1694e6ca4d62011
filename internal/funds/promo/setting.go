package promo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/wallet"
)

// Levels of a member, 1 to Levels.
const Levels = 10

// Bounds of what staff may set: a slip of the finger must not give away the house.
const (
	maxReward   money.Amount = 10_000_000
	maxRate     int64        = 20_000    // basis points of a deposit
	maxTurnover int64        = 1_000_000 // basis points of what is given
	maxStreak                = 31
	maxPrizes                = 24
	maxWeight   int64        = 1_000_000
	maxLabel                 = 40
)

// Rules of bonuses.
const (
	RuleNew     = "new"     // a member's first deposit ever
	RuleFirst   = "first"   // the first deposit of a day
	RuleAgain   = "again"   // a later deposit of a day
	RuleWeekend = "weekend" // a deposit on Saturday or Sunday, beside one of the others
)

// Rules lists them.
var Rules = []string{RuleNew, RuleFirst, RuleAgain, RuleWeekend}

// Bonus is a rule of a site for deposits.
type Bonus struct {
	Active     bool         `json:"active"`
	Unit       wallet.Unit  `json:"unit"`       // cash or point
	Rates      []int64      `json:"rates"`      // basis points of the deposit for levels 1 to 10; 0: none
	Cap        money.Amount `json:"cap"`        // the most that it gives
	MinDeposit money.Amount `json:"minDeposit"` // smaller deposits get none
	Turnover   int64        `json:"turnover"`   // basis points of the bonus that must be played
}

func (b Bonus) valid() bool {
	if b.Unit != wallet.Cash && b.Unit != wallet.Point || len(b.Rates) != Levels || b.Cap < 1 || b.Cap > maxReward ||
		b.MinDeposit < 0 || b.MinDeposit > money.Max || b.Turnover < 0 || b.Turnover > maxTurnover {
		return false
	}
	for _, r := range b.Rates {
		if r < 0 || r > maxRate {
			return false
		}
	}
	return true
}

// Attendance is what a site gives for coming each day.
type Attendance struct {
	Active  bool         `json:"active"`
	Points  money.Amount `json:"points"`  // each day
	Streaks []Streak     `json:"streaks"` // more on these days in a row; after the longest the count begins again
}

// Streak is a reward for days in a row.
type Streak struct {
	Days   int          `json:"days"`
	Points money.Amount `json:"points"`
}

func (a Attendance) valid() bool {
	if a.Points < 0 || a.Points > maxReward || len(a.Streaks) > maxStreak {
		return false
	}
	last := 0
	for _, s := range a.Streaks { // ascending
		if s.Days <= last || s.Days > maxStreak || s.Points < 1 || s.Points > maxReward {
			return false
		}
		last = s.Days
	}
	return true
}

// cycle is after how many days in a row the count begins again; 0: never.
func (a Attendance) cycle() int {
	if len(a.Streaks) == 0 {
		return 0
	}
	return a.Streaks[len(a.Streaks)-1].Days
}

// reward of the n-th day in a row.
func (a Attendance) reward(n int) money.Amount {
	points := a.Points
	for _, s := range a.Streaks {
		if s.Days == n {
			points += s.Points
		}
	}
	return points
}

// Wheel is a site's wheel with its published odds (D-55): a prize is won with its weight of the sum of all weights.
type Wheel struct {
	Active bool    `json:"active"`
	Prizes []Prize `json:"prizes"`
}

// Prize of a wheel; 0 points is a blank.
type Prize struct {
	Label  string       `json:"label"`
	Points money.Amount `json:"points"`
	Weight int64        `json:"weight"`
}

func (w Wheel) valid() bool {
	if len(w.Prizes) > maxPrizes || w.Active && len(w.Prizes) < 2 {
		return false
	}
	for _, p := range w.Prizes {
		if !text(p.Label, maxLabel) || p.Label == "" || p.Points < 0 || p.Points > maxReward || p.Weight < 1 || p.Weight > maxWeight {
			return false
		}
	}
	return true
}

// Total is the sum of all weights.
func (w Wheel) Total() (n int64) {
	for _, p := range w.Prizes {
		n += p.Weight
	}
	return n
}

// text reports whether s has at most n letters, all of them printable.
func text(s string, n int) bool {
	if !utf8.ValidString(s) || utf8.RuneCountInString(s) > n {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// Stamp says which version of a setting holds, and who set it; version 0: never set.
type Stamp struct {
	Version int32
	By      string
	At      *time.Time
}

// Settings are all that a site gives by.
type Settings struct {
	Bonuses    map[string]Bonus // by rule; all rules are there
	Attendance Attendance
	Wheel      Wheel
	Stamps     map[string]Stamp // by rule, or attendance, wheel
}

const (
	attendanceName = "attendance"
	wheelName      = "wheel"
	bonusPrefix    = "bonus."
)

func load(ctx context.Context, db promodb.DBTX, siteID string) (Settings, error) {
	out := Settings{
		Bonuses: map[string]Bonus{}, Attendance: Attendance{Streaks: []Streak{}}, Wheel: Wheel{Prizes: []Prize{}}, Stamps: map[string]Stamp{},
	}
	for _, r := range Rules {
		out.Bonuses[r] = Bonus{Unit: wallet.Point, Rates: make([]int64, Levels)}
	}
	rows, err := promodb.New(db).Settings(ctx, siteID)
	if err != nil {
		return out, fmt.Errorf("promo: settings: %w", err)
	}
	for _, r := range rows {
		name := r.Name
		switch name {
		case attendanceName:
			err = unmarshal(r.Value, &out.Attendance)
		case wheelName:
			err = unmarshal(r.Value, &out.Wheel)
		default:
			name = name[len(bonusPrefix):]
			var b Bonus
			err = unmarshal(r.Value, &b)
			out.Bonuses[name] = b
		}
		if err != nil {
			return out, fmt.Errorf("promo: setting %s of %s: %w", r.Name, siteID, err)
		}
		out.Stamps[name] = Stamp{r.Version, r.SetBy, &r.SetAt}
	}
	return out, nil
}

func unmarshal(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Settings returns what a site gives by now.
func (s *Service) Settings(ctx context.Context, siteID string) (Settings, error) {
	return load(ctx, s.db, siteID)
}
