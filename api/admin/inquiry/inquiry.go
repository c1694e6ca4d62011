// Package inquiry is how staff reads and answers inquiries.
package inquiry

import (
	"bytes"
	"context"
	"io"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/picture"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
)

// API holds what the calls need.
type API struct {
	sites     *site.Service
	inquiries *inquiry.Service
}

// New returns the area's API.
func New(sites *site.Service, inquiries *inquiry.Service) *API {
	return &API{sites: sites, inquiries: inquiries}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Inquiry)
	return []httpx.Route{
		httpx.Post("/api/admin/qna/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/qna/answer", httpx.Staff, a.answer, needs),
		httpx.Post("/api/admin/qna/thread", httpx.Staff, a.thread, needs),
		httpx.Post("/api/admin/qna/image", httpx.Staff, a.image, needs),
		httpx.Post("/api/admin/qna/close", httpx.Staff, a.close, needs),
		httpx.Post("/api/admin/qna/sample/list", httpx.Staff, a.samples, needs),
		httpx.Post("/api/admin/qna/sample/save", httpx.Staff, a.saveSample, needs),
		httpx.Post("/api/admin/qna/sample/delete", httpx.Staff, a.deleteSample, needs),
	}
}

// ListRequest asks for a page of the inquiries of members and guests.
type ListRequest struct {
	Status inquiry.Status `json:"status,omitzero"` // wait or answer (closed ones included); empty for all
	Guests bool           `json:"guests,omitzero"` // only those of guests
	paging.Request
}

// Guest is what a visitor who is not logged in said of themselves. None of it is verified.
type Guest struct {
	ContactKind inquiry.ContactKind `json:"contactKind"` // email, phone or messenger
	Contact     string              `json:"contact"`
	Account     string              `json:"account"` // a member ID; empty when none was given
}

// Row is an inquiry as the back office sees it.
type Row struct {
	Idx        int64            `json:"idx"`
	MemID      string           `json:"memId"` // empty for a guest
	Guest      *Guest           `json:"guest"` // null for a member
	Category   inquiry.Category `json:"category"`
	Lang       string           `json:"lang"` // of the author, when the inquiry was written
	Title      string           `json:"title"`
	Content    string           `json:"content"`    // rich text, cleaned
	Status     inquiry.Status   `json:"status"`     // wait, answer or closed
	Answer     string           `json:"answer"`     // rich text, cleaned
	AnsweredBy string           `json:"answeredBy"` // staff id, or auto; empty while it waits
	AnsweredAt *time.Time       `json:"answeredAt"`
	CreatedAt  time.Time        `json:"createdAt"`
}

// ListAnswer is a page of inquiries, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	found, total, err := a.inquiries.StaffList(ctx, inquiry.StaffQuery{Site: who.Site, Status: req.Status, Guests: req.Guests, Slice: req.Slice()})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, q := range found {
		out.List[i] = Row{
			Idx: q.ID, MemID: q.Member, Category: q.Category, Lang: q.Lang, Title: q.Title, Content: q.Content.HTML, Status: q.Status,
			Answer: q.Answer.HTML, AnsweredBy: q.AnsweredBy, AnsweredAt: q.AnsweredAt, CreatedAt: q.CreatedAt,
		}
		if q.Guest != nil {
			out.List[i].Guest = &Guest{ContactKind: q.Guest.Kind, Contact: q.Guest.Address, Account: q.Guest.Account}
		}
	}
	return out, nil
}

// AnswerRequest answers an inquiry; one that has an answer gets this one instead.
type AnswerRequest struct {
	Idx     int64  `json:"idx"`
	Content string `json:"content"` // rich text; cleaned
}

// answer: the answer, its notification to the member and its audit are one.
func (a *API) answer(ctx context.Context, who httpx.Caller, req AnswerRequest) (httpx.None, error) {
	content, ok := richtext.Clean(req.Content)
	if !ok {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, a.inquiries.Answer(ctx, caller.Actor(who), who.Site, req.Idx, content)
}

// IdxRequest names an inquiry, or a picture of one.
type IdxRequest struct {
	Idx int64 `json:"idx"`
}

// Image names a picture, which /api/admin/qna/image returns.
type Image struct {
	Idx    int64 `json:"idx"`
	Width  int   `json:"width"` // in pixels
	Height int   `json:"height"`
}

// Message is one of the member, or an answer that the member replied to.
type Message struct {
	Staff     string    `json:"staff"`   // staff id; empty for the member
	Content   string    `json:"content"` // rich text, cleaned
	Images    []Image   `json:"images"`
	CreatedAt time.Time `json:"createdAt"`
}

// ThreadAnswer is what stands between a question and its answer, the oldest message first.
type ThreadAnswer struct {
	Images   []Image   `json:"images"` // of the question
	Messages []Message `json:"messages"`
}

func (a *API) thread(ctx context.Context, who httpx.Caller, req IdxRequest) (ThreadAnswer, error) {
	t, err := a.inquiries.StaffThread(ctx, who.Site, req.Idx)
	if err != nil {
		return ThreadAnswer{}, err
	}
	out := ThreadAnswer{Images: wireImages(t.Images), Messages: make([]Message, len(t.Messages))}
	for i, m := range t.Messages {
		out.Messages[i] = Message{Staff: m.Staff, Content: m.Content.HTML, Images: wireImages(m.Images), CreatedAt: m.CreatedAt}
	}
	return out, nil
}

func wireImages(images []inquiry.Image) []Image {
	out := make([]Image, len(images))
	for i, m := range images {
		out[i] = Image{Idx: m.ID, Width: m.Width, Height: m.Height}
	}
	return out
}

func (a *API) image(ctx context.Context, who httpx.Caller, req IdxRequest) (httpx.File, error) {
	b, err := a.inquiries.StaffImage(ctx, who.Site, req.Idx)
	return httpx.File{Name: "image.jpg", Type: picture.Type, Body: io.NopCloser(bytes.NewReader(b))}, err
}

// CloseRequest ends the thread of an answered inquiry, or opens it again.
type CloseRequest struct {
	Idx    int64 `json:"idx"`
	Closed bool  `json:"closed"`
}

func (a *API) close(ctx context.Context, who httpx.Caller, req CloseRequest) (httpx.None, error) {
	return httpx.None{}, a.inquiries.Close(ctx, caller.Actor(who), who.Site, req.Idx, req.Closed)
}
