package httpx

import (
	"io"

	"github.com/gofiber/fiber/v3"
)

// File is an answer that is a file instead of an envelope. Body is read while it is sent and closed after it; when reading
// fails, the connection is broken off, so that nobody takes a part for the whole. Refusals are envelopes as ever.
type File struct {
	Name string        `json:"-"` // ASCII, what the browser keeps it as
	Type string        `json:"-"` // media type
	Body io.ReadCloser `json:"-"`
}

// send answers with a file.
func (f File) send(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, f.Type)
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+f.Name+`"`)
	return c.SendStream(f.Body)
}
