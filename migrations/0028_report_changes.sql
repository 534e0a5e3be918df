-- When a second report of the same thing last added to a report: a moderator who read it before has not read that.
alter table player_reports add column changed_at timestamptz;
