-- Since when the push service has refused every message for a browser; null: it took the last one, or there was none. A fault of ours (the
-- clock, the keys, a setting) is refused too, so only a browser for which nothing was taken for days is forgotten.
alter table push_subscriptions add column refused_since timestamptz;
