-- Pages, posts and help articles as operators edited them (docs/decisions/076-texts-on-pages.md). What the build ships stands in content/; a
-- text without a row here is shown as its file has it. Each save is a row of its own, and none is changed or deleted: so each can be had back.
create table text_versions (
  id uuid primary key,
  -- In the order of the commits, because writers wait for each other: the last one tells each process whether what it has is the newest.
  position bigint generated always as identity unique,
  kind text not null check (kind in ('page', 'blog', 'help')),
  slug text not null collate "C" check (length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- The versions of a text count from 1.
  number int not null check (number > 0),
  -- People see the newest version that is no draft; of a withdrawn text they see nothing.
  state text not null check (state in ('published', 'draft', 'withdrawn')),
  -- The lines above the text as the files have them, such as the title: texts by name.
  front jsonb not null check (jsonb_typeof(front) = 'object' and length(front::text) <= 8000),
  body text not null check (length(body) <= 40000),
  -- The hash of the shipped text that it was made from; null: there was none.
  base text check (base ~ '^[0-9a-f]{64}$'),
  -- Why it was published stands in the audit log.
  saved_by uuid references players on delete set null,
  saved_at timestamptz not null,
  unique (kind, slug, number)
);
create index text_versions_by_author on text_versions (saved_by) where saved_by is not null;

create function refuse_text_version_change() returns trigger language plpgsql as $$
begin
  -- An account that is deleted takes its name with it, and nothing else.
  if tg_op = 'UPDATE' and new.saved_by is null and to_jsonb(new) - 'saved_by' = to_jsonb(old) - 'saved_by' then
    return new;
  end if;
  raise exception 'versions of texts are not changed and not deleted';
end $$;
create trigger text_versions_stay before update or delete on text_versions for each row execute function refuse_text_version_change();
create trigger text_versions_are_not_emptied before truncate on text_versions execute function refuse_text_version_change();
