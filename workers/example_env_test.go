package main

import (
	"testing"

	"hubstake/internal/testkit/envtest"
)

func TestTheExampleHasEverySettingAndStartsInProduction(t *testing.T) {
	t.Parallel()
	envtest.Check[settings](t, "..", "workers")
}
