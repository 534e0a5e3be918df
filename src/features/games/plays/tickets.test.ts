import { expect, test } from 'vitest';
import { createTicket, verifyTicket } from './rules.ts';

const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const ticketAt = (time: string) => createTicket('secret', 'dhow', 'amina', at(time));

test('plays of the same hour have one ticket, so that the browser loads the files once', () => {
  expect(ticketAt('10:00:01')).toBe(ticketAt('10:00:06'));
  expect(ticketAt('10:00:01')).toBe(ticketAt('11:00:00'));
  expect(ticketAt('11:00:01')).not.toBe(ticketAt('11:00:00'));
});

test('a ticket lasts for four hours at least, and less than five', () => {
  const isGood = (made: string, used: string) => verifyTicket('secret', ticketAt(made), 'dhow', at(used)) === 'amina';
  for (const made of ['10:00:01', '10:30:00', '11:00:00']) expect(isGood(made, '14:59:59'), made).toBe(true);
  expect(isGood('11:00:00', '15:00:00')).toBe(false);
  expect(isGood('10:00:01', '15:00:00')).toBe(false);
});
