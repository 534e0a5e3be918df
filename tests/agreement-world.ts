import { sql } from 'kysely';
import { answerAgreement, getAgreement } from '../src/features/guardians/agreement/service.server.ts';
import { AGREEMENT_VERSION } from '../src/features/guardians/agreement/rules.ts';
import { CHECK_RENEWAL_JOB } from '../src/features/guardians/renewal.schema.ts';
import { sendGuardianMailJob } from '../src/features/guardians/emails/service.server.ts';
import { urlForAgreement } from '../src/features/guardians/links.service.server.ts';
import type { BusMessage } from '../src/shared/live-events.ts';
import { VISITOR } from '../src/shared/permissions.ts';
import { ageOf, type Player } from './friendship-world.ts';
import { waitForLocks } from './lock-waits.ts';
import { createWorld } from './world.ts';

// What the tests of a guardian's answer set up and look up.

/** The form of a guardian who allows everything that can be chosen. */
export const AGREES = {
  do: 'agree',
  lang: 'en',
  textVersion: AGREEMENT_VERSION,
  chat: 'friends',
  buying: 'up-to-a-sum',
  sum: '500',
  relation: 'mother',
  isAdult: 'on',
  mayDecide: 'on',
};
/** The form of a guardian who allows as little as can be chosen. */
export const AGREES_TO_LITTLE = { ...AGREES, chat: 'off', buying: 'none', sum: '' };

/** A link that was mailed to a guardian. */
export type Link = { key: string; mailId: string; guardianshipId: string; playerId: string };

/** A world with players who need a guardian, and guardians who answer. */
export async function createAgreementWorld() {
  const world = await createWorld();
  const { ctx } = world;
  const { db } = ctx;
  // As at a start: transactions that wait for each other must not need more connections.
  await ctx.jobs.prepare([sendGuardianMailJob, CHECK_RENEWAL_JOB]);
  const heard: BusMessage[] = [];
  ctx.bus.subscribe((message) => void heard.push(message));

  /** A player asks a guardian now. The same address again is the same guardian. */
  const ask = async (player: Pick<Player, 'id'>, email = 'mother@example.com'): Promise<Link> => {
    const [at, id, mailId] = [ctx.now(), ctx.newId(), ctx.newId()];
    await db
      .insertInto('guardians')
      .values({ id: ctx.newId(), mailbox: email.toLowerCase() })
      .onConflict((on) => on.doNothing())
      .execute();
    const guardian = await db.selectFrom('guardians').select('id').where('mailbox', '=', email.toLowerCase()).executeTakeFirstOrThrow();
    await db
      .insertInto('guardianships')
      .values({ id, player_id: player.id, guardian_id: guardian.id, email, state: 'asked', asked_at: at })
      .execute();
    await db.insertInto('guardian_mails').values({ id: mailId, guardianship_id: id, kind: 'request', queued_at: at }).execute();
    return { key: urlForAgreement(ctx, mailId).split('/guardian/')[1] ?? '', mailId, guardianshipId: id, playerId: player.id };
  };
  const addChild = (band: 13 | 16 = 13, player: Parameters<typeof world.addPlayer>[0] = {}) =>
    world.addPlayer({ ...ageOf(band), ...player });
  const answer = ({ key }: { key: string }, fields: Record<string, string>) => answerAgreement(ctx, VISITOR, key, fields);
  const view = ({ key }: { key: string }, language: string | null = null) => getAgreement(ctx, VISITOR, key, language);
  const standing = ({ guardianshipId }: Link) =>
    db.selectFrom('guardianships').selectAll().where('id', '=', guardianshipId).executeTakeFirstOrThrow();
  const stateOf = async (link: Link) => (await standing(link)).state;
  const records = (playerId: string) =>
    db.selectFrom('consent_records').selectAll().where('player_id', '=', playerId).orderBy('id').execute();
  const decisions = async (playerId: string) => (await records(playerId)).map(({ decision }) => decision);
  /** The kinds of mails that were queued for a link's guardian after the request. */
  const mailKinds = async ({ guardianshipId }: Link) =>
    (await db.selectFrom('guardian_mails').select('kind').where('guardianship_id', '=', guardianshipId).orderBy('id').execute()).flatMap(
      ({ kind }) => (kind === 'request' ? [] : [kind]),
    );
  const notified = async (playerId: string) =>
    (await db.selectFrom('notifications').select('title').where('player_id', '=', playerId).orderBy('id').execute()).map(
      ({ title }) => title,
    );
  /** What was published since this was called last. */
  const published = async () => {
    await new Promise(setImmediate);
    return heard.splice(0);
  };
  /** Locks a player, as everybody does who decides by a consent. @returns what releases it */
  const holdPlayer = async (playerId: string) => {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = ctx.db.transaction().execute(async (trx) => {
      await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return async () => {
      released.resolve();
      await holding;
    };
  };
  return {
    holdPlayer,
    waitForLocks: (count: number) => waitForLocks(db, count),
    world,
    ctx,
    db,
    addChild,
    ask,
    answer,
    view,
    standing,
    stateOf,
    records,
    decisions,
    mailKinds,
    notified,
    published,
  };
}
