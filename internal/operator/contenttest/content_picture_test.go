package contenttest_test

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// pngOf is a picture of one shade.
func pngOf(t *testing.T, w, h int, shade uint8) []byte {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Gray{shade}})
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

func TestAnUploadedPictureIsKeptInTwoSizes(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	factory.Site(t, db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.test"} })
	p, err := svc.UploadPicture(t.Context(), staffActor, site, append(pngOf(t, 4000, 2000, 40), "<script>alert(1)</script>PK\x03\x04"...))
	require.NoError(t, err)
	require.Equal(t, []int{1600, 800}, []int{p.Width, p.Height})
	require.Equal(t, "/api/picture/"+p.Hash+".jpg", p.Address())
	for small, width := range map[bool]int{false: 1600, true: content.SmallSide} {
		b, err := svc.PictureBytes(t.Context(), site, p.Hash, small)
		require.NoError(t, err)
		c, err := jpeg.DecodeConfig(bytes.NewReader(b))
		require.NoError(t, err)
		require.Equal(t, width, c.Width)
		require.NotContains(t, string(b), "script", "what hid behind the picture is gone")
		_, err = svc.PictureBytes(t.Context(), "other", p.Hash, small)
		require.ErrorIs(t, err, fault.Failed, "of another site")
	}
	_, err = svc.PictureBytes(t.Context(), site, strings.Repeat("0", 64), false)
	require.ErrorIs(t, err, fault.Failed)
	require.Equal(t, []string{"picture.save"}, pgtest.Column(t, db, "SELECT action FROM audit_entry"))
}

func TestTheSamePictureTwiceAtOnceIsOneRow(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	var g errgroup.Group
	file := pngOf(t, 30, 30, 90)
	for range 8 {
		g.Go(func() error {
			_, err := svc.UploadPicture(t.Context(), staffActor, site, file)
			return err
		})
	}
	require.NoError(t, g.Wait())
	require.Equal(t, []string{"1"}, pgtest.Column(t, db, "SELECT count(*)::text FROM content_picture"))
	require.Len(t, pgtest.Column(t, db, "SELECT action FROM audit_entry"), 1, "what changed nothing is not noted")
}

func TestARefusedFileIsInTheAuditAndNowhereElse(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	refused := map[string][]byte{
		"svg":              []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"html as a jpeg":   []byte("\xff\xd8\xff<html><script>alert(1)</script>"),
		"gif":              []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
		"8.002 megapixels": pngOf(t, 4001, 2000, 1),
		"a hundred":        pngOf(t, 10_000, 10_000, 1),
		"over 2 MB":        append(pngOf(t, 3, 3, 1), make([]byte, 2<<20)...),
		"half a picture":   pngOf(t, 100, 100, 1)[:60],
	}
	for name, file := range refused {
		_, err := svc.UploadPicture(t.Context(), staffActor, site, file)
		require.ErrorIs(t, err, fault.PictureRefused, name)
	}
	require.Empty(t, pgtest.Column(t, db, "SELECT hash FROM content_picture"))
	require.Len(t, pgtest.Column(t, db, "SELECT target FROM audit_note WHERE action = 'picture.refuse' AND actor = 'staff1'"), len(refused))
}

func TestASiteKeepsSoManyPicturesAtMost(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	first, err := svc.UploadPicture(t.Context(), staffActor, site, pngOf(t, 3, 3, 1))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO content_picture SELECT site_id, encode(sha256(n::text::bytea), 'hex'), 1, 1, '', '', 'x', uploaded_at, touched_at
		FROM content_picture, generate_series(1, $1) n`, content.MaxPictures-2)
	require.NoError(t, err)
	var g errgroup.Group
	results := make(chan error, 4)
	for i := range 4 {
		g.Go(func() error {
			_, err := svc.UploadPicture(t.Context(), staffActor, site, pngOf(t, 3, 3, uint8(10+40*i)))
			results <- err
			return nil
		})
	}
	require.NoError(t, g.Wait())
	kept := 0
	for range 4 {
		if err := <-results; err == nil {
			kept++
		} else {
			require.ErrorIs(t, err, fault.PicturesFull)
		}
	}
	require.Equal(t, 1, kept)
	again, err := svc.UploadPicture(t.Context(), staffActor, site, pngOf(t, 3, 3, 1))
	require.NoError(t, err, "one that is there needs no room")
	require.Equal(t, first, again)
}

// campaignWithPicture is a campaign with a picture.
func campaignWithPicture(address string) content.Campaign {
	c := scheduledIn("", "x", content.Scheduled{})
	c.Texts[0].Image = address
	return c
}

func TestAPictureThatNothingShowsGoesAfterADay(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	factory.Site(t, db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.test"} })
	upload := func(shade uint8) content.Picture {
		t.Helper()
		p, err := svc.UploadPicture(t.Context(), staffActor, site, pngOf(t, 3, 3, shade))
		require.NoError(t, err)
		return p
	}
	prune := func() int64 {
		t.Helper()
		n, err := content.PrunePictures(t.Context(), db, clk.Now(), nil)
		require.NoError(t, err)
		return n
	}
	banner, popup, translated, orphan := upload(1), upload(80), upload(120), upload(160)
	two := campaignWithPicture("/art/banners/care.svg")
	two.Texts = append(two.Texts, content.Text{Lang: "ko", Title: "x", Image: translated.Address()})
	_, err := svc.SaveBanner(t.Context(), staffActor, site, two)
	require.NoError(t, err)
	b, err := svc.SaveBanner(t.Context(), staffActor, site, campaignWithPicture(banner.Address()))
	require.NoError(t, err)
	_, err = svc.SavePopup(t.Context(), staffActor, site, content.PopupCampaign{Audience: content.BeforeLogIn, Campaign: campaignWithPicture(popup.Address())})
	require.NoError(t, err)
	_, err = svc.SaveBanner(t.Context(), staffActor, "other", campaignWithPicture(banner.Address()))
	require.ErrorIs(t, err, fault.Failed, "a picture of another site")
	for _, address := range []string{"/api/picture/x.jpg", "/api/picture/" + strings.Repeat("0", 64) + ".jpg", banner.Address() + "?x", "/api/picture/" + banner.Hash + "-small.jpg"} {
		_, err = svc.SaveBanner(t.Context(), staffActor, site, campaignWithPicture(address))
		require.ErrorIs(t, err, fault.Failed, address)
	}
	clk.Advance(24 * time.Hour)
	require.Zero(t, prune(), "for a day an upload waits for its banner")
	clk.Advance(time.Minute)
	require.EqualValues(t, 1, prune())
	_, err = svc.PictureBytes(t.Context(), site, orphan.Hash, false)
	require.ErrorIs(t, err, fault.Failed)
	require.NoError(t, svc.DeleteBanner(t.Context(), staffActor, site, b))
	require.Equal(t, banner, upload(1), "uploaded again, it stays for another day")
	require.Zero(t, prune())
	clk.Advance(25 * time.Hour)
	require.EqualValues(t, 1, prune())
	_, err = svc.PictureBytes(t.Context(), site, popup.Hash, true)
	require.NoError(t, err)
}

func TestAPictureThatAnotherPageShowsStays(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	p, err := svc.UploadPicture(t.Context(), staffActor, site, pngOf(t, 3, 3, 1))
	require.NoError(t, err)
	clk.Advance(25 * time.Hour)
	for _, c := range []struct {
		site string
		want int64
	}{{site, 0}, {"other", 1}} {
		n, err := content.PrunePictures(t.Context(), db, clk.Now(), []content.Shown{{Site: c.site, Image: p.Address()}})
		require.NoError(t, err)
		require.Equal(t, c.want, n)
	}
}

func TestThePicturesOfASiteAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site, svc := factory.Site(t, db), content.New(db, clk)
	factory.Site(t, db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.test"} })
	var uploaded []content.Uploaded
	for i := range 5 {
		if i != 3 {
			clk.Advance(time.Minute) // two at the same time
		}
		p, err := svc.UploadPicture(t.Context(), staffActor, site, pngOf(t, 30+i, 30, 1))
		require.NoError(t, err)
		uploaded = append(uploaded, content.Uploaded{Picture: p, At: clk.Now()})
	}
	_, err := svc.UploadPicture(t.Context(), staffActor, "other", pngOf(t, 3, 3, 200))
	require.NoError(t, err)
	slices.SortFunc(uploaded, func(a, b content.Uploaded) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Hash, a.Hash)) })
	var found []content.Uploaded
	var last content.Uploaded
	for {
		page, err := svc.Pictures(t.Context(), site, last, 2)
		require.NoError(t, err)
		if len(page) == 0 {
			break
		}
		for _, p := range page {
			found = append(found, content.Uploaded{Picture: p.Picture, At: p.At.UTC()})
		}
		last = page[len(page)-1]
	}
	require.Equal(t, uploaded, found)
}
