import { expect, test } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import * as start from './google-start.tsx';

test('a visitor is redirected, and a player whose account is pending deletion gets the error page', async () => {
  const { post, ctx } = await createPaymentsPages();
  // Google is not configured here, so a visitor returns to the login page.
  const fields = { returnUrl: '/games' };
  expect((await post(start, fields, VISITOR)).to).toBe('/login?returnUrl=%2Fgames&news=google-failed');
  expect(await post(start, fields, { kind: 'leaving', id: ctx.newId() })).toMatchObject({ status: 403, data: { code: 'not-allowed' } });
});
