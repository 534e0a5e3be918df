-- What a player looks like, what they own, and how they want it.

-- Pictures to choose from (spec 2, section 3). `picture` is a file of ours: 384 x 384, WebP.
create table avatar_templates (
  id text collate "C" primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (length(name) between 1 and 60),
  style text not null check (style ~ '^[a-z0-9-]{1,30}$'),
  picture text not null,
  is_premium boolean not null default false,
  -- Taken off the list it stays with who wears it.
  is_listed boolean not null default true,
  place int not null,
  created_at timestamptz not null default now()
);
create index avatar_templates_listed on avatar_templates (place, id) where is_listed;

-- A picture that a player brought, re-encoded. Nobody but its owner and the team sees it before it was approved.
create table avatar_uploads (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  picture text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'deleted')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index avatar_uploads_waiting on avatar_uploads (player_id) where state = 'waiting';
create index avatar_uploads_queue on avatar_uploads (created_at, id) where state = 'waiting';
create index avatar_uploads_approved on avatar_uploads (created_at desc, id desc) where state = 'approved';
create index avatar_uploads_of_player on avatar_uploads (player_id, id desc);

-- The head of a player's figure. No row: the picture that is drawn from their id.
create table avatars (
  player_id uuid primary key references players on delete cascade,
  style text not null default 'default' check (style in ('default', 'template', 'custom')),
  template_id text collate "C" references avatar_templates,
  upload_id uuid references avatar_uploads,
  -- Colour of the figure's body, one of those in the rules.
  skin text not null,
  -- Which drawing of it is shown: its files are avatars/{player}/{drawing}/face.webp and figure.webp; null: nothing was drawn yet.
  drawing text,
  updated_at timestamptz not null default now(),
  check ((style = 'template') = (template_id is not null)),
  check ((style = 'custom') = (upload_id is not null))
);
-- Who is drawn anew with a template; and who goes with their picture.
create index avatars_of_template on avatars (template_id, player_id) where template_id is not null;
create index avatars_of_upload on avatars (upload_id) where upload_id is not null;

-- What can be worn. `stock` null: as many as are asked for; else a limited edition of so many pieces.
create table items (
  id text collate "C" primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (length(name) between 1 and 60),
  category text not null check (category in ('hats', 'shirts', 'pants', 'accessories', 'gear', 'faces')),
  creator text not null default 'Kiddo' check (length(creator) between 1 and 60),
  price int not null check (price >= 0),
  stock int check (stock > 0),
  sold int not null default 0 check (sold >= 0),
  is_offered boolean not null default true,
  -- Behind the body: wings, a cape.
  is_behind boolean not null default false,
  -- A layer of the figure (480 x 640, WebP with alpha), and it by itself (240 x 240).
  picture text not null,
  thumb text not null,
  place int not null,
  created_at timestamptz not null default now(),
  check (stock is null or sold <= stock),
  unique (id, category)
);
create index items_offered on items (place, id) where is_offered;
create index items_offered_in on items (category, place, id) where is_offered;
create index items_found on items using gin (lower(name) gin_trgm_ops);

-- Who owns what, and wears it: one of each category at a time. `number` is the piece of a limited edition.
create table inventory (
  player_id uuid not null references players on delete cascade,
  item_id text collate "C" not null,
  category text not null,
  number int check (number > 0),
  -- What was paid in kiddocash.
  price int not null check (price >= 0),
  is_worn boolean not null default false,
  bought_at timestamptz not null default now(),
  primary key (player_id, item_id),
  foreign key (item_id, category) references items (id, category),
  unique (item_id, number)
);
create unique index inventory_worn on inventory (player_id, category) where is_worn;
create index inventory_wearers on inventory (item_id, player_id) where is_worn;
create index inventory_latest on inventory (player_id, bought_at desc, item_id);

-- Which mails a player gets. No row: all of them. What is about money and safety is always mailed.
create table mail_wishes (
  player_id uuid primary key references players on delete cascade,
  friends boolean not null default true,
  messages boolean not null default true,
  games boolean not null default true,
  -- Named in the mails themselves, so that one click stops them without signing in.
  stop_key text collate "C" not null unique check (stop_key ~ '^[A-Za-z0-9_-]{20,40}$'),
  mailed_at timestamptz
);

-- What stood in a mail, or was not wanted in one, is not looked at again.
-- What happened before there were such mails is not mailed.
alter table notifications add column is_mailed boolean not null default true;
alter table notifications alter column is_mailed set default false;
create index notifications_to_mail on notifications (created_at, player_id)
  where not is_read and not is_mailed and type in ('friend_request', 'friend_accepted', 'message', 'game_update');

-- A username can be changed, but not all the time: when it was.
create table username_changes (
  player_id uuid not null references players on delete cascade,
  changed_at timestamptz not null,
  primary key (player_id, changed_at)
);

-- A new e-mail address that waits for its proof, one a player. The link holds the token itself; the mark is of the password
-- that was asked for: whoever chooses a new one ends this too.
create table email_changes (
  player_id uuid primary key references players on delete cascade,
  email text collate "C" not null check (email = lower(email) and length(email) between 3 and 254),
  token_hash text not null unique,
  password_mark text not null,
  until timestamptz not null
);
create index email_changes_by_end on email_changes (until);

-- An account that is to be deleted: from `deletes_at` on it is gone. Signing in before that and saying so keeps it.
alter table players add column deletes_at timestamptz;
create index players_to_delete on players (deletes_at) where deletes_at is not null;

-- A second proof at sign-in: an app's secret and the codes for a lost phone, both encrypted.
alter table players add column two_factor boolean not null default false;
create table two_factors (
  id uuid primary key,
  player_id uuid not null unique references players on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_count int not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
