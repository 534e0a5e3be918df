-- The lists of the text filter as they are shipped (wordlists/README.md), and what moderators added or took away.
create table filter_lists (
  name text primary key,
  text text not null,
  changed_at timestamptz not null default now()
);
create table filter_entries (
  list text not null,
  entry text not null check (length(entry) between 1 and 200),
  -- False: taken away, so that the next start does not bring it back.
  is_on boolean not null,
  changed_at timestamptz not null default now(),
  primary key (list, entry)
);
