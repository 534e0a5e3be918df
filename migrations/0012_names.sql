-- Tables, columns, functions and jobs get the names that the field and the code use. Nothing but names changes; the old version has to be
-- stopped before, as for every upgrade.

-- A table with its constraints and indexes, as far as they are named after it.
create function pg_temp.rename_table(old_name text, new_name text) returns void language plpgsql as $$
declare
  part text;
begin
  execute format('alter table %I rename to %I', old_name, new_name);
  for part in select conname from pg_constraint where conrelid = new_name::regclass and starts_with(conname::text, old_name || '_') loop
    execute format('alter table %I rename constraint %I to %I', new_name, part, new_name || substr(part, length(old_name) + 1));
  end loop;
  for part in
    select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = new_name::regclass and starts_with(c.relname::text, old_name || '_')
  loop
    execute format('alter index %I rename to %I', part, new_name || substr(part, length(old_name) + 1));
  end loop;
end $$;

-- A column with the constraints that are named after it (from PostgreSQL 18 on also 'not null' is one).
create function pg_temp.rename_column(of_table text, old_name text, new_name text) returns void language plpgsql as $$
declare
  stem text := of_table || '_' || old_name;
  part text;
begin
  execute format('alter table %I rename column %I to %I', of_table, old_name, new_name);
  for part in select conname from pg_constraint where conrelid = of_table::regclass and starts_with(conname::text, stem || '_') loop
    execute format('alter table %I rename constraint %I to %I', of_table, part, of_table || '_' || new_name || substr(part, length(stem) + 1));
  end loop;
end $$;

-- The listing index.
select pg_temp.rename_table('shelf_games', 'listing_entries');
select pg_temp.rename_table('shelf_totals', 'listing_totals');
alter index shelf_popular rename to listing_entries_popular;
alter index shelf_rated rename to listing_entries_rated;
alter index shelf_featured rename to listing_entries_featured;
alter index shelf_mix rename to listing_entries_mix;

alter function search_normal(text) rename to normalize_search_text;
alter function unshelve_games(text[]) rename to unindex_games;
alter function shelve_games(text[]) rename to index_games;
alter function resort_games(text[]) rename to update_sort_keys;
alter function game_id_kept() rename to reject_game_id_change;
alter trigger game_id_kept on games rename to game_id_immutable;

-- Takes games out of the listing index and out of search.
create or replace function unindex_games(ids text[]) returns void language plpgsql as $$
begin
  -- Catalogue writes are rare; one at a time keeps the totals exact and free of deadlocks.
  perform pg_advisory_xact_lock(70413);
  with gone as (delete from listing_entries where game_id = any(ids) returning genre_id, class)
  update listing_totals t set games = t.games - g.n
  from (select genre_id, class, count(*) as n from gone group by 1, 2) g
  where t.genre_id = g.genre_id and t.class = g.class;
  with gone as (delete from search_postings where game_id = any(ids) returning word_id)
  update search_words w set games = w.games - g.n
  from (select word_id, count(*) as n from gone group by 1) g where w.id = g.word_id;
  delete from search_titles where game_id = any(ids);
end $$;

-- Puts games into the listing index and into search as they are now; hidden ones are only taken out.
create or replace function index_games(ids text[]) returns void language plpgsql as $$
begin
  perform unindex_games(ids);

  insert into genres (name)
  select distinct n.name from games g, unnest(g.genres) as n (name)
  where g.id = any(ids) and g.hidden_at is null and not exists (select 1 from genres known where known.name = n.name)
  order by n.name
  on conflict do nothing;

  with put as (
    insert into listing_entries (genre_id, class, popular, newest, rated, title_key, featured, mix, game_id)
    select s.genre_id, game_class(g.mobile_ready, g.genders, g.bytes), -g.plays_30d, game_newest(g.created_at, g.listed_at),
      game_rated(g.rating_sum, g.rating_count), left(normalize_search_text(g.title), 80), game_featured(g.staff_order, g.is_premium),
      game_mix(g.id), g.id
    from games g
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

-- New sort keys only (plays, ratings, staff picks): cheaper than indexing a game anew.
create or replace function update_sort_keys(ids text[]) returns void language sql as $$
  update listing_entries s
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

create or replace function games_inserted() returns trigger language plpgsql as $$
begin
  perform index_games(array(select id from new_games));
  return null;
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
  if other is not null then perform index_games(other); end if;
  if sorted is not null then perform update_sort_keys(sorted); end if;
  return null;
end $$;
create or replace function games_deleted() returns trigger language plpgsql as $$
begin
  perform unindex_games(array(select id from old_games));
  return null;
end $$;

-- Recommendations, and the games that are open now.
select pg_temp.rename_table('picks', 'recommendations');
select pg_temp.rename_column('recommendations', 'made_at', 'created_at');
select pg_temp.rename_column('recommendations', 'place', 'position');
select pg_temp.rename_table('viewers', 'active_plays');

-- Accounts and sign-in.
select pg_temp.rename_table('sign_ins', 'identities');
select pg_temp.rename_table('proofs', 'verification_tokens');
select pg_temp.rename_table('guard_counts', 'rate_limit_counters');
select pg_temp.rename_table('username_holds', 'username_reservations');
select pg_temp.rename_column('username_reservations', 'until', 'expires_at');
select pg_temp.rename_column('email_changes', 'until', 'expires_at');
select pg_temp.rename_column('email_changes', 'password_mark', 'password_fingerprint');
select pg_temp.rename_column('sessions', 'address', 'ip_address');
select pg_temp.rename_column('sessions', 'device', 'user_agent');

-- E-mails that players choose, and the newsletter.
select pg_temp.rename_table('mail_wishes', 'email_preferences');
select pg_temp.rename_column('email_preferences', 'stop_key', 'unsubscribe_key');
select pg_temp.rename_column('email_preferences', 'mailed_at', 'last_digest_at');
select pg_temp.rename_column('notifications', 'is_mailed', 'is_emailed');
select pg_temp.rename_table('newsletter_letters', 'newsletter_deliveries');
select pg_temp.rename_column('newsletter_readers', 'confirm_until', 'confirm_expires_at');

-- Friends, moderation, contact.
select pg_temp.rename_table('declines', 'declined_friend_requests');
select pg_temp.rename_column('declined_friend_requests', 'asker_id', 'requester_id');
select pg_temp.rename_column('friendships', 'asked_by', 'requested_by');
select pg_temp.rename_column('friendships', 'asked_at', 'requested_at');
select pg_temp.rename_column('presence', 'is_gone', 'is_offline');
alter index presence_here rename to presence_online;
select pg_temp.rename_column('player_reports', 'subject_id', 'reported_player_id');
select pg_temp.rename_table('switches', 'feature_flags');
select pg_temp.rename_column('feature_flags', 'is_on', 'is_enabled');
select pg_temp.rename_column('filter_entries', 'is_on', 'is_enabled');
select pg_temp.rename_column('contact_messages', 'rank', 'priority');
select pg_temp.rename_column('contact_messages', 'settled_at', 'resolved_at');
alter index contact_messages_settled rename to contact_messages_resolved;
alter index sanctions_standing rename to sanctions_active;

-- The market and avatars.
select pg_temp.rename_column('items', 'place', 'position');
select pg_temp.rename_column('items', 'is_offered', 'is_listed');
alter index items_offered rename to items_listed;
alter index items_offered_in rename to items_listed_in;
alter index items_found rename to items_by_name;
select pg_temp.rename_column('avatar_templates', 'place', 'position');
select pg_temp.rename_column('plans', 'place', 'position');
select pg_temp.rename_column('packs', 'place', 'position');
select pg_temp.rename_column('avatars', 'drawing', 'render_id');

-- Payments.
select pg_temp.rename_column('payments', 'said', 'status_message');
select pg_temp.rename_column('payments', 'taken', 'reclaimed_kiddocash');
select pg_temp.rename_column('payments', 'check_at', 'next_check_at');
select pg_temp.rename_column('payments', 'checks', 'check_count');
alter index payments_troubled rename to payments_flagged;
select pg_temp.rename_column('subscriptions', 'told_at', 'synced_at');
select pg_temp.rename_column('subscriptions', 'stopped_at', 'renewal_stopped_at');
alter index subscriptions_standing rename to subscriptions_current;
select pg_temp.rename_column('webhook_events', 'look_at', 'next_attempt_at');
select pg_temp.rename_column('webhook_events', 'done_at', 'processed_at');

drop function pg_temp.rename_table(text, text);
drop function pg_temp.rename_column(text, text, text);
