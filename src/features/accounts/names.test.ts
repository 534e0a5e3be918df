import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { getAllowedDisplayName, signUp } from './service.server.ts';

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const form = { email: 'new@example.com', password: 'sauti-77', confirm: 'sauti-77' };

test.each([
  ['an unkind username', { username: 'fuck_you', displayName: 'Amina' }, 'username', /could hurt or scare/],
  ['an unkind display name', { username: 'amina', displayName: 'You are stupid' }, 'displayName', /could hurt or scare/],
  ['a phone number as a name', { username: 'amina', displayName: 'Amina 0712 345 678' }, 'displayName', /tells strangers how to find you/],
])('%s is refused at its field, and nothing is kept', async (_, names, field, words) => {
  const world = await createWorld();
  const outcome = await signUp(world.ctx, VISITOR, { ...form, ...names }, visit);
  expect(outcome).toMatchObject({ kind: 'result', answer: { fieldErrors: { [field]: expect.stringMatching(words) as string } } });
  expect(await world.ctx.db.selectFrom('players').select('id').execute()).toEqual([]);
  expect(await world.ctx.db.selectFrom('username_reservations').selectAll().execute()).toEqual([]);
});

test('a name that an address would give is plain where it is none to show', async () => {
  const world = await createWorld();
  expect(await getAllowedDisplayName(world.ctx, 'Fuckface')).toBe('Player');
  expect(await getAllowedDisplayName(world.ctx, 'Amina Wanjiru')).toBe('Amina Wanjiru');
});
