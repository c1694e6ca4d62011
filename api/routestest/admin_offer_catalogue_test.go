package routestest_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apiapproval "hubstake/api/admin/approval"
	"hubstake/api/admin/offer"
	"hubstake/internal/access/httpx"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/pgtest"
)

// The new key is shown once, the old one is accepted for the overlap, and a leaked one ends at once.
func TestStaffRotatesTheKeysOfAProvider(t *testing.T) {
	db, app := openOffersOn(t)
	app = app.Staff("staff1")
	rotate := func(id, more string) apitest.Answer {
		return app.Post("/api/admin/offer/key/rotate", fmt.Sprintf(`{"vendor":"sim","id":%q,"kind":"hmac","overlapHours":24%s}`, id, more))
	}
	made := apitest.OK[offer.RotateAnswer](rotate("one", "")).Made
	require.Len(t, made, 44)
	rotate("one", "").Refused(200, "C019") // another secret of that name would be approved
	require.Equal(t, []string{"0"}, pgtest.Column(t, db, "SELECT count(*)::text FROM provider_key"), "a key waits for the second person")
	asked := apitest.OK[apiapproval.ListAnswer](app.Post("/api/admin/approval/list", `{}`)).List[0]
	require.Equal(t, apiapproval.Provider{
		Act: provider.RotateKey, Vendor: "sim", Networks: []string{}, Key: "one", Kind: provider.HMAC, Print: asked.Provider.Print, OverlapHours: 24,
	}, *asked.Provider)
	require.Len(t, asked.Provider.Print, 16)
	require.NotContains(t, pgtest.Column(t, db, "SELECT detail::text FROM approval_request")[0], made[:43], "it is sealed")
	require.Equal(t, []offer.Waiting{{Act: provider.RotateKey, Vendor: "sim", Key: "one", AskedBy: "staff1", AskedAt: asked.AskedAt}},
		apitest.OK[offer.ListAnswer](app.Post("/api/admin/offer/list", `{}`)).Waits)
	app.Post("/api/admin/approval/approve", fmt.Sprintf(`{"idx":%d,"version":1}`, asked.Idx)).Refused(200, "U036")
	require.Empty(t, approveAll(app))
	require.NotEqual(t, made, apitest.OK[offer.RotateAnswer](rotate("two", "")).Made)
	require.Empty(t, approveAll(app))
	keys := func() []offer.Key {
		return apitest.OK[offer.ListAnswer](app.Post("/api/admin/offer/list", `{}`)).Vendors[0].Keys
	}
	all := keys()
	require.Equal(t, []string{"one", "two"}, []string{all[0].ID, all[1].ID})
	require.Equal(t, noon.Add(24*time.Hour), all[0].Until.UTC())
	require.Nil(t, all[1].Until)
	require.NotContains(t, pgtest.Column(t, db, "SELECT string_agg(material, ' ') || (SELECT string_agg(detail::text, ' ') FROM audit_entry) FROM provider_key")[0],
		made[:43], "it is sealed, and not in the audit")

	rotate("three", "").Refused(200, "C019")
	rotate("two", "").Refused(200, "C019")
	rotate("a b", "").Refused(200, "E001")
	rotate("", "").Refused(200, "E001")
	rotate("x", `,"given":"c2hvcnQ"`).Refused(200, "E001")
	rotate("x", `,"given":"%%"`).Refused(200, "E001")
	for _, bad := range []string{
		`{"vendor":"else","id":"x","kind":"hmac","overlapHours":1}`, `{"vendor":"sim","id":"x","kind":"dsa","overlapHours":1}`,
		`{"vendor":"sim","id":"x","kind":"rsa","overlapHours":1}`, `{"vendor":"sim","id":"x","kind":"rsa","given":"no PEM","overlapHours":1}`,
		`{"vendor":"sim","id":"x","kind":"hmac","overlapHours":-1}`, `{"vendor":"sim","id":"x","kind":"hmac","overlapHours":721}`,
	} {
		app.Post("/api/admin/offer/key/rotate", bad).Refused(200, "E001")
	}
	end := func(id string) apitest.Answer {
		return app.Post("/api/admin/offer/key/end", fmt.Sprintf(`{"vendor":"sim","id":%q}`, id))
	}
	end("one").Refused(200, "U035")
	require.Len(t, keys(), 2)
	require.Empty(t, approveAll(app))
	rotate("one", "").Refused(200, "C019") // the name of an ended key stays taken
	end("one").Refused(200, "C019")
	end("nothing").Refused(200, "C019")
	require.Len(t, keys(), 1)
	require.Contains(t, apitest.OK[offer.RotateAnswer](app.Post("/api/admin/offer/key/rotate",
		`{"vendor":"sim","id":"ours","kind":"rsa-own","overlapHours":0}`)).Made, "BEGIN PUBLIC KEY")
	require.Empty(t, approveAll(app))
	private, public, err := provider.Generate(provider.OwnRSA)
	require.NoError(t, err)
	file, err := json.Marshal(public + string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	require.NoError(t, err)
	app.Post("/api/admin/offer/key/rotate", `{"vendor":"sim","id":"theirs","kind":"rsa","overlapHours":0,"given":`+string(file)+`}`).Refused(200, "U035")
	require.Empty(t, approveAll(app))
	require.Equal(t, []string{public}, pgtest.Column(t, db, "SELECT material FROM provider_key WHERE key_id = 'theirs'"), "the public half alone is kept")
	require.Equal(t, []string{
		"vendor.key.rotate second staff1", "vendor.key.rotate second staff1", "vendor.key.end second staff1", "vendor.key.rotate second staff1",
		"vendor.key.rotate second staff1",
	}, pgtest.Column(t, db, "SELECT action || ' ' || actor || ' ' || (detail->>'askedBy') FROM audit_entry WHERE action LIKE 'vendor.%' ORDER BY id"))
	require.Equal(t, []string{"demo key second sim 5", "other key second sim 5"}, pgtest.Column(t, db,
		"SELECT concat_ws(' ', site_id, kind, staff_id, about, count(*)) FROM notice_notice GROUP BY site_id, kind, staff_id, about ORDER BY 1"),
		"the keys are those of all sites: the masters of each are told")
}

// Of many who rotate at once one does after the first key: there are never more than two valid ones.
func TestManyRotateAKeyAtOnce(t *testing.T) {
	db, app := openOffersOn(t)
	app = app.Staff("staff1")
	var done sync.WaitGroup
	var won atomic.Int64
	for i := range 8 {
		done.Go(func() {
			answer := app.Post("/api/admin/offer/key/rotate", fmt.Sprintf(`{"vendor":"sim","id":"k%d","kind":"hmac","overlapHours":1}`, i))
			if answer.Code == "200" {
				won.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 8, won.Load(), "each could be carried out when it was asked for")
	require.Len(t, approveAll(app), 6)
	require.Equal(t, []string{"2"}, pgtest.Column(t, db, "SELECT count(*)::text FROM provider_key"))
}

// A provider, its product and its game come into the catalogue by page, each once.
func TestStaffAddsAProviderAProductAndAGame(t *testing.T) {
	db, app := openOffersOn(t)
	app = app.Staff("staff1")
	list := func() offer.ListAnswer { return apitest.OK[offer.ListAnswer](app.Post("/api/admin/offer/list", `{}`)) }
	require.Equal(t, []offer.Protocol{{Family: "seamless"}, {Family: "hub88", Listed: true}}, list().Protocols)
	for _, bad := range []string{
		`{"id":"A","family":"seamless","networks":[]}`, `{"id":"acme","family":"smoke","networks":[]}`, `{"id":"acme","family":"hub88","networks":[]}`,
		`{"id":"acme","family":"seamless","networks":["10.0.0.0/99"]}`,
	} {
		app.Post("/api/admin/offer/vendor/add", bad).Refused(200, "E001")
	}
	const vendor = `{"id":"acme","family":"hub88","networks":["10.1.2.3/16"]}`
	app.Post("/api/admin/offer/vendor/add", vendor).Refused(200, "U035")
	app.Post("/api/admin/offer/vendor/add", vendor).Refused(200, "C019")
	require.Len(t, list().Vendors, 1, "it waits for the second person")
	require.Empty(t, approveAll(app))
	app.Post("/api/admin/offer/vendor/add", vendor).Refused(200, "C019")
	require.Equal(t, []string{"10.1.0.0/16"}, list().Vendors[0].Networks)

	product := func(id, vendor, group, name, image string) apitest.Answer {
		return app.Post("/api/admin/offer/product/add", fmt.Sprintf(`{"procId":%q,"vendor":%q,"groupCode":%q,"name":%q,"image":%q}`, id, vendor, group, name, image))
	}
	const art = "/art/games/koi.svg"
	product("a b", "acme", "slot", "Acme", art).Refused(200, "E001")
	product("901", "nobody", "slot", "Acme", art).Refused(200, "E001")
	product("901", "acme", "poker", "Acme", art).Refused(200, "E001")
	product("901", "acme", "slot", "", art).Refused(200, "E001")
	product("901", "acme", "slot", "Acme", "https://example.com/x.svg").Refused(200, "E001")
	apitest.OK[httpx.None](product("901", "acme", "slot", "Acme", art))
	product("901", "acme", "slot", "Acme", art).Refused(200, "C019")

	game := func(code, product, name string) apitest.Answer {
		return app.Post("/api/admin/offer/game/add", fmt.Sprintf(`{"code":%q,"procId":%q,"name_KOR":%q,"name_ENG":"Tiger","thumbnail":%q}`, code, product, name, art))
	}
	game("snow-tiger", "902", "호랑이").Refused(200, "E001")
	game("", "901", "호랑이").Refused(200, "E001")
	game("snow-tiger", "901", "").Refused(200, "E001")
	apitest.OK[httpx.None](game("snow-tiger", "901", "호랑이"))
	game("snow-tiger", "901", "호랑이").Refused(200, "C019")
	found := apitest.OK[offer.GamesAnswer](app.Post("/api/admin/offer/games", `{"procId":"901"}`)).List
	require.Len(t, found, 1)
	require.Equal(t, []string{"snow-tiger", "호랑이", "acme"}, []string{found[0].Code, found[0].NameKOR, found[0].Vendor})
	require.Equal(t, []string{"vendor.add acme", "product.add 901", "game.add snow-tiger"},
		pgtest.Column(t, db, "SELECT action || ' ' || target FROM audit_entry WHERE action <> 'approval.ask' ORDER BY id"), "what was refused is not in it")
}
