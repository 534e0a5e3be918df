-- What stays of a case when an account is erased, for as long as it is needed, and addresses that stay banned. None of these tables
-- references a player: they hold the id and the names that the player had.

-- The deletion of an account waits while a report about it is open, and while the player is muted or banned for a time. A sanction without
-- an end does not hold it up: it would keep the account for good.
create function is_deletion_paused(player uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from player_reports r where r.reported_player_id = player and r.state in ('new', 'reviewing'))
    or exists (select from sanctions s where s.player_id = player and s.kind <> 'warn' and s.lifted_at is null and s.until > at)
$$;

-- When the case of a player with an account was closed: with its last decision, or the end of its last mute or ban with an end. Null while
-- it is open, and where there is none.
create function case_closed_at(player uuid, at timestamptz) returns timestamptz language sql stable as $$
  select case when not is_deletion_paused(player, at) then greatest(
    (select max(r.decided_at) from player_reports r where r.reported_player_id = player),
    (select max(coalesce(least(s.until, s.lifted_at), s.created_at)) from sanctions s where s.player_id = player)
  ) end
$$;

-- The case of a player who was erased.
create table retained_cases (
  player_id uuid primary key,
  -- The word that stands for the player in the audit log since the erasure: what the team does about the case later is logged under it.
  replacement_id text not null unique,
  username text collate "C" not null,
  display_name text not null,
  member_since timestamptz not null,
  erased_at timestamptz not null,
  -- As above, but a mute or ban without an end is over with the account.
  closed_at timestamptz not null
);
create index retained_cases_by_erasure on retained_cases (erased_at, player_id);
create index retained_cases_by_close on retained_cases (closed_at);
create index retained_cases_by_username on retained_cases (username);
create index retained_cases_by_display_name on retained_cases (lower(display_name) collate "C");

-- Reports whose reporter or reported player was erased, with the evidence as it was. `id` is the report's own: while the reported player's
-- account exists, the report is in `player_reports` too, without the reporter.
create table retained_reports (
  id uuid primary key,
  reported_player_id uuid not null,
  reported_username text not null,
  reported_display_name text not null,
  -- Null where the reporter had been erased before reports were retained.
  reporter_id uuid,
  reporter_username text,
  reporter_display_name text,
  message_seq int,
  evidence jsonb not null,
  reason text not null,
  description text not null,
  state text not null check (state in ('new', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index retained_reports_of on retained_reports (reported_player_id, created_at);

create table retained_sanctions (
  id uuid primary key,
  player_id uuid not null references retained_cases on delete cascade,
  kind text not null check (kind in ('warn', 'mute', 'ban')),
  why text not null,
  created_at timestamptz not null,
  until timestamptz,
  lifted_at timestamptz
);
create index retained_sanctions_of on retained_sanctions (player_id, created_at);

-- What the audit log said about the player before it lost the name.
create table retained_decisions (
  id uuid primary key,
  player_id uuid not null references retained_cases on delete cascade,
  at timestamptz not null,
  actor_name text not null,
  action text not null,
  note text not null,
  details jsonb not null
);
create index retained_decisions_of on retained_decisions (player_id, at);

-- Cases that are kept for the police until they are released, whether the account exists or not.
create table case_holds (
  player_id uuid primary key,
  held_at timestamptz not null
);

-- Addresses of players who are banned without an end, as keyed hashes. `player_id` is null once nothing else is kept of the player.
create table banned_emails (
  id uuid primary key,
  player_id uuid unique,
  email_hash text not null,
  created_at timestamptz not null
);
create index banned_emails_by_hash on banned_emails (email_hash);

-- The keyed hash of the address, of accounts whose address was chosen since this migration.
alter table players add column email_hash text;

-- No account gets an address that is banned, or is confirmed with one: whatever was looked up before. Who bans and who signs up take the
-- same lock, so that the second one sees what the first one wrote.
create function lock_banned_email() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('banned email ' || new.email_hash, 0));
  return new;
end $$;
create trigger banned_emails_lock before insert or update of email_hash on banned_emails for each row execute function lock_banned_email();

create function refuse_banned_email() returns trigger language plpgsql as $$
begin
  if new.email_hash is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('banned email ' || new.email_hash, 0));
  if exists (select from banned_emails b where b.email_hash = new.email_hash and b.player_id is distinct from new.id) then
    raise exception 'this address is banned' using errcode = 'check_violation', table = 'players', constraint = 'players_email_not_banned';
  end if;
  return null;
end $$;
-- After the row is written: an insert may have waited for the erasure of the account that had the address, which wrote the ban.
create trigger players_email_not_banned after insert or update of email, email_hash, email_confirmed on players
  for each row execute function refuse_banned_email();
