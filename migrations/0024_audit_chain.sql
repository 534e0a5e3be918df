-- The audit log as a chain: each entry has a link with the hash of its content, and each link has the hash of the one before. Who changes,
-- removes or inserts an entry has to make all later links again, and then the hash of the last one is another than it was.

-- The hash of a content that somebody knows parts of could be guessed: the salt prevents that. Erasing a player gives the entry another one.
alter table audit_log add column salt uuid not null default gen_random_uuid();

create table audit_chain (
  position bigint primary key,
  -- No foreign key: the link shows that there was an entry.
  entry_id uuid not null,
  -- 'redacted': the content without a player who was erased. Of the links of an entry, the last one has the hash of what it is now.
  kind text not null check (kind in ('added', 'redacted')),
  content_hash bytea not null,
  hash bytea not null
);
create index audit_chain_by_entry on audit_chain (entry_id, position);

-- The same text is made by whoever checks the chain: see features/audit-log/chain/queries.server.ts.
create function audit_content_hash(entry audit_log) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(convert_to(jsonb_build_array(entry.salt, entry.id, extract(epoch from entry.at), entry.actor_id, entry.actor_name,
    entry.action, entry.subject_kind, entry.subject_id, entry.note, entry.details)::text, 'UTF8'))
$$;

create function audit_link_hash(previous bytea, nth bigint, entry_id uuid, kind text, content_hash bytea) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(convert_to(concat_ws(' ', encode(previous, 'hex'), nth, entry_id, kind, encode(content_hash, 'hex')), 'UTF8'))
$$;

-- One after the other, whichever process writes: the lock is held until the commit.
create function append_audit_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_chain;
  next_position bigint;
  link_kind constant text := case tg_op when 'INSERT' then 'added' else 'redacted' end;
  content constant bytea := audit_content_hash(new);
begin
  perform pg_advisory_xact_lock(70414);
  select * into last from audit_chain order by position desc limit 1;
  next_position := coalesce(last.position, 0) + 1;
  insert into audit_chain (position, entry_id, kind, content_hash, hash) values (next_position, new.id, link_kind, content,
    audit_link_hash(coalesce(last.hash, ''), next_position, new.id, link_kind, content));
  return null;
end $$;

-- The entries that there are, by their ids, which grow with time.
do $$
declare
  entry audit_log;
  nth bigint := 0;
  previous bytea := '';
  content bytea;
begin
  for entry in select * from audit_log order by id loop
    nth := nth + 1;
    content := audit_content_hash(entry);
    previous := audit_link_hash(previous, nth, entry.id, 'added', content);
    insert into audit_chain (position, entry_id, kind, content_hash, hash) values (nth, entry.id, 'added', content, previous);
  end loop;
end $$;

-- At the commit, when a transaction holds all other locks that it needs: so the lock of the chain never waits for one of those.
create constraint trigger audit_log_chain after insert or update on audit_log deferrable initially deferred
  for each row execute function append_audit_link();

create function reject_audit_chain_change() returns trigger language plpgsql as $$
begin
  raise exception 'the chain of the audit log is only ever added to';
end $$;
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function reject_audit_chain_change();

-- As before, with another salt: nobody can try out what the erased content was.
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
  old.salt := gen_random_uuid();
  return old;
end $$;
