-- Whether the parts of the site work, by our own checks, and what operators write about it (docs/decisions/072-service-status.md). Days are
-- those of Africa/Nairobi. Nothing here has players.

-- Which minutes a worker took: two workers do not check in the same one.
create table status_runs (
  minute timestamptz primary key check (extract(second from minute) = 0)
);

-- What each check found, for some days.
create table status_checks (
  minute timestamptz not null,
  part text not null check (part in ('pages', 'games', 'chat', 'payments', 'mail')),
  state text not null check (state in ('works', 'slow', 'down')),
  -- When the check began; null: nothing ran in this minute, so the site was down.
  checked_at timestamptz,
  -- How long it took, in milliseconds; null: it was never finished.
  duration_ms int check (duration_ms >= 0),
  -- For operators alone.
  error text not null default '' check (length(error) <= 300),
  primary key (minute, part)
);

-- The minutes of each day, by state.
create table status_days (
  day date not null,
  part text not null check (part in ('pages', 'games', 'chat', 'payments', 'mail')),
  worked int not null default 0 check (worked >= 0),
  slow int not null default 0 check (slow >= 0),
  down int not null default 0 check (down >= 0),
  primary key (day, part)
);

-- The parts that operators were told are down, until they are told that they are back.
create table status_alarms (
  part text primary key check (part in ('pages', 'games', 'chat', 'payments', 'mail')),
  told_at timestamptz not null
);
-- When operators were last told that something is down, or is back.
create table status_calls (
  kind text primary key check (kind in ('down', 'back')),
  sent_at timestamptz not null
);

create table incidents (
  id uuid primary key,
  -- Grows with each change: a form that shows an older one changes nothing.
  version int not null default 1 check (version > 0),
  title text not null check (length(title) between 3 and 80),
  body text not null check (length(body) between 10 and 600),
  parts text[] not null check (cardinality(parts) between 1 and 5 and parts <@ array['pages', 'games', 'chat', 'payments', 'mail']),
  -- What the parts are at least, while it goes on.
  effect text not null check (effect in ('slow', 'down')),
  started_at timestamptz not null,
  -- Null: it still goes on.
  ended_at timestamptz check (ended_at >= started_at)
);
create index incidents_by_start on incidents (started_at desc, id);
create index incidents_open on incidents (started_at) where ended_at is null;

create table incident_updates (
  id uuid primary key,
  incident_id uuid not null references incidents on delete cascade,
  at timestamptz not null,
  body text not null check (length(body) between 3 and 600)
);
create index incident_updates_of_incident on incident_updates (incident_id, at, id);
