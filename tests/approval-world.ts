import { vi } from 'vitest';
import { changeApprovedAdults } from '../src/features/guardians/agreement/approvals.service.server.ts';
import { AGREEMENT_VERSION } from '../src/features/guardians/agreement/rules.ts';
import { applyFriendAction } from '../src/features/friends/service.server.ts';
import { listPlayerAccess } from '../src/features/friends/access/queries.server.ts';
import { sendGuardianMailJob } from '../src/features/guardians/emails/service.server.ts';
import { eraseDueAccount } from '../src/features/settings/erasure/service.server.ts';
import { SYSTEM, VISITOR } from '../src/shared/permissions.ts';
import { AGREES, createAgreementWorld } from './agreement-world.ts';
import { ageOf, type Player } from './friendship-world.ts';

// What the tests of grown-ups whom a guardian approved set up and look up.

/** A world with Amina, 13 to 15, whose guardian agreed to everything, and an aunt; besides them somebody young, and an unconfirmed account. */
export async function createApprovalWorld(band: 13 | 16 = 13, { isConfirmed = true } = {}) {
  const all = await createAgreementWorld();
  const { ctx, db, world, ask, answer } = all;
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina', ...ageOf(band) });
  const aunt = await world.addPlayer({ username: 'aunt_w', display_name: 'Wanjiru' });
  const young = await world.addPlayer({ username: 'young_one', ...ageOf(16) });
  await world.addPlayer({ username: 'unconfirmed', email_confirmed: false });
  const link = await ask(amina);
  await answer(link, AGREES);
  /** The mail that asks whether it was the guardian has been taken: what they approve counts. */
  const confirm = () =>
    db.updateTable('guardianships').set({ confirmation_queued_at: ctx.now(), confirmation_taken_at: ctx.now() }).execute();
  if (isConfirmed) await confirm();
  const answerAdult = ({ key }: { key: string }, fields: Record<string, string>) =>
    changeApprovedAdults(ctx, VISITOR, key, { lang: 'en', textVersion: AGREEMENT_VERSION, ...fields });
  const approve = (username: string) => answerAdult(link, { do: 'approve-adult', username });
  const remove = (adult: string) => answerAdult(link, { do: 'remove-adult', adult });
  const names = async () =>
    (await db.selectFrom('approved_adults').select('username').orderBy('approved_at').orderBy('username').execute()).map(
      ({ username }) => username,
    );
  /** Sends what waits. @returns the mails, the newest first */
  const mails = async () => {
    while ((await ctx.jobs.drain(ctx, sendGuardianMailJob, 10)) > 0);
    return (await ctx.outbox?.list(100)) ?? [];
  };
  /** Whether a grown-up and the child are in reach of each other: both ways say the same. */
  const inReach = async (adult: Player, child: Player = amina) => {
    const [[one], [other]] = [
      await listPlayerAccess(ctx.queryPrepared, adult.id, [child.id]),
      await listPlayerAccess(ctx.queryPrepared, child.id, [adult.id]),
    ];
    return one?.in_reach === other?.in_reach ? one?.in_reach : `${one?.in_reach} and ${other?.in_reach}`;
  };
  /** Erases a player, whose deletion date has passed. */
  const eraseNow = async (id: string) => {
    await db
      .updateTable('players')
      .set({ deletes_at: new Date(ctx.now().getTime() - 1000) })
      .where('id', '=', id)
      .execute();
    if (!(await eraseDueAccount(ctx, SYSTEM, id))) throw new Error('the player was not erased');
  };
  /** Makes a player a friend of the child, or of another one: both say yes. */
  const befriend = async (player: Player, child: Player = amina) => {
    await applyFriendAction(ctx, child, { do: 'ask', id: player.id });
    await applyFriendAction(ctx, player, { do: 'accept', id: child.id });
  };
  const friendship = (other: Player) => {
    const [low = '', high = ''] = [amina.id, other.id].toSorted();
    return db.selectFrom('friendships').selectAll().where('low_id', '=', low).where('high_id', '=', high).executeTakeFirst();
  };
  /** From now on no mail server takes a mail to the guardian. */
  const refuseMails = (error: Error) => void vi.spyOn(ctx.mailer, 'send').mockRejectedValue(error);
  return {
    ...all,
    agrees: AGREES,
    confirm,
    befriend,
    friendship,
    refuseMails,
    amina,
    aunt,
    young,
    link,
    answerAdult,
    approve,
    remove,
    names,
    mails,
    inReach,
    eraseNow,
  };
}
