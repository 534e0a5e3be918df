-- People: who they are, how they prove it, and where they are signed in.

create table players (
  id uuid primary key,
  -- Lower case only, so that unique means unique whatever the case (spec 1, sections 5 and 9).
  username text collate "C" not null unique check (username ~ '^[a-z0-9_]{1,30}$'),
  display_name text not null check (length(display_name) <= 200),
  email text collate "C" not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_confirmed boolean not null default false,
  avatar_url text,
  role text not null default 'player' check (role in ('player', 'moderator', 'operator')),
  -- Made in demo mode, where passwords are known and anybody can confirm any address.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index players_unconfirmed on players (created_at) where not email_confirmed;

-- The ways in: a password (provider 'credential', subject = the player's id) or an account elsewhere.
create table sign_ins (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  provider text not null,
  subject text not null,
  password_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, subject)
);
create index sign_ins_of_player on sign_ins (player_id);

-- The token itself is only in the browser's cookie.
create table sessions (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  token_hash text not null unique,
  remembered boolean not null,
  address text,
  device text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_of_player on sessions (player_id);
create index sessions_by_end on sessions (expires_at);

-- What a link in a mail or a way round through another site stands for; identifiers are hashes.
create table proofs (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index proofs_of on proofs (identifier);
create index proofs_by_end on proofs (expires_at);

-- A username that somebody is signing up with. It is held also where the e-mail had an account already, so that trying
-- it again does not tell which it was. Who holds it may take it up again (claim_hash) after a slip of the pen.
create table username_holds (
  username text collate "C" primary key,
  claim_hash text,
  -- What was tried with it where the e-mail had an account already: signing in with that answers like any account that
  -- waits to be confirmed, or it would tell.
  email text,
  password_hash text,
  until timestamptz not null
);
create index username_holds_of_email on username_holds (email) where email is not null;

-- Counters against guessing, by key, each in a window that ends at `expire` (milliseconds). They may be lost with a crash.
create unlogged table guard_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint not null
);
create index guard_counts_by_end on guard_counts (expire);

update plays set player_id = null where player_id is not null;
alter table plays add constraint plays_of_player foreign key (player_id) references players on delete set null;
create index plays_by_player on plays (player_id, id) where player_id is not null;
