package vendors

import (
	"context"
	"encoding/json"
	"fmt"

	"hubstake/internal/site"
	"hubstake/internal/vendors/vendorsdb"
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

// Gate is why a member may not bet with a vendor now.
type Gate string

// The gates, in the order in which they are tried.
const (
	Open         Gate = ""
	GateMember   Gate = "member"  // the account is not in its normal state (D-45)
	GateLocked   Gate = "locked"  // LOCK_BET_YN data1
	GateDenied   Gate = "denied"  // LOCK_BET_YN data2
	GateInspect  Gate = "inspect" // S001
	GatePaused   Gate = "paused"  // S004
	GateVendor   Gate = "vendor"  // the vendor is switched off
	GateNoMember Gate = "unknown"
)

// MayBet tells whether a member may bet with a vendor now, and the member's nickname. Bets are decided by the same rules
// when they arrive; asking here spares a member a game that would refuse every bet.
func MayBet(ctx context.Context, db vendorsdb.DBTX, member, vendor string) (g Gate, nick string, err error) {
	limits := site.Defaults()
	rows, err := vendorsdb.New(db).Gate(ctx, vendorsdb.GateParams{
		Member: member, Vendor: vendor, MaxStake: int64(limits.MaxStake), MaxWin: int64(limits.MaxWin),
	})
	if err != nil {
		return "", "", fmt.Errorf("vendor %s: gate: %w", vendor, err)
	}
	if len(rows) == 0 {
		return GateNoMember, "", nil
	}
	return Gate(rows[0].Refusal), rows[0].Nick, nil
}
