import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { requestContext } from '../../../request/request-context.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { CONSENT_PATH, CONSENT_STYLE_PATH } from '../schema.ts';
import * as choose from './choose.tsx';
import * as style from './style.tsx';

function argsOf(world: World, request: Request, cookies = '') {
  const context = new RouterContextProvider();
  const visit = { address: '10.0.0.1', userAgent: 'test', cookies };
  context.set(requestContext, {
    ctx: world.ctx,
    actor: VISITOR,
    viewer: null,
    clientInfo: visit,
    nonce: '',
    requestId: 'r1',
    rateLimit: async () => {},
  });
  return { request, context, params: {} } as never;
}
const post = (world: World, fields: Record<string, string>) =>
  choose.action(
    argsOf(world, new Request(`${world.ctx.config.origin}${CONSENT_PATH}`, { method: 'POST', body: new URLSearchParams(fields) })),
  );

test('without scripts the choice comes back as a cookie, and one is where one was', async () => {
  const world = await createWorld();
  for (const choice of ['all', 'essential']) {
    const answer = await post(world, { choice, returnUrl: '/games?genre=Racing' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/games?genre=Racing']);
    expect(answer.headers.get('set-cookie')).toBe(`cookie_consent=${choice}; Path=/; Max-Age=31536000; SameSite=Lax`);
  }
  for (const returnUrl of ['', 'https://evil.example', '//evil.example', '/\\evil.example'])
    expect((await post(world, { choice: 'all', returnUrl })).headers.get('location')).toBe('/');
  expect((await post(world, { choice: 'all' })).headers.get('location')).toBe('/');
});

test('what is no choice sets nothing', async () => {
  const world = await createWorld();
  for (const choice of ['', 'none', 'toString', 'all; Domain=x'])
    await expect(post(world, { choice, returnUrl: '/' })).rejects.toMatchObject({ init: { status: 400 } });
  await expect(post(world, { returnUrl: '/' })).rejects.toMatchObject({ data: { code: 'bad-input' }, init: { status: 400 } });
  expect(choose.loader().status).toBe(405);
});

test('the styles hide the question where it was answered, and only there; they are kept by nobody', async () => {
  const world = await createWorld();
  const styles = (cookies: string) => style.loader(argsOf(world, new Request(`${world.ctx.config.origin}${CONSENT_STYLE_PATH}`), cookies));
  const [asked, answered] = await Promise.all([styles('kiddo_session=x'), styles('a=b; cookie_consent=essential')]);
  expect([await asked.text(), await answered.text()]).toEqual(['', '.consent{display:none}:root{--cookie-bar:0px}']);
  for (const each of [asked, answered])
    expect([each.headers.get('content-type'), each.headers.get('cache-control')]).toEqual(['text/css; charset=utf-8', 'private, no-store']);
});
