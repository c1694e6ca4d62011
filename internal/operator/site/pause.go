package site

import (
	"slices"

	"hubstake/internal/core/fault"
)

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
	paused func(Options) bool
	code   *fault.Fault
}{
	SignUp:     {"signUpPaused", func(o Options) bool { return o.SignUpPaused }, fault.SignUpMaintenance},
	LogIn:      {"logInPaused", func(o Options) bool { return o.LogInPaused }, fault.LogInMaintenance},
	Betting:    {"bettingPaused", func(o Options) bool { return o.BettingPaused }, fault.BettingMaintenance},
	Deposit:    {"depositPaused", func(o Options) bool { return o.DepositPaused }, fault.DepositMaintenance},
	Withdrawal: {"withdrawalPaused", func(o Options) bool { return o.WithdrawalPaused }, fault.WithdrawalMaintenance},
	Points:     {"pointsPaused", func(o Options) bool { return o.PointsPaused }, fault.PointConversionMaintenance},
}

// Fault is what a member is told while the function is under maintenance.
func (f Function) Fault() *fault.Fault { return functions[f].code }

// Paused lists the functions under maintenance, in the order of their codes.
func (o Options) Paused() []Function {
	return slices.DeleteFunc(slices.Clone(Functions), func(f Function) bool { return !functions[f].paused(o) })
}
