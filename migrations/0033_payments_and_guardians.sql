-- What payments and guardians have to do with each other. Files of their own, so that no lock waits for the next step.
alter table payments
  -- What it counts of the sum that a guardian allows, in cents of a shilling, by the prices of when the checkout began. Null: it began
  -- before this was stored, and the prices of now count.
  add column shillings_minor int check (shillings_minor > 0),
  -- Held because a guardian does not allow it: nothing is given, and somebody of the team pays it back.
  add column is_disallowed boolean not null default false;
