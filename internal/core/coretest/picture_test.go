package coretest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/picture"
)

// twoHalves returns a picture whose left half is red and whose right half is blue.
func twoHalves(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{R: 255, A: 255}
			if x >= w/2 {
				c = color.RGBA{B: 255, A: 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	return m
}

func asPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

func asJPEG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, m, nil))
	return b.Bytes()
}

// aWebP is a lossless WebP of one pixel.
const aWebP = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

func decodePicture(t *testing.T, p picture.Picture) image.Image {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(p.Bytes))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, p.Width, p.Height), m.Bounds())
	return m
}

func TestPicturesAreWrittenAgain(t *testing.T) {
	t.Parallel()
	webp, err := base64.StdEncoding.DecodeString(aWebP)
	require.NoError(t, err)
	for name, raw := range map[string][]byte{"png": asPNG(t, twoHalves(40, 20)), "jpeg": asJPEG(t, twoHalves(40, 20)), "webp": webp} {
		p, err := picture.Clean(raw)
		require.NoError(t, err, name)
		decodePicture(t, p)
	}
	transparent, err := picture.Clean(asPNG(t, image.NewNRGBA(image.Rect(0, 0, 4, 4))))
	require.NoError(t, err)
	r, g, b, _ := decodePicture(t, transparent).At(1, 1).RGBA()
	require.Equal(t, []uint32{0xffff, 0xffff, 0xffff}, []uint32{r, g, b}, "what is transparent is white")
}

func TestALargePictureIsMadeSmaller(t *testing.T) {
	t.Parallel()
	p, err := picture.Clean(asPNG(t, twoHalves(4000, 100)))
	require.NoError(t, err)
	require.Equal(t, []int{picture.MaxSide, 51}, []int{p.Width, p.Height})
	p, err = picture.Clean(asPNG(t, twoHalves(2, 9000)))
	require.NoError(t, err)
	require.Equal(t, []int{1, picture.MaxSide}, []int{p.Width, p.Height}, "no side is nothing")
}

// exif returns a JPEG whose camera says how it was held, and where it was.
func exif(t *testing.T, orientation uint16, order binary.AppendByteOrder, mark string) []byte {
	t.Helper()
	tiff := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, 0x0112), 3), 1)
	tiff = append(order.AppendUint16(tiff, orientation), 0, 0)
	tiff = append(tiff, "GPS 37.5665 126.9780"...)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	raw := asJPEG(t, twoHalves(40, 20))
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2))...)
	return append(append(out, segment...), raw[2:]...)
}

func TestAPhotographIsUprightAndTellsNothingElse(t *testing.T) {
	t.Parallel()
	red := func(m image.Image, x, y int) bool { r, _, b, _ := m.At(x, y).RGBA(); return r > b }
	// Where the red half lies: left, right, top or bottom.
	for o, side := range map[uint16]string{1: "left", 2: "right", 3: "right", 4: "left", 5: "top", 6: "top", 7: "bottom", 8: "bottom", 0: "left", 9: "left"} {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			p, err := picture.Clean(exif(t, o, order, mark))
			require.NoError(t, err)
			m := decodePicture(t, p)
			w, h := p.Width, p.Height
			want := map[string][2]bool{ // at the top left, at the bottom right
				"left": {true, false}, "right": {false, true}, "top": {true, false}, "bottom": {false, true},
			}[side]
			require.Equal(t, want, [2]bool{red(m, 2, 2), red(m, w-3, h-3)}, "%d %s", o, mark)
			require.Equal(t, side == "top" || side == "bottom", h > w, "%d %s", o, mark)
			require.NotContains(t, string(p.Bytes), "GPS")
			require.NotContains(t, string(p.Bytes), "Exif")
		}
	}
	for cut := range 60 { // a broken directory says nothing
		raw := exif(t, 6, binary.LittleEndian, "II")
		raw[6+cut] ^= 0xff
		_, _ = picture.Clean(raw) // and never a panic
	}
}

func TestNothingElseIsKeptOfAFile(t *testing.T) {
	t.Parallel()
	const script = "<script>alert(1)</script><?php system($_GET[0]); ?>PK\x03\x04"
	for name, raw := range map[string][]byte{
		"behind a png":    append(asPNG(t, twoHalves(4, 4)), script...),
		"behind a jpeg":   append(asJPEG(t, twoHalves(4, 4)), script...),
		"a comment":       append([]byte("\xff\xd8\xff\xfe\x00\x3a"+script+"      "), asJPEG(t, twoHalves(4, 4))[2:]...),
		"a chunk of text": addChunk(asPNG(t, twoHalves(4, 4)), "tEXt", "Comment\x00"+script),
	} {
		p, err := picture.Clean(raw)
		require.NoError(t, err, name)
		require.True(t, bytes.HasPrefix(p.Bytes, []byte("\xff\xd8\xff")), name)
		for _, part := range []string{"<script", "<?php", "PK\x03\x04"} {
			require.NotContains(t, string(p.Bytes), part, name)
		}
	}
}

// pngChunk returns a chunk of a PNG.
func pngChunk(kind, data string) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(kind+data)))
}

// addChunk puts a chunk behind the header of a PNG.
func addChunk(raw []byte, kind, data string) []byte {
	const header = 8 + 25
	return append(append(bytes.Clone(raw[:header]), pngChunk(kind, data)...), raw[header:]...)
}

// pngBomb returns the header of a PNG of so many pixels, of the given depth and color type, and nothing behind it.
func pngBomb(w, h uint32, depth, kind byte) []byte {
	ihdr := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	ihdr = append(ihdr, depth, kind, 0, 0, 0)
	return append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", string(ihdr))...)
}

func TestFilesThatAreNoPictureAreRefused(t *testing.T) {
	t.Parallel()
	good := asPNG(t, twoHalves(8, 8))
	for name, raw := range map[string][]byte{
		"nothing":          {},
		"svg":              []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"svg with a sign":  append([]byte("\xef\xbb\xbf"), `<?xml version="1.0"?><svg/>`...),
		"html":             []byte("<html><script>alert(1)</script>"),
		"gif":              []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
		"pdf":              []byte("%PDF-1.7"),
		"only a signature": []byte("\x89PNG\r\n\x1a\n"),
		"html as jpeg":     []byte("\xff\xd8\xff<html><script>alert(1)</script>"),
		"riff":             []byte("RIFF\x00\x00\x00\x00AVI LIST"),
		"broken":           good[:len(good)-30],
		"too many bytes":   append(bytes.Clone(good), make([]byte, picture.MaxBytes)...),
		"wide":             pngBomb(16_385, 1, 8, 2),
		"many pixels":      pngBomb(8000, 8000, 8, 2),
		"deep pixels":      pngBomb(5000, 4000, 16, 6),
		"overflowing":      pngBomb(1<<31-1, 1<<31-1, 8, 6),
	} {
		_, err := picture.Clean(raw)
		require.ErrorIs(t, err, picture.ErrRefused, name)
	}
}

// The bound holds before anything of the pixels is allocated.
func TestADecompressionBombCostsNothing(t *testing.T) {
	t.Parallel()
	raw := pngBomb(16_000, 16_000, 8, 6)
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := picture.Clean(raw)
			require.ErrorIs(b, err, picture.ErrRefused)
		}
	}).AllocedBytesPerOp()
	require.Less(t, allocated, int64(64<<10))
}

func FuzzClean(f *testing.F) {
	webp, err := base64.StdEncoding.DecodeString(aWebP)
	require.NoError(f, err)
	var b bytes.Buffer
	require.NoError(f, png.Encode(&b, twoHalves(3, 2)))
	f.Add(webp)
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if p, err := picture.Clean(raw); err == nil {
			decodePicture(t, p)
		}
	})
}

// A decoder walks the whole picture for each scan, so that a small file of many scans would keep it busy for minutes.
func TestAJPEGOfManyScansIsRefused(t *testing.T) {
	t.Parallel()
	plain := asJPEG(t, twoHalves(64, 64))
	_, err := picture.Clean(plain)
	require.NoError(t, err)
	at := bytes.Index(plain, []byte("\xff\xda"))
	require.Positive(t, at)
	scan := plain[at : len(plain)-2] // without the end of the picture
	_, err = picture.Clean(append(bytes.Clone(plain[:at]), bytes.Repeat(scan, 101)...))
	require.ErrorIs(t, err, picture.ErrRefused)
}

// A progressive JPEG is decoded with all its coefficients in memory: its header is refused before.
func TestALargeProgressiveJPEGIsRefusedByItsHeader(t *testing.T) {
	t.Parallel()
	frame := func(marker byte, side uint16) []byte {
		b := []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff" + string([]byte{marker, 0, 17, 8}))
		b = binary.BigEndian.AppendUint16(b, side)
		b = binary.BigEndian.AppendUint16(b, side)
		return append(b, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
	}
	for marker, refused := range map[byte]bool{0xc0: false, 0xc2: true} {
		_, err := picture.Clean(frame(marker, 3000)) // nine million pixels, and nothing after the header
		require.ErrorIs(t, err, picture.ErrRefused)
		require.Equal(t, refused, strings.Contains(err.Error(), "3000×3000 pixels"), "%x: %v", marker, err)
	}
}
