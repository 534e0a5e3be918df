-- Games like a game, plays as the cards show them, and popular lists that stay still while somebody scrolls.

-- How often each game was played in all: the sum of its days, by triggers in the same transaction. Days that are deleted stay counted.
create table play_totals (
  game_id text collate "C" primary key references games (id) on delete cascade,
  plays bigint not null check (plays >= 0)
);
insert into play_totals (game_id, plays) select game_id, sum(plays) from game_days group by game_id;

create function add_inserted_plays() returns trigger language plpgsql as $$
begin
  insert into play_totals as t (game_id, plays)
  select game_id, sum(plays) from new_days group by game_id order by game_id
  on conflict (game_id) do update set plays = t.plays + excluded.plays;
  return null;
end $$;
create function add_updated_plays() returns trigger language plpgsql as $$
begin
  update play_totals t set plays = t.plays + changed.plays
  from (select n.game_id, sum(n.plays - o.plays) as plays from new_days n join old_days o using (game_id, day) group by n.game_id) changed
  where t.game_id = changed.game_id and changed.plays <> 0;
  return null;
end $$;
create trigger game_days_inserted after insert on game_days referencing new table as new_days
  for each statement execute function add_inserted_plays();
create trigger game_days_updated after update on game_days referencing old table as old_days new table as new_days
  for each statement execute function add_updated_plays();

-- Games that players of a game also played, at most 24 for each. No player is named, and a pair needs three players.
create table co_plays (
  game_id text collate "C" not null references games (id) on delete cascade,
  other_id text collate "C" not null references games (id) on delete cascade,
  score real not null check (score > 0),
  primary key (game_id, other_id),
  check (game_id <> other_id)
);
create index co_plays_of_other on co_plays (other_id);

-- The order of popular lists has generations. Even ones sort by popular_even, odd ones by popular_odd, so that a list that began in the
-- last generation is still there while the next one is shown. While `is_preparing`, the keys of the last generation are written over.
create table popular_order (
  only_row boolean primary key default true check (only_row),
  generation int not null default 0 check (generation >= 0),
  is_preparing boolean not null default false,
  created_at timestamptz
);
insert into popular_order default values;

alter table listing_entries rename column popular to popular_even;
alter index listing_entries_popular rename to listing_entries_popular_even;
alter table listing_entries add column popular_odd int;
update listing_entries set popular_odd = popular_even;
alter table listing_entries alter column popular_odd set not null;
create index listing_entries_popular_odd on listing_entries (genre_id, class, popular_odd, newest, game_id);

-- As in 0012, with both keys.
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
    select s.genre_id, game_class(g.mobile_ready, g.genders, g.bytes), coalesce(k.popular_even, -g.plays_30d),
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

  create temp table if not exists indexed_words (game_id text collate "C", word text collate "C", rank int) on commit delete rows;
  truncate indexed_words;
  insert into indexed_words
  select g.id, w.word, max(w.field) * 500000000 + least(g.plays_30d, 499999999)
  from games g
  cross join lateral (
    select unnest(string_to_array(normalize_search_text(g.title), ' ')) as word, 3 as field
    union all select unnest(string_to_array(normalize_search_text(g.developer), ' ')), 2
    union all select unnest(string_to_array(normalize_search_text(array_to_string(g.tags, ' ')), ' ')), 1
  ) w
  where g.id = any(ids) and g.hidden_at is null and w.word <> '' and length(w.word) <= 40
  group by g.id, w.word, g.plays_30d;

  insert into search_words as t (word, games)
  select word, count(*) from indexed_words group by word order by word
  on conflict (word) do update set games = t.games + excluded.games;
  insert into search_postings (game_id, word_id, rank)
  select s.game_id, w.id, s.rank from indexed_words s join search_words w on w.word = s.word;
  insert into search_titles (game_id, title_key)
  select id, left(normalize_search_text(title), 120) from games where id = any(ids) and hidden_at is null;
end $$;

-- As in 0012, without the order of popular lists: the job that makes a generation writes it.
create or replace function update_sort_keys(ids text[]) returns void language sql as $$
  update listing_entries s
  set rated = game_rated(g.rating_sum, g.rating_count), featured = game_featured(g.staff_order, g.is_premium)
  from games g
  where g.id = any(ids) and s.game_id = g.id
    and (s.rated, s.featured)
      is distinct from (game_rated(g.rating_sum, g.rating_count), game_featured(g.staff_order, g.is_premium));
  update search_postings p
  set rank = p.rank - p.rank % 500000000 + least(g.plays_30d, 499999999)
  from games g
  where g.id = any(ids) and p.game_id = g.id and p.rank % 500000000 <> least(g.plays_30d, 499999999);
$$;
