package server

import (
	"net/http"

	"hubstake/internal/sim/sports"
)

// ChangesRequest asks for the changes of the sports feed after a cursor. Signed by the operator.
type ChangesRequest struct {
	After string `json:"after"` // of the last answer; "" begins with the present state of everything
	Limit int    `json:"limit"` // 1 … 2000; 0 is 500
}

const usualChanges = 500

// sportsChanges answers the operator, which asks every second. An outage on demand counts no such question against its Times.
func (h *handlers) sportsChanges(w http.ResponseWriter, r *http.Request) {
	var req ChangesRequest
	if !h.signedBody(w, r, &req) || outage(w, r, h.box.Get()) {
		return
	}
	if req.Limit == 0 {
		req.Limit = usualChanges
	}
	if req.Limit < 1 || req.Limit > sports.MostChanges {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST")
		return
	}
	page, err := h.feed.Page(req.After, h.clk.Now(), req.Limit)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "BAD_CURSOR")
		return
	}
	h.told.Add(float64(len(page.Changes)))
	answer(w, http.StatusOK, page)
}
