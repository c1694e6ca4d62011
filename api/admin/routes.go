// Package admin is the back office's part of the API: doorways to the domains, no rules of its own.
package admin

import (
	"slices"

	"hubstake/internal/member"
	"hubstake/internal/platform/httpx"
)

// Services are what the back office calls.
type Services struct {
	Members *member.Service
}

// API is the back office.
type API struct{ Services }

// New returns the back office's API.
func New(s Services) *API { return &API{s} }

// Routes lists all calls of the back office.
func (a *API) Routes() []httpx.Route {
	return slices.Concat(a.sessionRoutes(), a.memberRoutes())
}

// Nothing is a request or an answer without fields.
type Nothing struct{}
