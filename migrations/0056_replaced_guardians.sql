-- Who ended a consent, and who named an address: what a child may do next, and what is said to them, differs (docs/decisions/061-guardians.md).
alter table guardianships
  -- Our team named this address in place of a guardian who had agreed: the child does not take it back.
  add column is_asked_by_team boolean not null default false,
  -- A consent that our team ended, because it was told that the mailbox is gone: nobody took it back, and no mail came back.
  add column is_ended_by_team boolean not null default false,
  -- When the player said that the address was wrong: the request can be answered no more, whoever has the mailbox.
  add column taken_back_at timestamptz,
  -- Nothing has these marks yet, so nothing has to be read under the lock.
  add constraint guardianships_ended_by_team check (not is_ended_by_team or (state = 'withdrawn' and not is_mail_returned)) not valid,
  add constraint guardianships_taken_back check (taken_back_at is null or state = 'replaced') not valid;

-- 'replaced': our team ended it, and asks the guardian anew at another address. What was allowed before stays allowed, so nothing is read.
alter table consent_records
  drop constraint consent_records_decision_check,
  add constraint consent_records_decision_check
    check (decision in ('given', 'changed', 'refused', 'withdrawn', 'ended', 'replaced')) not valid,
  drop constraint consent_records_text_check,
  add constraint consent_records_text_check
    check (text_version is not null or decision in ('refused', 'withdrawn', 'ended', 'replaced') or adult_change is not distinct from 'removed') not valid;

-- Until now such an end was stored like a mail that came back, but without a mail.
update guardianships s set is_mail_returned = false, is_ended_by_team = true
where s.is_mail_returned and exists (
  select from consent_records r where r.player_id = s.player_id and r.at = s.decided_at and r.decision = 'ended' and r.mail_id is null);
