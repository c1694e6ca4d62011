package content_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	apicontent "hubstake/api/admin/content"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

type office struct {
	db  *pgxpool.Pool
	app apitest.App
}

func open(t *testing.T) office {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	return office{db, apitest.New(t, clk, apicontent.New(site.New(db, clk), content.New(db, clk)).Routes()).Staff("staff1")}
}

func TestStaffHangUpBannersAndPopups(t *testing.T) {
	o := open(t)
	const banner = `"title":"B","image":"/art/banners/care.svg","link":"/cs","lang":"","ord":1,"active":true,"since":null,"until":null}`
	const popup = `"popupType":"after","title":"P","content":"<i>x</i><script>1</script>","image":"","link":"","lang":"vn","ord":1,"active":true,"since":null,"until":null}`
	b := apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/banner/save", "{"+banner))
	p := apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/popup/save", "{"+popup))
	require.Equal(t, "/cs", apitest.OK[apicontent.BannerListAnswer](o.app.Post("/api/admin/banner/list", "{}")).List[0].Link)
	row := apitest.OK[apicontent.PopupListAnswer](o.app.Post("/api/admin/popup/list", "{}")).List[0]
	require.Equal(t, []any{p.Idx, content.AfterLogIn, "<i>x</i>", noon}, []any{row.Idx, row.PopupType, row.Content, *row.Since})
	for what, body := range map[string]string{"banner": banner, "popup": popup} {
		o.app.Post("/api/admin/"+what+"/save", `{"idx":999999,`+body).Refused(200, "E001")
		o.app.Post("/api/admin/"+what+"/save", `{}`).Refused(200, "E001")
		o.app.Post("/api/admin/"+what+"/delete", `{"idx":999999}`).Refused(200, "E001")
	}
	apitest.OK[apicontent.SavedAnswer](o.app.Post("/api/admin/banner/save", fmt.Sprintf(`{"idx":%d,`, b.Idx)+banner))
	apitest.OK[httpx.None](o.app.Post("/api/admin/banner/delete", fmt.Sprintf(`{"idx":%d}`, b.Idx)))
	apitest.OK[httpx.None](o.app.Post("/api/admin/popup/delete", fmt.Sprintf(`{"idx":%d}`, p.Idx)))
	require.Equal(t, []string{"banner.save", "popup.save", "banner.save", "banner.delete", "popup.delete"}, pgtest.Column(t, o.db, "SELECT action FROM audit_entry ORDER BY id"))
}
