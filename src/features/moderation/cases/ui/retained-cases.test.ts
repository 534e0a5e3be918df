import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { RetainedCase } from '../schema.ts';
import { RetainedCases } from './retained-cases.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

const CASE: RetainedCase = {
  playerId: '00000000-0000-7000-8000-000000000001',
  username: 'zuri',
  displayName: 'Zuri',
  heldSince: null,
  at: '2026-01-02T03:04:05.000Z',
  keptUntil: '2027-01-02T03:04:05.000Z',
};
const list = (items: RetainedCase[], next: string | null) =>
  renderToHtml(createElement(RetainedCases, { page: { items, next }, search: '', answer: undefined }), '/operator/cases');

test('the list of cases says at its end how it goes on, and that it is empty', () => {
  expectListEndStates((next) => list([CASE], next), '/operator/cases?after=c1');
  expect(textOf(list([CASE], null))).toContain('@zuri');
  expect(textOf(list([CASE], null))).not.toContain('No cases here');
  expect(textOf(list([], null))).toContain('No cases here Cases of players whose account was deleted appear here, the latest first.');
});
