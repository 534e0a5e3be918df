-- The switches of operators (docs/decisions/070-feature-flags.md): chat has one, and these get one. 'read-only' is off as a rule; the others are on.
-- Who changed a switch, when and why stands in the audit log.
alter table feature_flags
  -- What the operator tells visitors and players while it is not as usual; null: nothing.
  add column message text check (char_length(message) between 1 and 200),
  -- Counts the changes, so that a form that was made before another operator's change is known.
  add column version integer not null default 1;
insert into feature_flags (name, is_enabled) values
  ('chat', true), ('sign-ups', true), ('uploads', true), ('payments', true), ('newsletter', true), ('read-only', false)
on conflict (name) do nothing;
