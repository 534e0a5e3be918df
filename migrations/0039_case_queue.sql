-- Who of the team looks at which open case (docs/decisions/065-case-queue.md). A case has no row of its own: it is open while an entry of its kind
-- is, about the same subject. Game ids are texts, so all subjects are.
create table case_assignments (
  kind text not null check (kind in ('help', 'player', 'game', 'picture', 'message')),
  subject_id text not null collate "C" check (length(subject_id) <= 64),
  assignee_id uuid not null references players on delete cascade,
  assigned_at timestamptz not null,
  -- Later than this it counts no more: whoever closed the browser keeps nobody else from the case.
  expires_at timestamptz not null check (expires_at > assigned_at),
  primary key (kind, subject_id)
);
create index case_assignments_of on case_assignments (assignee_id);
create index case_assignments_by_end on case_assignments (expires_at);

-- Which open cases the team was called for already. `opened_at`: since when the case waits, so that one that is opened again calls again.
create table case_alerts (
  kind text not null check (kind in ('help', 'player', 'game', 'picture', 'message')),
  subject_id text not null collate "C" check (length(subject_id) <= 64),
  reason text not null check (reason in ('urgent', 'due-soon')),
  opened_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (kind, subject_id, reason, opened_at)
);
create index case_alerts_by_age on case_alerts (sent_at);

-- What somebody of the team gets mails for. No row: for everything.
create table case_alert_settings (
  player_id uuid primary key references players on delete cascade,
  urgent boolean not null,
  due_soon boolean not null,
  digest boolean not null
);
