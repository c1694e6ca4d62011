package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/picture"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/content/contentdb"
)

const (
	// MaxPictures is how many pictures a site keeps: some 200 MB.
	MaxPictures = 500
	// SmallSide is the longest side of a picture for phones, in pixels.
	SmallSide = 800

	largeSide = 1600
	// pictureLife is how long a picture is kept that nothing shows.
	pictureLife = 24 * time.Hour
	// maxCleaning bounds the pictures that a program decodes at once: each may take 96 MB.
	maxCleaning = 2
)

// pictureLimits are those of U055, which names them.
var pictureLimits = picture.Limits{Bytes: 2 << 20, Pixels: 8_000_000, Sides: []int{largeSide, SmallSide}}

// PicturePath is where the site shows its uploaded pictures, each as <hash>.jpg and, for phones, as <hash>-small.jpg.
const PicturePath = "/api/picture/"

var (
	pictureHash    = regexp.MustCompile(`^[0-9a-f]{64}$`)
	pictureAddress = regexp.MustCompile(`^` + PicturePath + `([0-9a-f]{64})\.jpg$`)
)

// IsHash reports whether a picture may have this hash.
func IsHash(hash string) bool { return pictureHash.MatchString(hash) }

// Picture is an uploaded one.
type Picture struct {
	Hash          string
	Width, Height int
}

// Address returns the path of the picture for wide screens.
func (p Picture) Address() string { return PicturePath + p.Hash + ".jpg" }

// UploadPicture keeps a picture of a site and returns it; the same one again is kept once. A picture that nothing shows is deleted a day after
// it was uploaded or chosen last. U055: the file is no picture, or too large; the audit has it. U056: the site has MaxPictures. E002: others are
// decoded for as long as ctx lasts.
func (s *Service) UploadPicture(ctx context.Context, by audit.Actor, site string, file []byte) (Picture, error) {
	sizes, err := s.clean(ctx, file)
	if errors.Is(err, picture.ErrRefused) {
		return Picture{}, s.refusePicture(ctx, by, site, file, err)
	}
	if err != nil {
		return Picture{}, err
	}
	large, small := sizes[0], sizes[1]
	hash := sha256.Sum256(large.Bytes)
	out := Picture{Hash: hex.EncodeToString(hash[:]), Width: large.Width, Height: large.Height}
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q, now := contentdb.New(tx), s.clk.Now()
		if err := q.LockPictures(ctx, site); err != nil {
			return nil, fmt.Errorf("upload picture: %w", err)
		}
		if n, err := q.TouchPictures(ctx, contentdb.TouchPicturesParams{Site: site, Hashes: []string{out.Hash}, At: now}); err != nil || n > 0 {
			return audit.Nothing, err
		}
		n, err := q.PictureCount(ctx, site)
		if err != nil {
			return nil, fmt.Errorf("upload picture: %w", err)
		}
		if n >= MaxPictures {
			return nil, fault.PicturesFull
		}
		err = q.AddPicture(ctx, contentdb.AddPictureParams{
			Site: site, Hash: out.Hash, Width: int32(large.Width), Height: int32(large.Height), Bytes: large.Bytes, Small: small.Bytes, Staff: by.ID, At: now,
		})
		if err != nil {
			return nil, fmt.Errorf("upload picture: %w", err)
		}
		return &audit.Entry{
			Actor: by, Site: site, Action: "picture.save", Target: out.Hash, Detail: map[string]int{"width": large.Width, "height": large.Height, "bytes": len(large.Bytes)},
		}, nil
	})
	return out, err
}

// clean waits for its turn, because a picture may take much memory.
func (s *Service) clean(ctx context.Context, file []byte) ([]picture.Picture, error) {
	select {
	case s.cleaning <- struct{}{}:
		defer func() { <-s.cleaning }()
		return picture.CleanSizes(file, pictureLimits)
	case <-ctx.Done():
		return nil, fault.TryLater
	}
}

// refusePicture notes a file that is no picture, by the SHA-256 of it.
func (s *Service) refusePicture(ctx context.Context, by audit.Actor, site string, file []byte, why error) error {
	hash := sha256.Sum256(file)
	err := audit.Note(ctx, s.db, audit.Entry{
		Actor: by, Site: site, Action: "picture.refuse", Target: hex.EncodeToString(hash[:]),
		Detail: map[string]any{"bytes": len(file), "why": why.Error(), "code": fault.PictureRefused.Code()},
	})
	if err != nil {
		return fmt.Errorf("upload picture: %w", err)
	}
	return fault.PictureRefused.With("megabytes", strconv.Itoa(pictureLimits.Bytes>>20)).With("megapixels", strconv.Itoa(pictureLimits.Pixels/1_000_000))
}

// Uploaded is a picture of a site and when it was uploaded.
type Uploaded struct {
	Picture
	At time.Time
}

// Pictures returns the uploaded pictures of a site that follow after one, of the zero value the newest, in the order of their upload, the newest first, and at most
// count.
func (s *Service) Pictures(ctx context.Context, site string, after Uploaded, count int32) ([]Uploaded, error) {
	if after.At.IsZero() {
		after.At = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	rows, err := contentdb.New(s.db).Pictures(ctx, contentdb.PicturesParams{Site: site, At: after.At, Hash: after.Hash, Count: count})
	if err != nil {
		return nil, fmt.Errorf("pictures: %w", err)
	}
	out := make([]Uploaded, len(rows))
	for i, r := range rows {
		out[i] = Uploaded{Picture{Hash: r.Hash, Width: int(r.Width), Height: int(r.Height)}, r.UploadedAt}
	}
	return out, nil
}

// PictureBytes returns a picture of a site, the small one for phones or the large one. E001: the site has none with this hash.
func (s *Service) PictureBytes(ctx context.Context, site, hash string, small bool) ([]byte, error) {
	b, err := contentdb.New(s.db).PictureBytes(ctx, contentdb.PictureBytesParams{Small: small, Site: site, Hash: hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.Failed
	}
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return b, nil
}

// ChoosePictures checks the pictures of texts within tx, and keeps the uploaded ones for another day so that they cannot go before tx ends. E001: what is
// neither a picture of the product nor an uploaded one of the site.
func ChoosePictures(ctx context.Context, tx pgx.Tx, site string, now time.Time, texts []Text) error {
	var hashes []string
	for _, t := range texts {
		if m := pictureAddress.FindStringSubmatch(t.Image); m != nil {
			hashes = append(hashes, m[1])
		} else if t.Image != "" && !richtext.Picture(t.Image) {
			return fault.Failed
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	hashes = slices.Compact(slices.Sorted(slices.Values(hashes)))
	n, err := contentdb.New(tx).TouchPictures(ctx, contentdb.TouchPicturesParams{Site: site, Hashes: hashes, At: now})
	if err != nil {
		return fmt.Errorf("content: pictures: %w", err)
	}
	if int(n) != len(hashes) {
		return fault.Failed
	}
	return nil
}

// Shown is a picture that a site shows outside of this package, by its address.
type Shown struct{ Site, Image string }

// PrunePictures deletes the pictures that nothing shows and that were uploaded or chosen last pictureLife before now, and returns how many
// there were. shown are those that others show; it may lack what was chosen since it was read.
func PrunePictures(ctx context.Context, db *pgxpool.Pool, now time.Time, shown []Shown) (total int64, err error) {
	const batch = 100
	elsewhere := make([]string, len(shown))
	for i, s := range shown {
		elsewhere[i] = s.Site + s.Image
	}
	for n := int64(batch); n == batch; total += n {
		n, err = contentdb.New(db).PrunePictures(ctx, contentdb.PrunePicturesParams{Before: now.Add(-pictureLife), Elsewhere: elsewhere, Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune pictures: %w", err)
		}
	}
	return total, nil
}
