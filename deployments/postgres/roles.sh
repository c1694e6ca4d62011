#!/bin/sh
# Makes the roles and the database of a new server: hubstake_owner, as which `migrate` runs, owns the database; those of the programs own nothing,
# `migrate` gives them what they need (MIGRATE_API_ROLE, MIGRATE_WORKERS_ROLE). Runs as a superuser: from /docker-entrypoint-initdb.d, or by hand
# with PGHOST, PGUSER and the three files of passwords. A role or database that is there stays as it is, with its password.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-${PGUSER:-postgres}}" -d postgres -v database="${POSTGRES_DB:-${PGDATABASE:-hubstake}}" \
  -v owner="$(cat "${OWNER_PASSWORD_FILE:-$secrets/postgres_password}")" \
  -v api="$(cat "${API_PASSWORD_FILE:-$secrets/postgres_api_password}")" \
  -v workers="$(cat "${WORKERS_PASSWORD_FILE:-$secrets/postgres_workers_password}")" <<'SQL'
SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', name, password)
  FROM (VALUES ('hubstake_owner', :'owner'), ('hubstake_api', :'api'), ('hubstake_workers', :'workers')) role (name, password)
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
SELECT format('CREATE DATABASE %I OWNER hubstake_owner TEMPLATE template0 ENCODING %L LOCALE %L', :'database', 'UTF8', 'C')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
SQL
