package projection

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/core/right"
	"hubstake/internal/live"
	"hubstake/internal/live/projection/projectiondb"
)

// Members reads the states of members; who does not exist is left out.
func Members(ctx context.Context, db projectiondb.DBTX, ids []string) (map[string]live.Balance, error) {
	rows, err := projectiondb.New(db).Members(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("project members: %w", err)
	}
	out := make(map[string]live.Balance, len(rows))
	for _, r := range rows {
		out[r.MemberID] = live.Balance{
			Cash: strconv.FormatInt(r.Cash, 10), Points: strconv.FormatInt(r.Points, 10), Version: r.Version,
			Unread: strconv.Itoa(int(r.Unread)), MsgVersion: r.MsgVersion,
			Locked: event.YN(r.BetLocked), Permitted: event.YN(r.BetPermitted), LockVersion: r.LockVersion,
		}
	}
	return out, nil
}

// Sessions reads sessions by their ids; one that does not exist is left out.
func Sessions(ctx context.Context, db projectiondb.DBTX, ids []string) (map[string]live.Session, error) {
	area := names(right.Partners())
	rows, err := projectiondb.New(db).Sessions(ctx, projectiondb.SessionsParams{Area: area, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("project sessions: %w", err)
	}
	out := make(map[string]live.Session, len(rows))
	for _, r := range rows {
		s := live.Session{
			Member: r.MemberID, Site: r.SiteID, Audience: r.Audience, Topic: r.Topic, Key: r.HubKey, State: r.State,
			Reason: r.Reason, Gen: int(r.Gen), Game: r.Game, Expires: r.ExpiresAt, Version: r.Version,
		}
		switch token.Audience(r.Audience) {
		case token.Admin:
			s.Rights = live.RightsText(r.Rights)
		case token.Partner: // without names that are no rights of the area
			s.Rights = live.RightsText(slices.DeleteFunc(r.Rights, func(one string) bool { return !slices.Contains(area, one) }))
		default:
		}
		out[r.SessionID] = s
	}
	return out, nil
}

func names(rights []right.Right) []string {
	out := make([]string, len(rights))
	for i, r := range rights {
		out[i] = string(r)
	}
	return out
}

// Site is the state of a site that Redis holds.
type Site struct {
	Maintenance bool
	Version     int64
}

// Sites reads the states of sites.
func Sites(ctx context.Context, db projectiondb.DBTX, ids []string) (map[string]Site, error) {
	rows, err := projectiondb.New(db).Sites(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("project sites: %w", err)
	}
	out := make(map[string]Site, len(rows))
	for _, r := range rows {
		out[r.SiteID] = Site{r.Inspect, r.InspectVersion}
	}
	return out, nil
}
