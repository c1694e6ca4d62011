package contenttest_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func publishDocument(t *testing.T, svc *content.Service, kind content.DocumentKind, version int32, words string) error {
	t.Helper()
	return svc.PublishDocument(t.Context(), staffActor, "demo", kind, version, []content.DocumentText{
		{Lang: "en", Title: "Title", Content: richtext.Plain(words)}, {Lang: "ko", Title: "제목", Content: richtext.Plain(words + " ko")},
	})
}

func TestAPublishedVersionIsNeverChanged(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	svc, m := content.New(db, clk), factory.Member(t, db)
	require.NoError(t, publishDocument(t, svc, content.Terms, 1, "one"))
	require.NoError(t, svc.Agree(t.Context(), "demo", m.MemID, []content.Agreement{{Kind: content.Terms, Version: 1}}, netip.Addr{}))
	for _, sql := range []string{
		"UPDATE content_document SET published_by = 'x'", "DELETE FROM content_document", "UPDATE content_document_text SET html = 'x'",
		"DELETE FROM content_document_text", "UPDATE content_consent SET version = 2", "DELETE FROM content_consent",
	} {
		_, err := db.Exec(t.Context(), sql)
		require.Error(t, err, sql)
	}
	require.ErrorIs(t, publishDocument(t, svc, content.Terms, 1, "again"), fault.PaymentProblem)
	require.ErrorIs(t, publishDocument(t, svc, content.Terms, 3, "a gap"), fault.PaymentProblem)
	require.ErrorIs(t, publishDocument(t, svc, "recipe", 1, "no such kind"), fault.Failed)
	require.ErrorIs(t, publishDocument(t, svc, content.Privacy, 1, ""), fault.Failed, "and nothing of it is kept")

	var g errgroup.Group
	results := make(chan error, 8)
	for range 8 {
		g.Go(func() error {
			results <- publishDocument(t, svc, content.Terms, 2, "two")
			return nil
		})
	}
	require.NoError(t, g.Wait())
	published := 0
	for range 8 {
		if err := <-results; err == nil {
			published++
		} else {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	require.Equal(t, 1, published)

	for version, words := range map[int32]string{0: "two ko", 1: "one ko", 2: "two ko"} {
		d, err := svc.Document(t.Context(), "demo", content.Terms, version, "ko")
		require.NoError(t, err)
		require.Equal(t, words, d.Content.Text)
	}
	d, err := svc.Document(t.Context(), "demo", content.Terms, 0, "th")
	require.NoError(t, err)
	require.Equal(t, []string{"en", "two"}, []string{d.Lang, d.Content.Text}, "English for readers of a language that it lacks")
	_, err = svc.Document(t.Context(), "demo", content.Privacy, 0, "en")
	require.ErrorIs(t, err, fault.Failed)
	_, err = svc.Document(t.Context(), "other", content.Terms, 0, "en")
	require.ErrorIs(t, err, fault.Failed, "of another site")
}

func TestAGuideIsReadAndNotAgreedTo(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	svc, m := content.New(db, clk), factory.Member(t, db)
	for _, kind := range []content.DocumentKind{content.HowToGuide, content.BettingGuide, content.GameGuide, content.HouseRules, content.Cookies} {
		require.NoError(t, publishDocument(t, svc, kind, 1, string(kind)))
		d, err := svc.Document(t.Context(), "demo", kind, 0, "en")
		require.NoError(t, err)
		require.Equal(t, string(kind), d.Content.Text)
	}
	pending, err := svc.Pending(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Empty(t, pending)
	shown, err := svc.LegalDocuments(t.Context(), "demo", "en")
	require.NoError(t, err)
	require.Len(t, shown, 1, "signup shows the legal documents")
	require.Equal(t, content.Cookies, shown[0].Kind)
}

func TestAMemberIsAskedForANewVersionUntilItIsAgreedTo(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	svc, m := content.New(db, clk), factory.Member(t, db)
	pending := func() []content.Agreement {
		all, err := svc.Pending(t.Context(), "demo", m.MemID)
		require.NoError(t, err)
		return all
	}
	require.Empty(t, pending(), "a site without documents asks for nothing")
	require.NoError(t, publishDocument(t, svc, content.Terms, 1, "one"))
	require.NoError(t, publishDocument(t, svc, content.Cookies, 1, "one"))
	require.Equal(t, []content.Agreement{{Kind: content.Terms, Version: 1}}, pending(), "the cookie notice informs")
	both := []content.Agreement{{Kind: content.Terms, Version: 1}, {Kind: content.Privacy, Version: 1}}
	require.ErrorIs(t, svc.Agree(t.Context(), "demo", m.MemID, both, netip.Addr{}), fault.Failed, "there is no privacy notice")
	require.Len(t, pending(), 1, "all or none")
	for range 2 {
		require.NoError(t, svc.Agree(t.Context(), "demo", m.MemID, both[:1], netip.MustParseAddr("2001:db8::7")))
	}
	require.Empty(t, pending())
	require.NoError(t, publishDocument(t, svc, content.Terms, 2, "two"))
	require.Equal(t, []content.Agreement{{Kind: content.Terms, Version: 2}}, pending())

	all, err := svc.Consents(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Equal(t, []content.Consent{{Agreement: content.Agreement{Kind: content.Terms, Version: 1}, At: noon}}, all)
}
