-- Asking a guardian to pay for something (docs/decisions/062-purchase-requests.md): what, for how much, and what they said.
create table purchase_requests (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  -- The guardian who is asked, as long as they agree.
  guardianship_id uuid not null references guardianships on delete cascade,
  -- The mail that asks them, for whether it arrived.
  mail_id uuid not null unique references guardian_mails on delete cascade,
  -- A pass of 30 days for a plan, or kiddocash. It never renews by itself, however it is paid.
  product text not null check (product in ('pass', 'pack')),
  plan_id text references plans,
  pack_id text references packs,
  -- The price in cents of a shilling, and the kiddocash that comes with it: as they were when the player asked.
  price_minor int not null check (price_minor > 0),
  kiddocash int not null check (kiddocash >= 0),
  -- 'expired' is written when the next request takes its place; until then an open one is over when expires_at has passed.
  state text not null check (state in ('open', 'paid', 'refused', 'cancelled', 'expired')),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  decided_at timestamptz,
  -- What the guardian wrote to their no.
  reply text check (length(reply) between 1 and 200),
  check ((product = 'pack') = (pack_id is not null)),
  check ((product = 'pass') = (plan_id is not null)),
  check ((state = 'open') = (decided_at is null)),
  check (reply is null or state = 'refused')
);
create unique index purchase_requests_one_open on purchase_requests (player_id) where state = 'open';
create index purchase_requests_of_player on purchase_requests (player_id, asked_at desc);
create index purchase_requests_of_guardianship on purchase_requests (guardianship_id);
create index purchase_requests_old on purchase_requests (asked_at);

-- The mail with a request, and the one with the receipt.
alter table guardian_mails drop constraint guardian_mails_kind_check, add constraint guardian_mails_kind_check
  check (kind in ('request', 'reminder', 'receipt', 'link', 'confirmation', 'purchase-request', 'purchase-receipt'));
alter table consent_records drop constraint consent_records_mail_kind_check, add constraint consent_records_mail_kind_check
  check (mail_kind in ('request', 'reminder', 'receipt', 'link', 'confirmation', 'purchase-request', 'purchase-receipt'));

-- What was decided in the last seconds, for open pages that no message reached.
create index consent_records_recent on consent_records (at);
