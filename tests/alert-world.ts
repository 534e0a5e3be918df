import { randomUUID } from 'node:crypto';
import { callTeam } from '../src/features/case-queue/alerts/service.server.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

export const MINUTE = 60;
export const HOUR = 3600;

export async function createTeam() {
  const world = await createWorld();
  const moderator = await world.addPlayer({ username: 'wanjiru', role: 'moderator' });
  const operator = await world.addPlayer({ username: 'otieno', role: 'operator' });
  return { world, ctx: world.ctx, moderator, operator };
}

/** Advances the clock to the next hour of the morning's mail: a day of UTC does not end within the test. */
export function goToMorning(world: World): void {
  const now = world.ctx.now();
  const morning = new Date(now).setUTCHours(4, 0, 0, 0);
  world.advanceClock((morning - now.getTime()) / 1000 + (morning > now.getTime() ? 0 : 24 * HOUR));
}

const ago = (world: World, seconds: number) => new Date(world.ctx.now().getTime() - seconds * 1000);

export async function addHelp(world: World, playerId: string, seconds = 0) {
  const id = randomUUID();
  const row = { id, player_id: playerId, kind: 'abuse' as const, is_asked: true, words: 'he hits me' };
  await world.ctx.db
    .insertInto('help_requests')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
  return id;
}

export async function addPlayerReport(world: World, aboutId: string, reason: 'bullying' | 'scary', seconds = 0) {
  const reporter = await world.addPlayer();
  const row = { id: randomUUID(), reporter_id: reporter.id, reported_player_id: aboutId, reason, description: 'he is mean' };
  await world.ctx.db
    .insertInto('player_reports')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
}

export async function addRiskReport(world: World, aboutId: string) {
  const row = { id: randomUUID(), reporter_id: null, reported_player_id: aboutId, reason: 'risk-score' as const, description: '' };
  await world.ctx.db.insertInto('player_reports').values(row).execute();
}

export async function addGameReport(world: World, seconds: number) {
  const [game, player] = [await world.addGame({ title: 'Maze Mamba' }), await world.addPlayer()];
  const row = { id: randomUUID(), game_id: game, player_id: player.id, reason: 'broken_game' as const, description: 'it stops' };
  await world.ctx.db
    .insertInto('reports')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
  return game;
}

export async function addLetter(world: World, seconds: number) {
  const row = { id: randomUUID(), name: 'Mama Amina', email: 'mama@example.com', subject: 'My son', body: 'Please remove it.' };
  await world.ctx.db
    .insertInto('contact_messages')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
}

/** Runs the job of each minute. @returns to whom it wrote, by name, and what the newest mail says */
export async function callAndRead({ world }: Pick<Awaited<ReturnType<typeof createTeam>>, 'world'>, job: typeof callTeam = callTeam) {
  const before = (await world.mails()).length;
  await job(world.ctx, SYSTEM);
  const mails = await world.mails();
  const sent = mails.slice(0, mails.length - before);
  return { to: sent.map(({ to }) => to.split('@')[0] ?? '').toSorted(), text: sent[0]?.text ?? '', subject: sent[0]?.subject ?? '', sent };
}
