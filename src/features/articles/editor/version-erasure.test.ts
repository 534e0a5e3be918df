import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { help, note, openEditor } from '../../../../tests/text-editor.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { getHelpArticle } from '../service.server.ts';
import { eraseVersion } from './version-erasure.service.server.ts';
import { getVersions } from './views.service.server.ts';

const NAME = 'Akinyi of Kisumu';
const why = 'A child’s name stood there.';

/** A text whose first version names a child, and one that says it without. */
async function openErasure() {
  const editor = await openEditor();
  const { ctx, operator, change } = editor;
  await change(help, { title: NAME, body: `We thank ${NAME}.` });
  await change(help, { title: 'Coins', body: 'We thank everybody.' });
  const erase = (fields: Record<string, string> = {}, who: Actor = operator) =>
    eraseVersion(
      ctx,
      who,
      'help',
      'kiddocash',
      { version: '1', note: why, password: 'secret1', ...fields },
      {
        address: '10.0.0.1',
        userAgent: 'test',
        cookies: '',
      },
    );
  const isThere = async () => {
    const { rows } = await sql<{ text: string }>`select to_jsonb(v)::text as text from text_versions v`.execute(ctx.db);
    return rows.some(({ text }) => text.includes('Akinyi'));
  };
  return { ...editor, erase, isThere };
}

test('the words of an earlier version are erased for good; who saved it, when and why stays, and the log says who erased them', async () => {
  const { ctx, operator, send, log, erase, isThere } = await openErasure();
  const look = (selected: string) => getVersions(ctx, operator, 'help', 'kiddocash', selected);
  expect((await look('1')).selected).toMatchObject({ canErase: true, preview: { title: NAME } });
  const before = (await look('')).versions[1];
  expect(await erase()).toEqual({ ok: true, do: 'erase' });
  expect(await isThere()).toBe(false);
  expect((await look('1')).selected).toBeNull();
  expect((await look('')).versions[1]).toEqual({ ...before, erased: { by: 'otieno', note: why } });
  expect(before).toMatchObject({ number: 1, by: 'Otieno', note, erased: null });
  expect((await log()).at(-1)).toEqual({ action: 'erase-text-version', subject_id: help, note: why });
  // What people see is as it was, and nobody goes back to nothing.
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Coins');
  await expect(send(help, { do: 'restore', version: '1', shown: '2' })).rejects.toMatchObject({ code: 'not-found' });
  expect(await erase()).toMatchObject({ ok: false, code: 'not-available' });
  await expect(
    sql`update text_versions set front = '{"title": "Other"}', erased_at = null where number = 1`.execute(ctx.db),
  ).rejects.toThrow('not changed');
});

test('what people see, and what the form is made from, keeps its words; without a note and the second step nothing is erased', async () => {
  const { world, ctx, change, erase, isThere, operator } = await openErasure();
  expect(await erase({ version: '2' })).toMatchObject({ ok: false, code: 'not-available' });
  await change(help, { title: 'Half a thought' }, 'save');
  // Below a draft it is seen all the same; the draft is what the form shows.
  for (const version of ['2', '3', '0', '9']) expect(await erase({ version })).toMatchObject({ ok: false, code: 'not-available' });
  expect((await getVersions(ctx, operator, 'help', 'kiddocash', '2')).selected?.canErase).toBe(false);
  expect(await erase({ note: ' ' })).toMatchObject({ ok: false, fieldErrors: { note: expect.any(String) } });
  const guessed = await erase({ password: 'guess12' });
  expect(guessed).toMatchObject({ ok: false, fieldErrors: { password: expect.any(String) }, values: { note: why, version: '1' } });
  expect(JSON.stringify(guessed)).not.toContain('guess12');
  await expect(erase({ version: 'x' })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(erase({}, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  for (const role of ['player', 'moderator'] as const)
    await expect(erase({}, await world.addPlayer({ role }))).rejects.toMatchObject({ code: 'not-allowed' });
  expect(await isThere()).toBe(true);
});
