package contenttest_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var staffActor = audit.Actor{ID: "staff1"}

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

// scheduledIn returns a campaign of one text for readers of a language, or for everyone.
func scheduledIn(lang, title string, h content.Scheduled) content.Campaign {
	c := content.Campaign{Default: "vn", Everyone: lang == "", Scheduled: h}
	c.Texts = []content.Text{{Lang: cmp.Or(lang, "vn"), Title: title, Image: "/art/banners/care.svg"}}
	return c
}

func TestFiveBannersHangAtMostInTheirOrderAndTime(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	other := factory.Site(t, db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.test"} })
	save := func(site string, c content.Campaign) (int64, error) {
		return svc.SaveBanner(t.Context(), staffActor, site, c)
	}
	hang := func(title string, h content.Scheduled) content.Campaign {
		h.Active = true
		return scheduledIn("", title, h)
	}
	titles := func(lang string) (out []string) {
		t.Helper()
		list, err := svc.Banners(t.Context(), site, lang, "vn")
		require.NoError(t, err)
		for _, b := range list {
			out = append(out, b.Title)
		}
		return out
	}
	soon, over := noon.Add(time.Hour), noon.Add(2*time.Hour)
	first, err := save(site, hang("first", content.Scheduled{Order: 1}))
	require.NoError(t, err)
	for _, c := range []content.Campaign{
		scheduledIn("ko", "ko", content.Scheduled{Order: 2, Active: true}), hang("later", content.Scheduled{Order: 3, Since: soon, Until: &over}), hang("zero", content.Scheduled{}),
		scheduledIn("", "off", content.Scheduled{}),
	} {
		_, err := save(site, c)
		require.NoError(t, err)
	}
	_, err = save(other, hang("elsewhere", content.Scheduled{}))
	require.NoError(t, err)
	require.Equal(t, []string{"zero", "first"}, titles("en"))
	require.Equal(t, []string{"zero", "first", "ko"}, titles("ko"))
	clk.Advance(time.Hour)
	require.Equal(t, []string{"zero", "first", "later"}, titles("en"))
	clk.Advance(time.Hour)
	require.Equal(t, []string{"zero", "first"}, titles("en"), "the end does not belong to it")
	for range 6 {
		_, err := save(site, hang("more", content.Scheduled{Order: 9}))
		require.NoError(t, err)
	}
	require.Len(t, titles("en"), content.MaxBanners)

	changed := hang("changed", content.Scheduled{Order: 1})
	changed.ID, changed.Version = first, 1
	_, err = save(other, changed)
	require.ErrorIs(t, err, fault.Failed, "of another site is not there")
	_, err = save(site, changed)
	require.NoError(t, err)
	require.Equal(t, "changed", titles("en")[1])
	for why, spoil := range map[string]func(c *content.Campaign){
		"no picture":            func(c *content.Campaign) { c.Texts[0].Image = "" },
		"a foreign picture":     func(c *content.Campaign) { c.Texts[0].Image = "https://evil.example/x.svg" },
		"a script":              func(c *content.Campaign) { c.Link = "javascript:alert(1)" },
		"over before it began":  func(c *content.Campaign) { c.Until = &noon },
		"no text":               func(c *content.Campaign) { c.Texts = nil },
		"no title":              func(c *content.Campaign) { c.Texts[0].Title = "" },
		"no language":           func(c *content.Campaign) { c.Texts[0].Lang = "" },
		"one language twice":    func(c *content.Campaign) { c.Texts = append(c.Texts, c.Texts[0]) },
		"nothing for everyone":  func(c *content.Campaign) { c.Texts[0].Lang = "ko" },
		"everyone sees a draft": func(c *content.Campaign) { c.Texts[0].Draft = true },
		"drafts alone":          func(c *content.Campaign) { c.Texts[0].Draft, c.Everyone = true, false },
	} {
		c := hang("x", content.Scheduled{})
		spoil(&c)
		_, err := save(site, c)
		require.ErrorIs(t, err, fault.Failed, why)
	}
	remove := func(site string) error { return svc.DeleteBanner(t.Context(), staffActor, site, first) }
	require.ErrorIs(t, remove(other), fault.Failed)
	require.NoError(t, remove(site))
	require.ErrorIs(t, remove(site), fault.Failed)
	desk, total, err := svc.StaffBanners(t.Context(), site, "vn", paging.Slice{Count: 3})
	require.NoError(t, err)
	require.Len(t, desk, 3)
	require.EqualValues(t, 10, total)
}

func TestThreePopupsAtMostBeforeAndAfterLogIn(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	text := richtext.Content{HTML: "<b>x</b>", Text: "x"}
	save := func(id int64, a content.Audience, one content.Text) (int64, error) {
		one.Lang, one.Title = "vn", "T"
		return svc.SavePopup(t.Context(), staffActor, site, content.PopupCampaign{Audience: a, Campaign: content.Campaign{
			ID: id, Texts: []content.Text{one}, Default: "vn", Everyone: true, Scheduled: content.Scheduled{Active: true},
		}})
	}
	id, err := save(0, content.AfterLogIn, content.Text{Content: text})
	require.NoError(t, err)
	for range 4 {
		_, err := save(0, content.BeforeLogIn, content.Text{Image: "/art/popups/welcome.svg"})
		require.NoError(t, err)
	}
	before, err := svc.Popups(t.Context(), site, content.BeforeLogIn, "vn", "vn")
	require.NoError(t, err)
	require.Len(t, before, content.MaxPopups)
	after, err := svc.Popups(t.Context(), site, content.AfterLogIn, "vn", "vn")
	require.NoError(t, err)
	require.Equal(t, []any{1, id, text}, []any{len(after), after[0].ID, after[0].Content})
	_, err = svc.Popups(t.Context(), site, "always", "vn", "vn")
	require.ErrorIs(t, err, fault.Failed)
	for why, try := range map[string]func() (int64, error){
		"nothing to see":    func() (int64, error) { return save(0, content.AfterLogIn, content.Text{}) },
		"no audience":       func() (int64, error) { return save(0, "", content.Text{Content: text}) },
		"a foreign picture": func() (int64, error) { return save(0, content.AfterLogIn, content.Text{Image: "//evil.example/x.png"}) },
		"not there":         func() (int64, error) { return save(1<<40, content.AfterLogIn, content.Text{Content: text}) },
	} {
		_, err := try()
		require.ErrorIs(t, err, fault.Failed, why)
	}
	remove := func() error { return svc.DeletePopup(t.Context(), staffActor, site, id) }
	require.NoError(t, remove())
	require.ErrorIs(t, remove(), fault.Failed)
	desk, total, err := svc.StaffPopups(t.Context(), site, "vn", paging.Slice{Count: 10})
	require.NoError(t, err)
	require.Len(t, desk, 4)
	require.EqualValues(t, 4, total)
}

func TestTheCatalogueOfCodesIsWholeInSixLanguages(t *testing.T) {
	t.Parallel()
	all, err := content.Catalogue()
	require.NoError(t, err)
	seen, count := map[[3]string]bool{}, map[string]int{}
	for _, c := range all {
		key := [3]string{c.Master, c.Group, c.Code}
		require.False(t, seen[key], "%v twice", key)
		seen[key] = true
		count[c.Master+" "+c.Group]++
		require.Len(t, c.Names, 6, "%v", key)
		for _, lang := range []string{"vn", "ko", "en", "th", "cn", "jp"} {
			require.NotEmpty(t, c.Names[lang], "%v %s", key, lang)
			require.NotContains(t, c.Names[lang], "{n}")
		}
	}
	// product.txt, section 3: slot 0 and 200 to 234, casino 101 to 123, sports 301 to 303, fishing 1000 and 1001.
	require.Equal(t, []int{36, 23, 3, 2, 1, 1}, []int{
		count["code slot"], count["code casino"], count["code sports"], count["code fishing"], count["code esports"], count["code virtual"],
	})

	db := pgtest.DB(t)
	svc := content.New(db, clock.System{})
	for range 2 {
		require.NoError(t, content.Upsert(t.Context(), db, all...))
	}
	groups, err := svc.Codes(t.Context(), content.Groups)
	require.NoError(t, err)
	require.Equal(t, "casino", groups[0].Code)
	require.Len(t, groups, 7)
	none, err := svc.Codes(t.Context(), "nonsense")
	require.NoError(t, err)
	require.Empty(t, none)
}
