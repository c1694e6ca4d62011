package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"hubstake/internal/core/money"
)

// Options of a site, by what they belong to. They are stored as one flat object, so no two groups may have an option of one name.
// Durations are in the unit that the name says; amounts are minor units of Currency.
type Options struct {
	LocaleOptions
	AccountOptions
	PauseOptions
	CashOptions
	TurnoverOptions
	PointOptions
	PlayOptions
	SportsOptions
	PartnerOptions
	PageOptions
	ApprovalOptions

	// Levels are the limits of single levels, "1" to "10" (D-18, D-22).
	Levels map[string]Level `json:"levels"`
}

// Defaults are the decided values (spec/decisions.md).
func Defaults() Options {
	return Options{
		LocaleOptions: LocaleOptions{Currency: "KRW", TimeZone: "Asia/Seoul", Languages: []string{"vn", "ko", "en", "th", "cn", "jp"}},
		AccountOptions: AccountOptions{
			IDMin: 5, IDMax: 13, NickMin: 3, NickMax: 19, PassMin: 6, PassMax: 20, PinLength: 4, PinTries: 5, PinLockMinutes: 30,
			PassTries: 8, Country: "KR", MultiLogin: "kick", AutoLogoutMinutes: 30, SignUpOpen: true,
			SessionHours: 12, StaffSessionHours: 8,
		},
		CashOptions: CashOptions{
			DepositMin: 10_000, DepositMax: 5_000_000, DepositUnit: 10_000, DepositWaitMinutes: 3,
			WithdrawMin: 10_000, WithdrawMax: 5_000_000, WithdrawUnit: 10_000, WithdrawWaitMinutes: 60, WithdrawUndoSeconds: 60,
			ExchangeClosedFrom: "23:30", ExchangeClosedTo: "00:30",
			PTWithdrawMin: 10_000, PTWithdrawMax: 5_000_000, PTWithdrawDayMax: 10_000_000,
		},
		TurnoverOptions: TurnoverOptions{
			RollingBasisPoints: 10_000, PointRollingBasisPoints: 10_000, FreeWinRollingBasisPoints: 10_000, SmallestBet: 5_000,
		},
		PointOptions: PointOptions{
			PointChangeAmtLimit: 10_000, PointChangeAmtUnit: 1_000, PointChangeOpen: true, PointGivingDayMax: 1_000_000,
		},
		PlayOptions: PlayOptions{
			GameTokenMinutes: 120, MaxStake: 1_000_000, MaxWin: 10_000_000, DebtFromWins: true, FreeWinMax: 500_000, FreeWinDayMax: 10_000_000,
			ProviderDayMax: 50_000_000, NewProviderDayMax: 1_000_000,
		},
		SportsOptions: SportsOptions{
			SportsMinStake: 5_000, SportsMaxWin: 3_000_000, SportsMaxPayout: 10_000_000, SportsMinOdds: 1100, SportsMaxOdds: 1_000_000, SportsMaxLegs: SportsLegs,
			SportsBonusMinOdds: 1300, SportsBonuses: [SportsSteps]SportsBonus{{3, 1030}, {6, 1060}, {9, 1090}}, SportsPairs: []string{},
			SportsDelaySeconds: 5, SportsCancelMinutes: 5, SportsCancelAheadMinutes: 10, SportsCancelsPerDay: 3, SportsCashOutBasisPoints: 500,
		},
		PartnerOptions: PartnerOptions{CommissionCarry: true, PartnerOTP: true},
		PageOptions: PageOptions{
			PostsPerDay: 10, CommentsPerDay: 50, BoardDelaySeconds: 60, BoardRounding: 1_000, RecommendYn: "Y",
		},
		ApprovalOptions: ApprovalOptions{
			Approvals:     map[ApprovalKind]ApprovalRule{Payout: {From: 3_000_000}, DepositCredit: {From: 3_000_000}, Correction: {}, MoneySettings: {}, DepositAccount: {}, PromoSettings: {}, Gift: {From: 300_000}, ResetByFacts: {}, MemberDetails: {}, MoveMember: {}, HeadOffice: {}, PartnerPower: {}, SportsResult: {}, BetCorrection: {From: 1_000_000}, Commission: {From: 3_000_000}},
			ApprovalHours: 24, PayoutCodeFrom: 1_000_000,
		},
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
	for _, err := range []error{
		o.LocaleOptions.validate(), o.AccountOptions.validate(), o.CashOptions.validate(), o.TurnoverOptions.validate(),
		o.PointOptions.validate(), o.SportsOptions.validate(), o.PageOptions.validate(), o.ApprovalOptions.validate(),
	} {
		if err != nil {
			return fmt.Errorf("site options: %w", err)
		}
	}
	if o.SmallestBet > o.WithdrawMin {
		return fmt.Errorf("site options: smallestBet: %d is more than may be withdrawn, %d: a wallet with less is empty and owes nothing", o.SmallestBet, o.WithdrawMin)
	}
	for name, l := range o.Levels {
		if n, err := strconv.Atoi(name); err != nil || n < 1 || n > MaxLevel || strconv.Itoa(n) != name {
			return fmt.Errorf("site options: there is no level %q", name)
		}
		if err := o.checkLevel(l); err != nil {
			return fmt.Errorf("site options: level %s: %w", name, err)
		}
	}
	return nil
}

// checkRange refuses limits that are no range of positive numbers.
func checkRange[N ~int | ~int32 | ~int64](name string, from, to N) error {
	if from < 1 || from > to {
		return fmt.Errorf("%s: from %d to %d is no range", name, from, to)
	}
	return nil
}

// LargeBet is the smallest stake of which the partners above are told on its own: half of the site's largest.
func (o Options) LargeBet() money.Amount { return o.MaxStake / 2 }

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
