import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { mailsTo, waitForMail } from './accounts.ts';
import { signInNewPlayer, query } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';

// The contact form, and how operators handle messages. Without JavaScript, and access rights: tests/http/contact.test.ts.

const someone = () => {
  const id = randomBytes(4).toString('hex');
  return {
    name: 'Wanjiru',
    email: `writer-${id}@example.com`,
    subject: `Star Farm stays white ${id}`,
    message: 'Habari!\n\nIt stays <white>.',
  };
};
type Message = ReturnType<typeof someone>;

async function fill(page: Page, { name, email, subject, message }: Message): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(message);
}
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const thanks = (page: Page) => page.getByText('Thank you! We got your message.');
/** What a colleague answers from another page. */
const addAnswer = (id: string, body: string) =>
  query(`insert into contact_answers (id, message_id, actor_name, body) values (gen_random_uuid(), $1, 'colleague', $2)`, [id, body]);
const storedMessages = (email: string) =>
  query<{ subject: string; body: string; state: string }>('select subject, body, state from contact_messages where email = $1', [email]);

test('whoever asks for help in a letter sees the help page from its top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page, { ...someone(), message: 'My dad beats me every night.' });
  await send(page);
  await expect(page).toHaveURL('/get-help');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('a message reaches the team, and the answer reaches who wrote', async ({ page, browser, baseURL, quiet }) => {
  const message = someone();
  await page.goto('/contact');
  await waitForHydration(page);
  for (const stated of ['Nairobi, Kenya', 'Monday to Friday, 9:00 to 18:00', 'within 24 hours'])
    await expect(page.locator('main')).toContainText(stated);
  await fill(page, message);
  await send(page);
  await expect(page).toHaveURL('/contact?view=sent');
  await expect(thanks(page)).toBeVisible();
  await expect(page.locator('.contact-sent')).toBeFocused();
  await expectAccessible(page);
  // A reload does not send it again.
  await page.reload();
  await expect(thanks(page)).toBeVisible();
  await expect.poll(() => storedMessages(message.email)).toEqual([{ subject: message.subject, body: message.message, state: 'open' }]);
  const arrived = await waitForMail(message.email, /We got your message/);
  expect(arrived.text).toContain('within 24 hours');
  // Anyone can enter somebody else's address: so the email must not contain what they wrote.
  expect(arrived.text).not.toContain('white');
  const support = (await query<{ id: string }>('select id from contact_messages where email = $1', [message.email]))[0]?.id ?? '';

  const team = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() });
  await signInNewPlayer(team, { role: 'operator', origin: baseURL ?? '' });
  const ops = await team.newPage();
  await ops.goto('/operator');
  await waitForHydration(ops);
  await expect(ops.getByRole('region', { name: 'Messages' })).toContainText(/\d+ messages? waits?/);
  await ops.getByRole('link', { name: 'Open the inbox' }).click();
  await expect(ops).toHaveURL('/operator/messages');
  await expect(ops.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  // The support email links here.
  await ops.goto(`/operator/messages/${support}`);
  await waitForHydration(ops);
  await expect(ops.getByRole('heading', { level: 1, name: message.subject })).toBeVisible();
  await expect(ops.getByText('It stays <white>.')).toBeVisible();
  await expect(ops.getByText('not signed in')).toBeVisible();

  // An empty answer: the error is at the field, which receives the focus.
  await ops.getByRole('button', { name: 'Send the answer' }).click();
  await expect(ops.getByLabel('Your answer')).toBeFocused();
  await expect(ops.getByText('Write an answer (at most 4,000 characters).')).toBeVisible();
  await ops.getByLabel('Your answer').fill('Pole!\n\nIt works <again>. Load the page anew.');
  // Somebody else answers meanwhile, and the open page loads its data again: the answer waits until that is read.
  await addAnswer(support, 'Of a colleague.');
  await ops.evaluate(() => window.dispatchEvent(new CustomEvent('kiddo:live', { detail: { kind: 'reconnected' } })));
  await expect(ops.getByRole('article')).toContainText('Of a colleague.');
  const newer = ops.getByRole('status').filter({ hasText: 'Somebody else answered meanwhile.' });
  await expect(newer).toBeVisible();
  quiet.allow(/status of 400/);
  await ops.getByRole('button', { name: 'Send the answer' }).click();
  await expect(ops.getByRole('alert')).toContainText('Somebody was faster');
  await expect(ops.getByLabel('Your answer')).toHaveValue('Pole!\n\nIt works <again>. Load the page anew.');
  await newer.getByRole('button', { name: 'I have read it' }).click();
  await expect(newer).toHaveCount(0);
  await ops.getByRole('button', { name: 'Send the answer' }).click();
  // The next case opens, or the list; the message has its answer.
  await expect(ops).toHaveURL((url) => !url.pathname.endsWith(support));
  await ops.goto(`/operator/messages/${support}`);
  await waitForHydration(ops);
  await expect(ops.getByRole('article').last()).toContainText('It works <again>.');
  await expect(ops.getByLabel('Your answer')).toHaveValue('');
  const answer = await waitForMail(message.email, new RegExp(`^Re: ${message.subject}$`));
  expect(answer.text).toContain('It works <again>. Load the page anew.');
  expect(answer.html).toContain('It works &#60;again&#62;.');
  expect(answer.text).toContain('/contact');

  await ops.getByRole('button', { name: 'Close the message' }).click();
  await expect(ops.getByText('Write a short note: why?')).toBeVisible();
  await ops.getByLabel(/^Note/).fill('All is said.');
  await ops.getByRole('button', { name: 'Close the message' }).click();
  await expect(ops.getByText('This message is closed.')).toBeVisible();
  await expect(ops.getByRole('button', { name: 'Send the answer' })).toHaveCount(0);
  await expect(ops.locator('.case-log li')).toHaveCount(2);
  await expectAccessible(ops);
  await ops.getByRole('link', { name: 'All messages' }).click();
  await ops.getByLabel('State').selectOption('closed');
  await expect(ops).toHaveURL('/operator/messages?state=closed');
  await expect(ops.getByRole('link', { name: message.subject })).toBeVisible();
  // Emails are sent in order: closing the message sends none.
  const next = someone();
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page, next);
  await send(page);
  await waitForMail(next.email, /We got your message/);
  await expect.poll(() => mailsTo(message.email)).toBe(2);
  // There are no messages after this cursor, which is far in the future.
  await ops.goto('/operator/messages?after=WzEsNzI1ODExODQwMDAwMCwiZmZmZmZmZmYtZmZmZi03ZmZmLWJmZmYtZmZmZmZmZmZmZmZmIl0');
  await expect(ops.getByRole('heading', { name: 'No messages here' })).toBeVisible();
  await waitForHydration(ops);
  await expectAccessible(ops);
  await team.close();
});

test('what is missing or wrong is said at its field, which gets the focus; it goes by the keyboard alone', async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await send(page);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  for (const fault of ['Write your name.', 'Write your email address.', 'Write what it is about.', 'Write your message.'])
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(/Never write your password.* Write your message\./);
  await expectAccessible(page);
  const message = someone();
  for (const text of [message.name, 'wanjiru', message.subject, 'Habari!']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  // The Tab key skips the hidden field.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(page.getByText('This does not look like an email address.')).toBeVisible();
  await expect(page.getByText('Write your name.', { exact: true })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(message.email);
  await page.keyboard.press('Enter');
  await expect(thanks(page)).toBeVisible();
  await expect.poll(() => storedMessages(message.email)).toHaveLength(1);
});

test('who writes too often is told, and nothing typed is lost', { tag: '@phone' }, async ({ page, quiet, baseURL }) => {
  quiet.allow(/429/);
  const message = someone();
  for (let time = 1; time <= 5; time++) {
    const form = { ...message, message: `Number ${time}.` };
    const sent = await page.request.post('/contact', { form, headers: { origin: baseURL ?? '' } });
    expect(sent.url()).toBe(`${baseURL}/contact?view=sent`);
  }
  await page.goto('/contact');
  await waitForHydration(page);
  await fill(page, { ...message, message: 'Number 6.' });
  await send(page);
  await expect(page.getByRole('alert')).toContainText('Please try again later. What you wrote is still here.');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Number 6.');
  await expect.poll(() => storedMessages(message.email)).toHaveLength(5);
  await expectAccessible(page);
});

test.describe('all operators’ pages', () => {
  test('lead to each other, and each says which it is', { tag: '@phone' }, async ({ page, baseURL }) => {
    await signInNewPlayer(page.context(), { origin: baseURL ?? '', role: 'operator' });
    await page.goto('/operator');
    await waitForHydration(page);
    const SECTIONS = {
      Games: { Games: 'Games', 'Staff picks': 'Staff picks and featured games' },
      People: { Messages: 'Messages', Players: "A player's money", Cases: 'Cases of deleted accounts' },
      Money: { Payments: 'Payments', Disputes: 'Disputes', 'Money by day': 'Money by day', Plans: 'Plans and prices' },
      Site: { Announcements: 'Announcements', Status: 'Status', Switches: 'Switches', Texts: 'Texts', Newsletter: 'Newsletter' },
      Shop: { Items: 'Items', Avatars: 'Avatar templates' },
    };
    for (const [section, pages] of Object.entries(SECTIONS)) {
      const tab = page.getByRole('navigation', { name: 'What to operate' }).getByRole('link', { name: section, exact: true });
      await tab.click();
      for (const [name, title] of Object.entries(pages)) {
        const link = page.getByRole('navigation', { name: `${section}: pages` }).getByRole('link', { name, exact: true });
        if (Object.keys(pages).length > 1) await link.click();
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
        await expect(page.locator('.operator-nav [aria-current="page"]').last()).toHaveText(Object.keys(pages).length > 1 ? name : section);
        await expect(tab).toBeInViewport();
      }
    }
    await expectAccessible(page);
  });
});
