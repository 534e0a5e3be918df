-- oldest-code: 0058
-- What games save for players who are signed in (docs/decisions/090-saves-kept-by-the-server.md): one row for a player and game.
create table game_saves (
  player_id uuid not null references players on delete cascade,
  game_id text collate "C" not null references games (id) on delete cascade,
  -- JSON in the game's own form, as text: jsonb does not take all of it. Null: deleted; the row stays, so that a device that was away does not bring it back.
  save text check (octet_length(save) <= 65536),
  bytes int not null generated always as (coalesce(octet_length(save), 0)) stored,
  best float8,
  -- Null: the game has not said which score is the better one.
  lower_is_better boolean,
  -- Grows with each change.
  revision int not null check (revision > 0),
  -- When the player saved, or deleted.
  saved_at timestamptz not null,
  -- When the player chose this save instead of another one, if that was later.
  chosen_at timestamptz,
  -- The opening of the game that saved: what it sends again is no change by somebody else.
  writer text not null check (length(writer) <= 64),
  -- The save before another one took its place.
  former text check (octet_length(former) <= 65536),
  former_bytes int not null generated always as (coalesce(octet_length(former), 0)) stored,
  former_saved_at timestamptz,
  former_reason text check (former_reason in ('other-device', 'not-chosen', 'exchanged')),
  primary key (player_id, game_id),
  -- For the removal of a game.
  unique (game_id, player_id),
  check ((former is null) = (former_saved_at is null) and (former is null) = (former_reason is null)),
  check (save is not null or (former is null and best is null))
);
