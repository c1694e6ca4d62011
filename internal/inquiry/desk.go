package inquiry

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/audit"
	"hubstake/internal/fault"
	"hubstake/internal/inquiry/inquirydb"
	"hubstake/internal/message"
	"hubstake/internal/paging"
	"hubstake/internal/richtext"
)

// Entry is an inquiry as staff see it.
type Entry struct {
	Inquiry
	Member     string
	Lang       string
	AnsweredBy string // staff id, or auto; empty while it waits
}

// Desk returns a page of a site's inquiries, the newest first, and how many there are (paging.Totals). An empty status means all;
// one that does not exist is E001.
func (s *Service) Desk(ctx context.Context, site string, only Status, page paging.Slice) ([]Entry, int64, error) {
	if only != "" && only != Waiting && only != Answered {
		return nil, 0, fault.Failed
	}
	q := inquirydb.New(s.db)
	total, err := s.totals.Of(site+"|"+string(only), s.clk.Now(), func(most int32) (int64, error) {
		return q.DeskCount(ctx, inquirydb.DeskCountParams{Site: site, Status: string(only), Most: most})
	})
	if err != nil {
		return nil, 0, fmt.Errorf("inquiry desk: %w", err)
	}
	rows, err := q.Desk(ctx, inquirydb.DeskParams{Site: site, Status: string(only), Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("inquiry desk: %w", err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			Inquiry: Inquiry{
				ID: r.ID, Category: Category(r.Category), Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content},
				Status: status(r.AnsweredAt), Answer: richtext.Content{HTML: r.AnswerHtml, Text: r.Answer}, AnsweredAt: r.AnsweredAt, CreatedAt: r.CreatedAt,
			},
			Member: r.MemberID, Lang: r.Lang,
		}
		if r.AnsweredBy != nil {
			out[i].AnsweredBy = *r.AnsweredBy
		}
	}
	return out, total, nil
}

// Answer answers an inquiry, or answers it anew, and sends the member a letter. One that is not of the site is E001.
func (s *Service) Answer(ctx context.Context, by audit.Actor, site string, id int64, answer richtext.Content) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		now := s.clk.Now()
		r, err := inquirydb.New(tx).Answer(ctx, inquirydb.AnswerParams{
			Site: site, ID: id, Answer: answer.Text, Html: answer.HTML, Staff: &by.ID, At: &now,
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("inquiry: answer: %w", err)
		}
		entry := &audit.Entry{
			Actor: by, Site: site, Action: "inquiry.answer", Target: strconv.FormatInt(id, 10), Detail: map[string]string{"member": r.MemberID},
		}
		if err := tell(ctx, tx, site, id, by.Trace); err != nil {
			return nil, err
		}
		return entry, s.messages.Send(ctx, tx, message.Letter{
			Site: site, Member: r.MemberID, Title: texts(r.Lang).answered, Content: r.Title + "\n\n" + answer.Text, Trace: by.Trace,
		})
	})
}
