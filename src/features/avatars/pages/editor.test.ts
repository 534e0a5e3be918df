import { createElement } from 'react';
import { RouterContextProvider } from 'react-router';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createWorld } from '../../../../tests/world.ts';
import { requestContext } from '../../../request/request-context.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { avatarJobs } from '../jobs.server.ts';
import { reviewPicture, listPictures } from '../review/service.server.ts';
import { getQueueTabs } from '../../case-queue/service.server.ts';
import type { VerdictResult } from '../review/schema.ts';
import { PictureQueueView } from '../review/ui/picture-queue.tsx';
import { AVATAR_PATH, UPLOAD_BYTES_MAX, type AvatarAction, type AvatarErrorCode, type AvatarResult } from '../schema.ts';
import { getAvatarView, findLatestPicture } from '../service.server.ts';
import { EDITOR_FIELDS, EDITOR_TABS } from '../editor.rules.ts';
import { AvatarEditor } from '../ui/editor.tsx';
import { LoginRequired, PremiumRequired } from '../ui/access-required.tsx';
import { action, loader } from './editor.tsx';
import { loader as pictureLoader } from './picture.tsx';

/** A response that reports a failure. */
const failed = (attempted: AvatarAction, status: number, code: AvatarErrorCode): { status: number; answer: AvatarResult } => ({
  status,
  answer: { ...actionFailure(code, { requestId: 'r' }), action: attempted, code },
});

type Player = Extract<Actor, { kind: 'player' }>;

async function start() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const actor: Player = { ...(await world.addPlayer()), premium: true };
  const template = { id: 'cat', name: 'Cat', style: 'animals', picture: 'templates/cat/1.webp', is_premium: true, position: 1 };
  await world.ctx.db.insertInto('avatar_templates').values(template).execute();
  const args = (who: Actor, request: Request, params = {}) => {
    const context = new RouterContextProvider();
    const viewer = who.kind === 'player' ? { id: who.id, username: '', displayName: '', avatar: '', role: who.role } : null;
    const visit = { address: '', userAgent: '', cookies: '' };
    context.set(requestContext, {
      ctx: world.ctx,
      actor: who,
      viewer,
      clientInfo: visit,
      nonce: '',
      requestId: 'r',
      rateLimit: async () => {},
    });
    return { request, context, params } as never;
  };
  const address = `http://localhost${AVATAR_PATH}`;
  const post = async (who: Actor, body: FormData | URLSearchParams) => {
    const given = (await action(args(who, new Request(address, { method: 'POST', body })))) as unknown;
    if (given instanceof Response) return { status: given.status, to: given.headers.get('location') };
    const wrapped = given as { data?: AvatarResult; init?: { status: number } };
    return { status: wrapped.init?.status ?? 200, answer: wrapped.data ?? (given as AvatarResult) };
  };
  const upload = async (who: Actor, bytes: Uint8Array, type = 'image/png') => {
    const form = new FormData();
    form.append('do', 'upload');
    form.append('picture', new Blob([new Uint8Array(bytes)], { type }), 'me.png');
    return post(who, form);
  };
  const load = async (who: Actor) => loader(args(who, new Request(address)));
  const picture = async (who: Actor, id: string) => pictureLoader(args(who, new Request('http://localhost/'), { id }));
  return { world, actor, post, upload, load, picture };
}

const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#e23b24' } })
  .png()
  .toBuffer();

test('the page has three states', async () => {
  const { load, actor } = await start();
  expect(await load(VISITOR)).toEqual({ state: 'logged-out' });
  expect(await load({ ...actor, premium: false })).toEqual({ state: 'no-premium', picture: null, looks: [] });
  expect(await load(actor)).toMatchObject({ state: 'editor', view: { templates: [{ id: 'cat', isPremium: true }] } });
});

test('saving leads to the profile, which tells it; a refusal says why', async () => {
  const { post, actor } = await start();
  const choose = (who: Actor, template: string) => post(who, new URLSearchParams({ do: 'choose', template }));
  expect(await choose(actor, 'cat')).toEqual({ status: 302, to: '/profile?news=avatar-updated' });
  expect(await choose({ ...actor, premium: false }, 'cat')).toEqual(failed('choose', 403, 'premium'));
  expect(await choose(VISITOR, 'cat')).toEqual(failed('choose', 401, 'signed-out'));
  expect(await choose(actor, 'dog')).toEqual(failed('choose', 404, 'gone'));
  expect(await choose(actor, '')).toEqual(failed('choose', 400, 'failed'));
  expect(await post(actor, new URLSearchParams({ do: 'dance' }))).toMatchObject({ status: 400, answer: { code: 'failed' } });
});

test('an upload is answered with what is wrong, however it is wrong', async () => {
  const { world, upload, actor, load } = await start();
  const uploadFailed = (status: number, code: AvatarErrorCode) => failed('upload', status, code);
  const large = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
  expect(await upload(actor, png, 'text/plain')).toEqual(uploadFailed(400, 'not-a-picture'));
  expect(await upload(actor, png, 'image/gif')).toEqual(uploadFailed(400, 'not-this-kind'));
  expect(await upload(actor, large(UPLOAD_BYTES_MAX + 1))).toEqual(uploadFailed(413, 'too-large'));
  expect(await upload(actor, large(9 * 1024 * 1024))).toEqual(uploadFailed(413, 'too-large'));
  expect(await upload(VISITOR, large(9 * 1024 * 1024))).toEqual(uploadFailed(401, 'signed-out'));
  expect(await upload(VISITOR, png)).toEqual(uploadFailed(401, 'signed-out'));
  expect(await upload({ ...actor, premium: false }, png)).toEqual(uploadFailed(403, 'premium'));
  const teen: Actor = { ...(await world.addPlayer({ age_band: 13, birth_month: '2012-01' })), premium: true };
  expect(await upload(teen, png)).toEqual(uploadFailed(403, 'guardian'));
  expect(await upload(actor, new Uint8Array(), 'application/octet-stream')).toEqual(uploadFailed(400, 'not-a-picture'));
  expect(await upload(actor, png)).toEqual({ status: 200, answer: { ok: true, action: 'upload' } });
  expect(await load(actor)).toMatchObject({ view: { latestUpload: { state: 'waiting' } } });
  for (let n = 0; n < 9; n++) await upload(actor, png);
  expect(await upload(actor, png)).toEqual(uploadFailed(429, 'too-many'));
});

test('a picture that waits is sent to its owner and the team, and kept nowhere', async () => {
  const { world, upload, actor, picture, post } = await start();
  await upload(actor, png);
  const id = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  const mod = await world.addPlayer({ role: 'moderator' });
  for (const who of [actor, mod]) {
    const answer = await picture(who, id);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
  }
  for (const who of [VISITOR, await world.addPlayer()]) expect((await picture(who, id)).status).toBe(404);
  expect(await post(actor, new URLSearchParams({ do: 'delete' }))).toEqual({ status: 200, answer: { ok: true, action: 'delete' } });
  expect(await post(actor, new URLSearchParams({ do: 'delete' }))).toEqual(failed('delete', 409, 'gone'));
  expect((await picture(actor, id)).status).toBe(404);
});

test('the editor works before any script is', async () => {
  const { world, actor, upload } = await start();
  await upload(actor, png);
  const mod = await world.addPlayer({ role: 'moderator' });
  const waits = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  const waiting = renderToHtml(
    createElement(AvatarEditor, { view: await getAvatarView(world.ctx, actor), tab: 'picture', answer: undefined }),
    AVATAR_PATH,
  );
  expect(textOf(waiting)).toContain('Waiting Somebody from our team looks at it first.');
  // It cannot be chosen before it was reviewed.
  expect(findElements(waiting, 'input', { type: 'radio', name: 'template' }).map(({ value }) => value)).toEqual([':drawn', 'cat']);
  await reviewPicture(world.ctx, mod, { picture: waits, do: 'approve', note: '' });
  const view = await getAvatarView(world.ctx, actor);
  const html = renderToHtml(
    createElement(AvatarEditor, { view, tab: 'picture', answer: failed('upload', 413, 'too-large').answer }),
    AVATAR_PATH,
  );
  expect(findElements(html, 'input', { type: 'radio', name: 'template' }).map(({ value }) => value)).toEqual([':drawn', ':own', 'cat']);
  expect(findElements(html, 'input', { type: 'radio', name: 'template', checked: '' }).map(({ value }) => value)).toEqual([':own']);
  expect(findElements(html, 'form', { enctype: 'multipart/form-data' })).toHaveLength(1);
  expect(findElements(html, 'input', { type: 'file', name: 'picture' })).toMatchObject([{ accept: 'image/jpeg,image/png,image/gif' }]);
  expect(findElements(html, 'button', { disabled: '' })).toEqual([]);
  expect(textOf(html)).toContain('Cat Premium');
  for (const words of ['File too large', 'Please select an image smaller than 2MB.', 'JPG, PNG and GIF are supported', 'Approved'])
    expect(textOf(html)).toContain(words);
});

test('every tab offers its parts with names, the chosen ones checked, and sends all other choices along', async () => {
  const { world, actor } = await start();
  const view = await getAvatarView(world.ctx, actor);
  for (const tab of EDITOR_TABS) {
    const html = renderToHtml(createElement(AvatarEditor, { view, tab, answer: undefined }), `${AVATAR_PATH}?tab=${tab}`);
    const form = findElements(html, 'input', { type: 'hidden' }).map(({ name }) => name);
    const radios = findElements(html, 'input', { type: 'radio' });
    const groups = [...new Set(radios.map(({ name }) => name))];
    // Each field is sent once, by its radio group or as it is.
    const sent = [...groups, ...form.filter((name) => name !== 'do')];
    expect([tab, sent.length, new Set(sent)]).toEqual([tab, EDITOR_FIELDS.length, new Set(EDITOR_FIELDS)]);
    for (const group of groups)
      expect(
        radios.filter(({ name, checked }) => name === group && checked === ''),
        `${tab} ${group}`,
      ).toHaveLength(1);
    expect(findElements(html, 'button', { disabled: '' })).toEqual([]);
  }
  const clothes = renderToHtml(createElement(AvatarEditor, { view, tab: 'clothes', answer: undefined }), AVATAR_PATH);
  for (const name of ['Top colour', 'Tops', 'Kitenge top', 'Bottoms', 'Jeans', 'Shoes', 'Sandals', 'More to wear in the catalog'])
    expect(textOf(clothes)).toContain(name);
  expect(findElements(clothes, 'input', { 'aria-label': 'Coral', name: 'topColour' })).toHaveLength(1);
});

test('without premium, and signed out, the page says what opens it', async () => {
  const { world, actor, upload } = await start();
  await upload(actor, png);
  const picture = await findLatestPicture(world.ctx, { ...actor, premium: false });
  const closed = renderToHtml(createElement(PremiumRequired, { picture, looks: [], answer: undefined }), AVATAR_PATH);
  for (const words of ['Premium Feature', 'Upgrade to Premium', 'Back to Profile', 'Delete my picture'])
    expect(textOf(closed)).toContain(words);
  expect(findElements(closed, 'a', { href: '/subscription' })).toHaveLength(1);
  const out = renderToHtml(createElement(LoginRequired), AVATAR_PATH);
  expect([
    textOf(out).includes('Please Log In'),
    findElements(out, 'a', { href: '/login?returnUrl=%2Favatar-customization' }).length,
  ]).toEqual([true, 1]);
});

test('the queue of pictures works before any script is', async () => {
  const { world, actor, upload } = await start();
  const mod = await world.addPlayer({ role: 'moderator' });
  const show = async (answer?: VerdictResult, shown: 'waiting' | 'approved' = 'waiting') =>
    renderToHtml(
      createElement(PictureQueueView, {
        page: await listPictures(world.ctx, mod, shown, null),
        tabs: await getQueueTabs(world.ctx, mod),
        answer,
      }),
      '/moderation/pictures',
    );
  expect(textOf(await show())).toContain('No pictures wait');
  await upload(actor, png);
  const id = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  const html = await show(actionFailure('bad-input', { values: { picture: id, note: '' } }));
  expect(findElements(html, 'img', { src: `/avatars/pictures/${id}` })).toMatchObject([{ alt: 'Picture of Player 1' }]);
  expect(findElements(html, 'button', { name: 'do' }).map(({ value }) => value)).toEqual(['approve', 'refuse']);
  expect(findElements(html, 'input', { name: 'picture', value: id })).toHaveLength(1);
  expect(textOf(html)).toContain('Write a short note: why?');
  await reviewPicture(world.ctx, mod, { picture: id, do: 'approve', note: '' });
  const approved = await show(undefined, 'approved');
  expect(findElements(approved, 'button', { name: 'do' }).map(({ value }) => value)).toEqual(['refuse']);
  expect([textOf(approved).includes('Take it away'), findElements(approved, 'input', { name: 'was', value: 'approved' }).length]).toEqual([
    true,
    1,
  ]);
});
