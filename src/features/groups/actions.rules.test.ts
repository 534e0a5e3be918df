import { expect, test } from 'vitest';
import { listMemberActions } from './actions.rules.ts';

test('what a menu offers depends on both roles', () => {
  const member = { role: 'member', isSelf: false } as const;
  const helper = { role: 'helper', isSelf: false } as const;
  expect(listMemberActions('owner', member)).toEqual(['make-helper', 'hand-over', 'remove']);
  expect(listMemberActions('owner', helper)).toEqual(['make-member', 'hand-over', 'remove']);
  expect(listMemberActions('helper', member)).toEqual(['remove']);
  expect(listMemberActions('helper', helper)).toEqual([]);
  expect(listMemberActions('helper', { role: 'owner', isSelf: false })).toEqual([]);
  expect(listMemberActions('member', member)).toEqual([]);
  expect(listMemberActions('owner', { role: 'owner', isSelf: true })).toEqual([]);
});
