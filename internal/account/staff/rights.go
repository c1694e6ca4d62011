package staff

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
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

// noteAccess keeps that a master gave an account access, so that the two count as one person (approval.NoteAccess). A command line has no account to keep.
func (s *Service) noteAccess(ctx context.Context, tx pgx.Tx, a Act) error {
	if strings.HasPrefix(a.Actor.ID, shell) {
		return nil
	}
	return approval.NoteAccess(ctx, tx, s.clk.Now(), a.ID, a.Actor.ID)
}
