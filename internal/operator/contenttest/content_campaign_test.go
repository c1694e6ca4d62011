package contenttest_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// campaignDesk is a site, whose default language is vn, with its one banner and its one popup.
type campaignDesk struct {
	t        *testing.T
	clk      *clock.Manual
	svc      *content.Service
	site     string
	fallback string // the site's default language
}

func newCampaignDesk(t *testing.T) campaignDesk {
	t.Helper()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	return campaignDesk{t, clk, content.New(db, clk), factory.Site(t, db), "vn"}
}

func campaignOf(id int64, everyone bool, texts ...content.Text) content.Campaign {
	return content.Campaign{ID: id, Texts: texts, Default: "vn", Everyone: everyone, Scheduled: content.Scheduled{Active: true}}
}

func textIn(lang, title string) content.Text {
	return content.Text{Lang: lang, Title: title, Content: richtext.Plain(title), Image: "/art/banners/care.svg"}
}

func (d campaignDesk) save(c content.Campaign) (banner, popup int64) {
	d.t.Helper()
	banner, err := d.svc.SaveBanner(d.t.Context(), staffActor, d.site, c)
	require.NoError(d.t, err)
	p := content.PopupCampaign{Audience: content.BeforeLogIn, Campaign: c}
	popup, err = d.svc.SavePopup(d.t.Context(), staffActor, d.site, p)
	require.NoError(d.t, err)
	return banner, popup
}

// sees returns the titles that readers of a language see: of the banner and of the popup, which are alike.
func (d campaignDesk) sees(lang string) (titles []string) {
	d.t.Helper()
	banners, err := d.svc.Banners(d.t.Context(), d.site, lang, d.fallback)
	require.NoError(d.t, err)
	popups, err := d.svc.Popups(d.t.Context(), d.site, content.BeforeLogIn, lang, d.fallback)
	require.NoError(d.t, err)
	require.Len(d.t, popups, len(banners))
	for i, b := range banners {
		require.Equal(d.t, []string{b.Title, b.Title, b.Title}, []string{popups[i].Title, popups[i].Content.Text, popups[i].Content.HTML})
		require.Equal(d.t, b.Image, popups[i].Image)
		titles = append(titles, b.Title+" "+b.Image)
	}
	return titles
}

// status returns the status of each text, of the banner and of the popup, which are alike.
func (d campaignDesk) status() map[string]content.Status {
	d.t.Helper()
	banners, _, err := d.svc.StaffBanners(d.t.Context(), d.site, "vn", paging.Slice{Count: 10})
	require.NoError(d.t, err)
	popups, _, err := d.svc.StaffPopups(d.t.Context(), d.site, "vn", paging.Slice{Count: 10})
	require.NoError(d.t, err)
	require.Equal(d.t, []int{1, 1}, []int{len(banners), len(popups)})
	out, same := map[string]content.Status{}, map[string]content.Status{}
	for i, t := range banners[0].Texts {
		out[t.Lang] = t.Status
		require.Equal(d.t, i == 0, t.Status == content.Source, "the source comes first")
	}
	for _, t := range popups[0].Texts {
		same[t.Lang] = t.Status
	}
	require.Equal(d.t, out, same)
	return out
}

func TestReadersSeeTheirLanguageElseTheDefaultOne(t *testing.T) {
	t.Parallel()
	d := newCampaignDesk(t)
	picture := textIn("ko", "k")
	picture.Image = "/art/banners/comet.svg"
	draft, bare := textIn("th", "t"), textIn("en", "e")
	draft.Draft, bare.Image = true, ""
	d.save(campaignOf(0, true, draft, picture, textIn("vn", "v"), bare))
	const care, comet = " /art/banners/care.svg", " /art/banners/comet.svg"
	require.Equal(t, []string{"v" + care}, d.sees("vn"))
	require.Equal(t, []string{"k" + comet}, d.sees("ko"), "a picture of its own")
	require.Equal(t, []string{"e" + care}, d.sees("en"), "the picture of the source")
	require.Equal(t, []string{"v" + care}, d.sees("th"), "a draft is not shown")
	require.Equal(t, []string{"v" + care}, d.sees("jp"), "a missing text")
	require.Equal(t, map[string]content.Status{"vn": content.Source, "ko": content.Done, "en": content.Done, "th": content.Draft}, d.status())
}

func TestACampaignForSomeLanguagesIsShownInNoOther(t *testing.T) {
	t.Parallel()
	d := newCampaignDesk(t)
	draft := textIn("vn", "v")
	draft.Draft = true
	d.save(campaignOf(0, false, draft, textIn("ko", "k"), textIn("en", "e")))
	for lang, want := range map[string]int{"ko": 1, "en": 1, "vn": 0, "th": 0} {
		require.Len(t, d.sees(lang), want, lang)
	}
	require.Equal(t, map[string]content.Status{"ko": content.Source, "en": content.Done, "vn": content.Draft}, d.status())
}

func TestATranslationIsMarkedWhenItsSourceChanges(t *testing.T) {
	t.Parallel()
	d := newCampaignDesk(t)
	banner, popup := d.save(campaignOf(0, true, textIn("vn", "v"), textIn("ko", "k"), textIn("en", "e")))
	version := int32(0)
	save := func(texts ...content.Text) {
		t.Helper()
		d.clk.Advance(time.Minute)
		version++
		c := campaignOf(banner, true, texts...)
		c.Version = version
		_, err := d.svc.SaveBanner(t.Context(), staffActor, d.site, c)
		require.NoError(t, err)
		_, err = d.svc.SaveBanner(t.Context(), staffActor, d.site, c)
		require.ErrorIs(t, err, fault.PaymentProblem, "it was saved since")
		c.ID = popup
		_, err = d.svc.SavePopup(t.Context(), staffActor, d.site, content.PopupCampaign{Audience: content.BeforeLogIn, Campaign: c})
		require.NoError(t, err)
		_, err = d.svc.SavePopup(t.Context(), staffActor, d.site, content.PopupCampaign{Audience: content.BeforeLogIn, Campaign: c})
		require.ErrorIs(t, err, fault.PaymentProblem, "it was saved since")
	}
	is := func(ko, en content.Status) {
		t.Helper()
		require.Equal(t, map[string]content.Status{"vn": content.Source, "ko": ko, "en": en}, d.status())
	}
	save(textIn("vn", "v"), textIn("ko", "k"), textIn("en", "e"))
	is(content.Done, content.Done)
	save(textIn("vn", "v2"), textIn("ko", "k"), textIn("en", "e2"))
	is(content.Changed, content.Done)
	require.Equal(t, "k /art/banners/care.svg", d.sees("ko")[0], "readers see it still")
	save(textIn("vn", "v2"), textIn("ko", "k"), textIn("en", "e2"))
	is(content.Changed, content.Done)
	checked := textIn("ko", "k")
	checked.Checked = true
	save(textIn("vn", "v2"), checked, textIn("en", "e2"))
	is(content.Done, content.Done)
	save(textIn("vn", "v2"), textIn("ko", "k"))
	require.Equal(t, map[string]content.Status{"vn": content.Source, "ko": content.Done}, d.status(), "a language that is left out is removed")
}

func TestOfManyWhoSaveACampaignOneDoes(t *testing.T) {
	t.Parallel()
	d := newCampaignDesk(t)
	banner, _ := d.save(campaignOf(0, true, textIn("vn", "v")))
	saved := func(c content.Campaign) error {
		_, err := d.svc.SaveBanner(t.Context(), staffActor, d.site, c)
		return err
	}
	var g errgroup.Group
	var done atomic.Int64
	for i := range 8 {
		g.Go(func() error {
			of := fmt.Sprint(i)
			c := campaignOf(banner, true, textIn("vn", of), textIn("ko", of), textIn("en", of))
			c.Version = 1
			err := saved(c)
			if err == nil {
				done.Add(1)
			} else if !errors.Is(err, fault.PaymentProblem) {
				return err
			}
			return nil
		})
	}
	require.NoError(t, g.Wait())
	require.EqualValues(t, 1, done.Load())
	list, _, err := d.svc.StaffBanners(t.Context(), d.site, "vn", paging.Slice{Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 2, list[0].Version)
	require.Len(t, list[0].Texts, 3)
	for _, one := range list[0].Texts {
		require.Equal(t, list[0].Texts[0].Title, one.Title)
	}
	require.NoError(t, d.svc.DeleteBanner(t.Context(), staffActor, d.site, banner))
	require.ErrorIs(t, saved(campaignOf(banner, true, textIn("vn", "v"))), fault.Failed)
}

// After another language became the site's default one, the new source keeps the picture that it showed until then.
func TestANewSourceKeepsThePicture(t *testing.T) {
	t.Parallel()
	d := newCampaignDesk(t)
	bare := textIn("en", "e")
	bare.Image = ""
	banner, popup := d.save(campaignOf(0, true, textIn("vn", "v"), bare))
	c := campaignOf(banner, true, textIn("vn", "v"), bare)
	c.Default, c.Version = "en", 1
	_, err := d.svc.SaveBanner(t.Context(), staffActor, d.site, c)
	require.NoError(t, err)
	c.ID = popup
	_, err = d.svc.SavePopup(t.Context(), staffActor, d.site, content.PopupCampaign{Audience: content.BeforeLogIn, Campaign: c})
	require.NoError(t, err)
	d.fallback = "en"
	require.Equal(t, []string{"e /art/banners/care.svg"}, d.sees("en"))
	require.Equal(t, []string{"e /art/banners/care.svg"}, d.sees("th"))
}

// Readers have their own language, else the default one when its text is done, else the source.
func TestAnotherDefaultLanguageIsReadAtOnce(t *testing.T) {
	t.Parallel()
	d := newCampaignDesk(t)
	const care, comet = " /art/banners/care.svg", " /art/banners/comet.svg"
	pictured, bare := textIn("ko", "k"), textIn("en", "e")
	pictured.Image, bare.Image = "/art/banners/comet.svg", ""
	banner, popup := d.save(campaignOf(0, true, textIn("vn", "v"), pictured, bare))
	version := int32(0)
	change := func(everyone bool, texts ...content.Text) {
		t.Helper()
		d.clk.Advance(time.Minute)
		version++
		c := campaignOf(banner, everyone, texts...)
		c.Version = version
		_, err := d.svc.SaveBanner(t.Context(), staffActor, d.site, c)
		require.NoError(t, err)
		c.ID = popup
		_, err = d.svc.SavePopup(t.Context(), staffActor, d.site, content.PopupCampaign{Audience: content.BeforeLogIn, Campaign: c})
		require.NoError(t, err)
	}
	sees := func(fallback string, want map[string]string) {
		t.Helper()
		d.fallback = fallback
		for lang, title := range want {
			if title == "" {
				require.Empty(t, d.sees(lang), lang)
			} else {
				require.Equal(t, []string{title}, d.sees(lang), lang)
			}
		}
	}
	sees("vn", map[string]string{"vn": "v" + care, "ko": "k" + comet, "en": "e" + care, "th": "v" + care})
	sees("ko", map[string]string{"vn": "v" + care, "ko": "k" + comet, "en": "e" + care, "th": "k" + comet})
	sees("en", map[string]string{"vn": "v" + care, "th": "e" + care})
	sees("jp", map[string]string{"jp": "v" + care, "th": "v" + care}) // it has none: the source

	change(true, textIn("vn", "v2"), pictured)
	sees("ko", map[string]string{"vn": "v2" + care, "ko": "k" + comet, "th": "v2" + care}) // a translation of other words is not for others
	draft := pictured
	draft.Draft, draft.Title = true, "k2"
	change(true, textIn("vn", "v2"), draft)
	sees("ko", map[string]string{"ko": "v2" + care, "th": "v2" + care})
	change(false, textIn("vn", "v2"), pictured)
	sees("ko", map[string]string{"vn": "v2" + care, "ko": "k" + comet, "th": ""}) // it is for its languages alone
}
