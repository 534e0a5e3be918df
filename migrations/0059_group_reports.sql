-- oldest-code: 0058
-- safe-because: the new checks take all that the former ones took
-- Reports about groups, and their cases (docs/decisions/089-groups.md). The tables of cases are small.

create table group_reports (
  id uuid primary key,
  group_id uuid not null references groups on delete cascade,
  -- Null: their account is gone.
  reporter_id uuid references players on delete set null,
  -- What the group was called when it was reported: whoever is reported may change it before somebody looks.
  reported_name text not null,
  reported_motto text not null,
  reason text not null check (reason in ('bad-name', 'bullying', 'danger', 'other')),
  description text not null default '',
  state text not null default 'new' check (state in ('new', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  -- When the reporter added something; null: never.
  changed_at timestamptz,
  decided_at timestamptz
);
-- A player has one open report about a group; what they say later is added to it.
create unique index group_reports_one_open on group_reports (group_id, reporter_id) where state in ('new', 'reviewing');
create index group_reports_waiting on group_reports (created_at, id) where state in ('new', 'reviewing');
create index group_reports_by_age on group_reports (created_at, id);
create index group_reports_of on group_reports (group_id, created_at desc);
create index group_reports_by on group_reports (reporter_id, created_at desc);
create index group_reports_decided on group_reports (decided_at) where decided_at is not null;

-- Whether a player belongs to a group in any way: then they decide nothing about it, whatever their role in the team is.
create function is_party_to_group(player uuid, in_group uuid) returns boolean language sql stable as $$
  select exists (select from group_members m where m.group_id = in_group and m.player_id = player)
    or exists (select from group_invitations i where i.group_id = in_group and player in (i.player_id, i.invited_by))
    or exists (select from group_reports r where r.group_id = in_group and r.reporter_id = player)
    or exists (select from group_name_changes n where n.group_id = in_group and n.changed_by = player)
    or exists (select from groups g where g.id = in_group and g.created_by = player)
$$;

alter table case_assignments drop constraint case_assignments_kind_check,
  add constraint case_assignments_kind_check check (kind in ('help', 'player', 'group', 'game', 'picture', 'message', 'broken-game'));
alter table case_leaves drop constraint case_leaves_kind_check,
  add constraint case_leaves_kind_check check (kind in ('help', 'player', 'group', 'game', 'picture', 'message', 'broken-game'));
alter table case_alerts drop constraint case_alerts_kind_check,
  add constraint case_alerts_kind_check check (kind in ('help', 'player', 'group', 'game', 'picture', 'message', 'broken-game'));

-- The deletion of an account also waits while a report is open about a group that the player leads, made or named: until somebody has looked,
-- it has to be known who did that.
create or replace function is_deletion_paused(player uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (select from player_reports r where r.reported_player_id = player and r.state in ('new', 'reviewing'))
    or exists (select from sanctions s where s.player_id = player and s.kind <> 'warn' and s.lifted_at is null and s.until > at)
    or exists (select from help_requests h where h.player_id = player and h.state in ('new', 'reviewing'))
    or exists (
      select from group_reports r join groups g on g.id = r.group_id
      where r.state in ('new', 'reviewing') and (g.created_by = player
        or exists (select from group_members m where m.group_id = g.id and m.player_id = player and m.role = 'owner')
        or exists (select from group_name_changes n where n.group_id = g.id and n.changed_by = player)))
$$;
