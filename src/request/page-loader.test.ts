import { data, redirect, RouterContextProvider, type LoaderFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { AppError } from '../shared/app-error.ts';
import { VISITOR } from '../shared/permissions.ts';
import type { PageHandle } from '../shared/page-handle.ts';
import { pageLoader, pagePath, readUrl, selectParams } from './page-loader.ts';
import { requestContext, type RequestContext } from './request-context.ts';

const handle = { params: ['tab', 'after'], isShared: true } as const satisfies PageHandle;

async function loaderArgs(url: string): Promise<LoaderFunctionArgs> {
  const { ctx } = await createWorld();
  const context = new RouterContextProvider();
  const reqCtx: RequestContext = {
    ctx,
    actor: VISITOR,
    viewer: null,
    clientInfo: { address: '10.0.0.1', userAgent: 'test', cookies: '' },
    nonce: '',
    requestId: 'r1',
    rateLimit: async () => {},
  };
  context.set(requestContext, reqCtx);
  return { request: new Request(url), params: {}, context } as unknown as LoaderFunctionArgs;
}

test('a loader gets the declared parameters, and reading another one is a bug', () => {
  const { query } = readUrl(handle, 'http://localhost/games?tab=new&utm=mail&after=x');
  expect([query.get('tab'), query.has('after'), query.all().toString()]).toEqual(['new', true, 'tab=new&after=x']);
  expect(() => query.get('utm' as 'tab')).toThrow("reads the query parameter 'utm', which its handle does not declare");
  expect(() => query.has('utm' as 'tab')).toThrow('does not declare');
  expect(readUrl({ params: 'any', isShared: false }, 'http://localhost/x?code=1').query.get('code')).toBe('1');
});

test('parameters keep their values and come in the declared order, so that equal pages have equal cache keys', () => {
  const given = new URLSearchParams('after=2&tab=a&other=1&tab=b');
  expect(selectParams(['tab', 'after'], given).toString()).toBe('tab=a&tab=b&after=2');
  expect(selectParams([], given).toString()).toBe('');
});

test("the router's data requests belong to their page", () => {
  expect(['/_.data', '/games.data', '/games/one', '/a/_.data'].map(pagePath)).toEqual(['/', '/games', '/games/one', '/a/']);
});

test('an error of a service becomes the error page, and what the page throws itself passes through', async () => {
  const args = await loaderArgs('http://localhost/games');
  const load = (run: () => unknown) => pageLoader(handle, run)(args);
  await expect(load(() => Promise.reject(new AppError('not-found')))).rejects.toMatchObject({
    data: { code: 'not-found', requestId: 'r1' },
    init: { status: 404 },
  });
  await expect(load(() => Promise.reject(new Error('broken')))).rejects.toMatchObject({ data: { code: 'bug' }, init: { status: 500 } });
  const away = redirect('/login');
  await expect(load(() => Promise.reject(away))).rejects.toBe(away);
  const own = data({ code: 'gone' }, { status: 410 });
  await expect(load(() => Promise.reject(own))).rejects.toBe(own);
});
