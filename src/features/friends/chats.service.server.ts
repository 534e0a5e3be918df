import type { AppContext } from '../../context.server.ts';
import { listFriendIds } from './queries.server.ts';
import { FRIENDS_MAX } from './rules.ts';

// Only other services call these, after the commit of what they announce.

/** Publishes to friends of a player that what they can write to each other may be another now: their open chats are loaded anew. */
export function publishChats(ctx: AppContext, playerId: string, friendIds: readonly string[]): void {
  for (const friendId of friendIds) ctx.bus.publish({ kind: 'chat', playerIds: [friendId], between: [playerId, friendId] });
}

/** The same to all friends of a player. Never throws: what was decided is stored, and a tab that is not told learns it with the next message. */
export async function publishAllChats(ctx: AppContext, playerId: string): Promise<void> {
  try {
    publishChats(ctx, playerId, await listFriendIds(ctx.db, playerId, FRIENDS_MAX));
  } catch (error) {
    ctx.log.error({ err: error }, 'friends were not told that what they can write to a player has changed');
  }
}
