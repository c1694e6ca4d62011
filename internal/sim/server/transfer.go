package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/transferwallet"
)

// OrderRequest moves money between the operator's wallet and this vendor's. Signed by the operator. Amount is decimal.
type OrderRequest struct {
	TxID     string `json:"tx_id"`
	MemberID string `json:"member_id"`
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
}

// OrderAnswer is an order in its final state. Balance is what the member has here after it.
type OrderAnswer struct {
	TxID     string `json:"tx_id"`
	Kind     string `json:"kind,omitzero"` // deposit or withdraw; empty when the id was asked for before it came
	MemberID string `json:"member_id,omitzero"`
	Currency string `json:"currency,omitzero"`
	Amount   string `json:"amount,omitzero"`
	Status   string `json:"status"` // DONE or REFUSED
	Reason   string `json:"reason,omitzero"`
	Balance  string `json:"balance,omitzero"`
}

func orderAnswer(o transferwallet.Order) OrderAnswer {
	a := OrderAnswer{TxID: o.TxID, Kind: o.Kind, MemberID: o.Member, Currency: o.Currency, Status: o.Status, Reason: o.Reason}
	if c, ok := money.ByCode(o.Currency); ok {
		a.Amount, a.Balance = c.Format(o.Amount), c.Format(o.Balance)
	}
	return a
}

// orderOf reads an order; problem names what is wrong with it.
func orderOf(kind string, req OrderRequest) (o transferwallet.Order, problem string) {
	c, ok := money.ByCode(req.Currency)
	if !ok {
		return o, "WRONG_CURRENCY"
	}
	n, err := c.Parse(req.Amount)
	switch {
	case err != nil, n <= 0:
		return o, "BAD_AMOUNT"
	case !memberID.MatchString(req.MemberID):
		return o, "BAD_MEMBER"
	case !orderID(req.TxID):
		return o, "BAD_TX_ID"
	}
	return transferwallet.Order{TxID: req.TxID, Kind: kind, Member: req.MemberID, Currency: req.Currency, Amount: n}, ""
}

func orderID(s string) bool { return len(s) >= 8 && len(s) <= 64 && memberID.MatchString(s) }

func (h *handlers) order(kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var req OrderRequest
		if !h.signedBody(w, r, &req) || h.out(w, r) {
			return
		}
		o, problem := orderOf(kind, req)
		if problem != "" {
			refuse(w, http.StatusUnprocessableEntity, problem)
			return
		}
		var f chaos.Settings
		if h.box.Get().Transfer != "" {
			f = h.box.Take()
		}
		if f.Transfer == chaos.TransferBefore || f.Transfer == chaos.TransferError {
			h.fail(w, f)
			return
		}
		o, err := h.carry(o, f)
		switch {
		case errors.Is(err, transferwallet.ErrDuplicate):
			refuse(w, http.StatusConflict, "DUPLICATE_ORDER")
			return
		case err != nil:
			h.log.Error().Err(err).Msg("order")
			refuse(w, http.StatusInternalServerError, "UNAVAILABLE")
			return
		}
		switch f.Transfer {
		case chaos.TransferAfter, chaos.TransferErrorAfter:
			h.fail(w, f)
			return
		case chaos.TransferSlow:
			hold(f.Delay())
		}
		answer(w, http.StatusOK, orderAnswer(o))
	}
}

// carry carries an order out, on demand by two at once.
func (h *handlers) carry(o transferwallet.Order, f chaos.Settings) (transferwallet.Order, error) {
	if f.Transfer == chaos.TransferTwice {
		var other errgroup.Group
		other.Go(func() error {
			_, err := h.transferWallets.Carry(o)
			return err
		})
		done, err := h.transferWallets.Carry(o)
		return done, errors.Join(err, other.Wait())
	}
	return h.transferWallets.Carry(o)
}

// fail cuts the connection after a while, or answers 500.
func (h *handlers) fail(w http.ResponseWriter, f chaos.Settings) {
	if f.Transfer == chaos.TransferError || f.Transfer == chaos.TransferErrorAfter {
		refuse(w, http.StatusInternalServerError, "UNAVAILABLE")
		return
	}
	hold(f.Delay())
	panic(http.ErrAbortHandler)
}

// hold waits, whether the caller does or not.
func hold(d time.Duration) {
	pause, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	<-pause.Done()
}

// StatusRequest asks what became of an order. An id that is not known is refused from then on.
type StatusRequest struct {
	TxID string `json:"tx_id"`
}

func (h *handlers) orderStatus(w http.ResponseWriter, r *http.Request) {
	var req StatusRequest
	if !h.signedBody(w, r, &req) || h.out(w, r) {
		return
	}
	if !orderID(req.TxID) {
		refuse(w, http.StatusUnprocessableEntity, "BAD_TX_ID")
		return
	}
	o, err := h.transferWallets.Ask(req.TxID)
	if err != nil {
		h.log.Error().Err(err).Msg("order status")
		refuse(w, http.StatusInternalServerError, "UNAVAILABLE")
		return
	}
	answer(w, http.StatusOK, orderAnswer(o))
}

// HeldRequest asks what a member has here.
type HeldRequest struct {
	MemberID string `json:"member_id"`
	Currency string `json:"currency"`
}

// HeldAnswer is it; 0 for a member who was never here.
type HeldAnswer struct {
	Balance string `json:"balance"`
}

func (h *handlers) held(w http.ResponseWriter, r *http.Request) {
	var req HeldRequest
	if !h.signedBody(w, r, &req) || h.out(w, r) {
		return
	}
	c, ok := money.ByCode(req.Currency)
	if !ok || !memberID.MatchString(req.MemberID) {
		refuse(w, http.StatusUnprocessableEntity, "BAD_REQUEST")
		return
	}
	n, err := h.transferWallets.Balance(req.MemberID, req.Currency)
	if err != nil {
		h.log.Error().Err(err).Msg("balance")
		refuse(w, http.StatusInternalServerError, "UNAVAILABLE")
		return
	}
	answer(w, http.StatusOK, HeldAnswer{c.Format(n)})
}
