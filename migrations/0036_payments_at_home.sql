-- Payments by a guardian whom the player asked. A file of its own, so that no lock waits for the next step.
alter table payments
  -- Who pays: the player, or a guardian whom the player asked.
  add column payer text not null default 'player' check (payer in ('player', 'guardian')),
  add column purchase_request_id uuid references purchase_requests on delete set null,
  add constraint payments_request_of_guardian check (purchase_request_id is null or payer = 'guardian');
-- A request is paid once, also by two ways at the same moment.
create unique index payments_once_per_request on payments (purchase_request_id) where purchase_request_id is not null and state = 'success';
create index payments_of_request on payments (purchase_request_id) where purchase_request_id is not null;
