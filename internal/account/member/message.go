package member

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/message"
)

// The longest message of staff, in code points.
const (
	maxTitle   = 100
	maxContent = 5_000
)

// Messages returns a page of the messages that a member was sent in days, newest first, and how many there are. U001: no such member on the
// site. E001: days that cannot be.
func (s *Service) Messages(ctx context.Context, siteID, memID string, days paging.Days, page paging.Slice) ([]message.Sent, int64, error) {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return nil, 0, err
	}
	p, err := days.Period(st.Options.Location())
	if err != nil {
		return nil, 0, err
	}
	if _, err := s.Card(ctx, siteID, memID); err != nil {
		return nil, 0, err
	}
	return s.messages.SentTo(ctx, siteID, memID, p, page)
}

// SendMessage writes a message of the site to a member. E001: no title, or texts that are too long.
func (s *Service) SendMessage(ctx context.Context, a Act, title, content string) error {
	n := message.Notification{
		Site: a.Site, Member: a.MemID, Title: strings.TrimSpace(title), Content: strings.TrimSpace(content), Trace: a.Trace,
	}
	if n.Title == "" || utf8.RuneCountInString(n.Title) > maxTitle || utf8.RuneCountInString(n.Content) > maxContent {
		return fault.Failed
	}
	return s.act(ctx, a, "message.send", map[string]string{"title": n.Title}, func(tx pgx.Tx, _ memberdb.LockMemberRow) error {
		return message.New(s.db, s.clk).Send(ctx, tx, n)
	})
}
