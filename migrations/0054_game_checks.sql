-- The nightly check of games (docs/decisions/078-game-checks.md). A night is a date in Nairobi. All tables are new but for those of cases, which are
-- small; the index at the end is built while games are read as ever, and only writes to games wait for it.

-- `game_id` has the collation of games.id everywhere: with another one no index on it is used for `game_id = games.id`.

-- Whether a browser is installed where jobs run, as it was found last. One row.
create table check_browser (
  only_row boolean primary key default true check (only_row),
  state text not null check (state in ('installed', 'missing', 'does-not-start')),
  -- The last words of one that does not start.
  last_words text,
  looked_at timestamptz not null,
  -- When a machine that runs jobs had one last, whether it started or not: of several machines some may have none.
  found_at timestamptz
);

create table check_nights (
  night date primary key,
  begun_at timestamptz not null,
  -- How many games were to be opened.
  planned int not null default 0,
  -- Our own game: since when it does not open (then no game is opened), what was seen of it, and when it opened first in this night.
  control_failed_at timestamptz,
  control_failure text,
  control_opened_at timestamptz,
  -- When it was decided what is hidden; null: not yet.
  settled_at timestamptz,
  -- So much was broken that it may be our own fault: nothing was hidden, and what was found counts for no other night.
  is_stopped boolean not null default false
);

-- The plan of a night.
create table planned_checks (
  night date not null references check_nights on delete cascade,
  place int not null,
  game_id text collate "C" not null references games on delete cascade,
  -- Who opens it now, and until when that is believed: a process may die.
  claim_id uuid,
  claimed_until timestamptz,
  tries smallint not null default 0,
  -- Not opened (again) before this time.
  open_after timestamptz,
  -- The files that were broken when it was opened first in this night: only twice broken is broken.
  broken_files text,
  is_done boolean not null default false,
  primary key (night, place),
  unique (night, game_id)
);
create index planned_checks_open on planned_checks (night, place) where not is_done;
create index planned_checks_of on planned_checks (game_id);

-- What each night found. `counts`: towards hiding; not any more after the game was shown again.
create table game_checks (
  id uuid primary key,
  game_id text collate "C" not null references games on delete cascade,
  night date not null,
  opened_at timestamptz not null,
  files text not null,
  outcome text not null check (outcome in ('shown', 'no-answer', 'nothing-shown', 'crashed')),
  finding text not null check (finding in ('fine', 'look', 'broken')),
  first_frame_ms int check (first_frame_ms >= 0),
  bytes bigint not null check (bytes >= 0),
  counts boolean not null default true,
  has_hidden boolean not null default false,
  unique (game_id, night)
);
create index game_checks_by_night on game_checks (night, finding);

-- How each game was found when it was opened last, at night or on demand.
create table game_check_states (
  game_id text collate "C" primary key references games on delete cascade,
  opened_at timestamptz not null,
  -- Null: on demand.
  night date,
  files text not null,
  outcome text not null check (outcome in ('shown', 'no-answer', 'nothing-shown', 'crashed')),
  -- Null: its files changed since then.
  finding text check (finding in ('fine', 'look', 'broken')),
  -- Why its page did not load.
  reason text,
  first_frame_ms int check (first_frame_ms >= 0),
  bytes bigint not null check (bytes >= 0),
  -- What a stranger's code said: texts, and nothing else.
  errors text[] not null default '{}',
  missing_files jsonb not null default '[]',
  other_hosts text[] not null default '{}',
  -- Names the picture in the file store, so that a new one has a new address; null: there is none.
  picture_id uuid
);
create index game_check_states_by_age on game_check_states (opened_at);
create index game_check_states_to_look_at on game_check_states (finding) where finding in ('look', 'broken');
create index game_check_states_changed on game_check_states (opened_at) where finding is null;

-- Games that wait to be opened on demand.
create table requested_checks (
  game_id text collate "C" primary key references games on delete cascade,
  requested_at timestamptz not null,
  claim_id uuid,
  claimed_until timestamptz,
  -- It could not be opened, which says nothing about the game.
  failed_at timestamptz,
  failure text
);

-- Open cases: games that the check has hidden, until somebody decides.
create table broken_games (
  game_id text collate "C" primary key references games on delete cascade,
  opened_at timestamptz not null,
  outcome text not null check (outcome in ('no-answer', 'nothing-shown', 'crashed'))
);

-- Whatever way a game is shown again, gets other files or is removed: its case is closed, and the check begins anew.
create function restart_game_checks() returns trigger language plpgsql as $$
begin
  delete from broken_games where game_id = new.id;
  if new.game_url is distinct from old.game_url then
    update game_check_states set finding = null where game_id = new.id and finding is not null;
  end if;
  if new.hidden_at is null and old.hidden_at is not null then
    update game_checks set counts = false where game_id = new.id and counts;
  end if;
  return null;
end $$;
create trigger games_restart_checks after update of hidden_at, game_url, removed_at on games for each row
  when ((new.hidden_at is null and old.hidden_at is not null) or new.game_url is distinct from old.game_url
    or new.removed_at is distinct from old.removed_at)
  execute function restart_game_checks();

alter table case_assignments drop constraint case_assignments_kind_check,
  add constraint case_assignments_kind_check check (kind in ('help', 'player', 'game', 'picture', 'message', 'broken-game'));
alter table case_leaves drop constraint case_leaves_kind_check,
  add constraint case_leaves_kind_check check (kind in ('help', 'player', 'game', 'picture', 'message', 'broken-game'));
alter table case_alerts drop constraint case_alerts_kind_check,
  add constraint case_alerts_kind_check check (kind in ('help', 'player', 'game', 'picture', 'message', 'broken-game'));

-- The order in which games are planned that were never opened.
create index games_to_open on games (plays_30d desc, id) where hidden_at is null and game_url like 'games/%';
