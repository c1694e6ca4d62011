package betgate

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/betgate/betgatedb"
)

// Refusal is why a member may not bet now.
type Refusal string

// The refusals, in the order in which they are tried.
const (
	Open        Refusal = ""
	Excluded    Refusal = "excluded" // self-excluded or in a timeout (U033)
	Dormant     Refusal = "dormant"  // dormant or closed (U020)
	Member      Refusal = "member"   // the account is not in its normal state (D-45)
	Locked      Refusal = "locked"   // LOCK_BET_YN data1
	Denied      Refusal = "denied"   // LOCK_BET_YN data2
	Maintenance Refusal = "inspect"  // S001
	Paused      Refusal = "paused"   // S004
	Provider    Refusal = "vendor"   // the provider is switched off
	Game        Refusal = "game"     // the game or its product is
	Session     Refusal = "session"  // the member's own limit of session time is reached (U034)
	Limit       Refusal = "limit"    // nothing is left of the member's own limits of stakes or losses (U034): asked before, not of a bet
	NoMember    Refusal = "unknown"
)

// Fault returns the refusal that the member is shown; nil if the member may bet.
func (r Refusal) Fault() error {
	switch r {
	case Open:
		return nil
	case Maintenance:
		return fault.SiteMaintenance
	case Paused:
		return fault.BettingMaintenance
	case Locked:
		return fault.BettingLocked
	case Denied:
		return fault.NoBetPermission
	case Excluded:
		return fault.SelfExcluded
	case Session, Limit:
		return fault.LimitReached
	case Dormant:
		return fault.ContactAdmin
	case Member:
		return fault.Suspended
	case Provider, Game:
		return fault.GameUnavailable
	default:
		return fault.NoAccess
	}
}

// OfHouse returns the refusal of a bet with the site's own providers; nil if the member may bet. A site without such a provider, or with a closed one, has no such game.
func (r Refusal) OfHouse() error {
	if r == NoMember || r == Provider {
		return fault.GameUnavailable
	}
	return r.Fault()
}

// May reports whether a member may bet with a provider on a game at a moment, and the member's nickname. Bets are decided by the same
// rules when they arrive; asking here spares a member a game that would refuse every bet.
func May(ctx context.Context, db betgatedb.DBTX, member, provider, game string, now time.Time) (r Refusal, nick string, err error) {
	limits := site.Defaults()
	rows, err := betgatedb.New(db).Ask(ctx, betgatedb.AskParams{
		Member: member, Vendor: provider, Game: game, MaxStake: int64(limits.MaxStake), MaxWin: int64(limits.MaxWin), Now: now,
	})
	if err != nil {
		return "", "", fmt.Errorf("bet gate: %w", err)
	}
	if len(rows) == 0 {
		return NoMember, "", nil
	}
	if r = Refusal(rows[0].Refusal); r == Open && rows[0].Spent {
		r = Limit
	}
	return r, rows[0].Nick, nil
}
