package staff

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/right"
)

// HoldRights returns the rights of those of some staff whose accounts are active, and keeps them as they are until tx ends.
func (s *Service) HoldRights(ctx context.Context, tx pgx.Tx, siteID string, ids ...string) (map[string][]right.Right, error) {
	rows, err := staffdb.New(tx).HoldRights(ctx, staffdb.HoldRightsParams{SiteID: siteID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("staff: rights: %w", err)
	}
	of := map[string][]right.Right{}
	for _, r := range rows {
		of[r.StaffID] = r.Rights
	}
	return of, nil
}

// accessWindow is how long an account counts as held by the master who gave it access.
const accessWindow = 24 * time.Hour

// MayBeOnePerson reports whether one person may hold both accounts: within the last 24 hours one of them gave the other access, or the same
// account gave it to both, directly or through accounts between them. Access is a one-time password, a right or an account that is opened again. A
// command line gives it without this effect.
func (s *Service) MayBeOnePerson(ctx context.Context, tx pgx.Tx, a, b string) (bool, error) {
	shared, err := staffdb.New(tx).ShareAccess(ctx, staffdb.ShareAccessParams{Ids: []string{a, b}, Since: s.clk.Now().Add(-accessWindow)})
	if err != nil {
		return false, fmt.Errorf("staff: shared access: %w", err)
	}
	return shared || a == b, nil
}

// noteAccess keeps that a master gave an account access, for MayBeOnePerson. A command line has no account to keep.
func (s *Service) noteAccess(ctx context.Context, tx pgx.Tx, a Act) error {
	if strings.HasPrefix(a.Actor.ID, shell) {
		return nil
	}
	return staffdb.New(tx).NoteAccess(ctx, staffdb.NoteAccessParams{StaffID: a.ID, By: a.Actor.ID, At: s.clk.Now()})
}
