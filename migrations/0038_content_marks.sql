-- Content marks: the age from which a game fits its players, 0 for everyone. Which marks a player sees is decided by the table of age bands
-- (src/shared/permissions.ts); what is stored here lets every list read the marks that fit, and nothing of the others.
alter table games add column min_age smallint not null default 0 check (min_age in (0, 13, 16));

-- The fastest growing games of each mark; what the sitemap names.
drop index games_by_growth;
create index games_by_growth on games (min_age, growth_7d desc, plays_30d desc, coalesce(created_at, listed_at) desc, id) where hidden_at is null;
drop index games_visible;
create index games_for_everyone on games (id) where hidden_at is null and min_age = 0;

-- The class has two more bits: 16 from 13, 32 from 16. So the classes up to a mark are those below 16, 32 and 48. Games that are there are
-- for everyone, and keep their classes.
create function game_class(mobile_ready boolean, genders text[], bytes int, min_age smallint) returns smallint
language sql immutable parallel safe as $$
  select (game_class($1, $2, $3) | (case $4 when 13 then 16 when 16 then 32 else 0 end))::smallint
$$;

-- How many of the games that have a word are from 13, and from 16. Without those: how many games up to a mark have it. The statements of the
-- search have the same expressions.
alter table search_words
  add column games_from_13 int not null default 0 check (games_from_13 >= 0),
  add column games_from_16 int not null default 0 check (games_from_16 >= 0),
  add constraint search_words_marked check (games_from_13 + games_from_16 <= games);
create index search_words_short_for_everyone on search_words (left(word, 2), (games - games_from_13 - games_from_16) desc);
create index search_words_short_up_to_13 on search_words (left(word, 2), (games - games_from_16) desc);

-- The best games of a word are read mark by mark.
alter table search_postings add column min_age smallint not null default 0;
drop index search_postings_best;
create index search_postings_best on search_postings (word_id, min_age, rank desc, game_id);

-- As in 0012, with the marks.
create or replace function unindex_games(ids text[]) returns void language plpgsql as $$
begin
  -- Catalogue writes are rare; one at a time keeps the totals exact and free of deadlocks.
  perform pg_advisory_xact_lock(70413);
  with gone as (delete from listing_entries where game_id = any(ids) returning genre_id, class)
  update listing_totals t set games = t.games - g.n
  from (select genre_id, class, count(*) as n from gone group by 1, 2) g
  where t.genre_id = g.genre_id and t.class = g.class;
  with gone as (delete from search_postings where game_id = any(ids) returning word_id, min_age)
  update search_words w
  set games = w.games - g.n, games_from_13 = w.games_from_13 - g.from_13, games_from_16 = w.games_from_16 - g.from_16
  from (
    select word_id, count(*) as n, count(*) filter (where min_age = 13) as from_13, count(*) filter (where min_age = 16) as from_16
    from gone group by 1
  ) g where w.id = g.word_id;
  delete from search_titles where game_id = any(ids);
end $$;

-- As in 0013, with the marks.
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
      game_rated(g.rating_sum, g.rating_count), left(normalize_search_text(g.title), 80), game_featured(g.staff_order, g.is_premium),
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
  where (n.plays_30d, n.rating_sum, n.rating_count, n.staff_order, n.is_premium)
    is distinct from (o.plays_30d, o.rating_sum, o.rating_count, o.staff_order, o.is_premium);
  if other is not null then perform index_games(other); end if;
  if sorted is not null then perform update_sort_keys(sorted); end if;
  return null;
end $$;
