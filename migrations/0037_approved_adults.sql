-- Grown-ups whom a guardian approved by name: each may be in touch with the child (docs/decisions/063-approved-adults.md).
create table approved_adults (
  -- It counts while this is given; the rows go when it ends.
  guardianship_id uuid not null references guardianships on delete cascade,
  -- As it was typed. It is shown whether or not there is such a player, so that the list tells nobody who has an account.
  username text not null collate "C" check (username ~ '^[a-z0-9_]{1,50}$'),
  -- Who had this name then: names can change hands, an approval does not. Null: nobody.
  adult_id uuid references players on delete cascade,
  approved_at timestamptz not null,
  primary key (guardianship_id, username)
);
-- For the condition of who reaches whom, from the grown-up's side, and for erasing them.
create index approved_adults_by_adult on approved_adults (adult_id, guardianship_id) where adult_id is not null;

-- For whoever signs up or changes their name: nobody else takes the name by which a grown-up was approved.
create index approved_adults_by_username on approved_adults (username) where adult_id is not null;

-- Whether the guardian of a player approved a grown-up, and it counts already. A function, so that the statements that ask who reaches whom stay small: it is
-- called only for a grown-up and a player under 18 (whereAgesReach in src/features/friends/access/rules.ts).
create function is_approved_adult(adult uuid, child uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (
    select from approved_adults a join guardianships g on g.id = a.guardianship_id
    where a.adult_id = adult and g.player_id = child and g.state = 'given'
      -- Nobody opens a way to the child who has the mailbox for less than the day until the mail that asks whether it was they.
      and g.confirmation_taken_at is not null);
end $$;

-- Which guardians have ever approved a player by a name that was theirs, so that a moderator sees an adult who was approved by many. It stays
-- when a child's account is erased, and its guardian forgotten with it: then the number points to nobody any more.
create table adult_approvers (
  adult_id uuid not null references players on delete cascade,
  -- Of a row of guardians, or of one that was deleted: so it is no foreign key.
  guardian_id uuid not null,
  first_approved_at timestamptz not null,
  primary key (adult_id, guardian_id)
);

-- What was decided about a name: a record like the others, with the choices that hold.
alter table consent_records
  add column adult_change text check (adult_change in ('approved', 'removed')),
  add column adult_username text,
  add column adult_id uuid references players on delete set null,
  add constraint consent_records_adult_check
    check (num_nonnulls(adult_username, adult_id) = 0 or (adult_change is not null and decision = 'changed')),
  drop constraint consent_records_check1,
  -- Taking a name out needs no text, as a no does.
  add constraint consent_records_text_check
    check (text_version is not null or decision in ('refused', 'withdrawn', 'ended') or adult_change is not distinct from 'removed');
create index consent_records_of_adult on consent_records (adult_id) where adult_id is not null;

-- Still never changed, but for the grown-up whose account is gone: their name goes with it.
create or replace function keep_consent_record() returns trigger language plpgsql as $$
begin
  -- Deleted only by the foreign key, once the player is gone.
  if tg_op = 'DELETE' and not exists (select from players where id = old.player_id) then return old; end if;
  -- Whatever the update asks for, what is written is the record as it was without them.
  if tg_op = 'UPDATE' and old.adult_id is not null and not exists (select from players where id = old.adult_id) then
    old.adult_id := null;
    old.adult_username := null;
    return old;
  end if;
  raise exception 'a consent record is never changed' using errcode = 'restrict_violation';
end $$;
