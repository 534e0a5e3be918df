-- oldest-code: 0056
-- Whose word lists, avatars, items and games the database has: where processes of two builds start again in turn, those of the older one
-- change nothing (docs/decisions/084-upgrades-in-daylight.md).
create table shipped_data (
  is_only boolean primary key default true check (is_only),
  -- When that build was made, or made the current one again.
  built_at timestamptz not null,
  -- The hash of what a process reads at its start (scripts/releases.mjs).
  hash text not null
);
