-- Plans, payments, what they give, and kiddocash. What was paid is a fact that is written once; what a player may do follows from
-- it. Amounts are in the smallest unit of their currency (KES 99 = 9900).

create table plans (
  id text primary key check (id in ('basic', 'premium', 'pro')),
  name text not null,
  price_minor int not null check (price_minor >= 0),
  currency text not null check (currency in ('KES', 'USD')),
  -- Kiddocash that each paid period brings, once.
  kiddocash int not null check (kiddocash >= 0),
  features text[] not null,
  place int not null unique
);
insert into plans (id, name, price_minor, currency, kiddocash, features, place) values
  ('basic', 'Basic', 0, 'KES', 0, '{"All free games","Friends and chat","Favorites and history"}', 1),
  ('premium', 'Premium', 9900, 'KES', 400, '{"Everything in Basic","All premium games","Avatar editor","400 kiddocash every month"}', 2),
  ('pro', 'Pro', 19900, 'KES', 1000, '{"Everything in Premium","1,000 kiddocash every month","Priority support"}', 3);

-- Packs of kiddocash (spec 2, section 9).
create table packs (
  id text primary key,
  amount int not null check (amount > 0),
  bonus int not null default 0 check (bonus >= 0),
  price_minor int not null check (price_minor > 0),
  currency text not null check (currency in ('KES', 'USD')),
  place int not null unique
);
insert into packs (id, amount, bonus, price_minor, currency, place) values
  ('pack-400', 400, 0, 499, 'USD', 1),
  ('pack-800', 800, 0, 999, 'USD', 2),
  ('pack-1700', 1700, 0, 1999, 'USD', 3),
  ('pack-4500', 4500, 450, 4999, 'USD', 4),
  ('pack-10000', 10000, 1000, 9999, 'USD', 5);

-- A subscription that renews (card), or the passes of a player (M-Pesa). One that stands a player.
create table subscriptions (
  id uuid primary key,
  player_id uuid references players on delete set null,
  plan_id text not null references plans,
  channel text not null check (channel in ('card', 'mpesa')),
  provider text not null,
  -- The provider's names for it; a card subscription gets them with its first webhook.
  code text,
  customer text,
  email_token text,
  -- 'attention': a charge failed, the days of grace run. 'ended': over, cancelled, or taken back.
  state text not null check (state in ('active', 'non-renewing', 'attention', 'ended')),
  next_charge_at timestamptz,
  -- The end of all that the player paid, as paid_periods say it. A card that renews: the right goes on for some days after that,
  -- while the next charge is late or failed.
  paid_until timestamptz,
  grace_until timestamptz,
  -- What the player was reminded of last, and when the provider was asked last.
  reminded_for timestamptz,
  checked_at timestamptz not null default now(),
  -- When the provider answered what stands here: of two answers that cross, neither is known to be the newer one.
  told_at timestamptz,
  -- A card that we ended: since when the provider says that it is not charged any more.
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz check ((state = 'ended') = (ended_at is not null)),
  unique (provider, code)
);
create unique index subscriptions_standing on subscriptions (player_id) where state <> 'ended';
create index subscriptions_of_customer on subscriptions (provider, customer);
create index subscriptions_of_player on subscriptions (player_id);
create index subscriptions_to_end on subscriptions (coalesce(grace_until, paid_until)) where state <> 'ended';
create index subscriptions_of_nobody on subscriptions (id) where player_id is null and state <> 'ended';
create index subscriptions_to_remind on subscriptions
  ((case when channel = 'card' and state = 'active' then next_charge_at else paid_until end)) where state in ('active', 'non-renewing');
create index subscriptions_to_check on subscriptions (checked_at) where channel = 'card' and stopped_at is null and state <> 'ended';
create index subscriptions_to_stop on subscriptions (checked_at) where channel = 'card' and stopped_at is null and state = 'ended';

-- One row for each time somebody set out to pay, and for each renewal that a provider charged by itself. The reference is ours,
-- or for a renewal the provider's; nothing is given twice for one.
create table payments (
  reference text primary key check (reference ~ '^[A-Za-z0-9_.=-]{8,100}$'),
  provider text not null check (provider in ('till', 'paystack')),
  -- Null once the account is gone: the figures stay.
  player_id uuid references players on delete set null,
  -- A card that renews by itself, a pass of 30 days, or kiddocash.
  product text not null check (product in ('subscription', 'pass', 'pack')),
  plan_id text references plans,
  pack_id text references packs,
  -- The subscription that a renewal renews, or that was ended because its first payment is held.
  subscription_id uuid references subscriptions,
  channel text not null check (channel in ('card', 'mpesa')),
  amount_minor int not null check (amount_minor > 0),
  currency text not null check (currency in ('KES', 'USD')),
  -- Kiddocash that comes with it: what was offered when it was set out on, whatever a plan or pack brings by now.
  kiddocash int not null default 0 check (kiddocash >= 0),
  -- Only forwards: created, pending, then success or failed or abandoned (who pays after all gets what was paid); success can
  -- become refunded or disputed, and a dispute can be won. 'held': paid, but not what was asked (amount, currency, a test): a
  -- person looks, and nothing is given.
  state text not null default 'created'
    check (state in ('created', 'pending', 'success', 'failed', 'abandoned', 'refunded', 'disputed', 'held')),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- When the provider is asked next what became of it, and how often it was.
  check_at timestamptz,
  checks int not null default 0,
  -- Money that went back, maybe in parts, and kiddocash that a refund or dispute took back.
  refunded_minor int not null default 0 check (refunded_minor >= 0),
  taken int not null default 0 check (taken >= 0),
  -- Where the payer was sent, and what the provider said last.
  checkout_url text,
  said text,
  check ((product = 'pack') = (pack_id is not null)),
  check ((product <> 'pack') = (plan_id is not null))
);
create index payments_of_player on payments (player_id, created_at desc);
create index payments_to_check on payments (check_at) where check_at is not null;
create index payments_troubled on payments (created_at) where state in ('held', 'disputed');
create index payments_of_subscription on payments (subscription_id) where subscription_id is not null;

-- What a provider told us, as it came. Stored before it is answered; worked through by a job. Told twice it is one row.
create table webhook_events (
  id uuid primary key,
  provider text not null,
  dedupe_key text not null,
  body text not null check (length(body) <= 200000),
  -- What we read out of it, as JSON.
  event text not null,
  received_at timestamptz not null default now(),
  -- When the sweep takes up what its job has not worked through.
  look_at timestamptz not null default now(),
  done_at timestamptz,
  outcome text,
  unique (provider, dedupe_key)
);
create index webhook_events_waiting on webhook_events (look_at) where done_at is null;
create index webhook_events_done on webhook_events (done_at) where done_at is not null;
create index webhook_events_unknown on webhook_events (provider) where outcome = 'unknown reference';

-- Time that was paid for. Premium is: a period that holds now, or the days of grace after one. Cancelling, refund and chargeback
-- set revoked_at; so does an upgrade, which moves what was unused, in days of the new plan, to the period that it bought.
create table paid_periods (
  reference text primary key references payments,
  player_id uuid references players on delete set null,
  plan_id text not null references plans,
  subscription_id uuid not null references subscriptions,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  revoked_at timestamptz,
  revoked_for text check (revoked_for in ('cancel', 'upgrade', 'refund', 'dispute')),
  moved_to text references paid_periods,
  moved_days int not null default 0 check (moved_days >= 0),
  check ((revoked_at is null) = (revoked_for is null))
);
create index paid_periods_of_subscription on paid_periods (subscription_id);
create index paid_periods_of_player on paid_periods (player_id, ends_at desc);
create index paid_periods_moved on paid_periods (moved_to) where moved_to is not null;

-- Kiddocash. The ledger is only ever added to; a wallet is its sum, and never below nothing.
create table wallets (
  player_id uuid primary key references players on delete cascade,
  balance int not null default 0 check (balance >= 0)
);
create table ledger (
  id uuid primary key,
  player_id uuid references players on delete set null,
  amount int not null check (amount <> 0),
  balance int not null check (balance >= 0),
  -- What it comes from: 'pack', 'plan-grant', 'purchase', 'refund', 'operator'; and which one. The same is booked once.
  source text not null,
  source_ref text not null,
  note text not null default '' check (length(note) <= 500),
  at timestamptz not null default now(),
  unique (source, source_ref)
);
create index ledger_of_player on ledger (player_id, id desc);
create function ledger_kept() returns trigger language plpgsql as $$
begin
  -- An account that is deleted leaves its rows without a name.
  if tg_op = 'UPDATE' and new.player_id is null and to_jsonb(new) - 'player_id' = to_jsonb(old) - 'player_id' then return new; end if;
  raise exception 'the ledger is only ever added to';
end $$;
create trigger ledger_kept before update or delete on ledger for each row execute function ledger_kept();
create trigger ledger_not_emptied before truncate on ledger for each statement execute function audit_log_kept();
