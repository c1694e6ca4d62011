//go:build !open

package server

import (
	"github.com/rs/zerolog"

	"hubstake/hub/client"
)

// OpenConfig is empty in a hub that was built without the tag open.
type OpenConfig struct{}

func (OpenConfig) validate(bool, func(string, ...any)) {}
func (OpenConfig) limits(*client.Limits)               {}
func (OpenConfig) deps(zerolog.Logger) client.OpenDeps { return client.OpenDeps{} }
