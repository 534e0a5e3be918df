import { createElement } from 'react';
import { expect, it } from 'vitest';
import { renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import * as till from '../pages/sandbox.tsx';
import type { SandboxView } from '../schema.ts';
import { SandboxPage } from './sandbox-page.tsx';

const REFERENCE = 'kd-00000000000000000000000000000000';

const VIEW: SandboxView = {
  reference: REFERENCE,
  description: 'Kiddo Premium, every month',
  email: 'mama@example.com',
  price: { minor: 9900, currency: 'KES' },
  channel: 'card',
  planName: 'Kiddo Premium',
  returnUrl: '/subscription',
  charges: [{ reference: REFERENCE, state: 'success', back: null, at: '2026-11-14T09:00:00.000Z', acts: [] }],
  failRefund: false,
  subscription: { state: 'active', nextChargeAt: '2026-12-14T09:00:00.000Z', failNext: false },
  acts: ['next-month', 'fail-next', 'tell-again'],
};

it('is found under references that there are', async () => {
  const { get, post } = await createPaymentsPages();
  const params = { reference: REFERENCE };
  expect(await get(till, `/till/${REFERENCE}`, VISITOR, params)).toMatchObject({ status: 404 });
  expect(await post(till, { do: 'pay' }, VISITOR, params)).toMatchObject({ status: 404, data: { code: 'not-found' } });
  expect(await post(till, { do: 'fly' }, VISITOR, params)).toMatchObject({ status: 400, data: { code: 'bad-input' } });
});

it('says how a subscription goes on', () => {
  const words = (state: NonNullable<SandboxView['subscription']>['state']) =>
    textOf(
      renderToHtml(
        createElement(SandboxPage, {
          view: { ...VIEW, subscription: { state, nextChargeAt: '2026-12-14T09:00:00.000Z', failNext: true } },
        }),
        '/',
      ),
    );
  expect(words('active')).toMatch(/The next month is charged on Dec 14, 2026.* The next charge will fail\./);
  expect(words('non-renewing')).toContain('It does not renew. It ends on Dec 14, 2026');
  expect(words('attention')).toContain('The last charge failed. It is tried again on Dec 14, 2026');
  expect(words('ended')).toContain('It is over.');
});
