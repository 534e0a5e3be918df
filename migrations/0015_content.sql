-- The catalog's search compares the words of names (market/rules.ts), a few hundred of them: no query uses the index over whole names.
drop index if exists items_by_name;

-- What a player looked like before, so that it can be chosen again, also without premium. `choice` is what the avatar's row held (its style
-- and what belongs to it); the generated picture and the uploaded one need no row, because a player always has them.
create table avatar_history (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  choice jsonb not null check (jsonb_typeof(choice) = 'object'),
  worn_until timestamptz not null,
  unique (player_id, choice)
);
create index avatar_history_of_player on avatar_history (player_id, worn_until desc);
