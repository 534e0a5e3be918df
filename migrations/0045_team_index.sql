-- The few of the team among all players: for whom a case can be handed to on each page of a case, and for the calls of each minute.
create index players_of_team on players (username) where role in ('moderator', 'operator');
