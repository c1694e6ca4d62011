package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"hubstake/internal/access/httpx"
)

// again is the pause before something whose outcome is unknown is tried again.
const again = 250 * time.Millisecond

// unclear says that a call may or may not have had its effect.
var errUnclear = errors.New("outcome unknown")

// refusal is a business answer other than success.
type refusal string

func (r refusal) Error() string { return string(r) }

// call asks the api with a session's token. A refusal is an error with its code; anything that is no answer, or that says
// that the api cannot work now, is errUnclear.
func (in *instance) call(ctx context.Context, token, path string, body, data any) error {
	return in.callOnce(ctx, token, "", path, body, data)
}

// callOnce is call under an idempotency key: however often it is asked, it has one effect.
func (in *instance) callOnce(ctx context.Context, token, key, path string, body, data any) error {
	answer, status, err := in.post(ctx, in.Origin+path, token, key, body)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnclear, err)
	}
	var env struct {
		ResultCode string          `json:"resultCode"`
		Data       json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(answer, &env); err != nil {
		return fmt.Errorf("%w: HTTP %d: %s", errUnclear, status, answer)
	}
	switch {
	case status >= http.StatusInternalServerError || env.ResultCode == "E002":
		return fmt.Errorf("%w: HTTP %d %s", errUnclear, status, env.ResultCode)
	case env.ResultCode != "200":
		return refusal(env.ResultCode)
	case data == nil:
		return nil
	default:
		return json.Unmarshal(env.Data, data)
	}
}

func (in *instance) post(ctx context.Context, url, token, key string, body any) ([]byte, int, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(raw))
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Token", token)
	}
	if key != "" {
		req.Header.Set(httpx.KeyHeader, key)
	}
	res, err := in.http.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	return answer, res.StatusCode, err
}

// persist tries until the outcome is known.
func persist(ctx context.Context, do func() error) error {
	for {
		err := do()
		if !errors.Is(err, errUnclear) {
			return err
		}
		if pause(ctx, again) != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
