import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import type { PictureCase } from '../review/schema.ts';
import { PictureCaseView } from '../review/ui/picture-case-view.tsx';
import * as pictureCase from './picture-case.tsx';

async function start() {
  const pages = await createPaymentsPages();
  const { world, ctx } = pages;
  const [mod, painter] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ display_name: 'Zuri' })];
  const add = async (playerId: string, state: 'waiting' | 'approved') => {
    const id = randomUUID();
    const row = { id, player_id: playerId, picture: `${id}.webp`, state, decided_at: state === 'approved' ? ctx.now() : null };
    await ctx.db.insertInto('avatar_uploads').values(row).execute();
    const worn = { style: 'custom', template_id: null, upload_id: id } as const;
    await ctx.db
      .insertInto('avatars')
      .values({ player_id: playerId, ...worn })
      .onConflict((existing) => existing.column('player_id').doUpdateSet(worn))
      .execute();
    return id;
  };
  const show = (id: string, actor: Actor = mod) => pages.get(pictureCase, `/moderation/pictures/${id}`, actor, { id });
  const decide = (id: string, fields: Record<string, string>, actor: Actor = mod) => pages.post(pictureCase, fields, actor, { id });
  return { ...pages, mod, painter, add, show, decide };
}

test('a picture that waits has a page for the team, but not for who uploaded it', async () => {
  const { mod, painter, add, show, decide } = await start();
  const [theirs, own] = [await add(painter.id, 'waiting'), await add(mod.id, 'waiting')];
  expect((await show(theirs, VISITOR)).to).toBe(`/login?returnUrl=${encodeURIComponent(`/moderation/pictures/${theirs}`)}`);
  expect((await show(theirs, painter)).status).toBe(403);
  for (const id of [own, randomUUID(), 'nope', '\0']) expect([id, (await show(id)).status]).toEqual([id, 404]);
  expect([(await decide(theirs, { do: 'approve' }, VISITOR)).status, (await decide(theirs, { do: 'approve' }, painter)).status]).toEqual([
    401, 403,
  ]);
  expect((await decide(own, { do: 'approve' })).status).toBe(409);
  const { view } = (await show(theirs)).data as { view: PictureCase };
  const html = renderToHtml(createElement(PictureCaseView, { view, bar: null, answer: undefined }), '/');
  expect(textOf(html)).toContain('Picture of Zuri');
  expect(findElements(html, 'button', { name: 'do' }).map(({ value }) => value)).toEqual(['approve', 'refuse']);
});

test('after the decision the next case opens; what was decided meanwhile says so', async () => {
  const { world, painter, mod, add, show, decide } = await start();
  const [first, second] = [await add(painter.id, 'waiting'), await add((await world.addPlayer()).id, 'waiting')];
  expect(await show(first)).toMatchObject({ data: { status: { total: 2, assignee: null } } });
  expect(await decide(first, { do: 'refuse', note: '' })).toMatchObject({ status: 400 });
  expect(await decide(first, { do: 'refuse', note: 'a phone number' })).toMatchObject({
    to: `/moderation/pictures/${second}?news=next-case`,
  });
  expect(await show(second)).toMatchObject({ data: { status: { assignee: { id: mod.id, isSelf: true } } } });
  expect(await decide(second, { do: 'approve' })).toMatchObject({ to: '/moderation?news=last-case' });
  expect(await decide(second, { do: 'approve' })).toMatchObject({ status: 409, data: { ok: false } });
  const gone = (await show(first)).data as { view: PictureCase };
  expect(gone).toMatchObject({ view: { picture: null }, status: null });
  const html = renderToHtml(createElement(PictureCaseView, { view: gone.view, bar: null, answer: undefined }), '/');
  expect(textOf(html)).toContain('there is nothing left to do here');
  expect(html).not.toContain('<form');
});

test('an approved picture is taken away on its page', async () => {
  const { painter, add, show, decide } = await start();
  const id = await add(painter.id, 'approved');
  expect((await show(id)).data).toMatchObject({ view: { state: 'approved', picture: { id } }, status: null });
  expect(await decide(id, { do: 'refuse', was: 'approved', note: 'a phone number' })).toMatchObject({
    to: '/moderation/pictures?state=approved&news=picture-refused',
  });
});
