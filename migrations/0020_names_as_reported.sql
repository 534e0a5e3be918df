-- What players are called: display names change three times in 30 days at most, and a report says what its player was called then.

-- A display name can be changed, but not all the time: when it was.
create table display_name_changes (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  changed_at timestamptz not null
);
create index display_name_changes_of_player on display_name_changes (player_id, changed_at);

-- Who is reported may change both names before somebody looks. What is written here stays, whatever becomes of the player's names; of
-- reports from before, the names in the copy of the report (migration 0017) or else those that the player has now are the earliest known.
alter table player_reports
  add column reported_username text not null default '',
  add column reported_display_name text not null default '';
update player_reports r set reported_username = p.username, reported_display_name = p.display_name
  from players p where p.id = r.reported_player_id;
update player_reports r set reported_username = k.reported_username, reported_display_name = k.reported_display_name
  from retained_reports k where k.id = r.id;
-- Here and not in the application, so that every report has them, whoever writes it.
create function record_reported_names() returns trigger language plpgsql as $$
begin
  select p.username, p.display_name into new.reported_username, new.reported_display_name
    from players p where p.id = new.reported_player_id;
  return new;
end $$;
create trigger player_reports_record_names before insert on player_reports for each row execute function record_reported_names();
