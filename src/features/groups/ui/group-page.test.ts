import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { texts } from '../page.texts.ts';
import type { GroupMember, GroupPage } from '../schema.ts';
import { GroupMembers } from './group-members.tsx';
import { GroupMenu } from './group-menu.tsx';
import { GroupsPage } from './groups-page.tsx';

const badge = { shape: 'drum', color: 'teal', cloth: 'zigzag', sign: 'kite' } as const;
const PERSON = { username: 'zuri_k', displayName: 'Zuri', avatar: '/a.svg', isTeam: false };
const MEMBER: GroupMember = {
  ...PERSON,
  id: 'p2',
  role: 'member',
  isSelf: false,
  isFriend: true,
  presence: null,
  joinedAt: '2026-01-02T03:04:05.000Z',
};
const GROUP: GroupPage = {
  id: 'g1',
  name: 'Kite Club',
  motto: '',
  badge,
  memberCount: 2,
  role: 'owner',
  members: [{ ...MEMBER, id: 'p1', role: 'owner', isSelf: true }, MEMBER],
  invited: [],
  favorites: [],
  played: [],
  canInvite: true,
  canEdit: true,
  writesFreely: true,
  changesLeft: 3,
};

test('what cannot be taken back is asked without JavaScript too, and sent by the second press alone', () => {
  const html = [GroupMenu, GroupMembers].map((part) => renderToHtml(createElement(part, { group: GROUP }), '/groups/g1')).join('');
  const { leave, close, remove, handOver } = texts.confirm;
  const asked = { leave: [leave.owner, leave.confirm], close: [close.text, close.confirm] };
  const about = { remove: [remove.text('Zuri'), remove.confirm], 'hand-over': [handOver.text('Zuri'), handOver.confirm] };
  for (const [action, words] of Object.entries({ ...asked, ...about })) {
    const [form = ''] = html.match(new RegExp(`<form[^>]*><input type="hidden" name="do" value="${action}"/>.*?</form>`)) ?? [];
    expect([action, textOf(form)]).toEqual([action, words.join(' ')]);
  }
  const entries = [...html.matchAll(/<summary class="person-menu-item">(.*?)<\/summary>/g)].map(([, entry = '']) => textOf(entry));
  expect(entries).toEqual(['Leave group', 'Close group', texts.member['hand-over'], texts.member.remove]);
  expect(findElements(html, 'details', { class: 'group-ask' })).toHaveLength(4);
});

test('without JavaScript whoever could not join is led to the list, which is there for them', () => {
  const invitation = {
    id: 'g1',
    name: 'Kite Club',
    motto: '',
    badge,
    memberCount: 2,
    at: MEMBER.joinedAt,
    invitedBy: { ...PERSON, id: 'p3' },
  };
  const html = renderToHtml(createElement(GroupsPage, { view: { groups: [], invitations: [invitation], obstacle: null } }), '/groups');
  const urls = findElements(html, 'input', { name: 'returnUrl' }).map(({ value }) => value);
  expect(new Set(urls)).toEqual(new Set(['/groups', '/groups?news=reported']));
});

test('who cannot make a group reads why, with and without groups', () => {
  const { memberCount, ...rest } = GROUP;
  const card = { ...rest, memberCount, faces: [], onlineCount: 0 };
  for (const groups of [[], [card]]) {
    const html = renderToHtml(createElement(GroupsPage, { view: { groups, invitations: [], obstacle: 'muted' } }), '/groups');
    expect(textOf(html)).toContain(texts.obstacles.muted.text);
    expect(textOf(html)).not.toContain(texts.list.make);
  }
});
