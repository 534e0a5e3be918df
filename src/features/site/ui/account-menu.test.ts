import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { Role } from '../../../shared/permissions.ts';
import { AccountMenu } from './account-menu.tsx';

const html = (role: Role, place: 'bar' | 'tab') =>
  renderToHtml(
    createElement(AccountMenu, {
      viewer: { id: 'v', username: 'zuri_k', displayName: 'Zuri', avatar: '/avatars/of/00000001.svg', role },
      place,
    }),
    '/games',
  );

test.each([
  ['player', ['/profile', '/groups', '/settings']],
  ['moderator', ['/profile', '/groups', '/settings', '/moderation']],
  ['operator', ['/profile', '/groups', '/settings', '/moderation', '/operator']],
] as const)('a %s has the pages of the role, and Sign Out as a word at the end', (role, pages) => {
  for (const place of ['bar', 'tab'] as const) {
    const menu = html(role, place);
    expect(findElements(menu, 'a', {}).map(({ href }) => href)).toEqual(pages);
    expect(textOf(menu)).toMatch(/Zuri @zuri_k Profile Groups Settings .*Light or dark Sign Out$/);
    // It works without scripts.
    expect(findElements(menu, 'form', { method: 'post', action: '/logout' })).toHaveLength(1);
  }
});
