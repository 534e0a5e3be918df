-- What operators see and do with payments, texts and alerts.

-- What went back of a payment that was held because another sum was paid than asked: what came in. Before, it was stored as what was asked.
update payments set refunded_minor = paid_minor where state = 'refunded' and paid_minor is not null and refunded_minor <> paid_minor;
-- Not validated: payments from before would be read under a lock.
alter table payments add constraint payments_refund_is_paid check (refunded_minor <= coalesce(paid_minor, amount_minor)) not valid;
