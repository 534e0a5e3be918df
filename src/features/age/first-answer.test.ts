import { expect, test } from 'vitest';
import {
  addUnaskedPlayer,
  codeOf,
  cookiesOf,
  createAgeWorld,
  findAge,
  OLD_ACCOUNT,
  UNKNOWN_AGE,
  visitWith,
} from '../../../tests/age-world.ts';
import { answerAge, changePlayerAge } from './service.server.ts';

test('another answer from the same device on the same day counts as the first one', async () => {
  const world = await createAgeWorld();
  const [first, second, third] = [await addUnaskedPlayer(world), await addUnaskedPlayer(world), await addUnaskedPlayer(world)];
  const young = await answerAge(world.ctx, first.actor, { month: '11', year: '2014' }, visitWith());
  const device = cookiesOf(young);
  const again = await answerAge(world.ctx, second.actor, { month: '1', year: '2010' }, visitWith(device));
  expect(again).toMatchObject({ kind: 'under-13', outcome: 'erased', isFirstAnswer: true });
  expect(await findAge(world, second.id)).toBeUndefined();
  // The day does not begin anew, and is over after 24 hours.
  expect(cookiesOf(again).some((cookie) => cookie.startsWith('kiddo_birth='))).toBe(false);
  world.advanceClock(24 * 3600 + 1);
  expect(await answerAge(world.ctx, third.actor, { month: '1', year: '2010' }, visitWith(device))).toMatchObject({ kind: 'known' });
  expect(await findAge(world, third.id)).toMatchObject({ birth_month: '2010-01' });
});

test('who is older gets the first answer too, and learns of it; the same answer says nothing', async () => {
  const world = await createAgeWorld();
  const [first, second, third] = [await addUnaskedPlayer(world), await addUnaskedPlayer(world), await addUnaskedPlayer(world)];
  const device = cookiesOf(await answerAge(world.ctx, first.actor, { month: '1', year: '2012' }, visitWith()));
  const older = await answerAge(world.ctx, second.actor, { month: '1', year: '1990' }, visitWith(device));
  expect(older).toMatchObject({ flashMessage: 'first-answer', cookies: [] });
  expect(await findAge(world, second.id)).toMatchObject({ birth_month: '2012-01', age_band: 13 });
  const same = await answerAge(world.ctx, third.actor, { month: '1', year: '2012' }, visitWith(device));
  expect(same).toMatchObject({ flashMessage: null, cookies: [] });
});

test('a younger answer counts, also after a grown-up’s, and is the first one from then on', async () => {
  const world = await createAgeWorld();
  const [mother, teen, again, child] = [
    await addUnaskedPlayer(world),
    await addUnaskedPlayer(world),
    await addUnaskedPlayer(world),
    await addUnaskedPlayer(world),
  ];
  const grownUp = cookiesOf(await answerAge(world.ctx, mother.actor, { month: '1', year: '1985' }, visitWith()));
  const younger = await answerAge(world.ctx, teen.actor, { month: '5', year: '2011' }, visitWith(grownUp));
  expect(younger).toMatchObject({ kind: 'known', flashMessage: null });
  expect(await findAge(world, teen.id)).toMatchObject({ birth_month: '2011-05', age_band: 13 });
  expect(await answerAge(world.ctx, again.actor, { month: '1', year: '1985' }, visitWith(cookiesOf(younger)))).toMatchObject({
    flashMessage: 'first-answer',
  });
  expect(await findAge(world, again.id)).toMatchObject({ birth_month: '2011-05' });
  expect(await answerAge(world.ctx, child.actor, { month: '1', year: '2017' }, visitWith(grownUp))).toMatchObject({ outcome: 'erased' });
});

test('somebody else’s answer on the same device closes no account with a history, and counts for nobody of the team', async () => {
  const world = await createAgeWorld();
  const [child, classmate, mod] = [
    await addUnaskedPlayer(world),
    await addUnaskedPlayer(world, OLD_ACCOUNT),
    await addUnaskedPlayer(world, { role: 'moderator' }),
  ];
  const device = cookiesOf(await answerAge(world.ctx, child.actor, { month: '1', year: '2017' }, visitWith()));
  const kept = await answerAge(world.ctx, classmate.actor, { month: '1', year: '2010' }, visitWith(device));
  expect(kept).toMatchObject({ kind: 'under-13', outcome: 'kept', isFirstAnswer: true });
  expect(cookiesOf(kept).map((cookie) => cookie.split('=')[0])).toContain('kiddo_session');
  expect(await findAge(world, classmate.id)).toEqual({ ...UNKNOWN_AGE, closed_as: null, deletes_at: null });
  expect(await world.mails()).toEqual([]);
  expect(cookiesOf(await answerAge(world.ctx, mod.actor, { month: '1', year: '1990' }, visitWith(device)))).toEqual([]);
  expect(await findAge(world, mod.id)).toMatchObject({ birth_month: '1990-01' });
  // The next day they say it again, and it counts.
  world.advanceClock(24 * 3600 + 1);
  expect(await answerAge(world.ctx, classmate.actor, { month: '1', year: '2010' }, visitWith(device))).toMatchObject({ kind: 'known' });
});

test('an answer that is on its way opens nothing that was closed meanwhile, and two tabs do not contradict each other', async () => {
  const world = await createAgeWorld();
  const mod = await world.addPlayer({ role: 'moderator' });
  const amina = await addUnaskedPlayer(world, OLD_ACCOUNT);
  await changePlayerAge(world.ctx, mod, amina.id, { do: 'close', note: 'The mother wrote' });
  expect(await codeOf(answerAge(world.ctx, amina.actor, { month: '1', year: '1990' }, visitWith()))).toBe('sign-in-required');
  expect(await findAge(world, amina.id)).toMatchObject({ ...UNKNOWN_AGE, closed_as: 'under-13' });
  const brian = await addUnaskedPlayer(world, OLD_ACCOUNT);
  const tabs = await Promise.allSettled(
    ['2015', '1990'].map((year) => answerAge(world.ctx, brian.actor, { month: '1', year }, visitWith())),
  );
  const after = await findAge(world, brian.id);
  const isClosed = tabs[0]?.status === 'fulfilled' && tabs[0].value.kind === 'under-13';
  expect(after).toMatchObject(isClosed ? { closed_as: 'under-13', age_band: null } : { closed_as: null, age_band: 18 });
});

test('a forged or broken cookie is no first answer', async () => {
  const world = await createAgeWorld();
  const [first, other] = [await addUnaskedPlayer(world), await createAgeWorld()];
  const [given = ''] = cookiesOf(await answerAge(world.ctx, first.actor, { month: '1', year: '2012' }, visitWith()));
  const elsewhere = await addUnaskedPlayer(other);
  const [foreign = ''] = cookiesOf(await answerAge(other.ctx, elsewhere.actor, { month: '1', year: '1990' }, visitWith()));
  const forged = [given.replace('2012-01', '1990-01'), foreign, 'kiddo_birth=1990-01', 'kiddo_birth=', `kiddo_birth=${'x'.repeat(5000)}`];
  for (const cookie of forged) {
    const player = await addUnaskedPlayer(world);
    await answerAge(world.ctx, player.actor, { month: '2', year: '2012' }, visitWith([cookie]));
    expect(await findAge(world, player.id)).toMatchObject({ birth_month: '2012-02' });
  }
});
