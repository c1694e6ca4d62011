package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/support/inquiry"
)

func (a *API) inquiryRoutes() []httpx.Route {
	needs := httpx.Needs(right.Message)
	return []httpx.Route{
		httpx.Post("/api/admin/qna/list", httpx.Staff, a.inquiryList, needs),
		httpx.Post("/api/admin/qna/answer", httpx.Staff, a.inquiryAnswer, needs),
	}
}

// InquiryListRequest asks for a page of the inquiries of members and guests.
type InquiryListRequest struct {
	Status inquiry.Status `json:"status,omitzero"` // wait or answer; empty for all
	Guests bool           `json:"guests,omitzero"` // only those of guests
	paging.Request
}

// InquiryGuest is what somebody who is not logged in said of themselves. Nothing of it is verified.
type InquiryGuest struct {
	ContactKind inquiry.ContactKind `json:"contactKind"` // email, phone or messenger
	Contact     string              `json:"contact"`
	Account     string              `json:"account"` // a member ID; empty when none was given
}

// InquiryRow is an inquiry as the back office sees it.
type InquiryRow struct {
	Idx        int64            `json:"idx"`
	MemID      string           `json:"memId"` // empty for a guest
	Guest      *InquiryGuest    `json:"guest"` // null for a member
	Category   inquiry.Category `json:"category"`
	Lang       string           `json:"lang"` // of the author, when the inquiry was written
	Title      string           `json:"title"`
	Content    string           `json:"content"` // rich text, cleaned
	Status     inquiry.Status   `json:"status"`
	Answer     string           `json:"answer"`     // rich text, cleaned
	AnsweredBy string           `json:"answeredBy"` // staff id, or auto; empty while it waits
	AnsweredAt *time.Time       `json:"answeredAt"`
	CreatedAt  time.Time        `json:"createdAt"`
}

// InquiryListAnswer is a page of inquiries, the newest first.
type InquiryListAnswer struct {
	List     []InquiryRow `json:"list"`
	PageInfo paging.Info  `json:"pageInfo"`
}

func (a *API) inquiryList(ctx context.Context, who httpx.Caller, req InquiryListRequest) (InquiryListAnswer, error) {
	found, total, err := a.Inquiries.StaffList(ctx, inquiry.DeskQuery{Site: who.Site, Status: req.Status, Guests: req.Guests, Slice: req.Slice()})
	if err != nil {
		return InquiryListAnswer{}, err
	}
	out := InquiryListAnswer{List: make([]InquiryRow, len(found)), PageInfo: req.Info(total)}
	for i, q := range found {
		out.List[i] = InquiryRow{
			Idx: q.ID, MemID: q.Member, Category: q.Category, Lang: q.Lang, Title: q.Title, Content: q.Content.HTML, Status: q.Status,
			Answer: q.Answer.HTML, AnsweredBy: q.AnsweredBy, AnsweredAt: q.AnsweredAt, CreatedAt: q.CreatedAt,
		}
		if q.Guest != nil {
			out.List[i].Guest = &InquiryGuest{ContactKind: q.Guest.Kind, Contact: q.Guest.Address, Account: q.Guest.Account}
		}
	}
	return out, nil
}

// InquiryAnswerRequest answers an inquiry; one that has an answer gets this one instead.
type InquiryAnswerRequest struct {
	Idx     int64  `json:"idx"`
	Content string `json:"content"` // rich text; cleaned
}

// inquiryAnswer: the answer, its letter to the member and its audit are one.
func (a *API) inquiryAnswer(ctx context.Context, who httpx.Caller, req InquiryAnswerRequest) (httpx.None, error) {
	content, ok := richtext.Clean(req.Content)
	if !ok {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, a.Inquiries.Answer(ctx, actor(who), who.Site, req.Idx, content)
}
