-- What players do over time that one message does not tell (docs/decisions/055-risk-scoring.md): who did what kind of thing to whom,
-- how often and when. No texts.
create table risk_signals (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  other_id uuid not null references players on delete cascade check (other_id <> player_id),
  -- A kind of the text filter, refused or soft, or what came of a friend request: see risk-scoring/rules.ts.
  kind text not null check (length(kind) between 1 and 40),
  -- One row for each day (UTC), so that somebody who does it a thousand times a day has one row of it.
  day date not null,
  times int not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- How long the two had been friends the first time; null where they were not.
  friends_hours int check (friends_hours >= 0),
  -- When a moderator decided about a case that this was a part of: it counts for no later case.
  reviewed_at timestamptz
);
-- Two processes that count the same thing at once count it in one row.
create unique index risk_signals_counted on risk_signals (player_id, other_id, kind, day) where reviewed_at is null;
create index risk_signals_of on risk_signals (player_id, last_at desc) where reviewed_at is null;
create index risk_signals_towards on risk_signals (other_id);
create index risk_signals_by_age on risk_signals (last_at);

-- Who cannot get to know anybody for now, because three independent reports came in a day. A moderator's decision ends it.
create table contact_pauses (
  player_id uuid primary key references players on delete cascade,
  paused_at timestamptz not null
);

-- A case that Kiddo opens by itself is a report without a reporter. Its description are the reasons in words.
alter table player_reports drop constraint player_reports_reason_check;
alter table player_reports add constraint player_reports_reason_check
  check (reason in ('bullying', 'bad-words', 'scary', 'personal-details', 'pretends', 'other', 'risk-score'));
alter table player_reports add constraint player_reports_noticed_check check (reason <> 'risk-score' or (reporter_id is null and message_seq is null));
create unique index player_reports_noticed_open on player_reports (reported_player_id)
  where reason = 'risk-score' and state in ('new', 'reviewing');
