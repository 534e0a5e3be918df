import { expect, test } from 'vitest';
import { AGREES, createAgreementWorld } from '../../../../tests/agreement-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { CHILDREN_MAX } from '../schema.ts';
import { getAgreementTexts } from './texts.ts';

/** A world in which one mailbox was asked by some children. */
async function createFamily(children: number) {
  const agreements = await createAgreementWorld();
  const links = [];
  for (let i = 0; i < children; i++) links.push(await agreements.ask(await agreements.addChild()));
  const givenCount = async () =>
    (await agreements.db.selectFrom('guardianships').select('id').where('state', '=', 'given').execute()).length;
  return { ...agreements, links, givenCount };
}

test('one mailbox agrees for six children; who is 18 or was taken back makes room', async () => {
  const { db, links, answer, stateOf, decisions } = await createFamily(CHILDREN_MAX + 3);
  const [seventh, eighth, ninth] = links.splice(CHILDREN_MAX);
  if (!seventh || !eighth || !ninth) throw new Error('too few children');
  for (const link of links) expect(await answer(link, AGREES)).toMatchObject({ ok: true });
  expect(await answer(seventh, { ...AGREES, lang: 'sw' })).toMatchObject({
    code: 'children',
    error: getAgreementTexts('sw').failed.children,
    values: { chat: 'friends' },
  });
  expect([await stateOf(seventh), await decisions(seventh.playerId)]).toEqual(['asked', []]);
  // What was chosen for the six can still be changed.
  expect(await answer(links[0] ?? seventh, { ...AGREES, chat: 'off' })).toMatchObject({ ok: true });
  await answer(links[0] ?? seventh, { do: 'withdraw' });
  expect(await answer(seventh, AGREES)).toMatchObject({ ok: true });
  expect(await answer(eighth, AGREES)).toMatchObject({ code: 'children' });
  await db
    .updateTable('players')
    .set(ageOf(18))
    .where('id', '=', links[1]?.playerId ?? '')
    .execute();
  expect(await answer(eighth, AGREES)).toMatchObject({ ok: true });
  expect(await answer(ninth, AGREES)).toMatchObject({ code: 'children' });
});

test('of the sixth and the seventh child at the same moment, one gets the yes', async () => {
  const { links, answer, givenCount } = await createFamily(CHILDREN_MAX + 3);
  for (const link of links.slice(0, CHILDREN_MAX - 1)) await answer(link, AGREES);
  const done = await Promise.all(links.slice(CHILDREN_MAX - 1).map((link) => answer(link, AGREES)));
  expect(done.map((one) => (one.ok ? 'ok' : one.code)).toSorted()).toEqual(['children', 'children', 'children', 'ok']);
  expect(await givenCount()).toBe(CHILDREN_MAX);
});

test('six yeses at once, by two links each, are six', async () => {
  const { links, answer, givenCount, decisions } = await createFamily(CHILDREN_MAX);
  const done = await Promise.all([...links, ...links].map((link) => answer(link, AGREES)));
  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(await givenCount()).toBe(CHILDREN_MAX);
  for (const { playerId } of links) expect(await decisions(playerId)).toEqual(['given']);
});
