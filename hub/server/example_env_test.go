//go:build !open

package server

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/hub/client"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/envtest"
)

func TestTheExampleHasEverySettingAndStartsInProduction(t *testing.T) {
	t.Parallel()
	envtest.Check[Config](t, "../..", "hub")
}

func TestABuildWithoutTheTagHasNoOpenMode(t *testing.T) {
	t.Parallel()
	_, err := config.LoadFrom[Config]("HUB", []string{"HUB_OPEN=1"})
	require.ErrorContains(t, err, "HUB_OPEN is not a setting")
	require.Zero(t, reflect.TypeFor[client.OpenDeps]().Size())
	require.Zero(t, reflect.TypeFor[OpenConfig]().Size())
}
