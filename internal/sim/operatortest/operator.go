// Package operatortest is an operator for tests of this vendor: it keeps the contract of the wallet API (money.md) and can
// fail at each point of a call. It is a contract of its own, so that the vendor is not tested against its own idea of it.
package operatortest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"

	"hubstake/internal/core/clock"
	"hubstake/internal/sim/signature"
)

// Action is what happens to one call instead of the plain answer.
type Action int

// The points at which a call can fail.
const (
	Plain     Action = iota
	CutBefore        // the connection breaks before anything happened
	CutAfter         // it happened, and the answer is lost
	ErrBefore        // 503 and nothing happened
	ErrAfter         // it happened, and the answer is 503
	Hang             // nothing happens until the caller gives up
)

type request struct {
	TxID     string `json:"tx_id"`
	RefTxID  string `json:"ref_tx_id"`
	RoundID  string `json:"round_id"`
	Token    string `json:"token"`
	MemberID string `json:"member_id"`
	Game     string `json:"game"`
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
	Closes   bool   `json:"closes"`
}

type answer struct {
	Status   string `json:"status"`
	TxID     string `json:"tx_id"`
	OurTxID  string `json:"our_tx_id"`
	Balance  string `json:"balance"`
	Currency string `json:"currency"`
}

type transaction struct {
	op     string
	body   string
	answer answer
	amount int64
	round  string
	undone bool // a bet that was rolled back
	paid   bool // a bet whose win came
}

// Operator is one member's wallet. Set the exported fields before the first call; it is safe for concurrent use.
type Operator struct {
	Refuse string // status that every bet is refused with, when not empty
	// Script holds the actions of the next calls of an operation; when it is used up calls are plain.
	Script map[string][]Action
	// Hook, when set, is called with the operation before and after a call takes effect.
	Hook func(op string, after bool)

	verifier *signature.Verifier
	mu       sync.Mutex
	start    int64
	balance  int64
	txs      map[string]*transaction
	tombs    map[string]bool
	calls    map[string]int
	changed  chan struct{}
	serial   int
}

// New returns an operator whose member has a balance.
func New(secret []byte, clk clock.Clock, balance int64) *Operator {
	return &Operator{
		Script: map[string][]Action{}, verifier: signature.NewVerifier(secret, clk), start: balance, balance: balance,
		txs: map[string]*transaction{}, tombs: map[string]bool{}, calls: map[string]int{}, changed: make(chan struct{}),
	}
}

// ServeHTTP answers a wallet call.
func (o *Operator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	op := path.Base(r.URL.Path)
	body, err := io.ReadAll(r.Body)
	if err != nil || o.verifier.Check(r.Header, op, body) != nil {
		http.Error(w, "signature", http.StatusUnauthorized)
		return
	}
	action := o.next(op)
	if o.Hook != nil {
		o.Hook(op, false)
	}
	switch action {
	case CutBefore:
		panic(http.ErrAbortHandler)
	case ErrBefore:
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	case Hang:
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	var req request
	if err := json.Unmarshal(body, &req, json.RejectUnknownMembers(true)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a := o.apply(op, string(body), req)
	if o.Hook != nil {
		o.Hook(op, true)
	}
	switch action {
	case CutAfter:
		panic(http.ErrAbortHandler)
	case ErrAfter:
		http.Error(w, "it happened", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.MarshalWrite(w, a)
}

// RoundTrip makes the operator the transport of a client, without a network between: timers of testing/synctest run.
func (o *Operator) RoundTrip(r *http.Request) (res *http.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, errors.New("connection cut")
		}
	}()
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	rec := httptest.NewRecorder()
	o.ServeHTTP(rec, r)
	return rec.Result(), nil
}

func (o *Operator) next(op string) Action {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls[op]++
	script := o.Script[op]
	if len(script) == 0 {
		return Plain
	}
	o.Script[op] = script[1:]
	return script[0]
}

// apply carries the table of money.md out.
func (o *Operator) apply(op, body string, r request) answer {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer func() {
		close(o.changed)
		o.changed = make(chan struct{})
	}()
	say := func(status string) answer {
		return answer{Status: status, TxID: r.TxID, Balance: strconv.FormatInt(o.balance, 10), Currency: r.Currency}
	}
	if op == "balance" {
		return say("OK")
	}
	if old := o.txs[r.TxID]; old != nil {
		if old.op != op || old.body != body {
			return say("DUPLICATE_TRANSACTION")
		}
		return old.answer
	}
	amount, err := strconv.ParseInt(r.Amount, 10, 64)
	if op != "rollback" && (err != nil || amount < 0 || (op == "bet" && amount == 0)) {
		return say("BAD_AMOUNT")
	}
	tx := &transaction{op: op, body: body, round: r.RoundID, amount: amount}
	keep := func(status string) answer {
		o.serial++
		tx.answer = say(status)
		tx.answer.OurTxID = strconv.Itoa(o.serial)
		o.txs[r.TxID] = tx
		return tx.answer
	}
	bet := o.txs[r.RefTxID]
	switch op {
	case "bet":
		switch {
		case o.tombs[r.TxID]:
			return keep("TRANSACTION_ROLLED_BACK")
		case o.Refuse != "":
			return keep(o.Refuse)
		case amount > o.balance:
			return keep("INSUFFICIENT_FUNDS")
		}
		o.balance -= amount
	case "win":
		switch {
		case bet == nil || bet.op != "bet" || bet.answer.Status != "OK" || bet.round != r.RoundID:
			return say("TRANSACTION_NOT_FOUND")
		case bet.undone:
			return keep("TRANSACTION_ROLLED_BACK")
		case bet.paid:
			return keep("ROUND_CLOSED")
		}
		bet.paid = true
		o.balance += amount
	case "rollback":
		switch {
		case bet == nil:
			o.tombs[r.RefTxID] = true
		case bet.paid:
			return keep("BET_ALREADY_SETTLED")
		case bet.answer.Status == "OK" && !bet.undone:
			bet.undone = true
			o.balance += bet.amount
		}
	}
	return keep("OK")
}

// Sums tells what happened in all: accepted bets, wins paid, stakes given back, bets that nothing has closed.
func (o *Operator) Sums() (bets, wins, returned, open int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, tx := range o.txs {
		if tx.op != "bet" || tx.answer.Status != "OK" {
			continue
		}
		bets++
		switch {
		case tx.paid:
			wins++
		case tx.undone:
			returned++
		default:
			open++
		}
	}
	return bets, wins, returned, open
}

// Win finds what the win of a round brought, and whether it came.
func (o *Operator) Win(round string) (int64, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, tx := range o.txs {
		if tx.op == "win" && tx.round == round && tx.answer.Status == "OK" {
			return tx.amount, true
		}
	}
	return 0, false
}

// Balanced reports whether the balance is what the transactions make it.
func (o *Operator) Balanced() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	want := o.start
	for _, tx := range o.txs {
		switch {
		case tx.answer.Status != "OK":
		case tx.op == "bet" && !tx.undone:
			want -= tx.amount
		case tx.op == "win":
			want += tx.amount
		}
	}
	return want == o.balance
}

// Calls counts the calls of an operation.
func (o *Operator) Calls(op string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.calls[op]
}

// Changed is closed at the next call that takes effect; ask for it before looking.
func (o *Operator) Changed() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.changed
}
