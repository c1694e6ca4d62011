#!/bin/sh
# Gives a new server a certificate of its own and switches TLS on: in production the programs refuse a database on the network without
# it. Runs once, as the server's user: from /docker-entrypoint-initdb.d, or by hand with PGDATA and the server's name.
set -eu
name=${POSTGRES_TLS_NAME:-postgres}
(umask 077 && openssl req -new -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
  -keyout "$PGDATA/server.key" -out "$PGDATA/server.crt" 2>/dev/null)
cat >> "$PGDATA/postgresql.conf" <<CONF
ssl = on
ssl_min_protocol_version = 'TLSv1.2'
CONF
