-- Who of the team looks at which open case (docs/decisions/065-case-queue.md). A case has no row of its own: it is open while an entry of its kind
-- is, about the same subject. Game ids are texts, so all subjects are.
create table case_assignments (
  kind text not null check (kind in ('help', 'player', 'game', 'picture', 'message')),
  subject_id text not null collate "C" check (length(subject_id) <= 64),
  assignee_id uuid not null references players on delete cascade,
  assigned_at timestamptz not null,
  -- Somebody chose it: took it, or handed it on. Else it opened by itself after a decision, and perhaps nobody has read it.
  is_deliberate boolean not null,
  -- Later than this it counts no more: whoever closed the browser keeps nobody else from the case.
  expires_at timestamptz not null check (expires_at > assigned_at),
  primary key (kind, subject_id)
);
create index case_assignments_of on case_assignments (assignee_id);
create index case_assignments_by_end on case_assignments (expires_at);

-- Who left which case, and when: for some hours it does not open for them by itself.
create table case_leaves (
  kind text not null check (kind in ('help', 'player', 'game', 'picture', 'message')),
  subject_id text not null collate "C" check (length(subject_id) <= 64),
  player_id uuid not null references players on delete cascade,
  left_at timestamptz not null,
  primary key (player_id, kind, subject_id)
);
create index case_leaves_by_age on case_leaves (left_at);

-- Which open cases the team was called for already. `opened_at`: since when the case waits, so that one that is opened again calls again.
create table case_alerts (
  kind text not null check (kind in ('help', 'player', 'game', 'picture', 'message')),
  subject_id text not null collate "C" check (length(subject_id) <= 64),
  reason text not null check (reason in ('urgent', 'due-soon')),
  opened_at timestamptz not null,
  sent_at timestamptz not null,
  -- The case calls again: it became graver, or whoever had taken it left it. The row stays, because it says when the team was last called.
  is_void boolean not null default false,
  -- Urgent by the word of players alone, which calls at once a few times an hour only.
  is_reported_only boolean not null default false,
  primary key (kind, subject_id, reason, opened_at)
);
create index case_alerts_by_age on case_alerts (sent_at);

-- What somebody of the team is called for. No row: for everything.
create table case_alert_settings (
  player_id uuid primary key references players on delete cascade,
  urgent boolean not null,
  due_soon boolean not null,
  digest boolean not null
);

-- Since when a request waits that was decided and is open again; null: since it was made. `created_at` stays: how long requests are kept, and
-- the lists of all of them, go by it.
alter table help_requests add column opened_at timestamptz;
