-- Refunds that operators ask the provider for (docs/decisions/073-refunds.md), and the list of all payments.

-- One row for each refund that an operator asked for. It is written before the provider is called, so that a refund is never made without a
-- trace, and never twice. Who asked, and why, is in the audit log (subject 'payment', its details name the refund).
create table refund_requests (
  id uuid primary key,
  reference text not null references payments,
  provider text not null check (provider in ('till', 'paystack')),
  amount_minor int not null check (amount_minor > 0),
  currency text not null check (currency in ('KES', 'USD')),
  -- What the payer reads.
  reason text not null check (reason in ('asked', 'twice', 'mistake', 'not-allowed', 'problem')),
  -- 'requested': the provider has not said yet that it took it. 'sent': it took it. 'failed': the money stays with us, and it can be asked again.
  state text not null default 'requested' check (state in ('requested', 'sent', 'processed', 'failed')),
  -- The provider's id of the refund.
  provider_id text,
  -- Why it failed, in the provider's words.
  error text,
  created_at timestamptz not null,
  -- When the provider was called last to make it: whether that arrived may be unknown.
  called_at timestamptz,
  next_check_at timestamptz,
  finished_at timestamptz,
  check (state <> 'sent' or provider_id is not null),
  check ((state in ('processed', 'failed')) = (finished_at is not null)),
  check ((state in ('processed', 'failed')) = (next_check_at is null))
);
-- Two operators, or two processes, cannot ask for two refunds of one payment at once.
create unique index refund_requests_one_open on refund_requests (reference) where state in ('requested', 'sent');
create unique index refund_requests_at_provider on refund_requests (provider, provider_id) where provider_id is not null;
create index refund_requests_of_payment on refund_requests (reference, created_at desc);
create index refund_requests_to_check on refund_requests (next_check_at) where next_check_at is not null;

-- The list of all payments by provider, way to pay, state and day: each combination is a range of this index, so that a page reads at most
-- its own length of each, however many payments there are. Last, because payments wait for it.
create index payments_of_kind on payments (provider, channel, state, created_at desc, reference desc);

-- What was really paid for a payment that is held because it was another sum than was asked, in its currency; null: what was asked.
alter table payments add column paid_minor int check (paid_minor >= 0);
