-- Friends, who may reach whom, conversations, and what the team does about people.

-- One row for a pair, whichever of the two asked: the database decides when both ask at once.
create table friendships (
  low_id uuid not null references players on delete cascade,
  high_id uuid not null references players on delete cascade check (low_id < high_id),
  state text not null check (state in ('pending', 'accepted')),
  asked_by uuid not null check (asked_by in (low_id, high_id)),
  asked_at timestamptz not null default now(),
  accepted_at timestamptz check ((state = 'accepted') = (accepted_at is not null)),
  primary key (low_id, high_id)
);
create index friendships_of_high on friendships (high_id, low_id);
create index friendships_asked on friendships (asked_by) where state = 'pending';

-- Who was declined cannot ask the same person again for a while (30 days).
create table declines (
  asker_id uuid not null references players on delete cascade,
  decliner_id uuid not null references players on delete cascade,
  declined_at timestamptz not null,
  primary key (asker_id, decliner_id)
);
create index declines_by_decliner on declines (decliner_id);
create index declines_by_age on declines (declined_at);

create table blocks (
  player_id uuid not null references players on delete cascade,
  blocked_id uuid not null references players on delete cascade check (blocked_id <> player_id),
  created_at timestamptz not null default now(),
  primary key (player_id, blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, player_id);

-- A code to be found by, handed on by mouth or link; making a new one ends the old.
create table friend_codes (
  player_id uuid primary key references players on delete cascade,
  code text collate "C" not null unique check (code ~ '^[A-Z2-9]{8}$')
);

-- Who may see, find and ask a player. No row: everyone may, and being online shows.
create table privacy (
  player_id uuid primary key references players on delete cascade,
  profile text not null default 'everyone' check (profile in ('everyone', 'friends', 'private')),
  finding text not null default 'everyone' check (finding in ('everyone', 'friends', 'private')),
  asking text not null default 'everyone' check (asking in ('everyone', 'friends', 'private')),
  online boolean not null default true
);

create table presence (
  player_id uuid primary key references players on delete cascade,
  seen_at timestamptz not null,
  -- They closed their last tab: not here any more, however short a time ago that was.
  is_gone boolean not null default false
) with (fillfactor = 70);
create index presence_here on presence (seen_at) where not is_gone;

-- Finding people by the beginning or the middle of a name.
create index players_found on players using gin (username gin_trgm_ops, lower(display_name) gin_trgm_ops);
create index players_by_display_name on players (lower(display_name) collate "C");

-- `last_seq` numbers the messages of a pair, so that their order is the order in which they were kept, the same for both.
create table conversations (
  low_id uuid not null references players on delete cascade,
  high_id uuid not null references players on delete cascade check (low_id < high_id),
  last_seq int not null default 0,
  last_at timestamptz,
  -- Up to which message each has read, and how many of the other's each has not.
  low_read int not null default 0,
  high_read int not null default 0,
  low_unread int not null default 0 check (low_unread >= 0),
  high_unread int not null default 0 check (high_unread >= 0),
  primary key (low_id, high_id)
);
create index conversations_of_high on conversations (high_id, low_id);

create table messages (
  low_id uuid not null,
  high_id uuid not null,
  seq int not null,
  sender_id uuid not null check (sender_id in (low_id, high_id)),
  -- Made by the sender's browser: sent again it is the same message.
  client_id uuid not null,
  body text not null check (length(body) between 1 and 500),
  sent_at timestamptz not null default now(),
  primary key (low_id, high_id, seq),
  foreign key (low_id, high_id) references conversations on delete cascade,
  unique (sender_id, client_id)
);

-- Adds a message at the end of a conversation, in one step: each trip to the database is paid by everybody who waits meanwhile.
-- Locks are taken in the order players, friendship, conversation. `outcome`: 'not-friends'; 'known', where the sender used the id
-- before (the caller takes the number back by rolling back); or 'added'.
create function add_message(p_low uuid, p_high uuid, p_sender uuid, p_client uuid, p_body text, p_at timestamptz)
returns table (outcome text, seq int, their_read int, their_unread int, my_unread_before int) language plpgsql as $$
declare
  am_low boolean := p_sender = p_low;
begin
  -- Who deletes an account holds it first too.
  perform 1 from players where id in (p_low, p_high) order by id for key share;
  -- Asked again under a lock: who was just removed or blocked is written to no more.
  perform 1 from friendships f where f.low_id = p_low and f.high_id = p_high and f.state = 'accepted' for share;
  if not found then
    return query select 'not-friends', 0, 0, 0, 0;
    return;
  end if;
  insert into conversations (low_id, high_id) values (p_low, p_high) on conflict do nothing;
  select case when am_low then c.low_unread else c.high_unread end into my_unread_before
    from conversations c where c.low_id = p_low and c.high_id = p_high for update;
  -- Whoever writes has read what was there.
  update conversations c set last_seq = c.last_seq + 1, last_at = p_at,
      low_read = case when am_low then c.last_seq + 1 else c.low_read end, high_read = case when am_low then c.high_read else c.last_seq + 1 end,
      low_unread = case when am_low then 0 else c.low_unread + 1 end, high_unread = case when am_low then c.high_unread + 1 else 0 end
    where c.low_id = p_low and c.high_id = p_high
    returning c.last_seq, case when am_low then c.high_read else c.low_read end, case when am_low then c.high_unread else c.low_unread end
    into seq, their_read, their_unread;
  insert into messages (low_id, high_id, seq, sender_id, client_id, body, sent_at)
    values (p_low, p_high, add_message.seq, p_sender, p_client, p_body, p_at) on conflict (sender_id, client_id) do nothing;
  outcome := case when found then 'added' else 'known' end;
  return next;
end $$;

-- What players say about other players and their messages.
create table player_reports (
  id uuid primary key,
  reporter_id uuid references players on delete set null,
  subject_id uuid not null references players on delete cascade,
  -- The message it is about, with those around it as they were: they stay for the moderators whatever becomes of the chat.
  message_seq int,
  evidence jsonb not null default '[]',
  reason text not null check (reason in ('bullying', 'bad-words', 'scary', 'personal-details', 'pretends', 'other')),
  description text not null check (length(description) <= 2000),
  state text not null default 'new' check (state in ('new', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null default now(),
  decided_at timestamptz check ((state in ('resolved', 'dismissed')) = (decided_at is not null))
);
create index player_reports_waiting on player_reports (created_at, id) where state in ('new', 'reviewing');
create index player_reports_by_age on player_reports (created_at, id);
create index player_reports_of on player_reports (subject_id, created_at desc);
create index player_reports_by on player_reports (reporter_id, created_at desc);

-- What was decided about a player. A mute or ban holds until `until` (null: for ever) unless it was lifted.
create table sanctions (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  kind text not null check (kind in ('warn', 'mute', 'ban')),
  why text not null check (length(why) between 1 and 500),
  created_at timestamptz not null default now(),
  until timestamptz,
  lifted_at timestamptz
);
create index sanctions_standing on sanctions (player_id, kind) where lifted_at is null and kind <> 'warn';

-- What a player was told about somebody is taken back when it is over: a request, messages that were read.
create index notifications_about on notifications (player_id, related_id) where related_id is not null;

-- What an operator can switch off everywhere.
create table switches (
  name text primary key,
  is_on boolean not null,
  changed_at timestamptz not null default now()
);
insert into switches (name, is_on) values ('chat', true);
