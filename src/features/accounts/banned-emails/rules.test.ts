import { expect, test } from 'vitest';
import { isBannedEmailError, toMailbox } from './rules.ts';

test.each([
  ['amina@example.com', 'amina@example.com'],
  [' Amina@Example.COM ', 'amina@example.com'],
  ['a.mi.na+games@gmail.com', 'amina@gmail.com'],
  ['Amina@GoogleMail.com', 'amina@gmail.com'],
  ['amina+kiddo+2@outlook.com', 'amina@outlook.com'],
  ['a.mina+x@icloud.com', 'a.mina@icloud.com'],
  // Elsewhere these may be three people.
  ['a.mina@example.com', 'a.mina@example.com'],
  ['amina+x@example.com', 'amina+x@example.com'],
  // No name is left empty.
  ['+x@gmail.com', '+x@gmail.com'],
  ['"a@b"@gmail.com', '"a@b"@gmail.com'],
])('%s is delivered to %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});

test('only the database’s own refusal counts', () => {
  expect(isBannedEmailError(Object.assign(new Error(), { code: '23514', constraint: 'players_email_not_banned' }))).toBe(true);
  for (const error of [new Error('x'), { code: '23514', constraint: 'other' }, { code: '23505', constraint: 'players_email_not_banned' }])
    expect(isBannedEmailError(error)).toBe(false);
});
