package member

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/message"
)

// The longest message of staff, in code points.
const (
	maxTitle   = 100
	maxContent = 5_000
)

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
