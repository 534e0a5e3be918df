import { expect, test } from 'vitest';
import { createPaymentsPages, type RouteModule } from '../../tests/pages.ts';
import { listMessages, getMessageDetails } from '../features/contact/admin/service.server.ts';
import { sendMessage } from '../features/contact/service.server.ts';
import { urlForUnsubscribe } from '../features/newsletter/service.server.ts';
import { SYSTEM, VISITOR, type Actor } from '../shared/permissions.ts';

/** The expected result for each actor: an HTTP status, or the URL to which they are redirected. */
const ACTORS = ['visitor', 'player', 'premium', 'moderator', 'operator', 'leaving', 'system'] as const;
type Who = (typeof ACTORS)[number];
type Row = Record<Who, number | string>;

const everyone = (given: number | string, leaving: number | string): Row => ({
  ...(Object.fromEntries(ACTORS.map((who) => [who, given])) as Row),
  leaving,
});
/** Without a viewer, the page redirects to the login. Actors of kind 'leaving' and 'system' never have a viewer. */
const team = (login: string): Row => ({ ...everyone(403, login), visitor: login, system: login, operator: 200 });
const formPost = (given: number): Row => ({ ...everyone(403, 403), visitor: 401, operator: given });

type Case = { file: string; get?: Row; post?: Row; params?: Record<string, string>; address?: string; fields?: Record<string, string> };

/** Every page of these features, with the expected result for each actor. */
function table(made: { message: string; key: string; token: string; game: string }): Case[] {
  const { message, key, token, game } = made;
  const letter = { name: 'Wanjiru', email: 'w@example.com', subject: 'Hello', message: 'Habari!' };
  const article = { get: everyone(200, 200) };
  const text = { kind: 'help', slug: 'kiddocash' };
  const textUrl = '%2Foperator%2Ftexts%2Fhelp%2Fkiddocash';
  return [
    { file: 'contact/pages/contact.tsx', get: everyone(200, 403), post: everyone('/contact?view=sent', 403), fields: letter },
    { file: 'contact/admin/pages/messages.tsx', get: team('/login?returnUrl=%2Foperator%2Fmessages') },
    {
      file: 'contact/admin/pages/message.tsx',
      params: { id: message },
      get: team(`/login?returnUrl=%2Foperator%2Fmessages%2F${message}`),
      post: { ...formPost(200), operator: '/operator/messages/NEXT?news=next-case' },
      fields: { do: 'answer', text: 'Nzuri!', key, seen: '0' },
    },
    {
      file: 'newsletter/pages/subscribe.tsx',
      get: everyone(200, 200),
      post: everyone('/newsletter?view=sent', 403),
      fields: { email: 'r@example.com' },
    },
    { file: 'newsletter/pages/confirm.tsx', params: { token: 'x'.repeat(32) }, post: everyone(200, 403) },
    { file: 'newsletter/pages/unsubscribe.tsx', params: { token }, post: everyone(200, 403) },
    {
      file: 'newsletter/pages/campaigns.tsx',
      get: team('/login?returnUrl=%2Foperator%2Fnewsletter'),
      post: formPost(200),
      fields: { post: 'how-we-keep-chat-safe' },
    },
    { file: 'consent/pages/choose.tsx', get: everyone(405, 405), post: everyone('/', '/'), fields: { choice: 'all', returnUrl: '/' } },
    { file: 'consent/pages/style.tsx', get: everyone(200, 200) },
    { file: 'offline/pages/offline.tsx' },
    { file: 'offline/pages/offline-game.tsx', params: { id: game }, get: { ...everyone(403, 403), visitor: 401, premium: 200 } },
    { file: 'articles/pages/text.tsx', address: '/about', ...article },
    { file: 'articles/pages/cookies.tsx', ...article },
    { file: 'articles/pages/blog.tsx', ...article },
    { file: 'articles/pages/feed.tsx', ...article },
    { file: 'articles/pages/post.tsx', params: { slug: 'how-we-keep-chat-safe' }, ...article },
    { file: 'articles/pages/help.tsx', address: '/help', ...article },
    { file: 'articles/pages/help-article.tsx', params: { slug: 'forgot-password' }, ...article },
    {
      file: 'articles/editor/pages/list.tsx',
      get: team('/login?returnUrl=%2Foperator%2Ftexts'),
      post: { ...formPost(200), operator: '/operator/texts/blog/rhino' },
      fields: { kind: 'blog', title: 'Rhino' },
    },
    {
      file: 'articles/editor/pages/text.tsx',
      params: text,
      get: team(`/login?returnUrl=${textUrl}`),
      post: formPost(200),
      fields: { do: 'save', shown: '0', title: 'Coins', body: 'Coins.' },
    },
    {
      file: 'articles/editor/pages/preview.tsx',
      params: text,
      get: everyone(405, 405),
      post: formPost(200),
      fields: { shown: '0', title: 'Coins', body: 'Coins.' },
    },
    {
      file: 'articles/editor/pages/versions.tsx',
      params: text,
      get: team(`/login?returnUrl=${textUrl}%2Fversions`),
      post: formPost(200),
      fields: { version: '0', shown: '1', note: 'As it was.' },
    },
  ];
}

const MODULES = import.meta.glob<RouteModule>('../features/{contact,newsletter,consent,offline,articles,thrift}/**/pages/*.tsx');

test('every page of contact, newsletter, consent, offline play and the articles, for everybody', { timeout: 60_000 }, async () => {
  const { world, ctx, get, post } = await createPaymentsPages();
  const id = ctx.newId();
  const actors: Record<Who, Actor> = {
    visitor: VISITOR,
    player: await world.addPlayer(),
    premium: { ...(await world.addPlayer()), premium: true },
    moderator: await world.addPlayer({ role: 'moderator' }),
    operator: await world.addPlayer({ role: 'operator' }),
    leaving: { kind: 'leaving', id },
    system: SYSTEM,
  };
  const game = await world.addGame({ is_premium: true });
  await sendMessage(ctx, VISITOR, { name: 'V', email: 'v@example.com', subject: 'Hello', message: 'Habari?' }, '10.9.9.9');
  const [{ id: message } = { id: '' }] = (await listMessages(ctx, actors.operator, 'open', null)).items;
  const { key } = await getMessageDetails(ctx, actors.operator, message);
  const cases = table({ message, key, token: urlForUnsubscribe(ctx, id).split('/').at(-1) ?? '', game });
  expect(Object.keys(MODULES).toSorted()).toEqual(cases.map(({ file }) => `../features/${file}`).toSorted());

  for (const { file, params = {}, address = '/', fields = {}, ...expected } of cases) {
    const page = await (MODULES[`../features/${file}`] as () => Promise<RouteModule>)();
    // The table must cover exactly the loaders and actions that the page has.
    expect([file, page.loader !== undefined, page.action !== undefined]).toEqual([
      file,
      expected.get !== undefined,
      expected.post !== undefined,
    ]);
    for (const who of ACTORS) {
      const got = expected.get && (await get(page, address, actors[who], params));
      const posted = expected.post && (await post(page, fields, actors[who], params));
      // After a decision the next open case opens: whichever that is.
      const to = posted?.to?.replace(/[\w-]{36}\?news=next-case$/, 'NEXT?news=next-case');
      const given = [got?.to ?? got?.status, to ?? posted?.status];
      expect([file, who, ...given]).toEqual([file, who, expected.get?.[who], expected.post?.[who]]);
    }
  }
});
