-- What people write to us and what we answered, and who reads the letters of the blog.

create table contact_messages (
  id uuid primary key,
  -- Null for visitors, and once the account is gone.
  player_id uuid references players on delete set null,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) between 3 and 254),
  subject text not null check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 4000),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  -- When it was answered last, or closed: some time after that it is deleted.
  settled_at timestamptz check ((state = 'open') = (settled_at is null))
);
create index contact_messages_waiting on contact_messages (created_at, id) where state = 'open';
create index contact_messages_by_state on contact_messages (state, created_at, id);
create index contact_messages_by_age on contact_messages (created_at, id);
create index contact_messages_settled on contact_messages (settled_at) where state <> 'open';
create index contact_messages_of on contact_messages (player_id) where player_id is not null;
create index contact_messages_from on contact_messages (email, created_at);

create table contact_answers (
  -- Made with the page: an answer that is sent twice is one.
  id uuid primary key,
  message_id uuid not null references contact_messages on delete cascade,
  -- No foreign key: the answer outlives the account. Null once that is forgotten.
  actor_id uuid,
  actor_name text not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index contact_answers_of on contact_answers (message_id, created_at, id);

-- Readers of the blog's letters. Who leaves keeps the row, without the address: so the same letter never comes a second time,
-- also not to somebody who left and came back.
create table newsletter_readers (
  id uuid primary key,
  -- A keyed hash of the address.
  address_hash bytea not null unique,
  -- Null for who left, or never confirmed.
  email text unique check (length(email) between 3 and 254),
  -- Null until the link of the mail was used.
  confirmed_at timestamptz check (confirmed_at is null or email is not null),
  -- What the link carries, hashed; it works once, for a while.
  confirm_hash bytea unique,
  confirm_until timestamptz check ((confirm_until is null) = (confirm_hash is null)),
  created_at timestamptz not null default now()
);
create index newsletter_readers_unconfirmed on newsletter_readers (confirm_until) where confirm_until is not null;
create index newsletter_readers_confirmed on newsletter_readers (id) where confirmed_at is not null;
create index newsletter_readers_left on newsletter_readers (id) where email is null;

-- Which post was mailed to whom: never twice.
create table newsletter_letters (
  post text not null check (length(post) between 1 and 100),
  reader_id uuid not null references newsletter_readers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post, reader_id)
);
create index newsletter_letters_of on newsletter_letters (reader_id);
