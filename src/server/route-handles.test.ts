import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import type { PageHandle } from '../shared/page-handle.ts';
import { createRouteHandles } from './route-handles.ts';

type TestRoute = { id: string; parentId?: string; path?: string; index?: boolean; handle?: PageHandle };

function build(routes: TestRoute[]): ServerBuild {
  const byId = routes.map(({ handle, ...route }) => [route.id, { ...route, module: { handle } }]);
  return { routes: Object.fromEntries(byId) } as unknown as ServerBuild;
}

const handles = createRouteHandles(
  build([
    { id: 'root', path: '', handle: { params: ['news'], isShared: true } },
    { id: 'home', parentId: 'root', index: true, handle: { params: [], isShared: true } },
    { id: 'games', parentId: 'root', path: 'games', handle: { params: ['tab'], isShared: true } },
    { id: 'game', parentId: 'root', path: 'games/:id', handle: { params: [], isShared: true } },
    { id: 'token', parentId: 'root', path: 'confirm/:token', handle: { params: [], isShared: false } },
    { id: 'callback', parentId: 'root', path: 'callback', handle: { params: 'any', isShared: false } },
    { id: 'none', parentId: 'root', path: 'none' },
    { id: 'rest', parentId: 'root', path: '*', handle: { params: [], isShared: true } },
  ]),
);

test('a path has the parameters of all its routes, also where it is written in another way or its data is asked for', () => {
  for (const path of ['/games', '/Games', '/games/', '/games.data'])
    expect([path, handles(path)]).toEqual([path, { params: ['news', 'tab'], isShared: true }]);
  for (const path of ['/', '/_.data']) expect(handles(path)).toEqual({ params: ['news'], isShared: true });
  expect(handles('/no/such/page')).toEqual({ params: ['news'], isShared: true });
});

test('one route that is not shared is enough, and a route without a handle is not shared', () => {
  expect(handles('/confirm/secret')).toEqual({ params: ['news'], isShared: false });
  expect(handles('/callback')).toEqual({ params: 'any', isShared: false });
  expect(handles('/none')).toEqual({ params: ['news'], isShared: false });
});
