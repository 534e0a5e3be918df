-- Telling a browser of notifications while no page is open (docs/decisions/066-push.md).

-- The pair of keys by which push services know us: one for the site, whichever process made it. The private key is encrypted.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz not null
);

-- A browser that may be told, by the session in which its player said so: it ends with that. The two keys are the browser's: what we send is
-- encrypted for them.
create table push_subscriptions (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) between 10 and 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  created_at timestamptz not null,
  -- When its push service last took something for it; at first, when it was made.
  last_used_at timestamptz not null
);
create index push_subscriptions_of_player on push_subscriptions (player_id, created_at);

-- Whole hours in Nairobi in which a player is told of nothing. Both null: none, which only grown-ups can choose.
create table push_settings (
  player_id uuid primary key references players on delete cascade,
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- When a player's browsers were last told of a kind of thing, so that many in a row are one.
create table push_throttles (
  player_id uuid not null references players on delete cascade,
  tag text not null check (length(tag) <= 32),
  sent_at timestamptz not null,
  primary key (player_id, tag)
);
create index push_throttles_old on push_throttles (sent_at);
