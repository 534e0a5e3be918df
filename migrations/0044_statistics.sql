-- The figures of the operators' overview (docs/decisions/068-statistics.md). Days and hours are those of Africa/Nairobi. Nothing here has a text
-- of a player, and only `player_days` has players.

-- What a job counted, by day and by hour. `key` is what a figure is divided by, such as the kind of a refusal or the id of a game; '' if by nothing.
create table daily_figures (
  metric text not null check (length(metric) between 1 and 40),
  day date not null,
  key text not null collate "C" check (length(key) <= 100),
  value double precision not null,
  primary key (metric, day, key)
);
create index daily_figures_by_age on daily_figures (day);
create table hourly_figures (
  metric text not null check (length(metric) between 1 and 40),
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  value double precision not null,
  primary key (metric, day, hour)
);
create index hourly_figures_by_age on hourly_figures (day);
-- When each day was counted last. A day is final once it was counted some hours after its end.
create table counted_days (
  day date primary key,
  counted_at timestamptz not null,
  -- When its plays were counted again, because plays without a network come late; null: not since then.
  plays_counted_at timestamptz
);
-- Since when there is what a figure is counted from. No row: since the beginning of the site.
create table figure_starts (
  metric text primary key,
  day date not null
);
-- From tomorrow: of today a part is over. A site without players begins now, and nothing of today is missing.
insert into figure_starts (metric, day)
select metric, (now() at time zone 'Africa/Nairobi')::date + case when exists (select from players) then 1 else 0 end
from unnest(array['active', 'minutes', 'refused']) metric;

-- On which days a player was here, and from which hour on: players who were here on several days of a week are one active player of it.
-- Without a foreign key: its check would lock the player in the middle of a touched session, and wait for whoever locks players first and
-- their sessions then (erasure, sanctions). A trigger deletes the rows with the player.
create table player_days (
  player_id uuid not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  primary key (player_id, day)
);
create index player_days_by_day on player_days (day, player_id) include (hour);

create function record_player_day() returns trigger language plpgsql as $$
begin
  insert into player_days (player_id, day, hour)
  values (new.player_id, (new.updated_at at time zone 'Africa/Nairobi')::date, extract(hour from new.updated_at at time zone 'Africa/Nairobi'))
  on conflict do nothing;
  return null;
end $$;
-- The last day that is known of each player who exists: with it, the different players of 7 and 30 days are right from the first day on.
insert into player_days (player_id, day, hour)
select distinct on (player_id) player_id, day, hour from (
  select player_id, (updated_at at time zone 'Africa/Nairobi')::date as day, extract(hour from updated_at at time zone 'Africa/Nairobi')::int as hour
  from sessions
  -- A day of UTC, which begins at 3 in Nairobi.
  union all select player_id, seen_on, 3 from last_visits
) known where day > (now() at time zone 'Africa/Nairobi')::date - 62 order by player_id, day desc, hour
on conflict do nothing;

-- Sessions are locked from here on, for a moment only.
-- A session is touched every few minutes, but this runs once a day for each.
create trigger sessions_begin_player_day after insert on sessions for each row execute function record_player_day();
create trigger sessions_next_player_day after update of updated_at on sessions for each row
  when ((new.updated_at at time zone 'Africa/Nairobi')::date > (old.updated_at at time zone 'Africa/Nairobi')::date)
  execute function record_player_day();
-- Those that were used while the lines above ran.
insert into player_days (player_id, day, hour)
select player_id, (updated_at at time zone 'Africa/Nairobi')::date, min(extract(hour from updated_at at time zone 'Africa/Nairobi'))
from sessions where updated_at > now() - interval '5 minutes' group by 1, 2
on conflict do nothing;

create function delete_player_days() returns trigger language plpgsql as $$
begin
  delete from player_days where player_id = old.id;
  return null;
end $$;
-- By its name it runs after the foreign keys' triggers (RI_...), so no session is left that could add a day.
create trigger zz_players_delete_days after delete on players for each row execute function delete_player_days();

-- Seconds that games were open, counted with each heartbeat. By parts (`shard`), so that heartbeats seldom wait for each other.
create table play_seconds (
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  shard smallint not null,
  seconds double precision not null check (seconds >= 0),
  primary key (day, hour, shard)
);

-- Messages that the text filter refused, by its kinds: neither the messages nor whose they were.
create table refused_messages (
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  kind text not null check (length(kind) between 1 and 40),
  times int not null check (times > 0),
  primary key (day, hour, kind)
);
