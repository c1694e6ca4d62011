#!/bin/sh
# Makes the roles of the programs: they own nothing, `migrate` gives them what they need (MIGRATE_API_ROLE, MIGRATE_WORKERS_ROLE).
# Runs once, as a superuser of an empty server: from /docker-entrypoint-initdb.d, or by hand with PGUSER and PGDATABASE.
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-${PGUSER:-postgres}}" -d "${POSTGRES_DB:-${PGDATABASE:-hubstake}}" \
  -v api="$(cat "${API_PASSWORD_FILE:-/run/secrets/postgres_api_password}")" \
  -v workers="$(cat "${WORKERS_PASSWORD_FILE:-/run/secrets/postgres_workers_password}")" <<'SQL'
CREATE ROLE hubstake_api LOGIN PASSWORD :'api';
CREATE ROLE hubstake_workers LOGIN PASSWORD :'workers';
SQL
