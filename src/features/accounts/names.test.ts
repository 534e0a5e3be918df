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
  ['a username of the team', { username: 'kiddo_safety', displayName: 'Amina' }, 'username', /kept for the Kiddo team. Try another/],
  [
    'a display name of the team',
    { username: 'amina', displayName: 'KIDDO OFFICIAL' },
    'displayName',
    /sounds like .* Please choose another/,
  ],
  ['a sign that looks like the badge', { username: 'amina', displayName: 'Amina \u2714\ufe0f' }, 'displayName', /looks like the badge/],
  ['letters of two alphabets', { username: 'amina', displayName: '\u0410mina' }, 'displayName', /two alphabets/],
  ['stacked marks', { username: 'amina', displayName: 'Ami\u0334\u0337na' }, 'displayName', /too many marks/],
  ['a letter that is blank', { username: 'amina', displayName: 'Amina\u3164' }, 'displayName', /Some signs cannot be used/],
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
  for (const address of ['Kiddo Support', 'Admin', 'Amina \u2713']) expect(await getAllowedDisplayName(world.ctx, address)).toBe('Player');
});
