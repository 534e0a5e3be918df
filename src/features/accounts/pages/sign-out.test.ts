import { expect, test } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import * as signOut from './sign-out.tsx';

test('signing out leads home, and a failure shows the error page', async () => {
  const { post, ctx } = await createPaymentsPages();
  expect((await post(signOut, {})).to).toBe('/?news=signed-out');
  ctx.auth = { ...ctx.auth, signOut: () => Promise.reject(new Error('the database is away')) };
  expect(await post(signOut, {})).toMatchObject({ status: 500, data: { code: 'bug', requestId: 'r1' } });
});
