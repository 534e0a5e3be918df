-- What the operators' figures are counted by: time (0044_statistics.sql, docs/decisions/068-statistics.md). In a file of its own, because these
-- take minutes on a large site, and everything that writes to a table waits from its index to the end of the file: the largest come first, and
-- players, for which nearly everything waits, last. The largest tables grow at their end, where such an index is cheap.
create index plays_by_start on plays (started_at);
create index messages_by_time on messages (sent_at);
create index reports_decided on reports (decided_at) where decided_at is not null;
create index player_reports_decided on player_reports (decided_at) where decided_at is not null;
create index payments_by_payment on payments (paid_at) where paid_at is not null;
create index payments_by_failure on payments (created_at) where state = 'failed';
create index paid_periods_by_end on paid_periods (ends_at) where revoked_at is null;
create index subscriptions_by_grace on subscriptions (grace_until) where state <> 'ended' and grace_until is not null;
create index players_by_creation on players (created_at);
