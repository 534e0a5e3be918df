-- An avatar is a figure: a part for each slot and its colours, instead of a round picture on a plain body.

-- `look` names parts and colours; what was bought is worn over it (inventory). Null: not begun yet, or not carried over yet: the job
-- avatars.begin-figures does both. A template or an upload, if one is chosen, is the round picture instead of the figure's head.
alter table avatars add column look jsonb check (jsonb_typeof(look) = 'object');
-- The look that the player began with, which nobody else began with.
alter table avatars add column first_look jsonb;
alter table avatars add check ((look is null) = (first_look is null));
create unique index avatars_first_look on avatars (first_look);
create index avatars_by_look on avatars using hash (look);
create index avatars_to_begin on avatars (player_id) where first_look is null;
-- The body colour of the former figures: it becomes the skin of the look.
alter table avatars alter column skin drop not null;

-- The spec's name of the style that everybody begins with.
alter table avatars drop constraint avatars_style_check;
update avatars set style = 'cartoon_1' where style = 'default';
alter table avatars add constraint avatars_style_check check (style in ('cartoon_1', 'template', 'custom'));
alter table avatars alter column style set default 'cartoon_1';

-- Every player has an avatar from the moment they exist. `updated_at` is when they chose something: for most, never.
alter table avatars alter column updated_at set default 'epoch';
insert into avatars (player_id) select id from players on conflict do nothing;
create function begin_avatar() returns trigger language plpgsql as $$
begin
  insert into avatars (player_id) values (new.id) on conflict do nothing;
  return new;
end $$;
create trigger players_begin_avatar after insert on players for each row execute function begin_avatar();
