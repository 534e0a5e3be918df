-- Children who ask for help: with the button 'Tell our team', or by a message in which somebody harms a child. Nobody is accused in them.
create table help_requests (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  kind text not null check (kind in ('abuse', 'self-harm', 'distress', 'unknown')),
  -- The child pressed the button. Else the request was made of a message alone.
  is_asked boolean not null,
  -- The day on which a message alone made it: at most one a day.
  noticed_on date check (is_asked or noticed_on is not null),
  -- What the child wrote; nothing that others wrote.
  words text not null check (length(words) <= 3000),
  state text not null default 'new' check (state in ('new', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null default now(),
  decided_at timestamptz check ((state in ('resolved', 'dismissed')) = (decided_at is not null))
);
-- One open request for each player: what they write after it is added to it.
create unique index help_requests_open on help_requests (player_id) where state in ('new', 'reviewing');
create unique index help_requests_noticed on help_requests (player_id, noticed_on);
create index help_requests_waiting on help_requests (created_at, id) where state in ('new', 'reviewing');
create index help_requests_by_age on help_requests (created_at, id);
create index help_requests_of on help_requests (player_id, created_at desc);
create index help_requests_by_decision on help_requests (decided_at);

-- Kept only of a player whose case is marked for the police.
create table retained_help_requests (
  id uuid primary key,
  player_id uuid not null references retained_cases on delete cascade,
  kind text not null check (kind in ('abuse', 'self-harm', 'distress', 'unknown')),
  is_asked boolean not null,
  words text not null,
  state text not null check (state in ('new', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index retained_help_requests_of on retained_help_requests (player_id, created_at);

-- The deletion of an account also waits while the player asks for help: whoever harms a child may be the one who wants the account gone.
create or replace function is_deletion_paused(player uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from player_reports r where r.reported_player_id = player and r.state in ('new', 'reviewing'))
    or exists (select from sanctions s where s.player_id = player and s.kind <> 'warn' and s.lifted_at is null and s.until > at)
    or exists (select from help_requests h where h.player_id = player and h.state in ('new', 'reviewing'))
$$;
