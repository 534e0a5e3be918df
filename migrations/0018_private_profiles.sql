-- A new account shows strangers its name and its picture, and the rest of the profile to friends (docs/decisions/051-private-profiles.md).
-- Whoever is here already keeps what applied until now: without a choice of their own, that was everyone.
insert into privacy (player_id, profile) select id, 'everyone' from players on conflict (player_id) do nothing;

-- No row means these defaults too, so that an account whose settings were never saved is private.
alter table privacy alter column profile set default 'friends';
