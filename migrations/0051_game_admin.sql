-- Games on operators' pages (docs/decisions/075-games-on-pages.md). Nothing here takes long: new columns stop all reads of games to the end of the
-- file, so the indexes are in 0053.

alter table games
  -- Columns that an operator changed: an import keeps them.
  add column edited_columns text[] not null default '{}',
  -- Added on a page, and never shown yet.
  add column is_draft boolean not null default false,
  -- Gone for good: its files are deleted, its row stays for what refers to it.
  add column removed_at timestamptz,
  -- Its place among the games that are featured now; null: it is not. A job writes it.
  add column featured_place smallint;
-- Not checked for the rows that are there: all of them have the default values.
alter table games
  add constraint games_removed_are_hidden check (hidden_at is not null or (removed_at is null and not is_draft)) not valid;

-- Games that come first on Featured for a time, by plan: each begins and ends by itself.
create table featured_games (
  id uuid primary key,
  game_id text not null references games on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  unique (game_id, starts_at)
);
create index featured_games_by_end on featured_games (ends_at);

-- Featured now, then the staff picks, then premium games, then all others.
create function game_featured(staff_order int, is_premium boolean, featured_place smallint) returns int
language sql immutable parallel safe as $$
  select coalesce($3 - 100000, game_featured($1, $2))
$$;

-- As in 0013, with what is featured for a time.
create or replace function update_sort_keys(ids text[]) returns void language sql as $$
  update listing_entries s
  set rated = game_rated(g.rating_sum, g.rating_count), featured = game_featured(g.staff_order, g.is_premium, g.featured_place)
  from games g
  where g.id = any(ids) and s.game_id = g.id
    and (s.rated, s.featured)
      is distinct from (game_rated(g.rating_sum, g.rating_count), game_featured(g.staff_order, g.is_premium, g.featured_place));
  update search_postings p
  set rank = p.rank - p.rank % 500000000 + least(g.plays_30d, 499999999)
  from games g
  where g.id = any(ids) and p.game_id = g.id and p.rank % 500000000 <> least(g.plays_30d, 499999999);
$$;

-- As in 0038, with what is featured for a time.
create or replace function index_games(ids text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(70413);
  -- Whoever scrolls a popular list that began earlier still finds the game at its place.
  create temp table if not exists kept_places (game_id text collate "C" primary key, popular_even int, popular_odd int) on commit delete rows;
  truncate kept_places;
  insert into kept_places
  select game_id, popular_even, popular_odd from listing_entries where game_id = any(ids) and genre_id = 0;
  perform unindex_games(ids);

  insert into genres (name)
  select distinct n.name from games g, unnest(g.genres) as n (name)
  where g.id = any(ids) and g.hidden_at is null and not exists (select 1 from genres known where known.name = n.name)
  order by n.name
  on conflict do nothing;

  with put as (
    insert into listing_entries (genre_id, class, popular_even, popular_odd, newest, rated, title_key, featured, mix, game_id)
    select s.genre_id, game_class(g.mobile_ready, g.genders, g.bytes, g.min_age), coalesce(k.popular_even, -g.plays_30d),
      coalesce(k.popular_odd, -g.plays_30d), game_newest(g.created_at, g.listed_at),
      game_rated(g.rating_sum, g.rating_count), left(normalize_search_text(g.title), 80), game_featured(g.staff_order, g.is_premium, g.featured_place),
      game_mix(g.id), g.id
    from games g
    left join kept_places k on k.game_id = g.id
    cross join lateral (
      select 0 as genre_id union select known.id from genres known where known.name = any(g.genres)
    ) s
    where g.id = any(ids) and g.hidden_at is null
    returning genre_id, class
  )
  insert into listing_totals as t (genre_id, class, games)
  select genre_id, class, count(*) from put group by 1, 2
  on conflict (genre_id, class) do update set games = t.games + excluded.games;

  create temp table if not exists marked_words (game_id text collate "C", min_age smallint, word text collate "C", rank int) on commit delete rows;
  truncate marked_words;
  insert into marked_words
  select g.id, g.min_age, w.word, max(w.field) * 500000000 + least(g.plays_30d, 499999999)
  from games g
  cross join lateral (
    select unnest(string_to_array(normalize_search_text(g.title), ' ')) as word, 3 as field
    union all select unnest(string_to_array(normalize_search_text(g.developer), ' ')), 2
    union all select unnest(string_to_array(normalize_search_text(array_to_string(g.tags, ' ')), ' ')), 1
  ) w
  where g.id = any(ids) and g.hidden_at is null and w.word <> '' and length(w.word) <= 40
  group by g.id, g.min_age, w.word, g.plays_30d;

  insert into search_words as t (word, games, games_from_13, games_from_16)
  select word, count(*), count(*) filter (where min_age = 13), count(*) filter (where min_age = 16)
  from marked_words group by word order by word
  on conflict (word) do update set games = t.games + excluded.games, games_from_13 = t.games_from_13 + excluded.games_from_13,
    games_from_16 = t.games_from_16 + excluded.games_from_16;
  insert into search_postings (game_id, word_id, min_age, rank)
  select s.game_id, w.id, s.min_age, s.rank from marked_words s join search_words w on w.word = s.word;
  insert into search_titles (game_id, title_key)
  select id, left(normalize_search_text(title), 120) from games where id = any(ids) and hidden_at is null;
end $$;

create or replace function games_updated() returns trigger language plpgsql as $$
declare
  other text[];
  sorted text[];
begin
  select array_agg(n.id) into other from new_games n join old_games o using (id)
  where (n.title, n.developer, n.genres, n.tags, n.mobile_ready, n.genders, n.created_at, n.listed_at, n.hidden_at, n.bytes, n.min_age)
    is distinct from
      (o.title, o.developer, o.genres, o.tags, o.mobile_ready, o.genders, o.created_at, o.listed_at, o.hidden_at, o.bytes, o.min_age);
  select array_agg(n.id) into sorted from new_games n join old_games o using (id)
  where (n.plays_30d, n.rating_sum, n.rating_count, n.staff_order, n.featured_place, n.is_premium)
    is distinct from (o.plays_30d, o.rating_sum, o.rating_count, o.staff_order, o.featured_place, o.is_premium);
  if other is not null then perform index_games(other); end if;
  if sorted is not null then perform update_sort_keys(sorted); end if;
  return null;
end $$;
