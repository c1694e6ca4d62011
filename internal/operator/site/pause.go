package site

import (
	"slices"

	"hubstake/internal/core/fault"
)

// PauseOptions are the functions under maintenance (D-46): S002 … S007.
type PauseOptions struct {
	SignUpPaused     bool `json:"signUpPaused"`
	LogInPaused      bool `json:"logInPaused"`
	BettingPaused    bool `json:"bettingPaused"`
	DepositPaused    bool `json:"depositPaused"`
	WithdrawalPaused bool `json:"withdrawalPaused"`
	PointsPaused     bool `json:"pointsPaused"`
}

// Function of a site that staff can put under maintenance (D-46). Members meet its code; staff is not concerned.
type Function string

// The functions, by the names that staff and pages use.
const (
	SignUp     Function = "signup"     // S002
	LogIn      Function = "login"      // S003
	Betting    Function = "betting"    // S004
	Deposit    Function = "deposit"    // S005
	Withdrawal Function = "withdrawal" // S006
	Points     Function = "points"     // S007
)

// Functions lists them in the order of their codes.
var Functions = []Function{SignUp, LogIn, Betting, Deposit, Withdrawal, Points}

var functions = map[Function]struct {
	option string
	paused func(PauseOptions) bool
	code   *fault.Fault
}{
	SignUp:     {"signUpPaused", func(o PauseOptions) bool { return o.SignUpPaused }, fault.SignUpMaintenance},
	LogIn:      {"logInPaused", func(o PauseOptions) bool { return o.LogInPaused }, fault.LogInMaintenance},
	Betting:    {"bettingPaused", func(o PauseOptions) bool { return o.BettingPaused }, fault.BettingMaintenance},
	Deposit:    {"depositPaused", func(o PauseOptions) bool { return o.DepositPaused }, fault.DepositMaintenance},
	Withdrawal: {"withdrawalPaused", func(o PauseOptions) bool { return o.WithdrawalPaused }, fault.WithdrawalMaintenance},
	Points:     {"pointsPaused", func(o PauseOptions) bool { return o.PointsPaused }, fault.PointConversionMaintenance},
}

// Fault is what a member is told while the function is under maintenance.
func (f Function) Fault() *fault.Fault { return functions[f].code }

// Paused lists the functions under maintenance, in the order of their codes.
func (o PauseOptions) Paused() []Function {
	return slices.DeleteFunc(slices.Clone(Functions), func(f Function) bool { return !functions[f].paused(o) })
}
