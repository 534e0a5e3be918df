-- oldest-code: 0057
-- Groups: private, by invitation of friends (docs/decisions/089-groups.md).

create table groups (
  id uuid primary key,
  name text not null check (char_length(name) between 3 and 30),
  motto text not null default '' check (char_length(motto) <= 60),
  -- The badge is drawn from these four (features/groups/badge).
  badge_shape text not null check (badge_shape in ('shield', 'circle', 'square', 'diamond', 'drum', 'leaf')),
  badge_color text not null check (badge_color in ('teal', 'blue', 'magenta', 'orange', 'yellow', 'night', 'green', 'brown')),
  badge_cloth text not null check (badge_cloth in ('triangles', 'circles', 'zigzag', 'diamonds')),
  badge_sign text not null
    check (badge_sign in ('star', 'bolt', 'moon', 'drum', 'ball', 'kite', 'paw', 'waves', 'baobab', 'eye', 'sun', 'book')),
  created_by uuid references players on delete set null,
  created_at timestamptz not null,
  -- A closed group is gone for its members at once. Its rows stay for moderators until the retention job deletes them.
  closed_at timestamptz,
  closed_by text check (closed_by in ('owner', 'team', 'empty')),
  check ((closed_at is null) = (closed_by is null))
);
create index groups_created_by on groups (created_by);
create index groups_closed on groups (closed_at) where closed_at is not null;

create table group_members (
  group_id uuid not null references groups on delete cascade,
  player_id uuid not null references players on delete cascade,
  role text not null check (role in ('owner', 'helper', 'member')),
  joined_at timestamptz not null,
  primary key (group_id, player_id)
);
create unique index group_members_owner on group_members (group_id) where role = 'owner';
create index group_members_of on group_members (player_id);

-- Open invitations; and who declined or was removed, for as long as that says who may invite them again.
create table group_invitations (
  group_id uuid not null references groups on delete cascade,
  player_id uuid not null references players on delete cascade,
  -- Of one who was removed: who did that. Null: their account is gone.
  invited_by uuid references players on delete set null check (invited_by <> player_id),
  created_at timestamptz not null,
  state text not null check (state in ('open', 'declined', 'removed')),
  -- Then the row counts for nothing, and is deleted.
  until timestamptz not null,
  primary key (group_id, player_id)
);
create index group_invitations_of on group_invitations (player_id);
create index group_invitations_by on group_invitations (invited_by);
create index group_invitations_until on group_invitations (until);

-- Each name and motto as it was written, the first ones too: for moderators, and because they change only so often.
create table group_name_changes (
  id uuid primary key,
  group_id uuid not null references groups on delete cascade,
  name text not null check (char_length(name) between 3 and 30),
  motto text not null check (char_length(motto) <= 60),
  -- 'taken-away': by the team.
  kind text not null check (kind in ('made', 'changed', 'taken-away')),
  -- Null: the team, or their account is gone.
  changed_by uuid references players on delete set null,
  changed_at timestamptz not null
);
create index group_name_changes_of on group_name_changes (group_id, changed_at);
create index group_name_changes_by on group_name_changes (changed_by);
create index group_name_changes_by_age on group_name_changes (changed_at);
