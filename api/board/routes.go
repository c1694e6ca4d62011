// Package board shows the site's announcements to everybody, and takes what members and guests write: posts, comments,
// inquiries.
package board

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/member"
	"hubstake/internal/core/picture"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
)

// Services are what the calls need.
type Services struct {
	DB        *pgxpool.Pool
	Sites     *site.Service
	Boards    *board.Service
	Inquiries *inquiry.Service
	Members   *member.Service
}

// pictures are the files that a message may have; each is decoded and written again.
var pictures = httpx.Uploads{Types: []string{"image/png", "image/jpeg", "image/webp"}, MaxBytes: picture.MaxBytes}

// API is the area.
type API struct{ Services }

// New returns the area's API.
func New(s Services) *API { return &API{s} }

// Routes lists the calls. The product misspells the path of a post (D-40). Inquiries and the free board are for members, so
// they stand before the paths of all boards.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/board/qna/list", httpx.Member, a.inquiries),
		httpx.Post("/api/board/qna/datail", httpx.Member, a.inquiry, httpx.Alias("/api/board/qna/detail")),
		httpx.Post("/api/board/qna/save", httpx.Member, a.ask, httpx.Pace(limit.PIN)),
		httpx.Post("/api/board/qna/follow", httpx.Member, a.follow, httpx.Pace(limit.Money)),
		httpx.PostFile("/api/board/qna/image/save", httpx.Member, pictures, a.upload, httpx.Pace(limit.Upload)),
		httpx.Post("/api/board/qna/image", httpx.Member, a.image),
		httpx.Post("/api/contact/save", httpx.Public, a.contact, httpx.Pace(limit.Contact)),
		httpx.Post("/api/contact/case", httpx.Public, a.contactCase, httpx.Pace(limit.Case)),
		httpx.Post("/api/board/board/list", httpx.Member, a.freeList),
		httpx.Post("/api/board/board/datail", httpx.Member, a.freePost, httpx.Alias("/api/board/board/detail")),
		httpx.Post("/api/board/{boardType}/list", httpx.Public, a.list),
		httpx.Post("/api/board/{boardType}/datail", httpx.Public, a.post, httpx.Alias("/api/board/{boardType}/detail")),
		httpx.Post("/api/board/{boardType}/save", httpx.Member, a.save, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/board/change", httpx.Member, a.changePost, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/board/delete", httpx.Member, a.deletePost, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/board/report", httpx.Member, a.reportPost, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/comment/change", httpx.Member, a.changeComment, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/comment/delete", httpx.Member, a.deleteComment, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/comment/report", httpx.Member, a.reportComment, httpx.Pace(limit.Money)),
		httpx.Post("/api/board/cmtSave", httpx.Member, a.comment, httpx.Alias("/api/board/commentSave"), httpx.Pace(limit.Money)),
	}
}
