-- The day on which each player was last here, and the warning before an account that nobody uses is erased (docs/decisions/060-inactive-accounts.md).
-- A table of its own: a new day is written for every player who comes, and the players' own rows have large indexes and are locked by payments.
create table last_visits (
  player_id uuid primary key references players on delete cascade,
  -- In UTC.
  seen_on date not null,
  -- When the mail that warns was queued, and when a mail server took it: only then do the days begin to run.
  warning_queued_at timestamptz,
  warned_at timestamptz,
  check (warned_at is null or warning_queued_at is not null)
);
-- The newest that is known of each. Presence began later than accounts, and sessions are deleted when they end.
insert into last_visits (player_id, seen_on)
select p.id, (greatest(
    (select seen_at from presence where player_id = p.id),
    (select max(updated_at) from sessions where player_id = p.id),
    p.updated_at, p.created_at
  ) at time zone 'UTC')::date
from players p;
create index last_visits_to_warn on last_visits (seen_on, player_id) where warned_at is null;
create index last_visits_warned on last_visits (warned_at) where warned_at is not null;

create function begin_visits() returns trigger language plpgsql as $$
begin
  insert into last_visits (player_id, seen_on) values (new.id, (new.created_at at time zone 'UTC')::date) on conflict do nothing;
  return null;
end $$;
create trigger players_begin_visits after insert on players for each row execute function begin_visits();

-- Whoever signs in, in any way, or uses a session on another day, is here: a warning is withdrawn. A session is touched every few minutes, but
-- this runs once a day for each.
create function record_visit() returns trigger language plpgsql as $$
begin
  update last_visits v set seen_on = greatest(v.seen_on, (new.updated_at at time zone 'UTC')::date), warning_queued_at = null, warned_at = null
  where v.player_id = new.player_id
    and (v.seen_on < (new.updated_at at time zone 'UTC')::date or v.warning_queued_at is not null);
  return null;
end $$;
create trigger sessions_begin_visit after insert on sessions for each row execute function record_visit();
create trigger sessions_visit_next_day after update of updated_at on sessions for each row
  when ((new.updated_at at time zone 'UTC')::date > (old.updated_at at time zone 'UTC')::date) execute function record_visit();
