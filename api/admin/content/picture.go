package content

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/picture"
	"hubstake/internal/operator/content"
)

// files are the types that staff may send as a picture. The domain decides by the content: a refused file belongs in the audit, so the route takes
// more types than are kept.
var files = httpx.Uploads{
	Types:    []string{"image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml", "application/octet-stream"},
	MaxBytes: picture.MaxBytes,
}

// PictureAnswer names a picture that was uploaded, for the image of a banner, popup or post.
type PictureAnswer struct {
	Image  string `json:"image"` // a path of the site
	Width  int    `json:"width"` // in pixels
	Height int    `json:"height"`
}

// pictureSave takes a PNG, JPEG or WebP of at most 2 MB and 8 megapixels; anything else is U055.
func (a *API) pictureSave(ctx context.Context, who httpx.Caller, file httpx.Upload) (PictureAnswer, error) {
	p, err := a.content.UploadPicture(ctx, caller.Actor(who), who.Site, file.Bytes)
	if err != nil {
		return PictureAnswer{}, err
	}
	return PictureAnswer{Image: p.Address(), Width: p.Width, Height: p.Height}, nil
}

// PictureCursor is the last picture of a page; the next page begins behind it.
type PictureCursor struct {
	At   time.Time `json:"at"`
	Hash string    `json:"hash"`
}

// PictureListRequest asks for a page of the uploaded pictures of the site.
type PictureListRequest struct {
	After *PictureCursor `json:"after,omitzero"` // absent: the newest
	Count int            `json:"count,omitzero"` // 24 when absent, 100 at most
}

// PictureRow is an uploaded picture.
type PictureRow struct {
	PictureAnswer
	UploadedAt time.Time `json:"uploadedAt"`
}

// PictureListAnswer is a page of uploaded pictures, the newest first.
type PictureListAnswer struct {
	List []PictureRow   `json:"list"`
	Next *PictureCursor `json:"next"` // null: this is the last page
}

const usualPictures = 24

func (a *API) pictureList(ctx context.Context, who httpx.Caller, req PictureListRequest) (PictureListAnswer, error) {
	if req.Count == 0 {
		req.Count = usualPictures
	}
	if req.Count < 1 || req.Count > paging.MaxCount || req.After != nil && (req.After.At.IsZero() || !content.IsHash(req.After.Hash)) {
		return PictureListAnswer{}, fault.Failed
	}
	var after content.Uploaded
	if req.After != nil {
		after = content.Uploaded{Picture: content.Picture{Hash: req.After.Hash}, At: req.After.At}
	}
	found, err := a.content.Pictures(ctx, who.Site, after, int32(req.Count)+1)
	if err != nil {
		return PictureListAnswer{}, err
	}
	out := PictureListAnswer{}
	if len(found) > req.Count {
		found = found[:req.Count]
		last := found[len(found)-1]
		out.Next = &PictureCursor{At: last.At, Hash: last.Hash}
	}
	out.List = make([]PictureRow, len(found))
	for i, p := range found {
		out.List[i] = PictureRow{PictureAnswer{Image: p.Address(), Width: p.Width, Height: p.Height}, p.At}
	}
	return out, nil
}
