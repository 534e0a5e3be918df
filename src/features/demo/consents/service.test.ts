import { expect, test } from 'vitest';
import { PRODUCTION_SETTINGS } from '../../../../tests/production-settings.ts';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { ensureDemoAccounts } from '../../accounts/staff/service.server.ts';
import { getOwnAllowances } from '../../guardians/allowances/service.server.ts';
import { giveDemoConsents } from './service.server.ts';

const AGE_14 = { age_band: 13, birth_month: '2012-01' } as const;

test('a guardian of each demo player under 18 has agreed, once, with a record of it', async () => {
  const world = await createWorld();
  const { usernames } = await ensureDemoAccounts(world.ctx, SYSTEM);
  // Two processes start at once.
  const counts = await Promise.all([1, 2].map(() => giveDemoConsents(world.ctx, SYSTEM, usernames)));
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 3]);
  const { id } = await world.ctx.db.selectFrom('players').select('id').where('username', '=', 'amina').executeTakeFirstOrThrow();
  const amina = { kind: 'player', id, role: 'player', premium: false } as const;
  expect(await getOwnAllowances(world.ctx, amina)).toEqual({
    chat: 'free',
    buying: 'up-to-a-sum',
    canUpload: true,
    door: { state: 'given', canRemind: false },
    monthlyLimitMinor: 200_000,
  });
  const records = await world.ctx.db
    .selectFrom('consent_records as r')
    .innerJoin('players as p', 'p.id', 'r.player_id')
    .select(['p.username', 'r.guardian_email', 'r.decision', 'r.text_version'])
    .orderBy('p.username')
    .execute();
  expect(records).toEqual(
    ['amina', 'brian', 'chao'].map((username) => ({
      username,
      guardian_email: `parent.of.${username}@kiddo.invalid`,
      decision: 'given',
      text_version: 'demo',
    })),
  );
  // Somebody tries out how it is taken back: the next start does not give it again.
  await world.ctx.db
    .updateTable('guardianships')
    .set({ state: 'withdrawn', chat: null, buying: null, monthly_limit_minor: null, relation: null })
    .where('player_id', '=', id)
    .execute();
  expect(await giveDemoConsents(world.ctx, SYSTEM, usernames)).toBe(0);
  expect(await getOwnAllowances(world.ctx, amina)).toMatchObject({ chat: 'off', door: { state: 'withdrawn' } });
});

test('nobody who signed up gets a consent by it, and it is for demo mode and for the system alone', async () => {
  const world = await createWorld();
  const person = await world.addPlayer({ username: 'person', is_demo: true, ...AGE_14 });
  const other = await world.addPlayer({ username: 'other', email: 'other@kiddo.invalid', ...AGE_14 });
  expect(await giveDemoConsents(world.ctx, SYSTEM, ['person', 'other', 'nobody'])).toBe(0);
  expect(await giveDemoConsents(world.ctx, SYSTEM, [])).toBe(0);
  for (const actor of [person, other, VISITOR])
    await expect(giveDemoConsents(world.ctx, actor, ['person'])).rejects.toMatchObject({
      code: actor === VISITOR ? 'sign-in-required' : 'not-allowed',
    });
  const production = await createWorld(PRODUCTION_SETTINGS);
  await expect(giveDemoConsents(production.ctx, SYSTEM, ['person'])).rejects.toMatchObject({ code: 'not-allowed' });
});
