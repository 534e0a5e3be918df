-- Disputes that we answer, and what the provider says it settled (docs/decisions/074-settlements-and-disputes.md). Nothing here has a player:
-- both know a payment by its reference, which may also be one that is not ours.

-- Whoever paid, or their bank, asks for the money of a payment back. One row for each dispute at a provider.
create table disputes (
  id uuid primary key,
  provider text not null check (provider in ('till', 'paystack')),
  provider_id text not null check (length(provider_id) between 1 and 100),
  reference text not null check (length(reference) between 1 and 200),
  -- In the smallest unit; null: the provider does not say.
  amount_minor int check (amount_minor > 0),
  currency text not null check (length(currency) <= 10),
  category text not null check (length(category) <= 100),
  -- What the payer or the bank wrote.
  reason text not null check (length(reason) <= 1000),
  -- Only forwards: it waits for us, the bank decides, it is decided.
  state text not null check (state in ('awaiting-us', 'answered', 'won', 'lost')),
  opened_at timestamptz not null,
  due_at timestamptz,
  closed_at timestamptz,
  -- What an operator chose, and whether the provider has it. `answer_error`: the provider refused it, so it can be given again.
  answer text check (answer in ('accept', 'contest')),
  statement text check (length(statement) <= 2000),
  answered_at timestamptz,
  -- Until when one process alone sends it. A process that is killed meanwhile leaves it to the next one.
  sending_until timestamptz,
  sent_at timestamptz,
  send_tries int not null default 0,
  answer_error text check (length(answer_error) <= 500),
  -- When operators were told that it came, and that its time is nearly over.
  told_open_at timestamptz,
  told_due_at timestamptz,
  unique (provider, provider_id),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or statement is not null),
  check ((state in ('won', 'lost')) = (closed_at is not null))
);
create index disputes_latest on disputes (opened_at desc, id desc);
create index disputes_open on disputes (due_at) where state = 'awaiting-us';
create index disputes_to_send on disputes (answered_at) where answer is not null and sent_at is null and answer_error is null;
create index disputes_of_payment on disputes (reference);

-- What the provider paid out, and for which payments. Amounts are in the smallest unit.
create table settlements (
  provider text not null check (provider in ('till', 'paystack')),
  provider_id text not null check (length(provider_id) between 1 and 100),
  currency text not null check (length(currency) between 1 and 10),
  state text not null check (state in ('paid', 'coming', 'failed')),
  processed_minor bigint not null,
  fees_minor bigint not null,
  deductions_minor bigint not null,
  paid_out_minor bigint not null,
  settled_at timestamptz not null,
  primary key (provider, provider_id)
);
create index settlements_by_time on settlements (settled_at);
create table settlement_lines (
  provider text not null,
  settlement_id text not null,
  reference text not null check (length(reference) between 1 and 200),
  amount_minor bigint not null,
  fees_minor bigint not null,
  currency text not null check (length(currency) between 1 and 10),
  channel text not null check (length(channel) <= 40),
  -- The day of Nairobi on which it was paid, as the provider knows it.
  day date not null,
  -- The provider gave it back to the payer.
  is_reversed boolean not null,
  primary key (provider, settlement_id, reference),
  foreign key (provider, settlement_id) references settlements on delete cascade
);
create index settlement_lines_of_payment on settlement_lines (reference);
create index settlement_lines_by_day on settlement_lines (day);
-- When a provider's settlements were fetched last, from when on they are here, and why the last try failed.
create table settlement_fetches (
  provider text primary key check (provider in ('till', 'paystack')),
  fetched_at timestamptz,
  covers_from timestamptz,
  failed_at timestamptz,
  error text check (length(error) <= 500)
);
