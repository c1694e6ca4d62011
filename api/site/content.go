package site

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/operator/content"
)

// Banner of the main page.
type Banner struct {
	BannerIdx int64  `json:"bannerIdx"`
	Title     string `json:"title"` // what the picture says
	Image     string `json:"image"` // a path of the site
	Link      string `json:"link"`  // empty: none
	Ord       int32  `json:"ord"`
}

// BannerAnswer lists banners, five at most.
type BannerAnswer struct {
	List []Banner `json:"list"`
}

func (a *API) banners(ctx context.Context, who httpx.Caller, _ httpx.None) (out BannerAnswer, err error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	found, err := a.Content.Banners(ctx, who.Site, s.Options.Language(who.Lang), s.Options.Languages[0])
	for _, b := range found {
		out.List = append(out.List, Banner{BannerIdx: b.ID, Title: b.Title, Image: b.Image, Link: b.Link, Ord: b.Order})
	}
	return out, err
}

// PopupRequest says for whom: who has not logged in yet, or who has.
type PopupRequest struct {
	PopupType content.Audience `json:"popupType,omitzero"` // before or after login; before when absent
}

// Popup is shown over a page until its reader closes it.
type Popup struct {
	BannerIdx int64  `json:"bannerIdx"`
	IsClose   bool   `json:"isClose"` // false: what the page sets when its reader closes it
	Title     string `json:"title"`
	Content   string `json:"content"` // rich text, cleaned
	Text      string `json:"text"`
	Image     string `json:"image"` // a path of the site; empty: none
	Link      string `json:"link"`
}

// PopupAnswer lists popups, three at most.
type PopupAnswer struct {
	List []Popup `json:"list"`
}

func (a *API) popups(ctx context.Context, who httpx.Caller, req PopupRequest) (out PopupAnswer, err error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	if req.PopupType == "" {
		req.PopupType = content.BeforeLogIn
	}
	found, err := a.Content.Popups(ctx, who.Site, req.PopupType, s.Options.Language(who.Lang), s.Options.Languages[0])
	for _, p := range found {
		out.List = append(out.List, Popup{
			BannerIdx: p.ID, Title: p.Title, Content: p.Content.HTML, Text: p.Content.Text, Image: p.Image, Link: p.Link,
		})
	}
	return out, err
}

// CodeRequest names a list of codes.
type CodeRequest struct {
	MasterCode string `json:"masterCode"` // procId, groupCode, code or bcategory
}

// CommonCode of a list, by its name in the reader's language.
type CommonCode struct {
	Code            string `json:"code"`
	CodeName        string `json:"codeName"`
	GroupCode       string `json:"groupCode"`
	GroupCodeNameEN string `json:"groupCodeNameEN"`
	Ord             int32  `json:"ord"`
}

// CodeAnswer lists codes in their order; of a list that does not exist there are none.
type CodeAnswer struct {
	List []CommonCode `json:"list"`
}

// procID is the list of the vendors' offers: what can be played, not a table beside it.
const procID = "procId"

func (a *API) codes(ctx context.Context, who httpx.Caller, req CodeRequest) (CodeAnswer, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return CodeAnswer{}, err
	}
	groups, err := a.Content.Codes(ctx, content.Groups)
	if err != nil {
		return CodeAnswer{}, err
	}
	english := map[string]string{}
	for _, g := range groups {
		english[g.Code] = g.Names["en"]
	}
	if req.MasterCode == procID {
		return a.offers(ctx, who.Site, s.Options.Language(who.Lang), english)
	}
	found, err := a.Content.Codes(ctx, req.MasterCode)
	if err != nil {
		return CodeAnswer{}, err
	}
	out := CodeAnswer{List: make([]CommonCode, len(found))}
	for i, c := range found {
		out.List[i] = CommonCode{
			Code: c.Code, CodeName: c.Names[s.Options.Language(who.Lang)], GroupCode: c.Group, GroupCodeNameEN: english[c.Group],
			Ord: c.Order,
		}
	}
	return out, nil
}

func (a *API) offers(ctx context.Context, siteID, lang string, english map[string]string) (out CodeAnswer, err error) {
	found, err := a.Games.Products(ctx, siteID, "")
	for i, p := range found {
		out.List = append(out.List, CommonCode{
			Code: p.ProcID, CodeName: productName(p, lang), GroupCode: p.Group, GroupCodeNameEN: english[p.Group], Ord: int32(i + 1),
		})
	}
	return out, err
}

func (a *API) gameCodes(ctx context.Context, who httpx.Caller, _ httpx.None) (CodeAnswer, error) {
	return a.codes(ctx, who, CodeRequest{content.Games})
}
