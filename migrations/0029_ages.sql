-- How old a player is: asked once, kept as month and year (docs/decisions/059-age.md).
alter table players
  -- '2012-03'; null until the player has answered.
  add column birth_month text collate "C" check (birth_month ~ '^(19|20)\d\d-(0[1-9]|1[0-2])$'),
  -- The youngest age of their band (AGE_BANDS in src/shared/permissions.ts): the job `age.move-bands` follows the calendar.
  add column age_band smallint check (age_band in (13, 16, 18)),
  -- Why nobody can sign in to the account, which is erased at deletes_at; only operators can open it again.
  add column closed_as text check (closed_as = 'under-13'),
  add constraint players_band_of_birth check ((age_band is null) = (birth_month is null)),
  -- The team is 18 or older; who has not answered is asked before their rights open.
  add constraint players_team_are_adults check (role = 'player' or age_band = 18),
  add constraint players_closed_are_erased check (closed_as is null or deletes_at is not null);
-- Whom the job has to move to the next band.
create index players_by_birth on players (age_band, birth_month) where age_band < 18;

-- A friendship between two players whose ages may not be in touch is paused: it is there, and opens nothing.
alter table friendships drop constraint friendships_state_check, drop constraint friendships_check2;
alter table friendships
  -- Who took a paused friendship out of their own list; the other one still has it, and can report. Never accepted again.
  add column removed_by uuid check (removed_by in (low_id, high_id)),
  -- A request that the ages made of a paused friendship: nobody sent it, so it counts for no limit and says nothing about anybody.
  add column is_renewal boolean not null default false,
  add constraint friendships_state_check check (state in ('pending', 'accepted', 'paused')),
  add constraint friendships_accepted_check check ((state <> 'pending') = (accepted_at is not null)),
  add constraint friendships_removed_check check (removed_by is null or state = 'paused'),
  add constraint friendships_renewal_check check (not is_renewal or state = 'pending');
