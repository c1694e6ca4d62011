#!/bin/sh
# Makes an authority and a certificate for a new Redis, in $TLS_DIR: in production the programs refuse a Redis on the network without TLS. Runs once;
# files that are there stay. The programs are given ca.crt (?ca=… of *_REDIS_URL), the server the other two.
set -eu
dir=${TLS_DIR:-/tls}
name=${REDIS_TLS_NAME:-redis}
[ -e "$dir/redis.crt" ] && exit 0
umask 077
openssl req -new -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=hubstake redis" -keyout "$dir/ca.key" -out "$dir/ca.crt" 2>/dev/null
openssl req -new -newkey rsa:3072 -nodes -subj "/CN=$name" -keyout "$dir/redis.key" -out "$dir/redis.csr" 2>/dev/null
printf 'subjectAltName=DNS:%s' "$name" > "$dir/redis.ext"
openssl x509 -req -in "$dir/redis.csr" -CA "$dir/ca.crt" -CAkey "$dir/ca.key" -CAcreateserial -days 3650 -extfile "$dir/redis.ext" -out "$dir/redis.crt" 2>/dev/null
rm "$dir/ca.key" "$dir/redis.csr" "$dir/redis.ext"
chmod 644 "$dir/ca.crt" "$dir/redis.crt"
[ -z "${REDIS_UID:-}" ] || chown "$REDIS_UID" "$dir/redis.key"
