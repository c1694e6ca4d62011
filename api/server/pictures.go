package server

import (
	"context"
	"errors"
	"strings"

	"github.com/gofiber/fiber/v3"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/picture"
	"hubstake/internal/operator/content"
)

// mountPictures serves the pictures that staff uploaded, to everyone who reads the site. An address names the content, so a browser keeps it for
// good and is answered without the database when it asks again.
func mountPictures(app *fiber.App, deps httpx.Deps, pictures *content.Service) {
	app.Get(content.PicturePath+":name", func(c fiber.Ctx) error {
		name, isPicture := strings.CutSuffix(c.Params("name"), ".jpg")
		hash, small := strings.CutSuffix(name, "-small")
		if !isPicture || !content.IsHash(hash) {
			return fiber.ErrNotFound
		}
		site, err := deps.Visited(c)
		if err != nil {
			return err
		}
		tag := `"` + name + `"`
		if c.Get(fiber.HeaderIfNoneMatch) == tag {
			keep(c, tag)
			return c.SendStatus(fiber.StatusNotModified)
		}
		ctx, cancel := context.WithTimeout(c.Context(), httpx.Timeout)
		defer cancel()
		b, err := pictures.PictureBytes(ctx, site, hash, small)
		if errors.Is(err, fault.Failed) {
			return fiber.ErrNotFound
		}
		if err != nil {
			return err
		}
		keep(c, tag)
		c.Set(fiber.HeaderContentType, picture.Type)
		return c.Send(b)
	})
}

// keep sets the headers of a picture: whatever a browser makes of it, nothing in it runs, and no other origin embeds it.
func keep(c fiber.Ctx, tag string) {
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; sandbox")
	c.Set("Cross-Origin-Resource-Policy", "same-origin")
}
