#!/bin/sh
# Run once, when the database is made: the role of the service is an ordinary one, which may neither read files nor run
# programs on the database's machine. The superuser is only for maintenance.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$SELLO_PASSWORD" <<'SQL'
create role sello login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database sello owner sello;
SQL
