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

-- Erasing a player from what has to stay. The subject is in the setting 'kiddo.erasure_subject' of the transaction, as JSON:
-- `id`; `replacementId`, the word that stands for it from then on (so that rows which belonged together still do); the words that name the
-- player: `emails`, `usernames`, `displayNames`; and `mentions`, their usernames as they are looked for in what is about something else.
drop function as_told(jsonb, boolean, text);
drop function is_about(text, jsonb);
drop function without_player_in(jsonb, jsonb);
drop function without_player(text, jsonb);
drop function the_forgotten();
alter trigger audit_log_kept on audit_log rename to audit_log_append_only;
alter trigger audit_log_entry_kept on audit_log rename to audit_log_entry_append_only;
alter trigger ledger_kept on ledger rename to ledger_append_only;
alter trigger ledger_not_emptied on ledger rename to ledger_no_truncate;
alter function audit_log_kept() rename to reject_audit_log_change;
alter function audit_log_entry_kept() rename to redact_audit_log_entry;
alter function ledger_kept() rename to redact_ledger_entry;
alter function ratings_counted() rename to update_game_ratings;
alter trigger ratings_counted on ratings rename to update_game_ratings;

create function erasure_subject() returns jsonb language sql stable as $$
  select nullif(current_setting('kiddo.erasure_subject', true), '')::jsonb
$$;

-- A text without a player: their id wherever it stands, an e-mail that is no part of another, names where they are a word of their own.
create function redact_player(source text, subject jsonb) returns text language plpgsql immutable as $$
declare
  name text;
  -- Every sign of a name means itself.
  sign constant text := '([^[:alnum:]_[:space:]])';
  whole_word constant text := '(?<![[:alnum:]_])%s(?![[:alnum:]_])';
  whole_email constant text := '(?<![[:alnum:]._%%+''-])%s(?![[:alnum:]-]|\.[[:alnum:]])';
begin
  source := replace(source, subject ->> 'id', subject ->> 'replacementId');
  for name in select jsonb_array_elements_text(subject -> 'emails') loop
    source := regexp_replace(source, format(whole_email, regexp_replace(name, sign, '\\\1', 'g')), 'a player who left', 'gi');
  end loop;
  for name in select jsonb_array_elements_text(subject -> 'usernames') loop
    source := regexp_replace(source, format(whole_word, name), 'a player who left', 'gi');
  end loop;
  for name in select jsonb_array_elements_text(subject -> 'displayNames') loop
    source := regexp_replace(source, format(whole_word, regexp_replace(name, sign, '\\\1', 'g')), 'a player who left', 'g');
  end loop;
  return source;
end $$;

-- The same for all texts within JSON; its keys stay.
create function redact_player_in_json(source jsonb, subject jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(source)
    when 'string' then to_jsonb(redact_player(source #>> '{}', subject))
    when 'object' then (select coalesce(jsonb_object_agg(key, redact_player_in_json(value, subject)), '{}') from jsonb_each(source))
    when 'array' then (select coalesce(jsonb_agg(redact_player_in_json(value, subject) order by place), '[]')
      from jsonb_array_elements(source) with ordinality as part (value, place))
    else source end;
end $$;

-- Whether a text has their id or e-mail in it.
create function mentions_player(source text, subject jsonb) returns boolean language sql immutable as $$
  select redact_player(source, subject || '{"usernames": [], "displayNames": []}') <> source
$$;

-- What names them in a row: all their names where it is theirs or about them, else mentions only. Names can be words, and of two who
-- are called alike the other one stays.
create function redaction_scope(subject jsonb, is_theirs boolean, source text) returns jsonb language sql immutable as $$
  select case when is_theirs or mentions_player(source, subject) then subject
    else subject || jsonb_build_object('usernames', coalesce(subject -> 'mentions', '[]'), 'displayNames', '[]'::jsonb) end
$$;

-- An entry of the audit log is never changed, but by erasing a player. Whatever that update asks for, what is written is the entry
-- as it was without them.
create or replace function redact_audit_log_entry() returns trigger language plpgsql as $$
declare
  subject jsonb := erasure_subject();
  scope jsonb;
begin
  if tg_op <> 'UPDATE' or subject is null then raise exception 'the audit log is only ever added to'; end if;
  scope := redaction_scope(subject, old.actor_id = (subject ->> 'id')::uuid, concat_ws(' ', old.subject_id, old.note, old.details));
  if old.actor_id = (subject ->> 'id')::uuid then
    old.actor_id := null;
    old.actor_name := 'a player who left';
  end if;
  old.subject_id := replace(old.subject_id, subject ->> 'id', subject ->> 'replacementId');
  old.note := left(redact_player(old.note, scope), 2000);
  old.details := redact_player_in_json(old.details, scope);
  return old;
end $$;
-- Anything else is refused before a row is looked at, also where there is none.
create or replace function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erasure_subject() is not null then return null; end if;
  raise exception 'the audit log is only ever added to';
end $$;

-- The ledger likewise; and an account that is deleted leaves its rows without an owner.
create or replace function redact_ledger_entry() returns trigger language plpgsql as $$
declare
  subject jsonb := erasure_subject();
  scope jsonb;
begin
  if tg_op = 'UPDATE' and new.player_id is null and to_jsonb(new) - 'player_id' = to_jsonb(old) - 'player_id' then return new; end if;
  if tg_op <> 'UPDATE' or subject is null then raise exception 'the ledger is only ever added to'; end if;
  scope := redaction_scope(subject, old.player_id = (subject ->> 'id')::uuid, concat_ws(' ', old.source_ref, old.note));
  if old.player_id = (subject ->> 'id')::uuid then old.player_id := null; end if;
  old.source_ref := replace(old.source_ref, subject ->> 'id', subject ->> 'replacementId');
  old.note := left(redact_player(old.note, scope), 500);
  return old;
end $$;

-- Queues of jobs, with what waits in them. A new database has none yet. Schedules are written again when a worker starts.
do $$
declare
  one record;
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  for one in select * from (values
    ('accounts.sweep', 'accounts.delete-expired'),
    ('settings.links', 'settings.delete-expired-email-changes'),
    ('settings.forget', 'settings.erase-due-accounts'),
    ('settings.mails', 'settings.send-digests'),
    ('leaving.stop-renewing', 'settings.cancel-renewal'),
    ('newsletter.sweep', 'newsletter.delete-expired'),
    ('newsletter.mail-readers', 'newsletter.send-campaign'),
    ('newsletter.mail-reader', 'newsletter.send-to-reader'),
    ('contact.sweep', 'contact.delete-old'),
    ('picks.sweep', 'recommendations.delete-old'),
    ('notifications.sweep', 'notifications.delete-old'),
    ('payments.sweep', 'payments.reconcile'),
    ('payments.forget', 'payments.delete-old-events'),
    ('payments.stop', 'payments.stop-renewal'),
    ('payments.work', 'payments.process-event'),
    ('avatars.redraw', 'avatars.rerender'),
    ('avatars.forget', 'avatars.delete-old-render'),
    ('avatars.discard', 'avatars.delete-files'),
    ('avatars.tidy', 'avatars.clean-up-upload'),
    ('market.redress', 'market.rerender-wearers'),
    ('friends.presence', 'friends.reconcile-presence'),
    ('friends.declines', 'friends.delete-expired-declines'),
    ('plays.popularity', 'plays.refresh-popularity'),
    ('plays.sweep-viewers', 'plays.delete-inactive')
  ) as names (old_name, new_name) loop
    insert into pgboss.queue select (jsonb_populate_record(q, jsonb_build_object('name', one.new_name))).* from pgboss.queue q where q.name = one.old_name
      on conflict do nothing;
    update pgboss.job set name = one.new_name where name = one.old_name;
    -- A schedule that was due in the last minute: it would ask for a queue that is gone.
    delete from pgboss.job where name = '__pgboss__send-it' and data ->> 'name' = one.old_name;
    delete from pgboss.queue where name = one.old_name;
  end loop;
end $$;

drop function pg_temp.rename_table(text, text);
drop function pg_temp.rename_column(text, text, text);
