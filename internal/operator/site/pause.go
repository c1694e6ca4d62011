package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site/sitedb"
	"hubstake/internal/platform/outbox"
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

// SetPaused begins or ends the maintenance of a function in tx and has every page of the site read again what is
// under maintenance: INSPECT with the site's unchanged state and a new version. It returns false when nothing changed.
// E001: there is no such function.
func (s *Service) SetPaused(ctx context.Context, tx pgx.Tx, id string, f Function, on bool, trace string) (bool, error) {
	def, ok := functions[f]
	if !ok {
		return false, fault.Failed
	}
	q := sitedb.New(tx)
	stored, err := q.LockOptions(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, ErrUnknown
	}
	if err != nil {
		return false, fmt.Errorf("pause: %w", err)
	}
	o, err := Parse(stored)
	if err != nil || def.paused(o) == on {
		return false, err
	}
	change, err := json.Marshal(map[string]bool{def.option: on})
	if err != nil {
		return false, fmt.Errorf("pause: %w", err)
	}
	r, err := q.ChangeOptions(ctx, sitedb.ChangeOptionsParams{Change: change, SiteID: id})
	if err != nil {
		return false, fmt.Errorf("pause: %w", err)
	}
	err = outbox.Write(ctx, tx, event.Event{Site: id, Cmd: event.Inspect, Data1: event.YN(r.Inspect), Ver: r.InspectVersion, Trace: trace})
	return err == nil, err
}
