import { befriend, bell, openPage, toast, waitForLiveConnection } from './friends.ts';
import { removeOpenCases } from './open-cases.ts';
import { query } from './players.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';

// A reported group, from the report to its end. What else the team decides: src/features/moderation/groups/service.test.ts.

test.beforeEach(({ dataDir }) => removeOpenCases(dataDir));

test('a member reports a group; a moderator closes it; the owner’s open page goes, and both are told', async ({
  someone,
  dataDir,
  quiet,
}) => {
  // The open page of the closed group asks for it once more.
  quiet.allow(/status of 404/);
  const [amina, brian] = [await someone(PHONE), await someone(DESKTOP)];
  const mod = await someone({ ...DESKTOP, role: 'moderator' });
  await befriend(amina.known.id, brian.known.id, dataDir);
  const [group] = await query<{ id: string }>(
    `with made as (
       insert into groups (id, name, motto, badge_shape, badge_color, badge_cloth, badge_sign, created_by, created_at)
       values (gen_random_uuid(), 'Ugly Club', '', 'drum', 'teal', 'zigzag', 'kite', $1, now()) returning id)
     , named as (
       insert into group_name_changes (id, group_id, name, motto, kind, changed_by, changed_at)
       select gen_random_uuid(), id, 'Ugly Club', '', 'made', $1, now() from made)
     insert into group_members (group_id, player_id, role, joined_at)
     select id, player, role, now() from made, (values ($1::uuid, 'owner'), ($2, 'member')) as of (player, role) returning group_id as id`,
    [brian.known.id, amina.known.id],
    dataDir,
  );
  const address = `/groups/${group?.id ?? ''}`;

  await openPage(amina.page, address);
  await amina.page.getByRole('button', { name: 'Report group' }).tap();
  const dialog = amina.page.getByRole('dialog');
  await dialog.getByLabel('It is made to be mean to somebody').check();
  await dialog.getByRole('textbox').fill('They laugh at Zuri.');
  await dialog.getByRole('button', { name: 'Send report' }).tap();
  await expect(dialog.getByText('We got your report and will tell you when we looked at it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).tap();
  const live = waitForLiveConnection(brian.page);
  await openPage(brian.page, address);
  await live;
  await expect(brian.page.getByRole('heading', { level: 1 })).toHaveText('Ugly Club');

  const { page } = mod;
  await openPage(page, '/moderation');
  await page.getByRole('link', { name: 'Groups 1' }).click();
  await page.getByRole('link', { name: 'Ugly Club' }).click();
  await expect(page.getByText('They laugh at Zuri.')).toBeVisible();
  await expect(page.getByRole('link', { name: brian.known.displayName })).toBeVisible();
  await page.getByLabel('Note', { exact: true }).fill('Made to be mean to Zuri.');
  await page.getByRole('button', { name: 'Close the group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the group' }).click();
  await expect(toast(page, 'Nothing else waits for you.')).toBeVisible();

  // It goes from the page that was open.
  await expect(brian.page.getByText('Ugly Club')).toHaveCount(0);
  await bell(brian.page, 1).click();
  await expect(brian.page.getByText('Our team closed a group')).toBeVisible();
  await openPage(amina.page, '/groups');
  await expect(amina.page.getByText('Ugly Club')).toHaveCount(0);
  await bell(amina.page, 3).tap();
  await expect(amina.page.getByText('Your report about a group helped')).toBeVisible();
});
