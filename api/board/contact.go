package board

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/support/inquiry"
)

// ContactRequest is an inquiry of a guest who is not logged in.
type ContactRequest struct {
	Category    inquiry.Category    `json:"category"`         // login, signup, money or etc
	Content     string              `json:"content"`          // plain text, 10 to 2,000 characters
	ContactKind inquiry.ContactKind `json:"contactKind"`      // email, phone or messenger
	Contact     string              `json:"contact"`          // at most 100 characters, of the form of its kind
	Account     string              `json:"account,omitzero"` // the member ID that the guest claims, at most 20 characters
}

// ContactReceipt is shown to the guest once: the secret is not kept.
type ContactReceipt struct {
	Idx       int64     `json:"idx"`    // the number of the case
	Secret    string    `json:"secret"` // opens the case, with its number
	CreatedAt time.Time `json:"createdAt"`
}

func (a *API) contact(ctx context.Context, who httpx.Caller, req ContactRequest) (ContactReceipt, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return ContactReceipt{}, err
	}
	r, err := a.Inquiries.AskAsGuest(ctx, inquiry.Visitor{Site: who.Site, Lang: s.Options.Language(who.Lang), Trace: who.Trace}, inquiry.GuestQuestion{
		Category: req.Category, Text: req.Content, Contact: inquiry.Contact{Kind: req.ContactKind, Address: req.Contact, Account: req.Account},
	})
	return ContactReceipt{Idx: r.ID, Secret: r.Secret, CreatedAt: r.CreatedAt}, err
}

// ContactCaseRequest asks for a case by what its guest was given.
type ContactCaseRequest struct {
	Idx    int64  `json:"idx"`
	Secret string `json:"secret"` // capitals, spaces and hyphens do not matter
}

// ContactCase is the inquiry of a guest and its answer. The contact is not in it.
type ContactCase struct {
	Idx        int64            `json:"idx"`
	Category   inquiry.Category `json:"category"`
	Content    string           `json:"content"` // rich text made of plain text
	Status     inquiry.Status   `json:"status"`  // wait or answer
	Answer     string           `json:"answer"`  // rich text, cleaned; empty while it waits
	AnsweredAt *time.Time       `json:"answeredAt"`
	CreatedAt  time.Time        `json:"createdAt"`
}

// contactCase: a wrong secret and a case that does not exist are both E001.
func (a *API) contactCase(ctx context.Context, who httpx.Caller, req ContactCaseRequest) (ContactCase, error) {
	q, err := a.Inquiries.GuestInquiry(ctx, who.Site, req.Idx, req.Secret)
	return ContactCase{
		Idx: q.ID, Category: q.Category, Content: q.Content.HTML, Status: q.Status, Answer: q.Answer.HTML, AnsweredAt: q.AnsweredAt, CreatedAt: q.CreatedAt,
	}, err
}
