package server

import (
	"net/http"

	"hubstake/internal/sim/chat"
	"hubstake/internal/sim/web"
)

// maxChat is the longest message of a visitor in bytes.
const maxChat = 2_000

// ChatRequest is what the widget sends: who the visitor is, signed by the operator, and what was written; nothing opens the
// conversation.
type ChatRequest struct {
	Token string `json:"token"`
	Text  string `json:"text"`
}

// ChatAnswer is who the provider believes the visitor to be, and its reply.
type ChatAnswer struct {
	Visitor chat.Visitor `json:"visitor"`
	Reply   string       `json:"reply"`
}

// chatPage is the window that the operator opens with #token=…; it asks /v1/chat who that is.
func (h *handlers) chatPage(w http.ResponseWriter, r *http.Request) {
	h.pages.Chat(w, languageOf(r))
}

// languageOf returns the language that the address of a page asks for, else the browser's.
func languageOf(r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); lang != "" {
		return web.Language(lang)
	}
	return web.Accepted(r.Header.Get("Accept-Language"))
}

func (h *handlers) talk(w http.ResponseWriter, r *http.Request) {
	var req ChatRequest
	if !body(w, r, &req) {
		return
	}
	if len(req.Text) > maxChat {
		refuse(w, http.StatusUnprocessableEntity, "TOO_LONG")
		return
	}
	v, err := h.desk.Visitor(req.Token)
	if err != nil {
		refuse(w, http.StatusUnauthorized, "IDENTITY")
		return
	}
	answer(w, http.StatusOK, ChatAnswer{v, h.desk.Reply(v, req.Text)})
}
