import { redirect, RouterContextProvider, type ActionFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { AppError, type AppErrorCode } from '../shared/app-error.ts';
import { VISITOR, type Actor } from '../shared/permissions.ts';
import { formAction, pageAction, type FormActionOptions } from './form-action.ts';
import { requestContext, type RequestContext } from './request-context.ts';

async function createForm(fields: Record<string, string>, as: 'visitor' | 'player' = 'visitor') {
  const world = await createWorld();
  const { ctx } = world;
  const actor: Actor = as === 'player' ? await world.addPlayer() : VISITOR;
  const limits: string[] = [];
  const context = new RouterContextProvider();
  const reqCtx: RequestContext = {
    ctx,
    actor,
    viewer: null,
    clientInfo: { address: '10.0.0.1', userAgent: 'test', cookies: '' },
    nonce: '',
    requestId: 'r1',
    rateLimit: async (limit) => void limits.push(limit),
  };
  context.set(requestContext, reqCtx);
  const submit = (options: FormActionOptions, run: (fields: Record<string, string>) => Promise<unknown>) => {
    const request = new Request('http://localhost/form', { method: 'POST', body: new URLSearchParams(fields) });
    const args = { request, params: {}, context } as unknown as ActionFunctionArgs;
    return formAction(options, async (form) => run(form.fields))(args);
  };
  /** Presses the one button of a page. */
  const press = (run: () => Promise<unknown>) => {
    const request = new Request('http://localhost/form', { method: 'POST' });
    return pageAction(async ({ requestId }) => ({ requestId, result: await run() }))({ request, params: {}, context } as never);
  };
  return { submit, press, limits };
}

const fails = (code: AppErrorCode) => async () => Promise.reject(new AppError(code, 'for developers'));

test('the form is read, and each submit of a player counts against the limit of changes', async () => {
  const { submit, limits } = await createForm({ note: 'because' }, 'player');
  expect(await submit({}, async (fields) => ({ ok: true, got: fields['note'] }))).toEqual({ ok: true, got: 'because' });
  expect(limits).toEqual(['mine']);
});

test('visitors are not counted together, since many may share one address', async () => {
  const { submit, limits } = await createForm({ note: 'because' });
  expect(await submit({}, async (fields) => ({ ok: true, got: fields['note'] }))).toEqual({ ok: true, got: 'because' });
  expect(limits).toEqual([]);
});

test('a failure has the status of its error, the text for its code, and only the values that the form may show again', async () => {
  const { submit } = await createForm({ note: 'because', password: 'secret' });
  const describe: FormActionOptions['describe'] = (code) => (code === 'not-available' ? 'Somebody else was quicker.' : null);
  expect(await submit({ echo: ['note', 'missing'], describe }, fails('not-available'))).toMatchObject({
    data: {
      ok: false,
      code: 'not-available',
      error: 'Somebody else was quicker.',
      fieldErrors: {},
      values: { note: 'because', missing: '' },
      requestId: 'r1',
    },
    init: { status: 409 },
  });
  const failure = await submit({}, fails('unavailable'));
  expect(failure).toMatchObject({ data: { code: 'unavailable', error: null, values: {} }, init: { status: 503 } });
});

test('who may not see the page gets its error, and who was signed out meanwhile signs in again where the page says so', async () => {
  const { submit } = await createForm({});
  for (const [code, status] of [
    ['not-found', 404],
    ['not-allowed', 403],
    ['sign-in-required', 401],
  ] as const)
    await expect(submit({}, fails(code))).rejects.toMatchObject({ data: { code }, init: { status } });
  const thrown = await submit({ signInReturnPath: '/robux?a=b' }, fails('sign-in-required')).catch((error: unknown) => error);
  expect((thrown as Response).headers.get('location')).toBe('/login?returnUrl=%2Frobux%3Fa%3Db');
});

test('redirects pass through', async () => {
  const { submit } = await createForm({});
  const away = redirect('/done');
  await expect(submit({}, () => Promise.reject(away))).rejects.toBe(away);
  expect(await submit({}, async () => away)).toBe(away);
});

test("a page's action needs no fields and counts nothing, and an error of its service becomes the error page", async () => {
  const { press, limits } = await createForm({}, 'player');
  expect(await press(async () => 'done')).toEqual({ requestId: 'r1', result: 'done' });
  expect(limits).toEqual([]);
  await expect(press(fails('bad-input'))).rejects.toMatchObject({ data: { code: 'bad-input', requestId: 'r1' }, init: { status: 400 } });
  await expect(press(() => Promise.reject(new Error('broken')))).rejects.toMatchObject({ data: { code: 'bug' }, init: { status: 500 } });
  const away = redirect('/login');
  await expect(press(() => Promise.reject(away))).rejects.toBe(away);
});
