package content

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/picture"
)

// files are the types that staff may send as a picture. The domain decides by the content: a refused file belongs in the audit, so the route takes
// more types than are kept.
var files = httpx.Uploads{
	Types:    []string{"image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml", "application/octet-stream"},
	MaxBytes: picture.MaxBytes,
}

// PictureAnswer names a picture that was uploaded, for the image of a banner or popup.
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
