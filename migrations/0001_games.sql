-- The catalogue. `games` holds what people wrote; everything below it that starts with shelf_ or search_
-- is derived from it by the triggers at the end, in the same transaction, so it can never disagree.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

create table games (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  title text not null check (length(title) between 1 and 120),
  developer text check (length(developer) <= 120),
  description text not null default '' check (length(description) <= 4000),
  key_features text[] not null default '{}',
  -- [{ "keys": ["←", "→"], "does": "Change lane" }, ...]
  instructions jsonb not null default '[]',
  genres text[] not null default '{}',
  tags text[] not null default '{}',
  mobile_ready boolean not null default false,
  genders text[] not null default '{}',
  is_premium boolean not null default false,
  -- When the game was made; unknown for some.
  created_at timestamptz check (created_at >= '1970-01-01' and created_at < '2200-01-01'),
  creator_id uuid,
  -- Pictures, the cover first: paths in our file store ('games/...') or absolute addresses.
  assets text[] not null default '{}',
  -- PNG for link previews, in our file store.
  picture text,
  -- What the player's frame loads: a path in our file store ('games/<id>/<content hash>/index.html'), an absolute address, or nothing.
  game_url text,
  max_players int not null default 1000 check (max_players > 0),
  -- Staff picks come first on Featured, in this order.
  staff_order int check (staff_order between 1 and 99999),
  hidden_at timestamptz,
  -- Maintained by the popularity job from game_days.
  plays_30d int not null default 0 check (plays_30d >= 0),
  growth_7d int not null default 0,
  rating_count int not null default 0 check (rating_count >= 0),
  rating_sum int not null default 0 check (rating_sum >= 0),
  -- Fingerprint of the imported row, so that importing the same again writes nothing.
  import_hash text,
  listed_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index games_by_growth on games (growth_7d desc, plays_30d desc, coalesce(created_at, listed_at) desc, id) where hidden_at is null;
create index games_visible on games (id) where hidden_at is null;
-- Those whose figures the popularity job may have to take back.
create index games_played on games (id) where plays_30d <> 0 or growth_7d <> 0;
create index games_of_creator on games (creator_id) where creator_id is not null;

-- 'All Genres' is genre 0.
create table genres (
  id int generated always as identity primary key,
  name text not null unique
);

-- One row for each genre of a game and one for genre 0, with the sort keys of the four tabs, all ascending.
-- `class` has a bit for each thing one can filter by: 1 mobile, 2 Male, 4 Female. A page is read by seeking
-- each class that fits, so it costs the same whatever the filters and the size of the catalogue. No foreign key:
-- a cascade would empty the shelves before the totals are counted down; the triggers below keep them true.
create table shelf_games (
  genre_id int not null,
  class smallint not null,
  popular int not null,
  newest bigint not null,
  rated int not null,
  title_key text collate "C" not null,
  featured int not null,
  mix int not null,
  game_id text collate "C" not null,
  primary key (game_id, genre_id)
);
create index shelf_popular on shelf_games (genre_id, class, popular, newest, game_id);
create index shelf_rated on shelf_games (genre_id, class, rated, title_key, game_id);
create index shelf_featured on shelf_games (genre_id, class, featured, newest, game_id);
create index shelf_mix on shelf_games (genre_id, class, mix, game_id);

create table shelf_totals (
  genre_id int not null,
  class smallint not null,
  games int not null check (games >= 0),
  primary key (genre_id, class)
);

-- The words of titles, developers and tags, each with the number of games that have it.
create table search_words (
  id int generated always as identity primary key,
  word text collate "C" not null unique,
  games int not null default 0 check (games >= 0)
);
create index search_words_typo on search_words using gin (word gin_trgm_ops);
create index search_words_short on search_words (left(word, 2), games desc);

-- rank: where the word stands (title 3, developer 2, tag 1) times 500 million, plus the plays of 30 days.
create table search_postings (
  game_id text collate "C" not null,
  word_id int not null,
  rank int not null,
  primary key (game_id, word_id)
);
create index search_postings_best on search_postings (word_id, rank desc, game_id);

create table search_titles (
  game_id text collate "C" primary key,
  title_key text collate "C" not null
);
create index search_titles_key on search_titles (title_key, game_id);

-- Text as search compares it: no accents, no capitals, words apart by one space.
create function search_normal(text) returns text language sql stable parallel safe as $$
  select trim(regexp_replace(lower(unaccent(normalize($1, NFKC))), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Sort keys of a game. Spec 1, section 7 (sorts) and readings.md.
create function game_class(mobile_ready boolean, genders text[]) returns smallint language sql immutable parallel safe as $$
  select ((case when $1 then 1 else 0 end) | (case when 'Male' = any($2) then 2 else 0 end)
    | (case when 'Female' = any($2) then 4 else 0 end))::smallint
$$;
-- Bayesian average: ten ratings of 3.5 stand behind every game, so that one lucky 5 does not lead the list.
create function game_rated(rating_sum int, rating_count int) returns int language sql immutable parallel safe as $$
  select -round((35 + $1) * 10000.0 / (10 + $2))::int
$$;
create function game_featured(staff_order int, is_premium boolean) returns int language sql immutable parallel safe as $$
  select coalesce($1, 100000 + case when $2 then 0 else 1 end)
$$;
create function game_newest(created_at timestamptz, listed_at timestamptz) returns bigint language sql immutable parallel safe as $$
  select -(extract(epoch from coalesce($1, $2)) * 1000)::bigint
$$;
create function game_mix(id text) returns int language sql immutable parallel safe as $$
  select ('x' || left(md5($1), 8))::bit(32)::int & 2147483647
$$;

-- Takes games off the shelves and out of search.
create function unshelve_games(ids text[]) returns void language plpgsql as $$
begin
  -- Catalogue writes are rare; one at a time keeps the totals exact and free of deadlocks.
  perform pg_advisory_xact_lock(70413);
  with gone as (delete from shelf_games where game_id = any(ids) returning genre_id, class)
  update shelf_totals t set games = t.games - g.n
  from (select genre_id, class, count(*) as n from gone group by 1, 2) g
  where t.genre_id = g.genre_id and t.class = g.class;
  with gone as (delete from search_postings where game_id = any(ids) returning word_id)
  update search_words w set games = w.games - g.n
  from (select word_id, count(*) as n from gone group by 1) g where w.id = g.word_id;
  delete from search_titles where game_id = any(ids);
end $$;

-- Puts games on the shelves and into search as they are now; hidden ones only come off.
create function shelve_games(ids text[]) returns void language plpgsql as $$
begin
  perform unshelve_games(ids);

  insert into genres (name)
  select distinct n.name from games g, unnest(g.genres) as n (name)
  where g.id = any(ids) and g.hidden_at is null and not exists (select 1 from genres known where known.name = n.name)
  order by n.name
  on conflict do nothing;

  with put as (
    insert into shelf_games (genre_id, class, popular, newest, rated, title_key, featured, mix, game_id)
    select s.genre_id, game_class(g.mobile_ready, g.genders), -g.plays_30d, game_newest(g.created_at, g.listed_at),
      game_rated(g.rating_sum, g.rating_count), left(search_normal(g.title), 80), game_featured(g.staff_order, g.is_premium),
      game_mix(g.id), g.id
    from games g
    cross join lateral (
      select 0 as genre_id union select known.id from genres known where known.name = any(g.genres)
    ) s
    where g.id = any(ids) and g.hidden_at is null
    returning genre_id, class
  )
  insert into shelf_totals as t (genre_id, class, games)
  select genre_id, class, count(*) from put group by 1, 2
  on conflict (genre_id, class) do update set games = t.games + excluded.games;

  create temp table if not exists shelving (game_id text collate "C", word text collate "C", rank int) on commit delete rows;
  truncate shelving;
  insert into shelving
  select g.id, w.word, max(w.field) * 500000000 + least(g.plays_30d, 499999999)
  from games g
  cross join lateral (
    select unnest(string_to_array(search_normal(g.title), ' ')) as word, 3 as field
    union all select unnest(string_to_array(search_normal(g.developer), ' ')), 2
    union all select unnest(string_to_array(search_normal(array_to_string(g.tags, ' ')), ' ')), 1
  ) w
  where g.id = any(ids) and g.hidden_at is null and w.word <> '' and length(w.word) <= 40
  group by g.id, w.word, g.plays_30d;

  insert into search_words as t (word, games)
  select word, count(*) from shelving group by word order by word
  on conflict (word) do update set games = t.games + excluded.games;
  insert into search_postings (game_id, word_id, rank)
  select s.game_id, w.id, s.rank from shelving s join search_words w on w.word = s.word;
  insert into search_titles (game_id, title_key)
  select id, left(search_normal(title), 120) from games where id = any(ids) and hidden_at is null;
end $$;

-- New sort keys only (plays, ratings, staff picks): cheaper than taking a game off its shelves.
create function resort_games(ids text[]) returns void language sql as $$
  update shelf_games s
  set popular = -g.plays_30d, rated = game_rated(g.rating_sum, g.rating_count), featured = game_featured(g.staff_order, g.is_premium)
  from games g
  where g.id = any(ids) and s.game_id = g.id
    and (s.popular, s.rated, s.featured)
      is distinct from (-g.plays_30d, game_rated(g.rating_sum, g.rating_count), game_featured(g.staff_order, g.is_premium));
  update search_postings p
  set rank = p.rank - p.rank % 500000000 + least(g.plays_30d, 499999999)
  from games g
  where g.id = any(ids) and p.game_id = g.id and p.rank % 500000000 <> least(g.plays_30d, 499999999);
$$;

create function games_inserted() returns trigger language plpgsql as $$
begin
  perform shelve_games(array(select id from new_games));
  return null;
end $$;
create function games_updated() returns trigger language plpgsql as $$
declare
  other text[];
  sorted text[];
begin
  select array_agg(n.id) into other from new_games n join old_games o using (id)
  where (n.title, n.developer, n.genres, n.tags, n.mobile_ready, n.genders, n.created_at, n.listed_at, n.hidden_at)
    is distinct from (o.title, o.developer, o.genres, o.tags, o.mobile_ready, o.genders, o.created_at, o.listed_at, o.hidden_at);
  select array_agg(n.id) into sorted from new_games n join old_games o using (id)
  where (n.plays_30d, n.rating_sum, n.rating_count, n.staff_order, n.is_premium)
    is distinct from (o.plays_30d, o.rating_sum, o.rating_count, o.staff_order, o.is_premium);
  if other is not null then perform shelve_games(other); end if;
  if sorted is not null then perform resort_games(sorted); end if;
  return null;
end $$;
create function games_deleted() returns trigger language plpgsql as $$
begin
  perform unshelve_games(array(select id from old_games));
  return null;
end $$;
create function game_id_kept() returns trigger language plpgsql as $$
begin
  raise exception 'a game keeps its id';
end $$;

create trigger games_inserted after insert on games referencing new table as new_games
  for each statement execute function games_inserted();
create trigger games_updated after update on games referencing old table as old_games new table as new_games
  for each statement execute function games_updated();
create trigger games_deleted after delete on games referencing old table as old_games
  for each statement execute function games_deleted();
create trigger game_id_kept before update of id on games
  for each row when (old.id is distinct from new.id) execute function game_id_kept();

-- Plays: one row for each time a game was opened, and its sum by day (UTC) for popularity.
create table plays (
  id uuid primary key,
  game_id text collate "C" not null references games (id) on delete cascade,
  player_id uuid,
  started_at timestamptz not null default now()
);
create index plays_of_game on plays (game_id);
create table game_days (
  game_id text collate "C" not null references games (id) on delete cascade,
  day date not null,
  plays int not null default 0 check (plays >= 0),
  primary key (game_id, day)
);
create index game_days_by_day on game_days (day);

-- Who is in a game now: kept fresh by the viewer's heartbeat, forgotten when it stops.
create table viewers (
  play_id uuid primary key references plays (id) on delete cascade,
  game_id text collate "C" not null,
  seen_at timestamptz not null
);
create index viewers_seen on viewers (seen_at, game_id);
