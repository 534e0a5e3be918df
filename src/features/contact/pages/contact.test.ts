import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { requestContext } from '../../../request/request-context.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { SENDER_LIMIT } from '../rules.ts';
import { texts } from '../texts.ts';
import * as page from './contact.tsx';

const MESSAGE = { name: 'Wanjiru', email: 'wanjiru@example.com', subject: 'Hello', message: 'Habari!' };

async function post(world: World, body: BodyInit): Promise<{ status: number; to: string | null; data: unknown }> {
  const context = new RouterContextProvider();
  const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
  context.set(requestContext, {
    ctx: world.ctx,
    actor: VISITOR,
    viewer: null,
    clientInfo: visit,
    nonce: '',
    requestId: 'r1',
    rateLimit: async () => {},
  });
  const request = new Request(`${world.ctx.config.origin}/contact`, { method: 'POST', body });
  const answer = await page.action({ request, context, params: {} } as never);
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('location'), data: null };
  return { status: answer.init?.status ?? 200, to: null, data: answer.data };
}

test('what was sent leads to a page that says so, which may be loaded anew', async () => {
  const world = await createWorld();
  expect(await post(world, new URLSearchParams(MESSAGE))).toMatchObject({ status: 303, to: '/contact?view=sent' });
  expect(await world.ctx.db.selectFrom('contact_messages').select('email').execute()).toEqual([{ email: MESSAGE.email }]);
});

test('who asks for help in a message is led to who helps now, and the message arrives', async () => {
  const world = await createWorld();
  const cry = { ...MESSAGE, subject: 'please', message: 'i want to hurt myself' };
  expect(await post(world, new URLSearchParams(cry))).toMatchObject({ status: 303, to: '/get-help?news=help-wrote' });
  // A retry after a lost response too.
  expect(await post(world, new URLSearchParams(cry))).toMatchObject({ status: 303, to: '/get-help?news=help-wrote' });
  expect(await world.ctx.db.selectFrom('contact_messages').select('body').execute()).toEqual([{ body: 'i want to hurt myself' }]);
  expect(await world.ctx.db.selectFrom('help_requests').select('id').execute()).toEqual([]);
});

test('what is refused says why by its status too, and keeps what was typed', async () => {
  const world = await createWorld();
  const wrong = { ...MESSAGE, email: 'wanjiru' };
  expect(await post(world, new URLSearchParams(wrong))).toMatchObject({
    status: 400,
    data: { values: wrong, fieldErrors: { email: texts.fieldErrors.email.form } },
  });
  for (let time = 0; time < SENDER_LIMIT.points; time++) await post(world, new URLSearchParams({ ...MESSAGE, subject: `Hello ${time}` }));
  expect(await post(world, new URLSearchParams(MESSAGE))).toMatchObject({ status: 429, data: { values: MESSAGE, error: texts.slow } });
  expect(await post(world, 'no form')).toMatchObject({ status: 400, data: { error: texts.failed } });
});

test('a database that is away is said, and nothing that was typed is lost', async () => {
  const world = await createWorld();
  await world.ctx.db.schema.dropTable('contact_answers').execute();
  await world.ctx.db.schema.dropTable('contact_messages').execute();
  expect(await post(world, new URLSearchParams(MESSAGE))).toMatchObject({ status: 500, data: { values: MESSAGE, error: texts.failed } });
  expect(world.logged.filter(({ requestId }) => requestId === 'r1')).toHaveLength(1);
  // The emails are enqueued in the same transaction as the message.
  expect(await world.mails()).toEqual([]);
});
