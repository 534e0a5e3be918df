-- The guardians of players under 18, and what they allow (docs/decisions/061-guardians.md).
create table guardians (
  id uuid primary key,
  -- The same for all ways to write an address (mailbox_of, migration 0034).
  mailbox text not null unique collate "C",
  -- The language that they chose on our page.
  language text not null default 'en' check (language in ('en', 'sw')),
  created_at timestamptz not null default now()
);

-- A guardian of a player, and what holds now. A player can have several in time, and one who is asked or has agreed at a time.
create table guardianships (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  guardian_id uuid not null references guardians on delete cascade,
  -- Where mails go, as this player typed it: another one may write the address of the same mailbox in another way.
  email text not null check (length(email) between 3 and 254),
  -- 'replaced': another address was asked before this one answered. Its links still end all mails.
  state text not null check (state in ('asked', 'replaced', 'given', 'refused', 'withdrawn')),
  asked_at timestamptz not null,
  -- The last time that the player asked to remind them, or to send them the link again.
  reminded_at timestamptz,
  -- Reminders of the request.
  reminder_count integer not null default 0 check (reminder_count >= 0),
  -- When they answered; for a consent, since when it is given, whatever was changed later.
  decided_at timestamptz,
  -- Who they are to the player, and what they chose; only while the consent is given.
  relation text check (relation in ('mother', 'father', 'grandparent', 'other')),
  chat text check (chat in ('off', 'phrases', 'friends')),
  buying text check (buying in ('none', 'ask', 'up-to-a-sum')),
  -- In cents of a shilling.
  monthly_limit_minor integer check (monthly_limit_minor > 0),
  -- When the second mail, which asks whether it was they who agreed, was last queued, and when a mail server took it.
  confirmation_queued_at timestamptz,
  confirmation_taken_at timestamptz,
  -- A consent that ended because the second mail came back: nobody took it back.
  is_mail_returned boolean not null default false,
  unique (player_id, guardian_id),
  check ((state in ('asked', 'replaced')) = (decided_at is null)),
  check (not is_mail_returned or state = 'withdrawn'),
  check ((state = 'given') = (chat is not null)),
  check ((state = 'given') = (buying is not null)),
  check ((state = 'given') = (relation is not null)),
  check ((monthly_limit_minor is not null) = (buying is not distinct from 'up-to-a-sum'))
);
create unique index guardianships_one_at_a_time on guardianships (player_id) where state in ('asked', 'given');
create index guardianships_of_guardian on guardianships (guardian_id);
create index guardianships_to_confirm on guardianships (decided_at) where state = 'given' and confirmation_taken_at is null;
create index guardianships_unanswered on guardianships (asked_at) where state in ('asked', 'replaced');

-- The mails with a link. The id is in the link, with a signature.
create table guardian_mails (
  id uuid primary key,
  guardianship_id uuid not null references guardianships on delete cascade,
  kind text not null check (kind in ('request', 'reminder', 'receipt', 'link', 'confirmation')),
  queued_at timestamptz not null,
  -- When a mail server took it, or refused it for good.
  taken_at timestamptz,
  refused_at timestamptz
);
create index guardian_mails_of_guardianship on guardian_mails (guardianship_id, queued_at);

-- What guardians decided: written once, and never changed. It goes with the player's account.
create table consent_records (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  guardian_email text not null,
  -- The mail whose link was used, or which came back; a copy, because mails are deleted with the request. Null: there was none.
  mail_id uuid,
  mail_kind text check (mail_kind in ('request', 'reminder', 'receipt', 'link', 'confirmation')),
  mail_queued_at timestamptz,
  -- 'ended': nobody decided; the mail that asks whether it was they came back.
  decision text not null check (decision in ('given', 'changed', 'refused', 'withdrawn', 'ended')),
  -- Which text they had before them; null: none that we know of.
  text_version text,
  language text not null check (language in ('en', 'sw')),
  relation text,
  chat text,
  buying text,
  monthly_limit_minor integer,
  at timestamptz not null,
  check (num_nulls(mail_id, mail_kind, mail_queued_at) in (0, 3)),
  check (text_version is not null or decision in ('refused', 'withdrawn', 'ended'))
);
create index consent_records_of_player on consent_records (player_id, at);
create function keep_consent_record() returns trigger language plpgsql as $$
begin
  -- Deleted only by the foreign key, once the player is gone.
  if tg_op = 'DELETE' and not exists (select from players where id = old.player_id) then return old; end if;
  raise exception 'a consent record is never changed' using errcode = 'restrict_violation';
end $$;
create trigger consent_records_stay before update or delete on consent_records for each row execute function keep_consent_record();
create trigger consent_records_no_truncate before truncate on consent_records for each statement execute function keep_consent_record();

-- Mailboxes whose owner wants no mail of this kind from us: a keyed hash, and nothing else.
create table unwanted_mailboxes (
  mailbox_hash text primary key collate "C",
  created_at timestamptz not null default now()
);

-- A guardian without a player is forgotten at once.
create function forget_guardian() returns trigger language plpgsql as $$
begin
  -- Whoever asks them for another player at this moment is waited for, and the next statement sees that.
  perform from guardians g where g.id = old.guardian_id for update;
  delete from guardians g where g.id = old.guardian_id and not exists (select from guardianships s where s.guardian_id = g.id);
  return null;
end $$;
create trigger guardianships_forget_guardian after delete on guardianships for each row execute function forget_guardian();

-- Whether a friendship, or a request, came about by a friend code: whoever has it knows the player.
alter table friendships add column is_by_code boolean not null default false;
