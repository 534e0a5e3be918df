-- The indexes of 0051_game_admin.sql. In a file of its own: these take seconds on a large site, and while they are built games are read as ever and
-- only writes to games wait.
-- The operators' lists.
create index games_by_listing on games (listed_at, id);
create index games_by_access on games (is_premium, listed_at, id);
create index games_hidden on games (listed_at, id) where hidden_at is not null and removed_at is null;
create index games_removed on games (listed_at, id) where removed_at is not null;
create index games_of_staff on games (staff_order, id) where staff_order is not null;
create index games_featured on games (featured_place) where featured_place is not null;
-- The search has no hidden games.
create index games_hidden_by_name on games using gin (title gin_trgm_ops, developer gin_trgm_ops) where hidden_at is not null;
