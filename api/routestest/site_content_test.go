package routestest_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apisite "hubstake/api/site"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
)

func TestBannersAndPopupsInTheReadersLanguage(t *testing.T) {
	db, clk, app := openSite(t)
	svc := content.New(db, clk)
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		for i, lang := range []string{"vn", "ko", "", "", "", "", ""} {
			campaign := func(title string) content.Campaign {
				return content.Campaign{
					Texts: []content.Text{{Lang: cmp.Or(lang, "vn"), Title: title, Image: "/art/banners/care.svg", Content: richtext.Plain("x")}}, Default: "vn", Everyone: lang == "",
					Link: "/cs", Scheduled: content.Scheduled{Order: int32(i), Active: true},
				}
			}
			if _, err := svc.AddBanner(t.Context(), tx, "demo", campaign("b"+lang)); err != nil {
				return err
			}
			for _, a := range []content.Audience{content.BeforeLogIn, content.AfterLogIn} {
				if _, err := svc.AddPopup(t.Context(), tx, "demo", content.PopupCampaign{Audience: a, Campaign: campaign(string(a) + lang)}); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	banners := apitest.OK[apisite.BannerAnswer](app.Lang("ko").Post("/api/etc/banner", "{}")).List
	require.Len(t, banners, 5)
	require.Equal(t, apisite.Banner{BannerIdx: banners[0].BannerIdx, Title: "bko", Image: "/art/banners/care.svg", Link: "/cs", Ord: 1}, banners[0])
	for _, path := range []string{"/api/etc/popupList", "/api/main/popupList"} {
		for body, title := range map[string]string{"{}": "beforevn", `{"popupType":"before"}`: "beforevn", `{"popupType":"after"}`: "aftervn"} {
			popups := apitest.OK[apisite.PopupAnswer](app.Post(path, body)).List
			require.Len(t, popups, 3, path)
			require.Equal(t, apisite.Popup{BannerIdx: popups[0].BannerIdx, Title: title, Content: "x", Text: "x", Image: "/art/banners/care.svg", Link: "/cs"}, popups[0])
		}
		app.Post(path, `{"popupType":"always"}`).Refused(200, "E001")
	}
}

func TestCodesByTheirMaster(t *testing.T) {
	db, _, app := openSite(t)
	all, err := content.Catalogue()
	require.NoError(t, err)
	require.NoError(t, content.Upsert(t.Context(), db, all...))
	_, err = db.Exec(t.Context(), "INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')")
	require.NoError(t, err)
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	codes := func(path, body string) []apisite.CommonCode {
		t.Helper()
		return apitest.OK[apisite.CodeAnswer](app.Lang("ko").Post(path, body)).List
	}
	require.Equal(t, apisite.CommonCode{Code: "201", CodeName: "Hanok Studio", GroupCode: "slot", GroupCodeNameEN: "Slots", Ord: 1},
		codes("/api/common/code", `{"masterCode":"procId"}`)[0], "what is offered now")
	require.Equal(t, apisite.CommonCode{Code: "casino", CodeName: "카지노", GroupCode: "casino", GroupCodeNameEN: "Casino", Ord: 10},
		codes("/api/common/code", `{"masterCode":"groupCode"}`)[0])
	require.Equal(t, "bankaccount", codes("/api/common/code", `{"masterCode":"bcategory"}`)[0].Code)
	games := codes("/api/common/gameCodes", "{}")
	require.Equal(t, games, codes("/api/common/code", `{"masterCode":"code"}`))
	require.Equal(t, apisite.CommonCode{Code: "101", CodeName: "카지노 101", GroupCode: "casino", GroupCodeNameEN: "Casino", Ord: 100}, games[0])
	for _, none := range []string{`{}`, `{"masterCode":"nonsense"}`, `{"masterCode":"%"}`} {
		require.Empty(t, codes("/api/common/code", none))
	}
}

func TestTheCheckNamesEachFunctionThatRests(t *testing.T) {
	_, clk, app := openSite(t, func(s *factory.S) {
		for _, name := range []string{"signUp", "logIn", "betting", "deposit", "withdrawal", "points"} {
			s.Options[name+"Paused"] = true
		}
	})
	clk.Advance(time.Second)
	got := apitest.OK[apisite.Check](app.Lang("en").Post("/api/common/siteCheckInfo", "{}"))
	require.False(t, got.Maintenance)
	require.Equal(t, "Sign-up is paused for maintenance. Please try again later.", got.Functions[0].Text)
	var said []string
	for _, f := range got.Functions {
		said = append(said, string(f.Name)+" "+f.Code)
	}
	require.Equal(t, []string{"signup S002", "login S003", "betting S004", "deposit S005", "withdrawal S006", "points S007"}, said)
}

// The site's own sportsbook is a product like those of providers, with a name in each language, and so its group is on offer.
func TestTheSportsbookIsAProductInEveryLanguage(t *testing.T) {
	db, _, app := openSite(t)
	require.NoError(t, bet.Open(t.Context(), db))
	require.NoError(t, game.Upsert(t.Context(), db, game.DemoBook(casino.Book, bet.Game)))
	for tag, name := range map[string]string{
		"vi-VN": "Cá cược thể thao", "ko-KR": "스포츠북", "en-US": "Sportsbook", "th-TH": "เดิมพันกีฬา", "zh-CN": "体育博彩", "ja-JP": "スポーツブック",
	} {
		list := apitest.OK[apisite.ProductAnswer](app.Lang(tag).Post("/api/common/productList", `{"groupCode":"sports"}`)).List
		require.Len(t, list, 1)
		require.Equal(t, []string{"sportsbook", "sports", name}, []string{list[0].ProcID, list[0].GroupCode, list[0].Name}, tag)
		codes := apitest.OK[apisite.CodeAnswer](app.Lang(tag).Post("/api/common/code", `{"masterCode":"procId"}`)).List
		require.Len(t, codes, 1)
		require.Equal(t, name, codes[0].CodeName, tag)
	}
	require.Equal(t, []apisite.Group{{Code: "sports", Name: "Sports"}}, apitest.OK[apisite.GroupAnswer](app.Lang("en").Post("/api/common/gameGroupCodes", `{}`)).List)
}
