import { befriend, messageField, messages, openChatForBoth, openPage, sendMessage, toast } from './friends.ts';
import { removeOpenCases } from './open-cases.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';

// A child who asks for help in a chat: what they see, what the friend sees, and what the team sees.

test.beforeEach(({ dataDir }) => removeOpenCases(dataDir));

test('who asks for help sees whom to call, the friend does not; the button puts it first for the moderators', async ({
  someone,
  dataDir,
}) => {
  const [amina, brian, mod] = [await someone(PHONE), await someone(DESKTOP), await someone({ ...DESKTOP, role: 'moderator' })];
  await befriend(amina.known.id, brian.known.id, dataDir);
  await openChatForBoth(amina, brian);
  await sendMessage(amina.page, brian.known, 'i want to hurt myself');
  const card = amina.page.getByRole('status').filter({ hasText: 'You are not alone' });
  await expect(card.getByRole('link', { name: 'Call Childline Kenya: 116' })).toHaveAttribute('href', 'tel:116');
  await expect(messages(brian.page)).toHaveText(['i want to hurt myself']);
  await expect(brian.page.getByText('You are not alone')).toHaveCount(0);
  await card.getByRole('button', { name: 'Tell our team' }).click();
  await expect(card.getByText('A person will look at it. This is not for emergencies')).toBeVisible();
  await card.getByRole('button', { name: 'Close this' }).click();
  await expect(amina.page.getByText('You are not alone')).toHaveCount(0);
  // It does not come again with the next message.
  await messageField(amina.page, brian.known).fill('kms');
  await messageField(amina.page, brian.known).press('Enter');
  await expect(messages(brian.page)).toHaveText(['i want to hurt myself', 'kms']);
  await expect(amina.page.getByText('Sending...')).toHaveCount(0);
  await expect(amina.page.getByText('You are not alone')).toHaveCount(0);

  await openPage(mod.page, '/moderation');
  const row = mod.page.getByRole('listitem').filter({ hasText: 'i want to hurt myself' });
  await expect(row.getByRole('heading')).toHaveText('A child asks for help: wants to hurt themselves Urgent');
  await row.getByRole('link').click();
  await expect(mod.page.getByRole('heading', { level: 1 })).toHaveText(amina.known.displayName);
  await mod.page.getByRole('textbox', { name: 'Note' }).fill('Called Childline');
  await mod.page.getByRole('button', { name: 'Done: the child gets help' }).click();
  await expect(mod.page.getByRole('heading', { level: 1 })).toHaveText('Waiting');
  await expect(toast(mod.page, 'Nothing else waits for you.')).toBeVisible();
  await expect(row).toHaveCount(0);
});
