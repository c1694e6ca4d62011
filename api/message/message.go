package message

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/message"
)

// Message is a message of the site.
type Message struct {
	Idx     int64     `json:"idx"`
	Title   string    `json:"title"`
	Content string    `json:"content"` // plain text, broken at its line ends
	SentAt  time.Time `json:"sentAt"`
	Read    bool      `json:"read"`
}

// ListAnswer is a page of messages, newest first.
type ListAnswer struct {
	List     []Message   `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req paging.Request) (ListAnswer, error) {
	messages, total, err := a.messages.List(ctx, reader(who), req.Slice())
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Message, len(messages)), PageInfo: req.Info(total)}
	for i, m := range messages {
		out.List[i] = wire(m)
	}
	return out, nil
}

// ReadRequest names the message to open.
type ReadRequest struct {
	BoardIdx int64 `json:"boardIdx"`
}

func (a *API) read(ctx context.Context, who httpx.Caller, req ReadRequest) (Message, error) {
	m, err := a.messages.Read(ctx, reader(who), req.BoardIdx)
	return wire(m), err
}

// UpdateRequest says what to do with which messages. Without a list, `read` means all, and `delete` all that are read.
type UpdateRequest struct {
	IdxList []int64 `json:"idxList,omitzero"`
	Action  string  `json:"action"` // read or delete
}

// UpdateAnswer says how many messages changed.
type UpdateAnswer struct {
	Changed int64 `json:"changed"`
}

func (a *API) update(ctx context.Context, who httpx.Caller, req UpdateRequest) (out UpdateAnswer, err error) {
	switch {
	case len(req.IdxList) > paging.MaxCount:
		return out, fault.Failed
	case req.Action == "read":
		out.Changed, err = a.messages.MarkRead(ctx, reader(who), req.IdxList)
	case req.Action == "delete":
		out.Changed, err = a.messages.Delete(ctx, reader(who), req.IdxList)
	default:
		return out, fault.Failed
	}
	return out, err
}

func reader(who httpx.Caller) message.Reader {
	return message.Reader{Site: who.Site, Member: who.MemID, Trace: who.Trace}
}

func wire(m message.Message) Message {
	return Message{Idx: m.ID, Title: m.Title, Content: m.Content, SentAt: m.SentAt, Read: m.Read}
}
