package board

import (
	"bytes"
	"context"
	"io"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/picture"
	"hubstake/internal/core/richtext"
	"hubstake/internal/support/inquiry"
)

// Account to pay into, as long as it is this member's.
type Account struct {
	Bank   string    `json:"bankName"`
	Number string    `json:"accountNo"`
	Holder string    `json:"accountHolder"`
	Until  time.Time `json:"until"`
}

// Inquiry of a member.
type Inquiry struct {
	Idx        int64            `json:"idx"`
	Category   inquiry.Category `json:"category"` // bankaccount or etc
	Title      string           `json:"title"`
	Content    string           `json:"content"` // rich text, cleaned
	Text       string           `json:"text"`
	Status     inquiry.Status   `json:"status"` // wait, answer or closed
	Answer     string           `json:"answer"` // rich text, cleaned; empty in a list and while it waits
	AnswerText string           `json:"answerText"`
	AnsweredAt *time.Time       `json:"answeredAt"`
	CreatedAt  time.Time        `json:"createdAt"`
	Account    *Account         `json:"account"`  // of a bankaccount inquiry, for thirty minutes (D-62)
	Images     []Image          `json:"images"`   // of the question; empty in a list
	Messages   []Message        `json:"messages"` // between the question and the answer, the oldest first; empty in a list
}

// Image names a picture of an inquiry, which /api/board/qna/image returns.
type Image struct {
	Idx    int64 `json:"idx"`
	Width  int   `json:"width"` // in pixels
	Height int   `json:"height"`
}

// Message is one of the member, or an answer that the member replied to. Staff are shown as the site.
type Message struct {
	Staff     bool      `json:"staff"`
	Content   string    `json:"content"` // rich text, cleaned
	Text      string    `json:"text"`
	Images    []Image   `json:"images"`
	CreatedAt time.Time `json:"createdAt"`
}

// InquiriesAnswer is a page of the member's inquiries, the newest first.
type InquiriesAnswer struct {
	List     []Inquiry   `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	IdxList  []int64     `json:"idxList"`
}

func (a *API) inquiries(ctx context.Context, who httpx.Caller, req OwnListRequest) (InquiriesAnswer, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return InquiriesAnswer{}, err
	}
	period, err := req.Period(s.Options.Location())
	if err != nil {
		return InquiriesAnswer{}, err
	}
	if len(req.SearchValue) > maxSearch {
		return InquiriesAnswer{}, fault.Failed
	}
	found, total, err := a.Inquiries.List(ctx, inquiry.Query{Member: who.MemID, Title: req.SearchValue, Period: period, Slice: req.Slice()})
	if err != nil {
		return InquiriesAnswer{}, err
	}
	out := InquiriesAnswer{List: make([]Inquiry, len(found)), IdxList: make([]int64, len(found)), PageInfo: req.Info(total)}
	for i, q := range found {
		out.List[i], out.IdxList[i] = wireInquiry(q), q.ID
	}
	return out, nil
}

func (a *API) inquiry(ctx context.Context, who httpx.Caller, req OwnPostRequest) (Inquiry, error) {
	q, err := a.Inquiries.Get(ctx, requester(who, ""), req.BoardIdx)
	return wireInquiry(q), err
}

// AskRequest is a question to staff.
type AskRequest struct {
	BoardType string            `json:"boardType,omitzero"`
	Title     string            `json:"title"`             // plain text, 1 to 100 characters
	Content   string            `json:"content"`           // rich text, 1 to 10,000 characters; cleaned
	Category  inquiry.Category  `json:"category,omitzero"` // bankaccount or etc; etc when absent
	CashPin   credential.Secret `json:"cashPin,omitzero"`  // for bankaccount: the withdrawal password
	ImageIdx  []int64           `json:"imageIdx,omitzero"` // pictures that the member uploaded, three at most
}

func (a *API) ask(ctx context.Context, who httpx.Caller, req AskRequest) (Inquiry, error) {
	title, fits := richtext.Title(req.Title)
	content, ok := richtext.Clean(req.Content)
	if !fits || !ok {
		return Inquiry{}, fault.Failed
	}
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return Inquiry{}, err
	}
	q, err := a.Inquiries.Ask(ctx, requester(who, s.Options.Language(who.Lang)), inquiry.Question{
		Category: req.Category, Title: title, Content: content, PIN: req.CashPin, Images: req.ImageIdx,
	})
	return wireInquiry(q), err
}

func requester(who httpx.Caller, lang string) inquiry.Requester {
	return inquiry.Requester{Site: who.Site, Member: who.MemID, Lang: lang, IP: who.IP, Trace: who.Trace}
}

func wireInquiry(q inquiry.Inquiry) Inquiry {
	out := Inquiry{
		Idx: q.ID, Category: q.Category, Title: q.Title, Content: q.Content.HTML, Text: q.Content.Text, Status: q.Status, Answer: q.Answer.HTML,
		AnswerText: q.Answer.Text, AnsweredAt: q.AnsweredAt, CreatedAt: q.CreatedAt,
		Images: wireImages(q.Images), Messages: make([]Message, len(q.Messages)),
	}
	for i, m := range q.Messages {
		out.Messages[i] = Message{
			Staff: m.Staff != "", Content: m.Content.HTML, Text: m.Content.Text, Images: wireImages(m.Images), CreatedAt: m.CreatedAt,
		}
	}
	if q.Account != nil {
		out.Account = &Account{q.Account.Bank, q.Account.Number, q.Account.Holder, q.Account.Until}
	}
	return out
}

func wireImages(images []inquiry.Image) []Image {
	out := make([]Image, len(images))
	for i, m := range images {
		out[i] = Image{Idx: m.ID, Width: m.Width, Height: m.Height}
	}
	return out
}

// FollowRequest adds a message to an inquiry of the member.
type FollowRequest struct {
	BoardIdx int64   `json:"boardIdx"`
	Content  string  `json:"content"`           // rich text, 1 to 10,000 characters; cleaned
	ImageIdx []int64 `json:"imageIdx,omitzero"` // as in a new inquiry
}

// follow returns the inquiry with the message in it.
func (a *API) follow(ctx context.Context, who httpx.Caller, req FollowRequest) (Inquiry, error) {
	content, ok := richtext.Clean(req.Content)
	if !ok {
		return Inquiry{}, fault.Failed
	}
	if err := a.Inquiries.FollowUp(ctx, requester(who, ""), req.BoardIdx, content, req.ImageIdx); err != nil {
		return Inquiry{}, err
	}
	q, err := a.Inquiries.Get(ctx, requester(who, ""), req.BoardIdx)
	return wireInquiry(q), err
}

// upload keeps a picture that the member will send with a message within a day.
func (a *API) upload(ctx context.Context, who httpx.Caller, file httpx.Upload) (Image, error) {
	m, err := a.Inquiries.Upload(ctx, requester(who, ""), file.Bytes)
	return Image{Idx: m.ID, Width: m.Width, Height: m.Height}, err
}

// ImageRequest names a picture of the member's own.
type ImageRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) image(ctx context.Context, who httpx.Caller, req ImageRequest) (httpx.File, error) {
	b, err := a.Inquiries.OwnImage(ctx, requester(who, ""), req.Idx)
	return httpx.File{Name: "image.jpg", Type: picture.Type, Body: io.NopCloser(bytes.NewReader(b))}, err
}
