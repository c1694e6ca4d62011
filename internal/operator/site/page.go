package site

import (
	"errors"
	"time"

	"hubstake/internal/core/money"
)

// PageOptions are those of boards, the header and the partner link.
type PageOptions struct {
	PostsPerDay       int          `json:"postsPerDay"` // of a member on the free board, on a day of the site's clock
	CommentsPerDay    int          `json:"commentsPerDay"`
	BoardDelaySeconds int          `json:"boardDelaySeconds"` // public boards (D-57)
	BoardRounding     money.Amount `json:"boardRounding"`
	RecommendYn       string       `json:"recommendYn"`
	SNS               [3]SNS       `json:"sns"`
	// LiveVideo is the address of the page in the frame of the main page; {lang} in it becomes the reader's language. "": no frame.
	LiveVideo string `json:"liveVideo"`
}

// SNS is a social link of the menu; an empty one is not shown.
type SNS struct {
	Name string `json:"name"`
	Link string `json:"link"`
	ID   string `json:"id"`
}

func (o PageOptions) validate() error {
	if o.PostsPerDay < 0 || o.CommentsPerDay < 0 {
		return errors.New("posts and comments of a day are not negative")
	}
	if o.BoardRounding < 1 {
		return errors.New("boardRounding is at least 1")
	}
	return nil
}

// BoardUntil is the youngest moment that a public board may show at now: never less than a minute ago (D-57).
func (o PageOptions) BoardUntil(now time.Time) time.Time {
	return now.Add(-max(time.Duration(o.BoardDelaySeconds)*time.Second, time.Minute))
}
