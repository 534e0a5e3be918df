-- What operators see and do with payments, texts and alerts.

-- What went back of a payment that was held because another sum was paid than asked: what came in. Before, it was stored as what was asked.
update payments set refunded_minor = paid_minor where state = 'refunded' and paid_minor is not null and refunded_minor <> paid_minor;
-- Not validated: payments from before would be read under a lock.
alter table payments add constraint payments_refund_is_paid check (refunded_minor <= coalesce(paid_minor, amount_minor)) not valid;

-- When somebody tried a refund that failed again, or said that nothing more is to do. Until then its payment needs a look.
alter table refund_requests add column settled_at timestamptz;
-- Of those from before, what was tried again is done with.
update refund_requests r set settled_at = r.finished_at
where r.state = 'failed' and exists (select from refund_requests later where later.reference = r.reference and later.created_at > r.created_at);
create index refund_requests_failed on refund_requests (reference) where state = 'failed' and settled_at is null;

-- When the words of a version were erased, because somebody wrote into them what may not stay, such as a child's name. Who did it, and why, is in
-- the audit log. The row stays: who saved it, and when.
alter table text_versions add column erased_at timestamptz,
  add constraint text_versions_erased check (erased_at is null or (front = '{}' and body = ''));
create or replace function refuse_text_version_change() returns trigger language plpgsql as $$
begin
  -- An account that is deleted takes its name with it, and nothing else.
  if tg_op = 'UPDATE' and new.saved_by is null and to_jsonb(new) - 'saved_by' = to_jsonb(old) - 'saved_by' then
    return new;
  end if;
  -- Words that are erased are gone, and nothing else.
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null
    and to_jsonb(new) - array['front', 'body', 'erased_at'] = to_jsonb(old) - array['front', 'body', 'erased_at'] then
    return new;
  end if;
  raise exception 'versions of texts are not changed and not deleted';
end $$;
