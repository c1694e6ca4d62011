package partner

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
)

// MessageTo is whom a message of a partner goes to.
type MessageTo string

// The addressees.
const (
	ToMember   MessageTo = "member"   // one account of the downline
	ToChildren MessageTo = "children" // all accounts directly below
	ToDownline MessageTo = "downline"
)

// Bounds of a message of a partner, in code points, and of one call that sends it to many.
const (
	messageTitleMax   = 100
	messageContentMax = 2_000
	messagesAtATime   = 200
	messageTime       = 5 * time.Second
)

// MessageInput is a message to accounts below.
type MessageInput struct {
	To             MessageTo
	Member         string // of ToMember
	Title, Content string // plain text
	After          string // of many: behind this memId, as the call before said
}

// MessageResult is how far a message to many got.
type MessageResult struct {
	Sent  int    // accounts that it was sent to by this call
	After string // the next call goes on behind it; empty: everyone has it
}

// SendMessage writes a message of a partner to accounts below it, in the order of their memIds. A call ends after some seconds and says where the next one
// goes on. E001: no title, texts that are too long, or no such addressees. U001: the account is not below. S001: maintenance.
func (s *Service) SendMessage(ctx context.Context, by By, in MessageInput) (out MessageResult, err error) {
	in.Title, in.Content = strings.TrimSpace(in.Title), strings.TrimSpace(in.Content)
	if in.Title == "" || utf8.RuneCountInString(in.Title) > messageTitleMax || utf8.RuneCountInString(in.Content) > messageContentMax {
		return out, fault.Failed
	}
	if err := s.writable(ctx, by); err != nil {
		return out, err
	}
	switch in.To {
	case ToMember:
		if err := s.members.SendMessage(ctx, by.act(strings.ToLower(strings.TrimSpace(in.Member))), in.Title, in.Content); err != nil {
			return out, err
		}
		return MessageResult{Sent: 1}, nil
	case ToChildren, ToDownline:
		return s.messageMany(ctx, by, in)
	default:
		return out, fault.Failed
	}
}

func (s *Service) messageMany(ctx context.Context, by By, in MessageInput) (out MessageResult, err error) {
	read := func(after string) ([]string, error) {
		if in.To == ToChildren {
			return s.members.ChildrenFrom(ctx, by.Site, by.Partner, after, messagesAtATime)
		}
		return s.members.DownlineFrom(ctx, by.Site, by.Partner, by.Partner, after, messagesAtATime)
	}
	end := s.clk.Now().Add(messageTime)
	for out.After = in.After; ; {
		ids, err := read(out.After)
		if err != nil {
			return out, err
		}
		if len(ids) > 0 {
			if err := s.messageSlice(ctx, by, in, ids); err != nil {
				return out, err
			}
			out.Sent, out.After = out.Sent+len(ids), ids[len(ids)-1]
		}
		if len(ids) < messagesAtATime {
			out.After = ""
			return out, nil
		}
		if !s.clk.Now().Before(end) {
			return out, nil
		}
	}
}

// messageSlice sends to some accounts, all or none of them, with one entry of the audit.
func (s *Service) messageSlice(ctx context.Context, by By, in MessageInput, ids []string) error {
	messages := message.New(s.db, s.clk)
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		for _, id := range ids {
			if err := messages.Send(ctx, tx, message.Notification{Site: by.Site, Member: id, Title: in.Title, Content: in.Content, Trace: by.Trace}); err != nil {
				return nil, err
			}
		}
		return &audit.Entry{
			Actor: by.Actor, Site: by.Site, Action: "partner.message", Target: by.Partner,
			Detail: map[string]any{"to": in.To, "title": in.Title, "accounts": len(ids), "first": ids[0], "last": ids[len(ids)-1]},
		}, nil
	})
}
