-- How much a game weighs, and a shelf class for the light ones.

-- What the game's files weigh in all; null for games of other hosts, whose size nobody told us. Light is below 2,000,000:
-- a game of unknown size is not.
alter table games add column bytes int check (bytes > 0);

-- The class has a fourth bit: 8 light.
create function game_class(mobile_ready boolean, genders text[], bytes int) returns smallint language sql immutable parallel safe as $$
  select (game_class($1, $2) | (case when $3 < 2000000 then 8 else 0 end))::smallint
$$;

-- As in 0001, with the new class. No game has a size yet, so that the shelves are right as they stand; the import of a game fills it.
create or replace function shelve_games(ids text[]) returns void language plpgsql as $$
begin
  perform unshelve_games(ids);

  insert into genres (name)
  select distinct n.name from games g, unnest(g.genres) as n (name)
  where g.id = any(ids) and g.hidden_at is null and not exists (select 1 from genres known where known.name = n.name)
  order by n.name
  on conflict do nothing;

  with put as (
    insert into shelf_games (genre_id, class, popular, newest, rated, title_key, featured, mix, game_id)
    select s.genre_id, game_class(g.mobile_ready, g.genders, g.bytes), -g.plays_30d, game_newest(g.created_at, g.listed_at),
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

create or replace function games_updated() returns trigger language plpgsql as $$
declare
  other text[];
  sorted text[];
begin
  select array_agg(n.id) into other from new_games n join old_games o using (id)
  where (n.title, n.developer, n.genres, n.tags, n.mobile_ready, n.genders, n.created_at, n.listed_at, n.hidden_at, n.bytes)
    is distinct from (o.title, o.developer, o.genres, o.tags, o.mobile_ready, o.genders, o.created_at, o.listed_at, o.hidden_at, o.bytes);
  select array_agg(n.id) into sorted from new_games n join old_games o using (id)
  where (n.plays_30d, n.rating_sum, n.rating_count, n.staff_order, n.is_premium)
    is distinct from (o.plays_30d, o.rating_sum, o.rating_count, o.staff_order, o.is_premium);
  if other is not null then perform shelve_games(other); end if;
  if sorted is not null then perform resort_games(sorted); end if;
  return null;
end $$;
