-- A search by a part of a name looks for players of the bands that the searcher reaches, band by band: most players are of others, and an
-- index without the band would read all of theirs first.
create index players_by_band_and_username on players (age_band, username);
create index players_by_band_and_display_name on players (age_band, lower(display_name) collate "C");
drop index players_by_display_name;
