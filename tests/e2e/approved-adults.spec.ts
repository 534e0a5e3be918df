import type { Page } from '@playwright/test';
import { EVERYTHING, giveConsent } from '../guardian-world.ts';
import { waitForMail } from './accounts.ts';
import { findAxeViolations } from './axe.ts';
import { chatWith, expect, messages, openChatForBoth, openPage, sendMessage, test } from './friends.ts';
import { query } from './players.ts';

// A guardian approves an aunt by name, and takes her out again. What follows from it: src/features/friends/approved-adults.test.ts.

const PHONE = { width: 360, height: 740 };

/** Searches for a whole username, and asks its player. */
async function ask(page: Page, username: string): Promise<void> {
  await openPage(page, `/friends?tab=search&q=${username}`);
  await page.getByRole('button', { name: 'Add Friend' }).click();
}

test(
  'a guardian approves an aunt; child and aunt become friends and write; taken out, the chat closes in the open tabs',
  { tag: '@phone' },
  async ({ someone, browserOf, baseURL, quiet }) => {
    // An open chat learns that it is over by asking for what is new.
    quiet.allow(/404 \(Not Found\) \(http:\/\/localhost:\d+\/chat\//);
    const [amina, aunt] = await Promise.all([someone({ viewport: PHONE }), someone({ viewport: PHONE })]);
    await query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [amina.known.id]);
    const mother = await giveConsent(query, amina.known.id, EVERYTHING);
    await query(`update guardianships set decided_at = now() - interval '25 hours' where player_id = $1`, [amina.known.id]);

    // The aunt does not find her, and nobody is approved.
    await openPage(aunt.page, `/friends?tab=search&q=${amina.known.username}`);
    await expect(aunt.page.getByText(`@${amina.known.username}`)).toHaveCount(0);
    await openPage(amina.page, '/guardian');
    const facts = amina.page.locator('.guardian-facts > div').filter({ hasText: 'Grown-ups who may be in touch with you' });
    await expect(facts.locator('dd')).toHaveText('Nobody');
    await amina.page.getByRole('button', { name: 'Send them the link again' }).click();
    await expect(amina.page.getByText('You can send it again from')).toBeVisible();

    const context = await browserOf({ viewport: PHONE, baseURL, bypassCSP: true });
    const phone = await context.newPage();
    const { text } = await waitForMail(mother, /Your link for/);
    await openPage(phone, /https?:\/\/\S+\/guardian\/[^\s?]+/.exec(text)?.[0] ?? '');
    const section = phone.getByRole('region', { name: 'Grown-ups they may be in touch with' });
    await expect(section.getByText('You have approved nobody.')).toBeVisible();
    const field = section.getByLabel('Their username on Kiddo');
    await section.getByRole('button', { name: 'Approve this name' }).click();
    await expect(section.getByText('Type a username.')).toBeVisible();
    await expect(field).toBeFocused();
    // What stands in the other form stays.
    await expect(phone.getByRole('radio', { name: 'With friends' })).toBeChecked();
    await field.fill(`@${aunt.known.username}`);
    await section.getByRole('button', { name: 'Approve this name' }).click();
    await expect(phone.locator('.toasts').getByText(`Approved: @${aunt.known.username}`)).toBeVisible();
    await expect(section.getByRole('heading')).toBeFocused();
    await expect(section.getByRole('listitem')).toHaveText([`@${aunt.known.username}Remove`]);
    await expect(field).toHaveValue('');
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await findAxeViolations(phone)).toEqual([]);
    // Another tab approved as many as one can: why this one cannot stands beside the names.
    const others = `insert into approved_adults (guardianship_id, username, approved_at)
      select id, 'other_' || n, now() from guardianships, generate_series(1, 4) n where player_id = $1`;
    await query(others, [amina.known.id]);
    await field.fill('one_more');
    await section.getByRole('button', { name: 'Approve this name' }).click();
    await expect(section.getByRole('alert')).toContainText('You have approved 5 names.');
    await expect(section.getByRole('alert')).toBeFocused();
    await query(
      `delete from approved_adults where username like 'other%' and guardianship_id in (select id from guardianships where player_id = $1)`,
      [amina.known.id],
    );
    await phone.reload();
    await phone.getByRole('link', { name: 'Kiswahili', exact: true }).click();
    await expect(phone.getByRole('heading', { name: 'Watu wazima anaoweza kuwasiliana nao' })).toBeVisible();
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await phone.getByRole('link', { name: 'English', exact: true }).click();

    // The child is told, sees the name, and says yes.
    await openPage(amina.page, '/guardian');
    await expect(facts.locator('dd')).toHaveText(`@${aunt.known.username}`);
    await ask(aunt.page, amina.known.username);
    await expect(aunt.page.getByRole('button', { name: 'Add Friend' })).toHaveCount(0);
    await openPage(amina.page, '/friends?tab=requests');
    await amina.page.getByRole('button', { name: /^Accept/ }).click();
    await expect
      .poll(() => query('select 1 from friendships where state = $1 and $2 in (low_id, high_id)', ['accepted', amina.known.id]))
      .toHaveLength(1);
    await openChatForBoth(amina, aunt);
    await sendMessage(aunt.page, amina.known, 'Habari yako?');
    // Two messages on their way at the same time may arrive in any order.
    await expect(messages(amina.page)).toHaveText(['Habari yako?']);
    await sendMessage(amina.page, aunt.known, 'Nzuri sana');
    for (const { page } of [amina, aunt]) await expect(messages(page)).toHaveText(['Habari yako?', 'Nzuri sana']);

    await section.getByRole('button', { name: `Remove @${aunt.known.username}` }).click();
    await expect(phone.locator('.toasts').getByText(`Removed: @${aunt.known.username}`)).toBeVisible();
    await expect(section.getByText('You have approved nobody.')).toBeVisible();
    await expect(chatWith(amina.page, aunt.known)).toBeHidden();
    await expect(chatWith(aunt.page, amina.known)).toBeHidden();
    for (const { page } of [amina, aunt]) {
      await openPage(page, '/friends');
      await expect(page.getByText('Paused friendships')).toBeVisible();
    }
  },
);
