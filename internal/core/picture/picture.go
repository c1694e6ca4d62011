// Package picture makes pictures that people send safe to keep and to show: each is decoded and written again as a JPEG of the
// pixels alone, so neither metadata nor anything hidden in or behind the file is kept.
package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

const (
	// MaxBytes is the size of the largest file that is read.
	MaxBytes = 5 << 20
	// MaxSide is the longest side of what is kept, in pixels; a larger picture is made smaller.
	MaxSide = 2048

	// maxMemory bounds the pixels of a decoded picture, in bytes: 24 million pixels of 8 bits in four channels. It is checked against
	// the header of the file before anything is decoded.
	maxMemory = 96 << 20
	// maxDimension bounds each side of a file.
	maxDimension = 16_384
	// maxScans bounds the scans of a JPEG: each walks all of the picture, and files of cameras and editors have a dozen.
	maxScans = 100
	// quality of the JPEG that is kept: text on a screenshot stays legible.
	quality = 88
)

// Type is the media type of every picture that is kept.
const Type = "image/jpeg"

// ErrRefused reports a file that is not a PNG, JPEG or WebP picture, is broken, or is too large.
var ErrRefused = errors.New("picture: refused")

// Picture is a JPEG without metadata.
type Picture struct {
	Bytes         []byte
	Width, Height int
}

// Limits are what a file may be, and the sizes of it that are kept.
type Limits struct {
	Bytes  int   // of the file
	Pixels int   // of the decoded picture
	Sides  []int // for each size, its longest side in pixels; a smaller picture stays as it is
}

// inquiries are the limits of Clean.
var inquiries = Limits{Bytes: MaxBytes, Pixels: maxMemory / 4, Sides: []int{MaxSide}}

// format is a kind of file, known by how it begins and never by its name.
type format struct {
	begins func(raw []byte) bool
	config func(r *bytes.Reader) (image.Config, error)
	decode func(r *bytes.Reader) (image.Image, error)
	// coefficients reports whether the decoder holds all of them beside the pixels; nil: it never does.
	coefficients func(raw []byte) bool
}

var startOfJPEG, startOfScan = []byte("\xff\xd8\xff"), []byte("\xff\xda") // of a scan no data can have the second

var formats = []format{
	{
		func(raw []byte) bool { return bytes.HasPrefix(raw, []byte("\x89PNG\r\n\x1a\n")) },
		func(r *bytes.Reader) (image.Config, error) { return png.DecodeConfig(r) },
		func(r *bytes.Reader) (image.Image, error) { return png.Decode(r) },
		nil,
	},
	{
		func(raw []byte) bool {
			return bytes.HasPrefix(raw, startOfJPEG) && bytes.Count(raw, startOfScan) <= maxScans
		},
		func(r *bytes.Reader) (image.Config, error) { return jpeg.DecodeConfig(r) },
		func(r *bytes.Reader) (image.Image, error) { return jpeg.Decode(r) },
		progressive,
	},
	{
		func(raw []byte) bool {
			return len(raw) > 12 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WEBP"
		},
		func(r *bytes.Reader) (image.Config, error) { return webp.DecodeConfig(r) },
		func(r *bytes.Reader) (image.Image, error) { return webp.Decode(r) },
		nil,
	},
}

// Clean returns a file as a picture to keep, upright as its camera held it and at most MaxSide long. Anything that it does not take is
// ErrRefused. It may use some hundred megabytes: the caller bounds how many run at once.
func Clean(raw []byte) (Picture, error) {
	sizes, err := CleanSizes(raw, inquiries)
	if err != nil {
		return Picture{}, err
	}
	return sizes[0], nil
}

// CleanSizes is Clean within other limits. It returns a picture for each size, in their order.
func CleanSizes(raw []byte, most Limits) ([]Picture, error) {
	if len(raw) > most.Bytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrRefused, len(raw))
	}
	for _, f := range formats {
		if f.begins(raw) {
			return f.clean(raw, most)
		}
	}
	return nil, fmt.Errorf("%w: no known format", ErrRefused)
}

func (f format) clean(raw []byte, most Limits) ([]Picture, error) {
	c, err := f.config(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxDimension || c.Height > maxDimension ||
		c.Width*c.Height > min(most.Pixels, maxMemory/pixelBytes(c.ColorModel, f.coefficients != nil && f.coefficients(raw))) {
		return nil, fmt.Errorf("%w: %d×%d pixels", ErrRefused, c.Width, c.Height)
	}
	decoded, err := f.decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if b := decoded.Bounds(); b.Dx() != c.Width || b.Dy() != c.Height {
		return nil, fmt.Errorf("%w: %v is not what the header says", ErrRefused, b)
	}
	sizes := make([]Picture, len(most.Sides))
	for i, side := range most.Sides {
		if sizes[i], err = encode(upright(fit(decoded, side), orientation(raw))); err != nil {
			return nil, err
		}
	}
	return sizes, nil
}

func encode(shown *image.RGBA) (Picture, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, shown, &jpeg.Options{Quality: quality}); err != nil {
		return Picture{}, fmt.Errorf("picture: encode: %w", err)
	}
	return Picture{Bytes: out.Bytes(), Width: shown.Bounds().Dx(), Height: shown.Bounds().Dy()}, nil
}

// pixelBytes returns how much memory a decoded pixel takes at most, with its coefficients of four bytes each where the decoder holds them.
func pixelBytes(m color.Model, coefficients bool) int {
	switch {
	case m == color.RGBA64Model || m == color.NRGBA64Model || m == color.Gray16Model:
		return 8
	case !coefficients:
		return 4
	case m == color.CMYKModel:
		return 4 + 4*4
	case m == color.GrayModel:
		return 4 + 4
	default:
		return 4 + 3*4
	}
}

// progressive reports whether a JPEG is one, as far as its segments can be followed: in doubt it is.
func progressive(raw []byte) bool {
	for i := len(startOfJPEG) - 1; i+4 <= len(raw) && raw[i] == 0xff; {
		switch marker := raw[i+1]; marker {
		case 0xff: // a byte that fills
			i++
		case 0xc0, 0xc1: // the frames of all others
			return false
		case 0xc2, 0xda:
			return true
		default:
			i += 2 + int(binary.BigEndian.Uint16(raw[i+2:]))
		}
	}
	return true
}

// fit returns a picture on white, whose longest side has at most so many pixels.
func fit(src image.Image, side int) *image.RGBA {
	from := src.Bounds()
	w, h := from.Dx(), from.Dy()
	if longest := max(w, h); longest > side {
		w, h = max(1, w*side/longest), max(1, h*side/longest)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	if w == from.Dx() && h == from.Dy() {
		draw.Draw(out, out.Bounds(), src, from.Min, draw.Over)
	} else {
		draw.ApproxBiLinear.Scale(out, out.Bounds(), src, from, draw.Over, nil)
	}
	return out
}

// upright turns and mirrors a picture as an Exif orientation of 1 to 8 asks.
func upright(src *image.RGBA, o int) *image.RGBA {
	if o < 2 || o > 8 {
		return src
	}
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if o >= 5 { // lies on its side
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			to := [...]image.Point{
				2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y},
				5: {y, x}, 6: {h - 1 - y, x}, 7: {h - 1 - y, w - 1 - x}, 8: {y, w - 1 - x},
			}[o]
			out.SetRGBA(to.X, to.Y, src.RGBAAt(x, y))
		}
	}
	return out
}

// orientation returns how a camera says that its JPEG is turned: the Exif tag 0x0112 of the first directory, 1 to 8; 1 when it does
// not say.
func orientation(raw []byte) int {
	for at := 2; at+4 <= len(raw) && raw[0] == 0xff && raw[1] == 0xd8 && raw[at] == 0xff; {
		kind, size := raw[at+1], int(binary.BigEndian.Uint16(raw[at+2:]))
		if size < 2 || at+2+size > len(raw) || kind == 0xda { // the pixels begin
			break
		}
		if tiff, ok := bytes.CutPrefix(raw[at+4:at+2+size], []byte("Exif\x00\x00")); ok && kind == 0xe1 {
			return tiffOrientation(tiff)
		}
		at += 2 + size
	}
	return 1
}

func tiffOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	first := int64(order.Uint32(tiff[4:]))
	if first+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[first:]
	for i := range int(order.Uint16(entries)) {
		entry := 2 + 12*i
		if entry+12 > len(entries) {
			break
		}
		if order.Uint16(entries[entry:]) == 0x0112 {
			return int(order.Uint16(entries[entry+8:]))
		}
	}
	return 1
}
