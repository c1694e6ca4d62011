package settings

import (
	"encoding/json"
	"fmt"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
)

// Values are options of a site by their names in site.Options; an absent one is left as it is. Durations are in the unit that the name says, rates in
// basis points, amounts in minor units of the site's currency.
type Values struct {
	SignUpOpen        *bool   `json:"signUpOpen,omitzero"`
	IDMin             *int    `json:"idMin,omitzero"`
	IDMax             *int    `json:"idMax,omitzero"`
	NickMin           *int    `json:"nickMin,omitzero"`
	NickMax           *int    `json:"nickMax,omitzero"`
	PassMin           *int    `json:"passMin,omitzero"`
	PassMax           *int    `json:"passMax,omitzero"`
	PassTries         *int    `json:"passTries,omitzero"`
	PinTries          *int    `json:"pinTries,omitzero"`
	PinLockMinutes    *int    `json:"pinLockMinutes,omitzero"`
	MultiLogin        *string `json:"multiLogin,omitzero"` // kick, deny or allow (D-10)
	AutoLogoutMinutes *int    `json:"autoLogoutMinutes,omitzero"`
	SessionHours      *int    `json:"sessionHours,omitzero"`
	StaffSessionHours *int    `json:"staffSessionHours,omitzero"`

	DepositMin          *money.Amount `json:"depositMin,omitzero"`
	DepositMax          *money.Amount `json:"depositMax,omitzero"`
	DepositUnit         *money.Amount `json:"depositUnit,omitzero"`
	DepositWaitMinutes  *int          `json:"depositWaitMinutes,omitzero"`
	WithdrawMin         *money.Amount `json:"withdrawMin,omitzero"`
	WithdrawMax         *money.Amount `json:"withdrawMax,omitzero"`
	WithdrawUnit        *money.Amount `json:"withdrawUnit,omitzero"`
	WithdrawWaitMinutes *int          `json:"withdrawWaitMinutes,omitzero"`
	WithdrawUndoSeconds *int          `json:"withdrawUndoSeconds,omitzero"`
	ExchangeClosedFrom  *string       `json:"exchangeClosedFrom,omitzero"` // hh:mm of the site's clock
	ExchangeClosedTo    *string       `json:"exchangeClosedTo,omitzero"`
	PartnerPayout       *bool         `json:"partnerPayout,omitzero"` // members may ask their partner to pay them out (D-28)
	PTWithdrawMin       *money.Amount `json:"ptWithdrawMin,omitzero"` // of a partner's PT to its own account (D-73)
	PTWithdrawMax       *money.Amount `json:"ptWithdrawMax,omitzero"`
	PTWithdrawDayMax    *money.Amount `json:"ptWithdrawDayMax,omitzero"` // 0: none

	RollingBasisPoints        *int64        `json:"rollingBasisPoints,omitzero"`
	PointRollingBasisPoints   *int64        `json:"pointRollingBasisPoints,omitzero"`
	FreeWinRollingBasisPoints *int64        `json:"freeWinRollingBasisPoints,omitzero"`
	RollingWeights            *Weights      `json:"rollingWeights,omitzero"`
	SmallestBet               *money.Amount `json:"smallestBet,omitzero"`
	GameTokenMinutes          *int          `json:"gameTokenMinutes,omitzero"`
	MaxStake                  *money.Amount `json:"maxStake,omitzero"`
	MaxWin                    *money.Amount `json:"maxWin,omitzero"`
	DebtFromWins              *bool         `json:"debtFromWins,omitzero"` // what a member owes is taken from its wins (D-74)
	FreeWinMax                *money.Amount `json:"freeWinMax,omitzero"`
	FreeWinDayMax             *money.Amount `json:"freeWinDayMax,omitzero"`
	ProviderDayMax            *money.Amount `json:"providerDayMax,omitzero"`
	NewProviderDayMax         *money.Amount `json:"newProviderDayMax,omitzero"`

	// Of the sportsbook (D-22 to D-26, D-51). Odds are thousandths.
	SportsMinStake           *money.Amount                       `json:"sportsMinStake,omitzero"`
	SportsMaxWin             *money.Amount                       `json:"sportsMaxWin,omitzero"`
	SportsMaxPayout          *money.Amount                       `json:"sportsMaxPayout,omitzero"`
	SportsMinOdds            *odds.Price                         `json:"sportsMinOdds,omitzero"`
	SportsMaxOdds            *odds.Price                         `json:"sportsMaxOdds,omitzero"`
	SportsMaxLegs            *int                                `json:"sportsMaxLegs,omitzero"`
	SportsBonusMinOdds       *odds.Price                         `json:"sportsBonusMinOdds,omitzero"`
	SportsBonuses            *[site.SportsSteps]site.SportsBonus `json:"sportsBonuses,omitzero"`
	SportsPairs              []string                            `json:"sportsPairs,omitzero"` // such as win+over: selections of one match that a folder may have
	SportsDelaySeconds       *int                                `json:"sportsDelaySeconds,omitzero"`
	SportsCancelMinutes      *int                                `json:"sportsCancelMinutes,omitzero"`
	SportsCancelAheadMinutes *int                                `json:"sportsCancelAheadMinutes,omitzero"`
	SportsCancelsPerDay      *int64                              `json:"sportsCancelsPerDay,omitzero"`
	SportsCashOut            *bool                               `json:"sportsCashOut,omitzero"`
	SportsCashOutBasisPoints *int64                              `json:"sportsCashOutBasisPoints,omitzero"`
	BookSite                 *string                             `json:"bookSite,omitzero"` // of the oldest site: which site decides matches for all (D-68); "": itself

	PointChangeOpen     *bool         `json:"pointChangeOpen,omitzero"`
	PointChangeAmtLimit *money.Amount `json:"pointChangeAmtLimit,omitzero"`
	PointChangeAmtUnit  *money.Amount `json:"pointChangeAmtUnit,omitzero"`
	PointGiving         *bool         `json:"pointGiving,omitzero"`
	PointGivingDayMax   *money.Amount `json:"pointGivingDayMax,omitzero"`

	CommissionCarry *bool `json:"commissionCarry,omitzero"` // a losing share below 0 is carried over (D-30)
	PartnerOTP      *bool `json:"partnerOtp,omitzero"`      // logins to the partner area need a one-time code

	PostsPerDay       *int          `json:"postsPerDay,omitzero"`
	CommentsPerDay    *int          `json:"commentsPerDay,omitzero"`
	BoardDelaySeconds *int          `json:"boardDelaySeconds,omitzero"`
	BoardRounding     *money.Amount `json:"boardRounding,omitzero"`
	RecommendYn       *string       `json:"recommendYn,omitzero"` // Y or N

	Approvals     *Approvals `json:"approvals,omitzero"`
	ApprovalHours *int       `json:"approvalHours,omitzero"`

	PayoutCodeFrom *money.Amount `json:"payoutCodeFrom,omitzero"`

	// Levels are the limits of single levels, "1" to "10" (D-18, D-22); where one is 0 or absent, what the site has for all applies.
	Levels map[string]site.Level `json:"levels,omitzero"`

	Languages []string     `json:"languages,omitzero"` // the first is the default
	SNS       *[3]site.SNS `json:"sns,omitzero"`
	LiveVideo *string      `json:"liveVideo,omitzero"` // https address of a page to frame, or ""
}

// Weights say how much of a stake counts for turnover, by product, in basis points.
type Weights struct {
	Sports   int64  `json:"sports"`
	Casino   int64  `json:"casino"`
	Slot     int64  `json:"slot"`
	Minigame int64  `json:"minigame"`
	Fishing  *int64 `json:"fishing,omitzero"` // absent in plans and pages of a release that did not have the group
	Virtual  *int64 `json:"virtual,omitzero"` // likewise
	Other    int64  `json:"other"`
}

// filled returns the weights with those of groups that their form or plan does not know as they are now: a release that did not have a group changes nothing of it.
func (w *Weights) filled(now *Weights) *Weights {
	if w == nil {
		return nil
	}
	all := *w
	if all.Fishing == nil {
		all.Fishing = now.Fishing
	}
	if all.Virtual == nil {
		all.Virtual = now.Virtual
	}
	return &all
}

// Approvals are the rules for a second person, by kind.
type Approvals struct {
	Payout     site.ApprovalRule `json:"payout"`
	Deposit    site.ApprovalRule `json:"deposit"`
	Correction site.ApprovalRule `json:"correction"`
	Settings   site.ApprovalRule `json:"settings"`
	Account    site.ApprovalRule `json:"account"`
	Promo      site.ApprovalRule `json:"promo"`
	Gift       site.ApprovalRule `json:"gift"`
	Reset      site.ApprovalRule `json:"reset"`
	Details    site.ApprovalRule `json:"details"`
	Move       site.ApprovalRule `json:"move"`
	Head       site.ApprovalRule `json:"head"`
	Partner    site.ApprovalRule `json:"partner"`
	Result     site.ApprovalRule `json:"result"`
	Bets       site.ApprovalRule `json:"bets"`
	Commission site.ApprovalRule `json:"commission"`
}

// valuesOf returns the values of a site's options.
func valuesOf(o site.Options) (v Values, err error) {
	text, err := json.Marshal(o)
	if err != nil {
		return v, fmt.Errorf("settings: %w", err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		return v, fmt.Errorf("settings: %w", err)
	}
	fishing, virtual := o.RollingWeight("fishing"), o.RollingWeight("virtual")
	v.RollingWeights = &Weights{
		Sports: o.RollingWeight("sports"), Casino: o.RollingWeight("casino"), Slot: o.RollingWeight("slot"), Minigame: o.RollingWeight("minigame"),
		Fishing: &fishing, Virtual: &virtual, Other: o.RollingWeight("other"),
	}
	v.Levels = withLimits(o.Levels)
	return v, nil
}

// fields returns the values that are there, by name, in one way of writing each.
func (v Values) fields() (map[string]json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	var all map[string]json.RawMessage
	return all, json.Unmarshal(text, &all)
}

// pick returns the values of some names.
func pick(from map[string]json.RawMessage, names []string) (v Values, err error) {
	some := map[string]json.RawMessage{}
	for _, name := range names {
		some[name] = from[name]
	}
	text, err := json.Marshal(some)
	if err != nil {
		return v, fmt.Errorf("settings: %w", err)
	}
	return v, json.Unmarshal(text, &v)
}
