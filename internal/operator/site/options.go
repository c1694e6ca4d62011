package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"hubstake/internal/core/money"
)

// Options of a site. Durations are in the unit that the name says; amounts are minor units of Currency.
type Options struct {
	Currency  string   `json:"currency"`  // KRW or VND (D-21)
	TimeZone  string   `json:"timeZone"`  // the site's clock (D-63)
	Languages []string `json:"languages"` // the first is the default (D-58)

	// Sign-up and login (D-01 … D-10).
	IDMin             int    `json:"idMin"`
	IDMax             int    `json:"idMax"`
	NickMin           int    `json:"nickMin"`
	NickMax           int    `json:"nickMax"`
	PassMin           int    `json:"passMin"`
	PassMax           int    `json:"passMax"`
	PinLength         int    `json:"pinLength"`
	PinTries          int    `json:"pinTries"`
	PinLockMinutes    int    `json:"pinLockMinutes"`
	PassTries         int    `json:"passTries"`
	Country           string `json:"country"`    // of phones without a country code (D-05)
	MultiLogin        string `json:"multiLogin"` // kick, deny or allow (D-10)
	AutoLogoutMinutes int    `json:"autoLogoutMinutes"`
	SessionHours      int    `json:"sessionHours"`      // how long a session may last however often it is renewed; of members
	StaffSessionHours int    `json:"staffSessionHours"` // of staff
	SignUpOpen        bool   `json:"signUpOpen"`

	// What a member may write on the free board in a day of the site's clock.
	PostsPerDay    int `json:"postsPerDay"`
	CommentsPerDay int `json:"commentsPerDay"`

	// Functions under maintenance (D-46): S002 … S007.
	SignUpPaused     bool `json:"signUpPaused"`
	LogInPaused      bool `json:"logInPaused"`
	BettingPaused    bool `json:"bettingPaused"`
	DepositPaused    bool `json:"depositPaused"`
	WithdrawalPaused bool `json:"withdrawalPaused"`
	PointsPaused     bool `json:"pointsPaused"`

	// Cash (D-14 … D-20).
	DepositMin          money.Amount `json:"depositMin"`
	DepositMax          money.Amount `json:"depositMax"`
	DepositUnit         money.Amount `json:"depositUnit"`
	DepositWaitMinutes  int          `json:"depositWaitMinutes"`
	WithdrawMin         money.Amount `json:"withdrawMin"`
	WithdrawMax         money.Amount `json:"withdrawMax"`
	WithdrawUnit        money.Amount `json:"withdrawUnit"`
	WithdrawWaitMinutes int          `json:"withdrawWaitMinutes"`
	WithdrawUndoSeconds int          `json:"withdrawUndoSeconds"`
	ExchangeClosedFrom  string       `json:"exchangeClosedFrom"` // hh:mm of the site's clock (D-17)
	ExchangeClosedTo    string       `json:"exchangeClosedTo"`

	// What must be played before a withdrawal (D-20), basis points: of a deposit, of points that become cash, of a win without a
	// bet; and how much of a stake counts, by the product (Products; 10,000 where a product is not named).
	RollingBasisPoints        int64            `json:"rollingBasisPoints"`
	PointRollingBasisPoints   int64            `json:"pointRollingBasisPoints"`
	FreeWinRollingBasisPoints int64            `json:"freeWinRollingBasisPoints"`
	RollingWeights            map[string]int64 `json:"rollingWeights"`
	SmallestBet               money.Amount     `json:"smallestBet"` // a wallet with less is empty (D-20, D-22)

	PointChangeAmtLimit money.Amount `json:"pointChangeAmtLimit"`
	PointChangeAmtUnit  money.Amount `json:"pointChangeAmtUnit"`
	PointChangeOpen     bool         `json:"pointChangeOpen"`   // whether points can be made cash at all (C018)
	BoardDelaySeconds   int          `json:"boardDelaySeconds"` // public boards (D-57)
	BoardRounding       money.Amount `json:"boardRounding"`
	GameTokenMinutes    int          `json:"gameTokenMinutes"`
	MaxStake            money.Amount `json:"maxStake"`      // of one vendor bet, level 1 (D-22)
	MaxWin              money.Amount `json:"maxWin"`        // of one vendor win: above it an alert is raised
	FreeWinMax          money.Amount `json:"freeWinMax"`    // of one vendor win without a bet (a campaign's, or of a bet of 0)
	FreeWinDayMax       money.Amount `json:"freeWinDayMax"` // of all of them of a vendor on a day of the site's clock

	// Points that members send to each other (D-27).
	PointGiving       bool         `json:"pointGiving"`
	PointGivingDayMax money.Amount `json:"pointGivingDayMax"` // of a sender on a day of the site's clock

	// Levels are the limits of single levels, "1" to "10" (D-18, D-22).
	Levels map[string]Level `json:"levels"`

	// What the header and the partner link need.
	RecommendYn string `json:"recommendYn"`
	SNS         [3]SNS `json:"sns"`
}

// SNS is a social link of the menu; an empty one is not shown.
type SNS struct {
	Name string `json:"name"`
	Link string `json:"link"`
	ID   string `json:"id"`
}

// maxSessionHours bounds what a site may allow.
const maxSessionHours = 7 * 24

// Defaults are the decided values (spec/decisions.md).
func Defaults() Options {
	return Options{
		Currency: "KRW", TimeZone: "Asia/Seoul", Languages: []string{"vn", "ko", "en", "th", "cn", "jp"},
		IDMin: 5, IDMax: 13, NickMin: 3, NickMax: 19, PassMin: 6, PassMax: 20, PinLength: 4, PinTries: 5, PinLockMinutes: 30,
		PassTries: 8, Country: "KR", MultiLogin: "kick", AutoLogoutMinutes: 30, SignUpOpen: true,
		SessionHours: 12, StaffSessionHours: 8, PostsPerDay: 10, CommentsPerDay: 50,
		DepositMin: 10_000, DepositMax: 5_000_000, DepositUnit: 10_000, DepositWaitMinutes: 3,
		WithdrawMin: 10_000, WithdrawMax: 5_000_000, WithdrawUnit: 10_000, WithdrawWaitMinutes: 60, WithdrawUndoSeconds: 60,
		ExchangeClosedFrom: "23:30", ExchangeClosedTo: "00:30", RollingBasisPoints: 10_000, PointRollingBasisPoints: 10_000, FreeWinRollingBasisPoints: 10_000, SmallestBet: 5_000,
		PointChangeAmtLimit: 10_000, PointChangeAmtUnit: 1_000, PointChangeOpen: true, BoardDelaySeconds: 60, BoardRounding: 1_000,
		GameTokenMinutes: 120, MaxStake: 1_000_000, MaxWin: 10_000_000, FreeWinMax: 500_000, FreeWinDayMax: 10_000_000, PointGivingDayMax: 1_000_000, RecommendYn: "Y",
	}
}

// Parse lays stored options over the defaults. An option that is not known is an error: a misspelt limit must not be
// silently without effect.
func Parse(stored []byte) (Options, error) {
	o := Defaults()
	if err := unmarshalStrict(stored, &o); err != nil {
		return o, fmt.Errorf("site options: %w", err)
	}
	return o, o.validate()
}

func (o Options) validate() error {
	if _, ok := money.ByCode(o.Currency); !ok {
		return fmt.Errorf("site options: currency %q is not known", o.Currency)
	}
	if _, err := time.LoadLocation(o.TimeZone); err != nil {
		return fmt.Errorf("site options: time zone: %w", err)
	}
	for _, t := range []string{o.ExchangeClosedFrom, o.ExchangeClosedTo} {
		if _, err := time.Parse("15:04", t); err != nil {
			return fmt.Errorf("site options: time of day %q is not hh:mm", t)
		}
	}
	switch o.MultiLogin {
	case "kick", "deny", "allow":
	default:
		return fmt.Errorf("site options: multiLogin %q is not kick, deny or allow", o.MultiLogin)
	}
	for name, r := range map[string][2]int64{
		"id": {int64(o.IDMin), int64(o.IDMax)}, "nick": {int64(o.NickMin), int64(o.NickMax)}, "pass": {int64(o.PassMin), int64(o.PassMax)},
		"deposit": {int64(o.DepositMin), int64(o.DepositMax)}, "withdraw": {int64(o.WithdrawMin), int64(o.WithdrawMax)},
	} {
		if r[0] < 1 || r[0] > r[1] {
			return fmt.Errorf("site options: %s: from %d to %d is no range", name, r[0], r[1])
		}
	}
	if o.PinLength < 4 || o.PinLength > 8 || o.PinTries < 1 || o.PassTries < 1 || o.AutoLogoutMinutes < 1 || o.RollingBasisPoints < 0 {
		return fmt.Errorf("site options: a PIN has 4 to 8 digits, tries and minutes are at least 1, a rate is not negative")
	}
	for name, w := range o.RollingWeights {
		if !slices.Contains(Products, name) || w < 0 || w > 10_000 {
			return fmt.Errorf("site options: rollingWeights: %s: %d; a product counts with 0 to 10000", name, w)
		}
	}
	if o.PointRollingBasisPoints < 0 || o.FreeWinRollingBasisPoints < 0 || o.SmallestBet < 1 {
		return fmt.Errorf("site options: a rate is not negative, and the smallest bet is at least 1")
	}
	if o.SmallestBet > o.WithdrawMin {
		return fmt.Errorf("site options: smallestBet: %d is more than may be withdrawn, %d: a wallet with less is empty and owes nothing", o.SmallestBet, o.WithdrawMin)
	}
	if o.SessionHours < 1 || o.SessionHours > maxSessionHours || o.StaffSessionHours < 1 || o.StaffSessionHours > maxSessionHours {
		return fmt.Errorf("site options: a session may last 1 to %d hours", maxSessionHours)
	}
	if o.PostsPerDay < 0 || o.CommentsPerDay < 0 {
		return fmt.Errorf("site options: posts and comments of a day are not negative")
	}
	for name, l := range o.Levels {
		if n, err := strconv.Atoi(name); err != nil || n < 1 || n > MaxLevel || strconv.Itoa(n) != name {
			return fmt.Errorf("site options: there is no level %q", name)
		}
		if err := o.checkLevel(l); err != nil {
			return fmt.Errorf("site options: level %s: %w", name, err)
		}
	}
	if len(o.Languages) == 0 || o.DepositUnit < 1 || o.WithdrawUnit < 1 || o.PointChangeAmtUnit < 1 || o.BoardRounding < 1 {
		return fmt.Errorf("site options: a language is needed, and units are at least 1")
	}
	return nil
}

// Location is the site's time zone.
func (o Options) Location() *time.Location {
	l, err := time.LoadLocation(o.TimeZone)
	if err != nil {
		return time.UTC // Parse refused it before
	}
	return l
}

// ExchangeClosed reports whether withdrawals rest at t (D-17). The window may pass midnight; its end is open again.
func (o Options) ExchangeClosed(t time.Time) bool {
	now := t.In(o.Location()).Format("15:04")
	if o.ExchangeClosedFrom <= o.ExchangeClosedTo {
		return o.ExchangeClosedFrom <= now && now < o.ExchangeClosedTo
	}
	return now >= o.ExchangeClosedFrom || now < o.ExchangeClosedTo
}

func unmarshalStrict(b []byte, into any) error {
	if len(b) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// BoardUntil is the youngest moment that a public board may show at now: never less than a minute ago (D-57).
func (o Options) BoardUntil(now time.Time) time.Time {
	return now.Add(-max(time.Duration(o.BoardDelaySeconds)*time.Second, time.Minute))
}

// Products are the kinds of games that rolling is counted by: the groups of the catalogue, and other for rounds of games that the
// catalogue does not have.
var Products = []string{"sports", "casino", "slot", "minigame", "other"}

// RollingWeight returns how much of a stake in a product counts for turnover, in basis points.
func (o Options) RollingWeight(product string) int64 {
	if w, ok := o.RollingWeights[product]; ok {
		return w
	}
	return 10_000
}
