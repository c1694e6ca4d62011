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

// OnlineQuery selects among those who are present: members of the site in the downline of every one of Partners.
type OnlineQuery struct {
	Site        string
	Partners    []string // none (the whole site), one, or one and one of its downline; the branches of the last are counted
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

// Branch is how many are online in the downline of a partner directly below the viewer, that partner included. The branch
// without a memId has the members with no partner in between.
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
	partners, viewer := q.Partners, ""
	if len(partners) > 0 {
		viewer = partners[len(partners)-1]
	} else {
		partners = []string{}
	}
	db := memberdb.New(s.db)
	branches, err := db.OnlineBranches(ctx, memberdb.OnlineBranchesParams{Viewer: viewer, Present: ids, Site: q.Site, Partners: partners})
	if err != nil {
		return nil, nil, fmt.Errorf("online: %w", err)
	}
	rows, err := db.Online(ctx, memberdb.OnlineParams{Viewer: viewer, Present: ids, Site: q.Site, Partners: partners, Count: q.Count, Skip: q.Skip})
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
