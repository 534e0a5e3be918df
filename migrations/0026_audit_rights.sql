-- What runs with the rights of the owner is for nobody but who needs it. A trigger function that everybody may use could be put on a table
-- of one's own, with an implicit cast of its rows to entries: the cast would run as the owner.
create or replace function append_audit_link() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  last audit_chain;
  next_position bigint;
  link_kind constant text := case tg_op when 'INSERT' then 'added' else 'redacted' end;
  content bytea;
begin
  if tg_relid <> 'public.audit_log'::regclass then raise exception 'only the audit log has a chain'; end if;
  content := audit_content_hash(new);
  perform pg_advisory_xact_lock(70414);
  select * into last from audit_chain order by position desc limit 1;
  next_position := coalesce(last.position, 0) + 1;
  insert into audit_chain (position, entry_id, kind, content_hash, hash) values (next_position, new.id, link_kind, content,
    audit_link_hash(coalesce(last.hash, ''), next_position, new.id, link_kind, content));
  return null;
end $$;
revoke execute on function append_audit_link() from public;
alter function audit_content_hash(audit_log) set search_path = pg_catalog, public, pg_temp;
alter function audit_link_hash(bytea, bigint, uuid, text, bytea) set search_path = pg_catalog, public, pg_temp;

-- As before, but every sign of a name means itself, in usernames too: a name is no pattern. And display names go first: of 'Amina Wanjiru' with
-- the username 'amina', the second word would stay.
create or replace function redact_player(source text, subject jsonb) returns text language plpgsql immutable as $$
declare
  name text;
  sign constant text := '([^[:alnum:]_[:space:]])';
  whole_word constant text := '(?<![[:alnum:]_])%s(?![[:alnum:]_])';
  whole_email constant text := '(?<![[:alnum:]._%%+''-])%s(?![[:alnum:]-]|\.[[:alnum:]])';
begin
  source := replace(source, subject ->> 'id', subject ->> 'replacementId');
  for name in select jsonb_array_elements_text(subject -> 'emails') loop
    source := regexp_replace(source, format(whole_email, regexp_replace(name, sign, '\\\1', 'g')), 'a player who left', 'gi');
  end loop;
  for name in select jsonb_array_elements_text(subject -> 'displayNames') loop
    source := regexp_replace(source, format(whole_word, regexp_replace(name, sign, '\\\1', 'g')), 'a player who left', 'g');
  end loop;
  for name in select jsonb_array_elements_text(subject -> 'usernames') loop
    source := regexp_replace(source, format(whole_word, regexp_replace(name, sign, '\\\1', 'g')), 'a player who left', 'gi');
  end loop;
  return source;
end $$;

-- Accounts that a transaction takes out of the audit log. A row is there until it is checked: at the commit, or before if the transaction says
-- so (set constraints). Then the account is deleted, or the transaction fails. So nobody changes the log without deleting an account; the same
-- transaction may make it anew afterwards.
create table audit_erasures (
  player_id uuid primary key
);
create function check_audit_erasure() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_relid <> 'public.audit_erasures'::regclass then raise exception 'only erasures are checked'; end if;
  if exists (select from players where id = new.player_id) then
    raise exception 'only a player whose account is deleted is taken out of the audit log';
  end if;
  delete from audit_erasures where player_id = new.player_id;
  return null;
end $$;
revoke execute on function check_audit_erasure() from public;
create constraint trigger audit_erasures_account_deleted after insert on audit_erasures deferrable initially deferred
  for each row execute function check_audit_erasure();

-- A player's former usernames: the reservations under the hash that features/settings/account makes of the id. The application writes these
-- rows, so no more of them count than renaming leaves there (RENAMES_MAX in the rules of the account settings: so many renames within the time
-- for which a reservation lives), the newest, and none that is another player's name. What is beyond that is passed over: it would hold up the
-- erasure for good.
create function list_former_usernames(player uuid) returns setof text language sql stable as $$
  select username from username_reservations former
  where claim_hash = translate(rtrim(encode(sha256(convert_to('renamed ' || player, 'UTF8')), 'base64'), '='), '+/', '-_')
    and username ~ '^[a-z0-9_]{1,30}$'
    and not exists (select from players other where other.username = former.username)
  order by expires_at desc, username limit 2
$$;

-- Takes a player out of the audit log, with the rights of the owner. The setting 'kiddo.erasure_subject' says what is taken out, and whoever
-- calls this can write it: so it may have nothing but what the tables have about this player, whose account is about to be deleted.
drop function erase_from_audit_log(uuid, text);
create function erase_from_audit_log(player uuid) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  subject constant jsonb := erasure_subject();
  account players;
  known_usernames text[];
  known_emails text[];
  pattern text;
begin
  select * into account from players where id = player for update;
  if account.id is null or (account.deletes_at is null and not account.is_demo) then
    raise exception 'only a player whose account is deleted is taken out of the audit log';
  end if;
  known_usernames := array(select list_former_usernames(player)) || account.username;
  select array_agg(email) || account.email into known_emails from email_changes wanted
  where player_id = player and not exists (select from players other where other.email = wanted.email);
  if not coalesce(
    subject ->> 'id' = player::text
    and subject ->> 'replacementId' ~ '^left-[0-9a-f]{18}$'
    and subject -> 'emails' <@ (select jsonb_agg(email) from unnest(known_emails) as email where email ~ '^[^[:space:]]+@[^[:space:]]+$')
    and subject -> 'usernames' <@ to_jsonb(known_usernames)
    and subject -> 'displayNames' <@ jsonb_build_array(nullif(account.display_name, ''))
    and subject -> 'mentions' <@ (select jsonb_agg(case when name ~ '[0-9_]' then name else '@' || name end) from unnest(known_usernames) as name),
    false
  ) then
    raise exception 'what is taken out of the audit log is not what identifies the player';
  end if;
  insert into audit_erasures values (player);
  -- Whom another word stands for already stays somebody else.
  if exists (select from audit_log where subject_id = subject ->> 'replacementId') then
    raise exception 'the audit log has this replacement of an id already';
  end if;
  -- A first look: the trigger looks closely.
  select string_agg(regexp_replace(word, '([^[:alnum:]_[:space:]])', '\\\1', 'g'), '|') into pattern
  from jsonb_array_elements_text(jsonb_build_array(player) || (subject -> 'emails') || (subject -> 'mentions')) as word;
  update audit_log set note = note
  where actor_id = player or subject_id like '%' || player || '%' or note ~* pattern or details::text ~* pattern;
end $$;
revoke execute on function erase_from_audit_log(uuid) from public;
