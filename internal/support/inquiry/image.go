package inquiry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/picture"
	"hubstake/internal/platform/pg"
	"hubstake/internal/support/inquiry/inquirydb"
)

const (
	// MaxImages is the most pictures that a message has.
	MaxImages = 3
	// maxUnsent bounds the pictures that a member uploaded and did not send: the oldest make room.
	maxUnsent = 6
	// unsentLife is how long a picture is kept that is not sent.
	unsentLife = 24 * time.Hour
	// maxCleaning bounds the pictures that a program cleans at once: each may take some hundred megabytes.
	maxCleaning = 2
)

// Image is a picture of a message; its bytes are a JPEG.
type Image struct {
	ID            int64
	Width, Height int
}

// Upload keeps a picture of a member for a message that will name it; it may be sent within a day. A file that package picture refuses is
// E001; E002 when others are cleaned for as long as ctx lasts.
func (s *Service) Upload(ctx context.Context, who Requester, file []byte) (Image, error) {
	p, err := s.clean(ctx, file)
	if errors.Is(err, picture.ErrRefused) {
		return Image{}, fault.Failed
	}
	if err != nil {
		return Image{}, err
	}
	out := Image{Width: p.Width, Height: p.Height}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := inquirydb.New(tx)
		if err := q.Lock(ctx, who.Member); err != nil {
			return err
		}
		out.ID, err = q.AddImage(ctx, inquirydb.AddImageParams{
			SiteID: who.Site, MemberID: who.Member, Width: int32(p.Width), Height: int32(p.Height), Bytes: p.Bytes, CreatedAt: s.clk.Now(),
		})
		if err != nil {
			return err
		}
		return q.ForgetUnsentImages(ctx, inquirydb.ForgetUnsentImagesParams{Member: who.Member, Newest: maxUnsent})
	})
	if err != nil {
		return Image{}, fmt.Errorf("inquiry: upload: %w", err)
	}
	return out, nil
}

// clean waits for its turn, because a picture may take much memory.
func (s *Service) clean(ctx context.Context, file []byte) (picture.Picture, error) {
	select {
	case s.cleaning <- struct{}{}:
		defer func() { <-s.cleaning }()
		return picture.Clean(file)
	case <-ctx.Done():
		return picture.Picture{}, fault.TryLater
	}
}

// sendImages attaches pictures that the member uploaded to a message, or to the question itself. Too many, one twice, one that is not the
// member's and one that was sent before are E001.
func sendImages(ctx context.Context, tx pgx.Tx, who Requester, inquiry int64, message *int64, images []int64) error {
	if len(images) == 0 {
		return nil
	}
	ids := slices.Compact(slices.Sorted(slices.Values(images)))
	if len(images) > MaxImages || len(ids) != len(images) {
		return fault.Failed
	}
	n, err := inquirydb.New(tx).SendImages(ctx, inquirydb.SendImagesParams{Inquiry: inquiry, Message: message, Ids: ids, Member: who.Member})
	if err != nil {
		return fmt.Errorf("inquiry: images: %w", err)
	}
	if int(n) != len(ids) {
		return fault.Failed
	}
	return nil
}

// OwnImage returns a picture to the member who uploaded it; another is E001.
func (s *Service) OwnImage(ctx context.Context, who Requester, id int64) ([]byte, error) {
	b, err := inquirydb.New(s.db).OwnImage(ctx, inquirydb.OwnImageParams{ID: id, Site: who.Site, Member: who.Member})
	return imageOrMissing(b, err)
}

// StaffImage returns a picture that a member of the site sent; another is E001.
func (s *Service) StaffImage(ctx context.Context, site string, id int64) ([]byte, error) {
	b, err := inquirydb.New(s.db).StaffImage(ctx, inquirydb.StaffImageParams{ID: id, Site: site})
	return imageOrMissing(b, err)
}

func imageOrMissing(b []byte, err error) ([]byte, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.Failed
	}
	if err != nil {
		return nil, fmt.Errorf("inquiry: image: %w", err)
	}
	return b, nil
}

// PruneImages deletes the pictures that were uploaded unsentLife before now and never sent, and returns how many there were.
func PruneImages(ctx context.Context, db *pgxpool.Pool, now time.Time) (total int64, err error) {
	const batch = 1000
	for n := int64(batch); n == batch; total += n {
		n, err = inquirydb.New(db).PruneImages(ctx, inquirydb.PruneImagesParams{Before: now.Add(-unsentLife), Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune images of inquiries: %w", err)
		}
	}
	return total, nil
}
