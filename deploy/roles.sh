#!/bin/sh
# Run once by the image of PostgreSQL, in an empty database: the two roles of Kiddo (docs/operators-guide.md).
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -U postgres <<'SQL'
create role kiddo login password :'owner';
create role kiddo_app login password :'app';
create database kiddo owner kiddo;
SQL
