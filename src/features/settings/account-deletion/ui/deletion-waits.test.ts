import { createElement } from 'react';
import { expect, test } from 'vitest';
import { renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { emailTemplates } from '../texts.ts';
import { DeleteAccountPage } from './delete-account-page.tsx';
import { PendingDeletionPage } from './pending-deletion-page.tsx';

const deletesAt = '2027-03-20T10:00:00.000Z';

// Said to everybody alike: nobody learns from these pages whether somebody reported them.
test.each([
  [
    'before it is asked for',
    () =>
      textOf(
        renderToHtml(
          createElement(DeleteAccountPage, {
            view: { username: 'amina', hasPassword: true, deletesAt, link: null },
            token: null,
            answer: undefined,
          }),
          '/settings/delete',
        ),
      ),
  ],
  ['while it waits', () => textOf(renderToHtml(createElement(PendingDeletionPage, { username: 'amina', deletesAt }), '/leaving'))],
  ['in the mail', () => emailTemplates.leaving('a@example.com', 'amina', deletesAt, 'https://kiddo.example/login').paragraphs.join(' ')],
])('that a deletion may have to wait, and roughly for how long, is said %s', (_where, read) => {
  const text = read();
  expect(text).toMatch(/looking at a report about you on that day, or you cannot write for a while/);
  expect(text).toMatch(/your account is deleted when that is over\. That is mostly a few days later\./);
});

test('who deletes an account is told before how long reports are kept', () => {
  const view = { username: 'amina', hasPassword: true, deletesAt, link: null };
  const text = textOf(renderToHtml(createElement(DeleteAccountPage, { view, token: null, answer: undefined }), '/settings/delete'));
  expect(text).toContain('we keep that report, with the messages in it, for 12 months after we are done with it');
});
