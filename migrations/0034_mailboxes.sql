-- The mailbox of an address: the same for all ways to write it. As toGuardianMailbox in src/features/guardians/mailboxes.service.server.ts.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
  from (select split_part(regexp_replace(lower(address), '@[^@]*$', ''), '+', 1) as name, regexp_replace(lower(address), '^.*@', '') as host) a
$$;
-- Whose account has a mailbox: nobody is their own guardian, or that of another account on their device.
create index players_by_mailbox on players (mailbox_of(email));
