package httpx

import (
	"io"

	"github.com/gofiber/fiber/v3"
)

// File is an answer that is a file instead of an envelope. Body is read while it is sent and closed afterwards. When reading
// fails, the connection is aborted, so that the client cannot mistake a part for the whole. Refusals are still envelopes.
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
