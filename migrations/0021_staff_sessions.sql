-- Whether a code was entered for the session, beside the password. In a session without, a moderator or operator has the rights of a player.
-- Of the sessions that exist nobody knows how they began: the team signs in once more.
alter table sessions add column second_step boolean not null default false;

-- A session of the team ends 12 hours after the sign-in, whatever 'Remember me' said.
create function limit_team_session() returns trigger language plpgsql as $$
begin
  if exists (select from players p where p.id = new.player_id and p.role <> 'player') then
    new.expires_at := least(new.expires_at, new.created_at + interval '12 hours');
  end if;
  return new;
end $$;
create trigger sessions_limit_team before insert or update of player_id, created_at, expires_at on sessions
  for each row execute function limit_team_session();
update sessions s set expires_at = s.expires_at from players p where p.id = s.player_id and p.role <> 'player';

-- Another role, whoever gives it, begins with another sign-in.
create function end_sessions_of_former_role() returns trigger language plpgsql as $$
begin
  delete from sessions where player_id = new.id;
  return null;
end $$;
create trigger players_role_ends_sessions after update of role on players for each row when (old.role is distinct from new.role)
  execute function end_sessions_of_former_role();
