package partner

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
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
)

// MessageInput is a message to accounts below.
type MessageInput struct {
	To             MessageTo
	Member         string // of ToMember
	Title, Content string // plain text
	After          string // of many: behind this memId, as the call before said
	IdempotencyKey idempotency.Key
}

// MessageResult is how far a message to many got.
type MessageResult struct {
	Sent  int    // accounts that it was sent to by this call
	After string // the next call goes on behind it; empty: everyone has it
}

// SendMessage writes a message of a partner to accounts below it, in the order of their memIds. A call writes to at most 200, to all or none of them, and
// says where the next one goes on. The same call again (IdempotencyKey) writes nothing and answers the same. E001: no title, texts that are too long, or no
// such addressees. U001: the account is not below. S001: maintenance.
func (s *Service) SendMessage(ctx context.Context, by By, in MessageInput) (MessageResult, error) {
	var ids []string
	caller := idempotency.Caller{Member: by.Partner, Key: in.IdempotencyKey, At: s.clk.Now()}
	return idempotency.Do(ctx, s.db, caller, idempotency.Work[MessageResult]{
		Check: func() (err error) {
			if in, err = in.check(); err != nil {
				return err
			}
			if err := s.writable(ctx, by); err != nil {
				return err
			}
			ids, err = s.addressees(ctx, by, in)
			return err
		},
		Do: func(tx pgx.Tx) (out MessageResult, err error) {
			if len(ids) > 0 {
				err = s.writeMessages(ctx, tx, by, in, ids)
			}
			if len(ids) == messagesAtATime {
				out.After = ids[len(ids)-1]
			}
			out.Sent = len(ids)
			return out, err
		},
	})
}

func (in MessageInput) check() (MessageInput, error) {
	in.Title, in.Content, in.Member = strings.TrimSpace(in.Title), strings.TrimSpace(in.Content), strings.ToLower(strings.TrimSpace(in.Member))
	if in.Title == "" || utf8.RuneCountInString(in.Title) > messageTitleMax || utf8.RuneCountInString(in.Content) > messageContentMax {
		return in, fault.Failed
	}
	return in, nil
}

// addressees are the accounts that one call writes to.
func (s *Service) addressees(ctx context.Context, by By, in MessageInput) ([]string, error) {
	switch in.To {
	case ToMember:
		return []string{in.Member}, nil
	case ToChildren:
		return s.members.ChildrenFrom(ctx, by.Site, by.Partner, in.After, messagesAtATime)
	case ToDownline:
		return s.members.DownlineFrom(ctx, by.Site, by.Partner, by.Partner, in.After, messagesAtATime)
	default:
		return nil, fault.Failed
	}
}

// writeMessages writes to accounts, with one entry of the audit.
func (s *Service) writeMessages(ctx context.Context, tx pgx.Tx, by By, in MessageInput, ids []string) error {
	messages := message.New(s.db, s.clk)
	return audit.Act(ctx, tx, func(tx pgx.Tx) (*audit.Entry, error) {
		if in.To == ToMember {
			at, err := member.HoldPosition(ctx, tx, by.Site, in.Member)
			if err == nil && (!slices.Contains(at.Upline, by.Partner) || at.Status == member.Deleted) {
				err = fault.MemberNotFound
			}
			if err != nil {
				return nil, err
			}
		}
		for _, id := range ids {
			if err := messages.Send(ctx, tx, message.Notification{Site: by.Site, Member: id, Title: in.Title, Content: in.Content, Trace: by.Trace}); err != nil {
				return nil, err
			}
		}
		if in.To == ToMember {
			return &audit.Entry{Actor: by.Actor, Site: by.Site, Action: "message.send", Target: in.Member, Detail: map[string]string{"title": in.Title}}, nil
		}
		return &audit.Entry{
			Actor: by.Actor, Site: by.Site, Action: "partner.message", Target: by.Partner,
			Detail: map[string]any{"to": in.To, "title": in.Title, "accounts": len(ids), "first": ids[0], "last": ids[len(ids)-1]},
		}, nil
	})
}
