#!/bin/sh
# Run once by the PostgreSQL image, as the owner: the role that web and worker use owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role fieldwork_app login nosuperuser nocreatedb nocreaterole password :'password';
SQL
