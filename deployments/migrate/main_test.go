package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/envtest"
)

func TestTheExampleHasEverySettingAndStartsInProduction(t *testing.T) {
	t.Parallel()
	envtest.Check[settings](t, "../..", "migrate")
}

// The owner's address is the most powerful of all.
func TestMigrateRefusesAnAddressThatIsNotForProduction(t *testing.T) {
	t.Parallel()
	for address, problem := range map[string]string{
		"postgres://owner:postgres@127.0.0.1/hubstake":         "the password is one that everybody knows",
		"postgres://owner:Zq8vN2@db.internal/hubstake":         "a server on the network needs TLS",
		"postgres://owner:Zq8vN2@db.internal/h?sslmode=prefer": "a server on the network needs TLS",
		"postgres://owner:hubstake@db.internal/hubstake":       "the password is one that everybody knows",
	} {
		_, err := config.LoadFrom[settings]("MIGRATE", []string{"MIGRATE_DATABASE_URL=" + address})
		require.ErrorContains(t, err, "DATABASE_URL: "+problem)
		require.NotContains(t, err.Error(), "Zq8vN2")
		_, err = config.LoadFrom[settings]("MIGRATE", []string{"MIGRATE_DATABASE_URL=" + address, "MIGRATE_ENV=development"})
		require.NoError(t, err)
	}
	_, err := config.LoadFrom[settings]("MIGRATE", []string{"MIGRATE_DATABASE_URL=postgres://owner@127.0.0.1/h", "MIGRATE_ENV=staging"})
	require.ErrorContains(t, err, "ENV must be production or development")
}
