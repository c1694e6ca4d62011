package config_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
)

type sample struct {
	config.Common
	Database config.URL `env:"DATABASE_URL,required"`
	Seal     config.Key `env:"SEAL_KEY,required"`
}

func TestLoad(t *testing.T) {
	t.Parallel()
	key := base64.RawURLEncoding.EncodeToString(id.Key())
	cfg, err := config.LoadFrom[sample]("X", []string{
		"X_LISTEN=:1", "X_DATABASE_URL=postgres://u:secret@h/db", "X_SEAL_KEY=" + key, "Y_OTHER=1",
	})
	require.NoError(t, err)
	require.True(t, cfg.Production(), "a machine that says nothing is in production")
	printed := fmt.Sprintf("%v %+v %#v", cfg, cfg, cfg)
	require.NotContains(t, printed, "secret")
	require.NotContains(t, printed, key)
}

func TestLoadNamesEveryProblemAndNoValue(t *testing.T) {
	t.Parallel()
	_, err := config.LoadFrom[sample]("X", []string{"X_SEAL_KEY=" + strings.Repeat("A", 43), "X_LISTNE=typo"})
	require.Error(t, err)
	for _, want := range []string{"X_LISTNE is not a setting", "X_DATABASE_URL", "X_SEAL_KEY: too weak"} {
		require.Contains(t, err.Error(), want)
	}
	require.NotContains(t, err.Error(), "typo")
	require.NotContains(t, err.Error(), "AAAA")
}

func TestATokenOfProfilesIsLongAndHidden(t *testing.T) {
	t.Parallel()
	_, err := config.LoadFrom[config.Common]("X", []string{"X_PPROF_TOKEN=short"})
	require.ErrorContains(t, err, "PPROF_TOKEN")
	long := strings.Repeat("s3cret", 4)
	c, err := config.LoadFrom[config.Common]("X", []string{"X_PPROF_TOKEN=" + long})
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", c, c, c), long)
}
