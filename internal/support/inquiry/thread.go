package inquiry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/platform/pg"
	"hubstake/internal/support/inquiry/inquirydb"
)

// maxMessages bounds the messages of a thread; a member who writes one more gets E002.
const maxMessages = 60

// Thread is what belongs to an inquiry beside the question and its last answer.
type Thread struct {
	Images   []Image // of the question
	Messages []Message
}

// Message of a thread: of the member, or an answer that the member has replied to.
type Message struct {
	ID        int64
	Staff     string // the staff ID; empty for the member
	Content   richtext.Content
	Images    []Image
	CreatedAt time.Time
}

// thread reads a thread, the oldest message first.
func thread(ctx context.Context, q *inquirydb.Queries, id int64) (Thread, error) {
	rows, err := q.Messages(ctx, id)
	if err != nil {
		return Thread{}, fmt.Errorf("inquiry thread: %w", err)
	}
	out, at := Thread{Messages: make([]Message, len(rows))}, map[int64]int{}
	for i, r := range rows {
		out.Messages[i] = Message{ID: r.ID, Content: richtext.Content{HTML: r.Html, Text: r.Content}, CreatedAt: r.CreatedAt}
		if r.Staff != nil {
			out.Messages[i].Staff = *r.Staff
		}
		at[r.ID] = i
	}
	images, err := q.Images(ctx, id)
	if err != nil {
		return Thread{}, fmt.Errorf("inquiry thread: %w", err)
	}
	for _, r := range images {
		m := Image{ID: r.ID, Width: int(r.Width), Height: int(r.Height)}
		if r.MessageID == nil {
			out.Images = append(out.Images, m)
		} else {
			i := at[*r.MessageID]
			out.Messages[i].Images = append(out.Messages[i].Images, m)
		}
	}
	return out, nil
}

// FollowUp adds a message of the member to an inquiry, which then waits for an answer again. E001: an inquiry that is not the member's,
// one about the account to pay into, one that is closed, and images that are not the member's. E002: a thread that is too long, or too
// many inquiries that wait.
func (s *Service) FollowUp(ctx context.Context, who Requester, id int64, content richtext.Content, images []int64) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		err := s.followUp(ctx, tx, who, id, content, images)
		if _, refused := fault.Of(err); refused || err == nil {
			return err
		}
		return fmt.Errorf("inquiry: follow-up: %w", err)
	})
}

func (s *Service) followUp(ctx context.Context, tx pgx.Tx, who Requester, id int64, content richtext.Content, images []int64) error {
	q := inquirydb.New(tx)
	if err := q.Lock(ctx, who.Member); err != nil {
		return err
	}
	r, err := q.GetForUpdate(ctx, inquirydb.GetForUpdateParams{Member: who.Member, ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return err
	}
	if r.ClosedAt != nil || Category(r.Category) == BankAccount {
		return fault.Failed
	}
	n, err := q.CountMessages(ctx, id)
	if err != nil {
		return err
	}
	if n+2 > maxMessages {
		return fault.TryLater
	}
	if r.AnsweredAt != nil {
		waiting, err := q.Waiting(ctx, who.Member)
		if err != nil {
			return err
		}
		if waiting >= maxWaiting {
			return fault.TryLater
		}
		_, err = q.AddMessage(ctx, inquirydb.AddMessageParams{
			InquiryID: id, Staff: r.AnsweredBy, Content: r.Answer, Html: r.AnswerHtml, CreatedAt: *r.AnsweredAt,
		})
		if err != nil {
			return err
		}
		if err := q.Reopen(ctx, id); err != nil {
			return err
		}
	}
	message, err := q.AddMessage(ctx, inquirydb.AddMessageParams{InquiryID: id, Content: content.Text, Html: content.HTML, CreatedAt: s.clk.Now()})
	if err != nil {
		return err
	}
	if err := sendImages(ctx, tx, who, id, &message, images); err != nil {
		return err
	}
	return tell(ctx, tx, who.Site, id, who.Trace)
}
