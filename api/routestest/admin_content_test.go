package routestest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apicontent "hubstake/api/admin/content"
	"hubstake/internal/access/httpx"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/pgtest"
)

func openContent(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route { return apicontent.New(o.sites, content.New(o.db, o.clk)).Routes() })
}

func TestStaffHangUpBannersAndPopups(t *testing.T) {
	o := openContent(t)
	const banner = `"texts":[{"lang":"ko","title":"배너"},{"lang":"vn","title":"B","image":"/art/banners/care.svg"}],"everyone":true,"link":"/cs","ord":1,"active":true,"since":null,"until":null}`
	const popup = `"popupType":"after","texts":[{"lang":"vn","title":"P","content":"<i>x</i><script>1</script>"}],"everyone":false,"link":"","ord":1,"active":true,"since":null,"until":null}`
	b := apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/banner/save", "{"+banner))
	p := apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/popup/save", "{"+popup))
	require.Equal(t, []apicontent.BannerRow{{Idx: b.Idx, Campaign: apicontent.Campaign{
		Version:  1,
		Texts:    []apicontent.Text{{Lang: "vn", Title: "B", Image: "/art/banners/care.svg", Status: content.Source}, {Lang: "ko", Title: "배너", Status: content.Done}},
		Everyone: true, Link: "/cs", Ord: 1, Active: true, Since: &noon,
	}}}, apitest.OK[apicontent.BannerListAnswer](o.app.Post("/api/admin/banner/list", "{}")).List)
	row := apitest.OK[apicontent.PopupListAnswer](o.app.Post("/api/admin/popup/list", "{}")).List[0]
	require.Equal(t, []any{p.Idx, content.AfterLogIn, "<i>x</i>", noon, false}, []any{row.Idx, row.PopupType, row.Texts[0].Content, *row.Since, row.Everyone})
	for _, bad := range []string{`{"lang":"xx","title":"x"}`, `{"lang":"","title":"x"}`, `{"lang":"ko","title":""}`, `{"lang":"vn","title":"x"}`} {
		o.app.Post("/api/admin/banner/save", strings.Replace("{"+banner, `{"lang":"ko","title":"배너"}`, bad, 1)).Refused(200, "E001")
	}
	for what, body := range map[string]string{"banner": banner, "popup": popup} {
		o.app.Post("/api/admin/"+what+"/save", `{"idx":999999,`+body).Refused(200, "E001")
		o.app.Post("/api/admin/"+what+"/save", `{}`).Refused(200, "E001")
		o.app.Post("/api/admin/"+what+"/delete", `{"idx":999999}`).Refused(200, "E001")
	}
	apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/banner/save", fmt.Sprintf(`{"idx":%d,"version":1,`, b.Idx)+banner))
	o.app.Post("/api/admin/banner/save", fmt.Sprintf(`{"idx":%d,"version":1,`, b.Idx)+banner).Refused(200, "C019")
	apitest.OK[httpx.None](o.app.Post("/api/admin/banner/delete", fmt.Sprintf(`{"idx":%d}`, b.Idx)))
	apitest.OK[httpx.None](o.app.Post("/api/admin/popup/delete", fmt.Sprintf(`{"idx":%d}`, p.Idx)))
	require.Equal(t, []string{"banner.save", "popup.save", "banner.save", "banner.delete", "popup.delete"}, pgtest.Column(t, o.db, "SELECT action FROM audit_entry ORDER BY id"))
}

func TestFilesThatAreNoPicturesAreRefused(t *testing.T) {
	o := openContent(t)
	const save = "/api/admin/picture/save"
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 900, 300))))
	up := apitest.OK[apicontent.PictureAnswer](o.app.PostAs("image/png", save, file.String()))
	require.Equal(t, apicontent.PictureAnswer{Image: up.Image, Width: 900, Height: 300}, up)
	require.Regexp(t, `^/api/picture/[0-9a-f]{64}\.jpg$`, up.Image)
	apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/banner/save", fmt.Sprintf(`{"texts":[{"lang":"vn","title":"B","image":%q}],"everyone":true,"link":"","ord":1,"active":true,"since":null,"until":null}`, up.Image)))
	for mediaType, body := range map[string]string{
		"image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "image/png": "<html>", "image/jpeg": "GIF89a",
		"application/octet-stream": file.String()[:40], "image/webp": file.String() + strings.Repeat("x", 2<<20),
	} {
		o.app.PostAs(mediaType, save, body).Refused(200, "U055")
	}
	o.app.PostAs("image/png", save, "").Refused(400, "E001")
	for _, mediaType := range []string{"application/json", "multipart/form-data; boundary=x", "text/html", ""} {
		o.app.PostAs(mediaType, save, file.String()).Refused(415, "E001")
	}
	const list = "/api/admin/picture/list"
	row := apicontent.PictureRow{PictureAnswer: up, UploadedAt: noon}
	got := apitest.OK[apicontent.PictureListAnswer](o.app.Post(list, `{}`))
	require.Equal(t, apicontent.PictureListAnswer{List: []apicontent.PictureRow{row}}, got)
	file.Reset()
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 901, 300))))
	apitest.OK[apicontent.PictureAnswer](o.app.PostAs("image/png", save, file.String()))
	first := apitest.OK[apicontent.PictureListAnswer](o.app.Post(list, `{"count":1}`))
	second := apitest.OK[apicontent.PictureListAnswer](o.app.Post(list, fmt.Sprintf(`{"count":1,"after":{"at":%q,"hash":%q}}`, first.Next.At.Format(time.RFC3339Nano), first.Next.Hash)))
	require.Nil(t, second.Next)
	require.ElementsMatch(t, []int{900, 901}, []int{first.List[0].Width, second.List[0].Width})
	for _, bad := range []string{`{"count":101}`, `{"count":-1}`, `{"after":{"at":"2026-09-10T03:00:00Z","hash":"x"}}`, `{"after":{"hash":"` + first.Next.Hash + `"}}`} {
		require.NotEqual(t, "200", o.app.Post(list, bad).Code, bad)
	}
	require.Len(t, pgtest.Column(t, o.db, "SELECT hash FROM content_picture"), 2)
	require.Len(t, pgtest.Column(t, o.db, "SELECT target FROM audit_note WHERE action = 'picture.refuse'"), 5)
}
