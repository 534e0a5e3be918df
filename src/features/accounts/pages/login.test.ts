import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { codeOf } from '../../../../tests/authenticator.ts';
import { createWorld } from '../../../../tests/world.ts';
import { siteContext } from '../../../server/site-context.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import type { FormAnswer } from '../schema.ts';
import { whoIs } from '../sessions/service.server.ts';
import { action } from './login.tsx';

test('the login page asks for the code after the password, by forms alone, and leads where one wanted to go', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  /** The browser's cookies. */
  const jar = new Map<string, string>();
  const header = () => Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
  const visit = () => ({ address: '10.0.0.1', device: 'test', cookies: header() });
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  const post = async (fields: Record<string, string>) => {
    const context = new RouterContextProvider();
    context.set(siteContext, {
      ctx: world.ctx,
      actor: VISITOR,
      viewer: null,
      visit: visit(),
      nonce: '',
      requestId: 'r',
      within: async () => {},
    });
    const request = new Request('http://x/login', { method: 'POST', body: new URLSearchParams(fields) });
    const given = await action({ context, request, params: {} } as never);
    if (given instanceof Response) {
      keep(given.headers.getSetCookie());
      return { to: given.headers.get('location'), answer: null };
    }
    keep(new Headers(given.init?.headers).getSetCookie());
    return { to: null, answer: given.data satisfies FormAnswer };
  };
  const signIn = { form: 'sign-in', identifier: 'amina', password: 'secret1', returnUrl: '/games/maze' };
  expect((await post(signIn)).to).toBe('/games/maze');
  const begun = await world.ctx.signIn.beginSecond('secret1', visit());
  const key = 'key' in begun ? begun.key : '';
  const on = await world.ctx.signIn.confirmSecond(codeOf(key), visit());
  expect(on.state).toBe('on');
  jar.clear();

  expect(await post(signIn)).toMatchObject({ to: null, answer: { view: 'code' } });
  expect(await whoIs(world.ctx, header())).toBe(null);
  expect(await post({ form: 'code', code: '000000', returnUrl: '/games/maze' })).toMatchObject({
    answer: { view: 'code', faults: { code: expect.any(String) } },
  });
  expect((await post({ form: 'code', code: codeOf(key, 1), returnUrl: '//evil.example' })).to).toBe('/');
  expect((await whoIs(world.ctx, header()))?.viewer.username).toBe('amina');
  // Nothing of the way in is left in the browser but who it is.
  expect([...jar.keys()].filter((name) => name.startsWith('kiddo.'))).toEqual([]);
});
