-- A line over the site, and a word in the bell, that operators write (docs/decisions/071-announcements.md). Who wrote it is in the audit log.

create table announcements (
  -- Short, because browsers keep the ids of closed lines in a cookie that comes with each request.
  id int generated always as identity primary key,
  -- Of the form that it was written with: a form that is sent twice makes one announcement, and its players are told once.
  form_id uuid not null unique,
  -- Counts the changes: of two operators who change it at once, the later is told.
  version int not null default 1,
  text text not null check (char_length(text) between 3 and 90),
  link_label text check (char_length(link_label) between 1 and 30),
  -- A path on our own site: one slash, and then no second one and no backslash.
  link_path text check (length(link_path) <= 100 and link_path ~ '^/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?$'),
  -- The game that the link leads to: who cannot see the game sees nothing of this. Games are not referenced: what was said stays when a game is
  -- gone, and then nobody sees it any more.
  link_game_id text collate "C",
  audience text not null check (audience in ('everybody', 'plans', 'game')),
  plans text[] check (cardinality(plans) > 0 and plans <@ array['premium', 'pro']),
  game_id text collate "C",
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at and ends_at <= starts_at + interval '60 days'),
  -- When an operator ended it early.
  ended_at timestamptz check (ended_at >= starts_at),
  has_bell boolean not null,
  created_at timestamptz not null,
  -- How far the bells are: the last player who was looked at, how many were told, and when all were.
  bell_cursor uuid,
  bell_count int not null default 0 check (bell_count >= 0),
  bell_done_at timestamptz,
  check ((link_label is null) = (link_path is null)),
  check (link_game_id is null or link_path is not null),
  check ((audience = 'plans') = (plans is not null)),
  check ((audience = 'game') = (game_id is not null))
);
create index announcements_listed on announcements (starts_at desc, id desc);
-- For each page that is rendered: what runs, or will soon.
create index announcements_open on announcements (ends_at) where ended_at is null;
create index announcements_to_tell on announcements (starts_at) where has_bell and bell_done_at is null and ended_at is null;
