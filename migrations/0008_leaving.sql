-- A player who leaves for good is taken out of what has to stay: the audit log, the ledger, reports, what providers told us.
-- Whom it is about says the setting 'kiddo.forget' of the transaction that does it, as JSON: `id`, the word `gone` that stands for
-- it from then on (so that rows which belonged together still do), and the words that name the player: `emails`, `usernames`,
-- `displayNames`; and `mentions`, their usernames as they are looked for in what is about something else.

create function the_forgotten() returns jsonb language sql stable as $$
  select nullif(current_setting('kiddo.forget', true), '')::jsonb
$$;

-- A text without a player: their id wherever it stands, an e-mail that is no part of another, names where they are a word of their own.
create function without_player(given text, who jsonb) returns text language plpgsql immutable as $$
declare
  one text;
  -- Every sign of a name means itself.
  sign constant text := '([^[:alnum:]_[:space:]])';
  alone constant text := '(?<![[:alnum:]_])%s(?![[:alnum:]_])';
  whole constant text := '(?<![[:alnum:]._%%+''-])%s(?![[:alnum:]-]|\.[[:alnum:]])';
begin
  given := replace(given, who ->> 'id', who ->> 'gone');
  for one in select jsonb_array_elements_text(who -> 'emails') loop
    given := regexp_replace(given, format(whole, regexp_replace(one, sign, '\\\1', 'g')), 'a player who left', 'gi');
  end loop;
  for one in select jsonb_array_elements_text(who -> 'usernames') loop
    given := regexp_replace(given, format(alone, one), 'a player who left', 'gi');
  end loop;
  for one in select jsonb_array_elements_text(who -> 'displayNames') loop
    given := regexp_replace(given, format(alone, regexp_replace(one, sign, '\\\1', 'g')), 'a player who left', 'g');
  end loop;
  return given;
end $$;

-- The same for all texts within JSON; its keys stay.
create function without_player_in(given jsonb, who jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(given)
    when 'string' then to_jsonb(without_player(given #>> '{}', who))
    when 'object' then (select coalesce(jsonb_object_agg(key, without_player_in(value, who)), '{}') from jsonb_each(given))
    when 'array' then (select coalesce(jsonb_agg(without_player_in(value, who) order by place), '[]')
      from jsonb_array_elements(given) with ordinality as part (value, place))
    else given end;
end $$;

-- Whether a text has their id or e-mail in it.
create function is_about(given text, who jsonb) returns boolean language sql immutable as $$
  select without_player(given, who || '{"usernames": [], "displayNames": []}') <> given
$$;

-- What names them in a row: all their names where it is theirs or about them, else mentions only. Names can be words, and of two who
-- are called alike the other one stays.
create function as_told(who jsonb, is_theirs boolean, given text) returns jsonb language sql immutable as $$
  select case when is_theirs or is_about(given, who) then who
    else who || jsonb_build_object('usernames', coalesce(who -> 'mentions', '[]'), 'displayNames', '[]'::jsonb) end
$$;

-- An entry of the audit log is never changed, but by forgetting a player. Whatever that update asks for, what is written is the entry
-- as it was without them.
create function audit_log_entry_kept() returns trigger language plpgsql as $$
declare
  who jsonb := the_forgotten();
  told jsonb;
begin
  if tg_op <> 'UPDATE' or who is null then raise exception 'the audit log is only ever added to'; end if;
  told := as_told(who, old.actor_id = (who ->> 'id')::uuid, concat_ws(' ', old.subject_id, old.note, old.details));
  if old.actor_id = (who ->> 'id')::uuid then
    old.actor_id := null;
    old.actor_name := 'a player who left';
  end if;
  old.subject_id := replace(old.subject_id, who ->> 'id', who ->> 'gone');
  old.note := left(without_player(old.note, told), 2000);
  old.details := without_player_in(old.details, told);
  return old;
end $$;
create trigger audit_log_entry_kept before update or delete on audit_log for each row execute function audit_log_entry_kept();
-- Anything else is refused before a row is looked at, also where there is none.
create or replace function audit_log_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and the_forgotten() is not null then return null; end if;
  raise exception 'the audit log is only ever added to';
end $$;

-- The ledger likewise; and an account that is deleted leaves its rows without an owner.
create or replace function ledger_kept() returns trigger language plpgsql as $$
declare
  who jsonb := the_forgotten();
  told jsonb;
begin
  if tg_op = 'UPDATE' and new.player_id is null and to_jsonb(new) - 'player_id' = to_jsonb(old) - 'player_id' then return new; end if;
  if tg_op <> 'UPDATE' or who is null then raise exception 'the ledger is only ever added to'; end if;
  told := as_told(who, old.player_id = (who ->> 'id')::uuid, concat_ws(' ', old.source_ref, old.note));
  if old.player_id = (who ->> 'id')::uuid then old.player_id := null; end if;
  old.source_ref := replace(old.source_ref, who ->> 'id', who ->> 'gone');
  old.note := left(without_player(old.note, told), 500);
  return old;
end $$;
