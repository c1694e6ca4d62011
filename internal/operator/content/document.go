package content

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/content/contentdb"
	"hubstake/internal/platform/pg"
)

// DocumentKind names a document of a site: a legal one, or a guide.
type DocumentKind string

// The documents.
const (
	Terms   DocumentKind = "terms"
	Privacy DocumentKind = "privacy"
	Cookies DocumentKind = "cookies"

	HowToGuide   DocumentKind = "howto"   // how to play here
	BettingGuide DocumentKind = "betting" // how bets with one leg and with several are placed and settled
	GameGuide    DocumentKind = "games"   // how games work, what they pay and how that is proved
	HouseRules   DocumentKind = "rules"
)

// kinds are the documents that a site may publish.
var kinds = append([]DocumentKind{HowToGuide, BettingGuide, GameGuide, HouseRules}, legal...)

// legal are the documents that signup shows.
var legal = []DocumentKind{Terms, Privacy, Cookies}

// agreed are the documents that a member agrees to; the others inform.
var agreed = []DocumentKind{Terms, Privacy}

// Document is a published version of a document in one language.
type Document struct {
	Kind        DocumentKind
	Version     int32 // from 1 on
	PublishedAt time.Time
	Lang        string
	Title       string
	Content     richtext.Content // empty in a list
}

// LegalDocuments returns the newest version of each legal document of a site, with titles in a language.
func (s *Service) LegalDocuments(ctx context.Context, site, lang string) ([]Document, error) {
	rows, err := contentdb.New(s.db).CurrentDocuments(ctx, contentdb.CurrentDocumentsParams{Site: site, Lang: lang, Kinds: names(legal)})
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	out := make([]Document, len(rows))
	for i, r := range rows {
		out[i] = Document{Kind: DocumentKind(r.Kind), Version: r.Version, PublishedAt: r.PublishedAt, Title: r.Title}
	}
	return out, nil
}

func names(kinds []DocumentKind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

// Document returns a version of a document, the newest for version 0, in a language or, when it has no text in that one, in English
// or any other. E001: there is none.
func (s *Service) Document(ctx context.Context, site string, kind DocumentKind, version int32, lang string) (Document, error) {
	r, err := contentdb.New(s.db).Document(ctx, contentdb.DocumentParams{Site: site, Kind: string(kind), Version: version, Lang: lang})
	if errors.Is(err, pgx.ErrNoRows) {
		return Document{}, fault.Failed
	}
	if err != nil {
		return Document{}, fmt.Errorf("document: %w", err)
	}
	return Document{
		Kind: DocumentKind(r.Kind), Version: r.Version, PublishedAt: r.PublishedAt, Lang: r.Lang, Title: r.Title,
		Content: richtext.Content{HTML: r.Html, Text: r.Content},
	}, nil
}

// DocumentVersion is a version of a document as staff see it.
type DocumentVersion struct {
	Kind        DocumentKind
	Version     int32
	PublishedAt time.Time
	PublishedBy string
}

// DocumentVersions returns every version of the documents of a site, the newest of each kind first.
func (s *Service) DocumentVersions(ctx context.Context, site string) ([]DocumentVersion, error) {
	rows, err := contentdb.New(s.db).DocumentVersions(ctx, site)
	if err != nil {
		return nil, fmt.Errorf("document versions: %w", err)
	}
	out := make([]DocumentVersion, len(rows))
	for i, r := range rows {
		out[i] = DocumentVersion{DocumentKind(r.Kind), r.Version, r.PublishedAt, r.PublishedBy}
	}
	return out, nil
}

// DocumentText is the text of a document in one language.
type DocumentText struct {
	Lang    string
	Title   string
	Content richtext.Content
}

// DocumentTexts returns the texts of a version in all its languages; none when there is no such version.
func (s *Service) DocumentTexts(ctx context.Context, site string, kind DocumentKind, version int32) ([]DocumentText, error) {
	rows, err := contentdb.New(s.db).DocumentTexts(ctx, contentdb.DocumentTextsParams{SiteID: site, Kind: string(kind), Version: version})
	if err != nil {
		return nil, fmt.Errorf("document texts: %w", err)
	}
	out := make([]DocumentText, len(rows))
	for i, r := range rows {
		out[i] = DocumentText{Lang: r.Lang, Title: r.Title, Content: richtext.Content{HTML: r.Html}}
	}
	return out, nil
}

// PublishDocument is AddDocument for staff.
func (s *Service) PublishDocument(ctx context.Context, by audit.Actor, site string, kind DocumentKind, version int32, texts []DocumentText) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := s.AddDocument(ctx, tx, site, kind, version, by.ID, texts); err != nil {
			return nil, err
		}
		return &audit.Entry{
			Actor: by, Site: site, Action: "document.publish", Target: string(kind), Detail: map[string]string{"version": strconv.FormatInt(int64(version), 10)},
		}, nil
	})
}

// AddDocument publishes a version within tx. It is never changed afterwards. The version must follow the newest one: C019
// when another one was published meanwhile. Without a text, and with two in one language, E001.
func (s *Service) AddDocument(ctx context.Context, tx pgx.Tx, site string, kind DocumentKind, version int32, by string, texts []DocumentText) error {
	if !slices.Contains(kinds, kind) || len(texts) == 0 {
		return fault.Failed
	}
	q := contentdb.New(tx)
	n, err := q.PublishDocument(ctx, contentdb.PublishDocumentParams{Site: site, Kind: string(kind), Version: version, At: s.clk.Now(), By: by})
	if err != nil {
		return fmt.Errorf("publish document: %w", err)
	}
	if n == 0 {
		return fault.PaymentProblem
	}
	for i, t := range texts {
		again := slices.ContainsFunc(texts[:i], func(before DocumentText) bool { return before.Lang == t.Lang })
		if t.Title == "" || t.Content.Text == "" || again {
			return fault.Failed
		}
		err := q.AddDocumentText(ctx, contentdb.AddDocumentTextParams{
			SiteID: site, Kind: string(kind), Version: version, Lang: t.Lang, Title: t.Title, Content: t.Content.Text, Html: t.Content.HTML,
		})
		if err != nil {
			return fmt.Errorf("publish document: %w", err)
		}
	}
	return nil
}

// Pending returns the documents whose newest version a member has not agreed to. It asks, it forbids nothing: a member who does not
// agree may still withdraw.
func (s *Service) Pending(ctx context.Context, site, member string) ([]Agreement, error) {
	return pending(ctx, s.db, site, member)
}

func pending(ctx context.Context, db contentdb.DBTX, site, member string) ([]Agreement, error) {
	rows, err := contentdb.New(db).PendingDocuments(ctx, contentdb.PendingDocumentsParams{Site: site, Kinds: names(agreed), Member: member})
	if err != nil {
		return nil, fmt.Errorf("pending documents: %w", err)
	}
	out := make([]Agreement, len(rows))
	for i, r := range rows {
		out[i] = Agreement{DocumentKind(r.Kind), r.Version}
	}
	return out, nil
}

// Newest returns the newest versions of the documents that a member of a site agrees to.
func Newest(ctx context.Context, tx pgx.Tx, site string) ([]Agreement, error) {
	return pending(ctx, tx, site, "")
}

// Agreement names a version of a document.
type Agreement struct {
	Kind    DocumentKind
	Version int32
}

// Agree records within tx that a member agreed to a version, once. E001: there is no such version.
func Agree(ctx context.Context, tx pgx.Tx, site, member string, a Agreement, at time.Time, ip netip.Addr) error {
	q := contentdb.New(tx)
	n, err := q.Agree(ctx, contentdb.AgreeParams{Member: member, At: at, Ip: pg.Addr(ip), Site: site, Kind: string(a.Kind), Version: a.Version})
	if err != nil {
		return fmt.Errorf("agree: %w", err)
	}
	if n > 0 {
		return nil
	}
	known, err := q.HasDocument(ctx, contentdb.HasDocumentParams{SiteID: site, Kind: string(a.Kind), Version: a.Version})
	if err != nil {
		return fmt.Errorf("agree: %w", err)
	}
	if !known {
		return fault.Failed
	}
	return nil
}

// Agree notes that a member agreed to versions: all of them or none.
func (s *Service) Agree(ctx context.Context, site, member string, all []Agreement, ip netip.Addr) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for _, a := range all {
			if err := Agree(ctx, tx, site, member, a, s.clk.Now(), ip); err != nil {
				return err
			}
		}
		return nil
	})
}

// Consent is a version that a member agreed to.
type Consent struct {
	Agreement
	At time.Time
}

// Consents returns what a member of a site agreed to, the newest version of each document first.
func (s *Service) Consents(ctx context.Context, site, member string) ([]Consent, error) {
	rows, err := contentdb.New(s.db).Consents(ctx, contentdb.ConsentsParams{SiteID: site, MemberID: member})
	if err != nil {
		return nil, fmt.Errorf("consents: %w", err)
	}
	out := make([]Consent, len(rows))
	for i, r := range rows {
		out[i] = Consent{Agreement{DocumentKind(r.Kind), r.Version}, r.AgreedAt}
	}
	return out, nil
}
