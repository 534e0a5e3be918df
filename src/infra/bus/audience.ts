import { BUS_AUDIENCES, type BusMessage } from '../../shared/live-events.ts';

/** Whom a message is for. `listed`: players of a list, of which each process hears its own alone. `named`: players with a field of their own. */
export type Audience = { listed: string[]; named: string[] };

/** @returns null if every process hears this message */
export function getAudience(message: BusMessage): Audience | null {
  const fields = BUS_AUDIENCES[message.kind];
  if (fields === 'everyone') return null;
  const audience: Audience = { listed: [], named: [] };
  for (const field of fields) {
    const value = (message as Record<string, unknown>)[field];
    if (Array.isArray(value)) audience.listed.push(...(value as string[]));
    else if (typeof value === 'string') audience.named.push(value);
  }
  return audience;
}

/** The message with these players in its list, if it has one. */
export function withListed<Message extends BusMessage>(message: Message, listed: string[]): Message {
  return 'playerIds' in message ? { ...message, playerIds: listed } : message;
}

/** The message as a process hears it that follows these players. @returns null if it is for none of them */
export function narrowTo<Message extends BusMessage>(message: Message, isFollowed: (playerId: string) => boolean): Message | null {
  const audience = getAudience(message);
  if (audience === null) return message;
  const listed = audience.listed.filter(isFollowed);
  return listed.length > 0 || audience.named.some(isFollowed) ? withListed(message, listed) : null;
}
