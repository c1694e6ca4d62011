package inquiry

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/funds/cash"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/message"
	"hubstake/internal/platform/pg"
	"hubstake/internal/support/inquiry/inquirydb"
)

// Category of an inquiry, by its name on the wire.
type Category string

// The categories.
const (
	BankAccount Category = "bankaccount" // which account to pay into
	Other       Category = "etc"
)

// Status of an inquiry, by its name on the wire.
type Status string

// The statuses.
const (
	Waiting  Status = "wait"
	Answered Status = "answer"
	Closed   Status = "closed" // answered, and staff takes no more messages
)

// maxWaiting bounds the inquiries of a member that wait; one more is E002.
const maxWaiting = 20

// auto is who answers a question about the account.
const auto = "auto"

// Inquiry as its member sees it.
type Inquiry struct {
	ID         int64
	Category   Category
	Title      string
	Content    richtext.Content
	Status     Status
	Answer     richtext.Content // empty while it waits; not in a list
	AnsweredAt *time.Time
	CreatedAt  time.Time
	Account    *cash.Handed // where to pay into, while it is the member's
	Thread
}

// Service takes and answers inquiries.
type Service struct {
	db       *pgxpool.Pool
	clk      clock.Clock
	members  *member.Service
	cash     *cash.Service
	messages *message.Service

	totals   paging.Totals // of the staff list
	cleaning chan struct{} // holds a token for each picture that is being cleaned
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, members *member.Service, c *cash.Service, messages *message.Service) *Service {
	return &Service{db: db, clk: clk, members: members, cash: c, messages: messages, cleaning: make(chan struct{}, maxCleaning)}
}

// Requester is the member who asks.
type Requester struct {
	Site, Member string
	Lang         string // one that the site speaks
	IP           netip.Addr
	Trace        string
}

func (a Requester) viewer() cash.Viewer {
	return cash.Viewer{Site: a.Site, Member: a.Member, IP: a.IP, Trace: a.Trace}
}

// Question is what is asked.
type Question struct {
	Category Category // empty: Other
	Title    string
	Content  richtext.Content
	PIN      credential.Secret // for BankAccount: the withdrawal password, so that it is the member who asks
	Images   []int64           // IDs of pictures that the member uploaded (Upload), MaxImages at most; none for BankAccount
}

// Ask adds an inquiry. For the account to pay into the PIN is checked first (C028, C016, C017), and the answer is there at
// once; C019 when the site has no account. A category that does not exist and images that are not the member's are E001, too many that
// wait is E002.
func (s *Service) Ask(ctx context.Context, who Requester, q Question) (Inquiry, error) {
	out := Inquiry{Category: q.Category, Title: q.Title, Content: q.Content, Status: Waiting, CreatedAt: s.clk.Now()}
	switch q.Category {
	case "":
		out.Category = Other
	case Other:
	case BankAccount:
		if len(q.Images) > 0 {
			return Inquiry{}, fault.Failed
		}
		if err := s.members.VerifyPIN(ctx, who.Member, q.PIN); err != nil {
			return Inquiry{}, err
		}
	default:
		return Inquiry{}, fault.Failed
	}
	if out.Category == BankAccount {
		if err := s.cash.MayPayIn(ctx, who.viewer()); err != nil {
			return Inquiry{}, err
		}
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if err := s.add(ctx, tx, who, &out); err != nil || len(q.Images) == 0 {
			return err
		}
		if err := sendImages(ctx, tx, who, out.ID, nil, q.Images); err != nil {
			return err
		}
		out.Thread, err = thread(ctx, inquirydb.New(tx), out.ID)
		return err
	})
	if err != nil {
		return Inquiry{}, err
	}
	return out, nil
}

func (s *Service) add(ctx context.Context, tx pgx.Tx, who Requester, out *Inquiry) error {
	db := inquirydb.New(tx)
	if err := db.Lock(ctx, who.Member); err != nil {
		return fmt.Errorf("inquiry: lock: %w", err)
	}
	waiting, err := db.Waiting(ctx, who.Member)
	if err != nil {
		return fmt.Errorf("inquiry: %w", err)
	}
	row := inquirydb.AddParams{
		SiteID: who.Site, MemberID: &who.Member, Category: string(out.Category), Lang: who.Lang, Title: out.Title,
		Content: out.Content.Text, Html: out.Content.HTML, CreatedAt: out.CreatedAt,
	}
	switch {
	case out.Category == BankAccount:
		h, err := s.cash.HandAccount(ctx, tx, who.viewer())
		if err != nil {
			return err
		}
		by := auto
		out.Account, out.Status, out.Answer, out.AnsweredAt = &h, Answered, richtext.Plain(texts(who.Lang).account), &out.CreatedAt
		row.Answer, row.AnswerHtml, row.AnsweredBy, row.AnsweredAt = out.Answer.Text, out.Answer.HTML, &by, out.AnsweredAt
	case waiting >= maxWaiting:
		return fault.TryLater
	}
	if out.ID, err = db.Add(ctx, row); err != nil {
		return fmt.Errorf("inquiry: %w", err)
	}
	if out.Status == Answered {
		return nil
	}
	return tell(ctx, tx, who.Site, out.ID, who.Trace)
}

// tell lets staff know that an inquiry waits, or no longer does.
func tell(ctx context.Context, tx pgx.Tx, site string, id int64, trace string) error {
	return outbox.Write(ctx, tx, event.Event{
		Site: site, Topic: "admin." + site, Cmd: event.Queue, Data1: "inquiry", Data2: strconv.FormatInt(id, 10), Trace: trace,
	})
}

// Query selects inquiries of a member.
type Query struct {
	Member string
	Title  string // part of the title, in any case; empty for all
	paging.Period
	paging.Slice
}

// List returns a page of a member's inquiries, the newest first, and how many there are.
func (s *Service) List(ctx context.Context, q Query) ([]Inquiry, int64, error) {
	db, title := inquirydb.New(s.db), q.Title
	total, err := db.Count(ctx, inquirydb.CountParams{Member: q.Member, Since: q.Since, Until: q.Until, Title: title})
	if err != nil {
		return nil, 0, fmt.Errorf("inquiries: %w", err)
	}
	rows, err := db.List(ctx, inquirydb.ListParams{
		Member: q.Member, Since: q.Since, Until: q.Until, Title: title, Count: q.Count, Skip: q.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("inquiries: %w", err)
	}
	out := make([]Inquiry, len(rows))
	for i, r := range rows {
		out[i] = Inquiry{
			ID: r.ID, Category: Category(r.Category), Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content},
			Status: status(r.AnsweredAt, r.ClosedAt), AnsweredAt: r.AnsweredAt, CreatedAt: r.CreatedAt,
		}
	}
	return out, total, nil
}

func status(answeredAt, closedAt *time.Time) Status {
	switch {
	case answeredAt == nil:
		return Waiting
	case closedAt != nil:
		return Closed
	default:
		return Answered
	}
}

// Get returns an inquiry of a member; one that is not the member's own is E001. The account to pay into is with it as long
// as it is assigned to this member, who may deposit now; each view of it is recorded.
func (s *Service) Get(ctx context.Context, who Requester, id int64) (out Inquiry, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		r, err := inquirydb.New(tx).Get(ctx, inquirydb.GetParams{Member: who.Member, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.Failed
		}
		if err != nil {
			return fmt.Errorf("inquiry: %w", err)
		}
		out = Inquiry{
			ID: r.ID, Category: Category(r.Category), Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content},
			Status: status(r.AnsweredAt, r.ClosedAt), Answer: richtext.Content{HTML: r.AnswerHtml, Text: r.Answer}, AnsweredAt: r.AnsweredAt,
			CreatedAt: r.CreatedAt,
		}
		if out.Category != BankAccount {
			out.Thread, err = thread(ctx, inquirydb.New(tx), id)
		}
		return err
	})
	if err != nil || out.Category != BankAccount {
		return out, err
	}
	out.Account, err = s.account(ctx, who)
	return out, err
}

// account returns the account to pay into that is assigned to a member; nil: none, or the member may not deposit now.
func (s *Service) account(ctx context.Context, who Requester) (shown *cash.Handed, err error) {
	refusal := s.cash.MayPayIn(ctx, who.viewer())
	if _, refused := fault.Of(refusal); refused {
		return shown, nil // the inquiry is read without it
	}
	if refusal != nil {
		return nil, refusal
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		h, ok, err := s.cash.ShowAccount(ctx, tx, who.viewer())
		if shown = nil; ok {
			shown = &h
		}
		return err
	})
	return shown, err
}
