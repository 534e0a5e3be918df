-- Packs cost shillings and dollars, a plan's kiddocash comes once a month, and operators say what a megabyte costs.

-- A card pays a pack in dollars, M-Pesa in shillings. What an operator set in one currency stays; the other one gets its default, by the
-- amount of the pack: a shilling buys at least as much as in Premium.
alter table packs add column price_kes_minor int, add column price_usd_minor int;
update packs p set
  price_kes_minor = case
    when p.currency = 'KES' then p.price_minor
    when (p.id, p.amount, p.bonus) = ('pack-400', 400, 0) then 9900
    when (p.id, p.amount, p.bonus) = ('pack-800', 800, 0) then 18900
    when (p.id, p.amount, p.bonus) = ('pack-1700', 1700, 0) then 38900
    when (p.id, p.amount, p.bonus) = ('pack-4500', 4500, 450) then 109900
    when (p.id, p.amount, p.bonus) = ('pack-10000', 10000, 1000) then 229900
    else greatest(100, (p.amount + p.bonus)::bigint * 99 / 400 * 100)
  end,
  price_usd_minor = case
    when p.currency = 'USD' then p.price_minor
    when p.id = 'pack-400' then 499
    when p.id = 'pack-800' then 999
    when p.id = 'pack-1700' then 1999
    when p.id = 'pack-4500' then 4999
    when p.id = 'pack-10000' then 9999
    else greatest(1, p.price_minor / 130)
  end;
alter table packs
  alter column price_kes_minor set not null,
  alter column price_usd_minor set not null,
  add check (price_kes_minor > 0),
  add check (price_usd_minor > 0),
  drop column price_minor,
  drop column currency;

-- Payments say since the beginning which currency was charged. M-Pesa knows no other than shillings.
alter table payments add check (channel <> 'mpesa' or currency = 'KES');

-- The kiddocash of a paid period: when it was given (null: not yet), and the month that it counts for. No two months of a player overlap,
-- whatever was bought, and however many processes give at once. A refund frees the month.
create extension if not exists btree_gist;
alter table paid_periods
  add column kiddocash_given_at timestamptz,
  add column kiddocash_month tstzrange,
  add constraint paid_periods_kiddocash_once_a_month exclude using gist (player_id with =, kiddocash_month with &&),
  add check (kiddocash_month is null or kiddocash_given_at is not null);
-- Until now it was given with each payment. The last one of a player counts for the month that runs.
update paid_periods pp set kiddocash_given_at = coalesce(p.paid_at, p.created_at) from payments p where p.reference = pp.reference;
update paid_periods pp set kiddocash_month = tstzrange(last.given_at, last.given_at + interval '28 days')
from (
  select distinct on (player_id) reference, date_trunc('milliseconds', kiddocash_given_at) as given_at from paid_periods
  where player_id is not null and (revoked_for is null or revoked_for in ('cancel', 'upgrade'))
  order by player_id, kiddocash_given_at desc, reference
) last
where pp.reference = last.reference;
create index paid_periods_kiddocash_due on paid_periods (begins_at)
  where kiddocash_given_at is null and (revoked_for is null or revoked_for = 'upgrade');

-- What operators set for everybody. The price of a megabyte is in thousandths of a shilling: 200 is KSh 0.20.
create table settings (
  name text primary key check (name in ('data-price')),
  value int not null check (value between 1 and 1000000),
  changed_at timestamptz not null default now()
);
insert into settings (name, value) values ('data-price', 200);
