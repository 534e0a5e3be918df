import type { Logger } from 'pino';
import { parseBusMessage, type BusMessage } from '../../shared/live-events.ts';
import { getAudience, narrowTo, withListed } from './audience.ts';
import type { Bus } from './bus.ts';
import { createFollowedPlayers } from './followed-players.ts';
import { createListeners } from './listeners.ts';

/** Closing waits this long for what was published before to be on its way. */
const CLOSE_TIMEOUT_MS = 1_000;
/** An answer of the supervisor that takes longer than this is none. */
const PING_TIMEOUT_MS = 1_000;

const GAP = JSON.stringify({ kind: 'gap' } satisfies BusMessage);

/**
 * What a process and its supervisor say to each other for the bus. `text`: a bus message as JSON. `players`: whom the process follows from now
 * on, and whom no more; a supervisor of an older release ignores it, and passes everything on to everybody.
 */
export type ClusterBusMessage =
  | { bus: 'message'; text: string }
  | { bus: 'players'; added: string[]; removed: string[] }
  | { bus: 'ping' }
  | { bus: 'pong' };

/**
 * Hands a message to the channel between two processes.
 * @param onWritten called once the message is out of this process, with an error if the other end is gone
 * @returns false when so much waits that nothing more should be sent before this one is written
 */
export type ChannelSend = (message: ClusterBusMessage, onWritten: (error: Error | null) => void) => boolean;

/** A process's end of the channel to its supervisor. */
export type BusChannel = {
  send: ChannelSend;
  /** @returns unsubscribe */
  subscribe(listener: (message: ClusterBusMessage) => void): () => void;
};

/**
 * A bus for the processes of one machine, over the channel that each has to its supervisor, which passes messages on (createBusRelay). What
 * a process publishes reaches its own listeners without that way.
 */
export function clusterBus(channel: BusChannel, log: Logger): Bus {
  const listeners = createListeners(log);
  const underWay = new Set<Promise<void>>();
  /** Each ping has its answer, in order: what was said before it has been read by then. */
  const answers: (() => void)[] = [];
  const askForAnswer = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    answers.push(resolve);
    channel.send({ bus: 'ping' }, (error) => {
      if (!error) return;
      // No answer will come, and the next one is another's.
      const place = answers.indexOf(resolve);
      if (place >= 0) answers.splice(place, 1);
      reject(new Error('the bus is unreachable'));
    });
    return promise;
  };
  const players = createFollowedPlayers({
    async tell(added, removed) {
      channel.send({ bus: 'players', added, removed }, () => {});
      await askForAnswer();
    },
    isReachable: () => true,
    onMissed: (playerIds) => listeners.notify({ kind: 'missed', playerIds }),
  });
  const notifyFollowed = (message: BusMessage) => {
    const narrowed = narrowTo(message, players.has);
    if (narrowed) listeners.notify(narrowed);
  };
  // From now on it hears of nobody whom it does not follow.
  channel.send({ bus: 'players', added: [], removed: [] }, () => {});
  const sender = createSender((message, onWritten) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.add(promise);
    return channel.send(message, (error) => {
      underWay.delete(promise);
      resolve();
      onWritten(error);
    });
  });
  const unsubscribe = channel.subscribe((received) => {
    if (received.bus === 'pong') answers.shift()?.();
    if (received.bus !== 'message') return;
    const message = parseBusMessage(received.text);
    if (message) notifyFollowed(message);
    else log.warn('an unknown message on the bus was ignored');
  });
  return {
    publish(message) {
      setImmediate(notifyFollowed, message);
      sender.send(JSON.stringify(message));
    },
    subscribe: listeners.add,
    follow: players.follow,
    unfollow: players.unfollow,
    async ping() {
      const { promise, reject } = Promise.withResolvers<never>();
      const timeout = setTimeout(reject, PING_TIMEOUT_MS, new Error('the bus is unreachable'));
      try {
        await Promise.race([askForAnswer(), promise]);
      } finally {
        clearTimeout(timeout);
      }
    },
    async close() {
      listeners.clear();
      let timeout: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<void>((resolve) => (timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
      await Promise.race([Promise.all(underWay), timedOut]);
      clearTimeout(timeout);
      unsubscribe();
    },
  };
}

/** The supervisor's side: passes on what each process publishes to those others that it is for. */
export type BusRelay = {
  /** Adds a process. @param send to it */
  add(id: number, send: ChannelSend): void;
  receive(fromId: number, message: ClusterBusMessage): void;
  /** Forgets a process. `wasLost`: it did not end by itself, so messages of it may be missing: all others get a gap. */
  remove(id: number, wasLost: boolean): void;
};

/** Creates the supervisor's side of the bus. */
export function createBusRelay(): BusRelay {
  const members = new Map<number, Member>();
  const followers = new Map<string, Set<Member>>();
  const setPlayers = (member: Member, added: string[], removed: string[]) => {
    member.players ??= new Set();
    for (const playerId of added) {
      member.players.add(playerId);
      followers.set(playerId, (followers.get(playerId) ?? new Set()).add(member));
    }
    for (const playerId of removed) {
      member.players.delete(playerId);
      const left = followers.get(playerId);
      left?.delete(member);
      if (left?.size === 0) followers.delete(playerId);
    }
  };
  const passOn = (fromId: number, text: string) => {
    const message = parseBusMessage(text);
    // A message that only a newer release knows is for everyone.
    const audience = message && getAudience(message);
    const listedOf = new Map<Member, string[]>();
    for (const playerId of audience?.named ?? []) for (const member of followers.get(playerId) ?? []) listedOf.set(member, []);
    for (const playerId of audience?.listed ?? [])
      for (const member of followers.get(playerId) ?? []) {
        const listed = listedOf.get(member);
        if (listed) listed.push(playerId);
        else listedOf.set(member, [playerId]);
      }
    for (const [id, member] of members) {
      if (id === fromId) continue;
      const listed = listedOf.get(member);
      // Who never said whom it follows, because its release is older, hears everything.
      if (message === null || audience === null || member.players === null) member.sender.send(text);
      else if (listed) member.sender.send(JSON.stringify(withListed(message, listed)));
    }
  };
  return {
    add: (id, send) => void members.set(id, { send, sender: createSender(send), players: null }),
    receive(fromId, message) {
      const member = members.get(fromId);
      if (message.bus === 'message') passOn(fromId, message.text);
      else if (message.bus === 'players' && member) setPlayers(member, message.added, message.removed);
      else if (message.bus === 'ping') member?.send({ bus: 'pong' }, () => {});
    },
    remove(id, wasLost) {
      const member = members.get(id);
      if (member) setPlayers(member, [], [...(member.players ?? [])]);
      members.delete(id);
      if (wasLost) passOn(id, GAP);
    },
  };
}

/** A process as the relay sees it. `players`: whom it follows; null if it has not said so. */
type Member = { send: ChannelSend; sender: ReturnType<typeof createSender>; players: Set<string> | null };

/**
 * Sends until the channel says that too much waits, as before a process that hangs: what comes then is dropped, so that it fills nobody's
 * memory, and the other end gets a gap once it takes messages again.
 */
function createSender(send: ChannelSend) {
  let isBehind = false;
  let hasDropped = false;
  const sendNow = (text: string): void => {
    let isTaken = true;
    let isWritten = false;
    isTaken = send({ bus: 'message', text }, (error) => {
      isWritten = true;
      // Another end that is gone gets nothing any more.
      if (isTaken || error) return;
      isBehind = false;
      if (!hasDropped) return;
      hasDropped = false;
      sendNow(GAP);
    });
    isBehind = !isTaken && !isWritten;
  };
  return {
    send(text: string): void {
      if (isBehind) hasDropped = true;
      else sendNow(text);
    },
  };
}
