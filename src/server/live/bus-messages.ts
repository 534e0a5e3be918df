import type { BusMessage } from '../../shared/live-events.ts';
import type { Connections, Identity } from './connections.ts';
import type { createPresenceNotifier } from './presence-notifier.ts';
import type { createSessionCheck } from './session-check.ts';
import { TIMES, type Timers } from './timing.ts';

type Parts = {
  connections: Connections;
  presence: ReturnType<typeof createPresenceNotifier>;
  sessions: ReturnType<typeof createSessionCheck>;
  countUnread: (player: Identity['actor']) => void;
  timers: Timers;
};

/** Turns messages of the bus into events for the open connections of this process. */
export function createBusHandler({ connections, presence, sessions, countUnread, timers }: Parts) {
  let cancelGap: (() => void) | undefined;
  const onGap = () => {
    cancelGap ??= timers.after(TIMES.gapMs, () => {
      cancelGap = undefined;
      connections.sendToAll({ kind: 'look-again' });
    });
  };
  const onPresence = ({ who, online, playerIds, isHidden }: Extract<BusMessage, { kind: 'presence' }>) => {
    // Their last connection to another process was closed, but they have one here: what that process was told of it was lost.
    if (!online && !isHidden && connections.byPlayer.has(who)) return presence.notify(who, true);
    connections.sendToPlayers(playerIds, { kind: 'presence', who, online }, ({ wantsPresence }) => wantsPresence);
  };
  const onNotification = (playerIds: string[]) => {
    for (const playerId of playerIds) {
      const connection = connections.byPlayer.get(playerId)?.values().next().value;
      if (connection) countUnread(connection.actor);
    }
  };
  const onChat = (playerIds: string[], [one, other]: [string, string]) => {
    for (const playerId of playerIds) connections.sendToPlayers([playerId], { kind: 'chat', from: playerId === one ? other : one });
  };
  return {
    onMessage(message: BusMessage): void {
      switch (message.kind) {
        case 'notification':
          return onNotification(message.playerIds);
        case 'chat':
          return onChat(message.playerIds, message.between);
        case 'typing':
          return connections.sendToPlayers([message.playerId], { kind: 'typing', from: message.from });
        case 'rights':
          return connections.sendToPlayers([message.playerId], { kind: 'rights' });
        case 'sanction':
          return connections.sendToPlayers([message.playerId], { kind: 'sanction' });
        case 'presence':
          return onPresence(message);
        case 'last-connection-closed':
          return connections.byPlayer.has(message.playerId) ? presence.confirm(message.playerId) : undefined;
        case 'still-connected':
          return presence.stay(message.playerId);
        case 'switched':
          return connections.sendToAll(message);
        case 'catalogue':
          return connections.sendToAll(message);
        case 'group':
          return connections.sendToPlayers(message.playerIds, { kind: 'group', groupId: message.groupId });
        case 'cases':
          return connections.sendToTeam({ kind: 'cases' });
        case 'announcements':
          // Open pages keep the line that they have: what is new comes with the next page.
          return;
        case 'signed-out':
          return sessions.endSession(message.sessionHash);
        case 'player-out':
          return sessions.endPlayer(message.playerId);
        case 'texts':
          // No open page changes under the eyes of who reads it.
          return undefined;
        case 'gap':
          return onGap();
        case 'missed':
          return connections.sendToPlayers(message.playerIds, { kind: 'look-again' });
        default:
          message satisfies never;
      }
    },
    stop: () => cancelGap?.(),
  };
}
