-- Players of Pro are answered first (spec 2, section 2): so their messages stand before the others that wait.

-- Decided when the message comes, so that the list does not change its order by itself. 0: of a player with Pro. 1: of anybody else.
alter table contact_messages add column rank smallint not null default 1 check (rank in (0, 1));

drop index contact_messages_waiting;
create index contact_messages_waiting on contact_messages (rank, created_at, id) where state = 'open';
