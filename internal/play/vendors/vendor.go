package vendors

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/vendors/vendorsdb"
)

// Upsert makes a vendor or changes its settings; whether it is switched on stays as it is. family names the adapter that
// speaks its protocol.
func Upsert(ctx context.Context, db vendorsdb.DBTX, id, family string, s Settings) error {
	if err := s.Validate(); err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	b, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	if err := vendorsdb.New(db).Upsert(ctx, vendorsdb.UpsertParams{VendorID: id, Family: family, Settings: b}); err != nil {
		return fmt.Errorf("vendor %s: %w", id, err)
	}
	return nil
}

// WithoutAddresses returns the vendors of families whose settings list no addresses that they call from.
func WithoutAddresses(ctx context.Context, db vendorsdb.DBTX, families ...string) ([]string, error) {
	rows, err := vendorsdb.New(db).Vendors(ctx)
	if err != nil {
		return nil, fmt.Errorf("vendors: addresses: %w", err)
	}
	var ids []string
	for _, r := range rows {
		var s Settings
		if err := json.Unmarshal(r.Settings, &s); err != nil {
			return nil, fmt.Errorf("vendor %s: settings: %w", r.VendorID, err)
		}
		if slices.Contains(families, r.Family) && len(s.Allow) == 0 {
			ids = append(ids, r.VendorID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// Gate is why a member may not bet with a vendor now.
type Gate string

// The gates, in the order in which they are tried.
const (
	Open         Gate = ""
	GateExcluded Gate = "excluded" // self-excluded or in a timeout (U033)
	GateDormant  Gate = "dormant"  // dormant or closed (U020)
	GateMember   Gate = "member"   // the account is not in its normal state (D-45)
	GateLocked   Gate = "locked"   // LOCK_BET_YN data1
	GateDenied   Gate = "denied"   // LOCK_BET_YN data2
	GateInspect  Gate = "inspect"  // S001
	GatePaused   Gate = "paused"   // S004
	GateVendor   Gate = "vendor"   // the vendor is switched off
	GateGame     Gate = "game"     // the game or its product is
	GateSession  Gate = "session"  // the member's own limit of session time is reached (U034)
	GateLimit    Gate = "limit"    // nothing is left of the member's own limits of stakes or losses (U034): asked before, not of a bet
	GateNoMember Gate = "unknown"
)

// Refusal is what a member is told at the gate; nil when it is open.
func (g Gate) Refusal() error {
	switch g {
	case Open:
		return nil
	case GateInspect:
		return fault.SiteMaintenance
	case GatePaused:
		return fault.BettingMaintenance
	case GateLocked:
		return fault.BettingLocked
	case GateDenied:
		return fault.NoBetPermission
	case GateExcluded:
		return fault.SelfExcluded
	case GateSession, GateLimit:
		return fault.LimitReached
	case GateDormant:
		return fault.ContactAdmin
	case GateMember:
		return fault.Suspended
	case GateVendor, GateGame:
		return fault.GameUnavailable
	default:
		return fault.NoAccess
	}
}

// MayBet reports whether a member may bet with a vendor on a game at a moment, and the member's nickname. Bets are decided by the
// same rules when they arrive; asking here spares a member a game that would refuse every bet.
func MayBet(ctx context.Context, db vendorsdb.DBTX, member, vendor, game string, now time.Time) (g Gate, nick string, err error) {
	limits := site.Defaults()
	rows, err := vendorsdb.New(db).Gate(ctx, vendorsdb.GateParams{
		Member: member, Vendor: vendor, Game: game, MaxStake: int64(limits.MaxStake), MaxWin: int64(limits.MaxWin), Now: now,
	})
	if err != nil {
		return "", "", fmt.Errorf("vendor %s: gate: %w", vendor, err)
	}
	if len(rows) == 0 {
		return GateNoMember, "", nil
	}
	if g = Gate(rows[0].Refusal); g == Open && rows[0].Spent {
		g = GateLimit
	}
	return g, rows[0].Nick, nil
}
