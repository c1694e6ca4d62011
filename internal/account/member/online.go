package member

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/account/member/memberdb"
)

// Present is a member with a live connection.
type Present struct {
	MemID  string
	SeenAt time.Time // the last heartbeat of the connection
}

// OnlineQuery selects among those who are present: members of the site who stand below every partner of Under.
type OnlineQuery struct {
	Site        string
	Under       []string // none, one, or one and one below it, whose branches are counted then. None: the whole site
	Present     []Present
	Count, Skip int32
}

// Online is a member with a live connection.
type Online struct {
	Present
	Nick        string
	Level       int
	Partner     bool
	Referrer    string
	LastLoginAt *time.Time
}

// Branch is how many are online in the subtree of a partner who stands directly below the viewer. The branch without a
// memId is of those with no partner in between.
type Branch struct {
	MemID  string
	Online int64
}

// Online returns a page of the members who are present, those who logged in last first, and how many there are in each
// branch.
func (s *Service) Online(ctx context.Context, q OnlineQuery) ([]Online, []Branch, error) {
	seen := make(map[string]time.Time, len(q.Present))
	ids := make([]string, len(q.Present))
	for i, p := range q.Present {
		ids[i], seen[p.MemID] = p.MemID, p.SeenAt
	}
	under, viewer := q.Under, ""
	if len(under) > 0 {
		viewer = under[len(under)-1]
	} else {
		under = []string{}
	}
	db := memberdb.New(s.db)
	branches, err := db.OnlineBranches(ctx, memberdb.OnlineBranchesParams{Viewer: viewer, Present: ids, Site: q.Site, Under: under})
	if err != nil {
		return nil, nil, fmt.Errorf("online: %w", err)
	}
	rows, err := db.Online(ctx, memberdb.OnlineParams{Viewer: viewer, Present: ids, Site: q.Site, Under: under, Count: q.Count, Skip: q.Skip})
	if err != nil {
		return nil, nil, fmt.Errorf("online: %w", err)
	}
	list, counts := make([]Online, len(rows)), make([]Branch, len(branches))
	for i, r := range rows {
		list[i] = Online{
			Present: Present{r.MemberID, seen[r.MemberID]}, Nick: r.Nick, Level: int(r.Level), Partner: r.Role == "partner",
			Referrer: r.ParentID, LastLoginAt: r.LastLoginAt,
		}
	}
	for i, b := range branches {
		counts[i] = Branch{b.Branch, b.Online}
	}
	return list, counts, nil
}
