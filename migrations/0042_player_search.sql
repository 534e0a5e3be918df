-- What players were called before, for those who look after them: a report, a mail from a parent or a note may have a former name.
create table former_names (
  id uuid primary key default gen_random_uuid(),
  player_id uuid not null references players on delete cascade,
  username text not null collate "C",
  display_name text not null,
  -- Until when they had these names.
  until timestamptz not null default now()
);
create index former_names_of on former_names (player_id, until desc);
create index former_names_by_age on former_names (until);
create index former_names_found on former_names using gin (username gin_trgm_ops, lower(display_name) gin_trgm_ops);

-- Here and not in the application, so that no way to change a name is left out.
create function keep_former_names() returns trigger language plpgsql as $$
begin
  insert into former_names (player_id, username, display_name) values (old.id, old.username, old.display_name);
  return null;
end $$;
create trigger players_keep_former_names after update of username, display_name on players for each row
  when (old.username is distinct from new.username or old.display_name is distinct from new.display_name)
  execute function keep_former_names();

-- Operators find an account by a part of its address.
create index players_by_email_part on players using gin (email gin_trgm_ops);
