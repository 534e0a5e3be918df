-- What is a player's own: favorites, what they played, ratings, reports, notifications; and what the team decided.

create table favorites (
  player_id uuid not null references players on delete cascade,
  game_id text collate "C" not null references games (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (player_id, game_id)
);
create index favorites_latest on favorites (player_id, created_at desc, game_id);
create index favorites_of_game on favorites (game_id);

-- Opened again within the hour is the same entry (spec 1, sections 7 and 9).
create table play_history (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  game_id text collate "C" not null references games (id) on delete cascade,
  played_at timestamptz not null
);
create index play_history_latest on play_history (player_id, played_at desc, id desc);
create index play_history_of_game on play_history (player_id, game_id, played_at desc);
create index play_history_by_game on play_history (game_id);

-- How long somebody was in a game, by the server's clock: who rates has played.
create table play_times (
  player_id uuid not null references players on delete cascade,
  game_id text collate "C" not null references games (id) on delete cascade,
  seconds double precision not null default 0 check (seconds >= 0),
  -- Up to when: two viewers open at once are one player.
  counted_to timestamptz not null,
  primary key (player_id, game_id)
);
create index play_times_by_game on play_times (game_id);

-- Games recommended to a player, the best first. A list that somebody scrolls stays with the set it began with.
create table picks (
  player_id uuid not null references players on delete cascade,
  made_at timestamptz not null,
  place int not null,
  game_id text collate "C" not null references games (id) on delete cascade,
  primary key (player_id, made_at, place)
);
create index picks_by_game on picks (game_id);
create index picks_by_age on picks (made_at);

create table ratings (
  player_id uuid not null references players on delete cascade,
  game_id text collate "C" not null references games (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (player_id, game_id)
);
create index ratings_of_game on ratings (game_id);

-- A game's figures follow its ratings in the same transaction, whoever writes them and also when a player is deleted.
create function ratings_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update games set rating_count = rating_count - 1, rating_sum = rating_sum - old.stars where id = old.game_id;
  end if;
  if tg_op <> 'DELETE' then
    update games set rating_count = rating_count + 1, rating_sum = rating_sum + new.stars where id = new.game_id;
  end if;
  return null;
end $$;
create trigger ratings_counted after insert or update of stars or delete on ratings for each row execute function ratings_counted();

create table reports (
  id uuid primary key,
  game_id text collate "C" not null references games (id) on delete cascade,
  -- Who reported; null once their account is gone.
  player_id uuid references players on delete set null,
  reason text not null check (reason in ('inappropriate_content', 'spam', 'broken_game', 'copyright', 'other')),
  description text not null check (length(description) <= 4000),
  state text not null default 'new' check (state in ('new', 'reviewing', 'resolved', 'dismissed')),
  -- How often the same player reported the same game again within a day.
  repeats int not null default 0 check (repeats >= 0),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state in ('resolved', 'dismissed')) = (decided_at is not null))
);
create index reports_queue on reports (state, created_at, id);
create index reports_waiting on reports (created_at, id) where state in ('new', 'reviewing');
create index reports_by_reason on reports (reason, state, created_at, id);
create index reports_of_game on reports (game_id, created_at desc);
create index reports_of_player on reports (player_id, game_id, created_at desc);
create index reports_all on reports (created_at, id);

-- What the team did. Written once: nobody changes or removes it, not even the application.
create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  -- No foreign key: the entry outlives the account.
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  note text not null default '' check (length(note) <= 2000),
  details jsonb not null default '{}'
);
create index audit_log_latest on audit_log (id desc);
create index audit_log_of on audit_log (subject_kind, subject_id, id desc);
create function audit_log_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_log_kept before update or delete or truncate on audit_log for each statement execute function audit_log_kept();

-- Only the server writes these, as the effect of something that happened.
create table notifications (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  type text not null check (type in ('friend_request', 'friend_accepted', 'message', 'game_update', 'group_invite', 'general', 'report')),
  title text not null check (length(title) <= 200),
  message text not null check (length(message) <= 2200),
  related_id text check (length(related_id) <= 100),
  is_read boolean not null default false,
  -- The same event announces itself once, however often its job runs.
  event text not null,
  created_at timestamptz not null default now(),
  unique (player_id, event)
);
create index notifications_latest on notifications (player_id, id desc);
create index notifications_unread on notifications (player_id) where not is_read;
create index notifications_by_age on notifications (created_at);
