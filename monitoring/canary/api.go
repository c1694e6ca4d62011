package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"hubstake/internal/hubclient"
)

const (
	maxAnswer = 1 << 20 // bytes that are read of an answer
	userAgent = "hubstake-canary"
)

// api calls the product as a page does.
type api struct {
	http   *http.Client
	base   string // https://host
	origin string
}

// session is what the login answers that the canary needs.
type session struct {
	Token  string `json:"token"`
	Topic  string `json:"topic"`
	HubKey string `json:"hubKey"`
	Shard  string `json:"shard"`
	Member struct {
		SiteID string `json:"siteId"`
	} `json:"member"`
}

// member is the session as the hub's client wants it.
func (s session) member() hubclient.Member {
	return hubclient.Member{Token: s.Token, Topic: s.Topic, HubKey: s.HubKey, Shard: s.Shard, Site: s.Member.SiteID}
}

// refusal is an answer of the product that is not success.
type refusal struct{ path, code string }

func (r refusal) Error() string { return r.path + ": " + r.code }

func (a *api) login(ctx context.Context, member, password string) (s session, err error) {
	err = a.post(ctx, "/api/member/login", "", map[string]string{"memId": member, "memPass": password}, &s)
	if err == nil && (s.Token == "" || s.Topic == "" || s.HubKey == "") {
		err = errors.New("/api/member/login: an answer without a session")
	}
	return s, err
}

func (a *api) logout(ctx context.Context, token string) error {
	return a.post(ctx, "/api/member/logout", token, struct{}{}, nil)
}

func (a *api) probe(ctx context.Context, token, nonce string) error {
	return a.post(ctx, "/api/member/probe", token, map[string]string{"nonce": nonce}, nil)
}

// post calls path and decodes the data of a success into data, unless that is nil.
func (a *api) post(ctx context.Context, path, token string, body, data any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.base+path, bytes.NewReader(b))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", a.origin)
	req.Header.Set("User-Agent", userAgent)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := a.http.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var env struct {
		ResultCode string          `json:"resultCode"`
		Data       json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &env); err != nil {
		return fmt.Errorf("%s: status %d: %w", path, res.StatusCode, err)
	}
	if env.ResultCode != "200" {
		return refusal{path, env.ResultCode}
	}
	if data == nil {
		return nil
	}
	if err := json.Unmarshal(env.Data, data); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
