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
  counted_at timestamptz not null
);
-- Since when there is what a figure is counted from. No row: since the beginning of the site.
create table figure_starts (
  metric text primary key,
  day date not null
);
insert into figure_starts (metric, day)
select metric, (now() at time zone 'Africa/Nairobi')::date from unnest(array['active', 'minutes', 'refused', 'mails']) metric;

-- On which days a player was here, and from which hour on: players who were here on several days of a week are one active player of it.
create table player_days (
  player_id uuid not null references players on delete cascade,
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
-- A session is touched every few minutes, but this runs once a day for each.
create trigger sessions_begin_player_day after insert on sessions for each row execute function record_player_day();
create trigger sessions_next_player_day after update of updated_at on sessions for each row
  when ((new.updated_at at time zone 'Africa/Nairobi')::date > (old.updated_at at time zone 'Africa/Nairobi')::date)
  execute function record_player_day();

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

-- What the job counts, by time. The largest of these tables grow at their end, where such an index is cheap.
create index players_by_creation on players (created_at);
create index plays_by_start on plays (started_at);
create index messages_by_time on messages (sent_at);
create index reports_decided on reports (decided_at) where decided_at is not null;
create index player_reports_decided on player_reports (decided_at) where decided_at is not null;
create index payments_by_payment on payments (paid_at) where paid_at is not null;
create index payments_by_failure on payments (created_at) where state = 'failed';
create index paid_periods_by_end on paid_periods (ends_at) where revoked_at is null;
create index subscriptions_by_grace on subscriptions (grace_until) where state <> 'ended' and grace_until is not null;
