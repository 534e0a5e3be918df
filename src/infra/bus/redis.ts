import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import { parseBusMessage, type BusMessage } from '../../shared/live-events.ts';
import { getConnectionOptions } from '../redis-connection.ts';
import { getAudience, narrowTo, withListed } from './audience.ts';
import type { Bus, Publishable } from './bus.ts';
import { createFailures } from './failures.ts';
import { createFollowedPlayers } from './followed-players.ts';
import { createListeners } from './listeners.ts';
import { announceGaps } from './redis-gaps.ts';

/** Every process listens here. Those of older releases publish everything here, and hear nothing else. */
const CHANNEL = 'kiddo';
/** Every process that knows the channels of players listens here; nothing is said. */
const KNOWS_PLAYERS_CHANNEL = 'kiddo:knows-players';
/** Who follows a player listens to their channel. */
const PLAYER_CHANNEL_PREFIX = 'kiddo:player:';
const QUEUED_COMMANDS_MAX = 10_000;
/** Closing waits this long for Redis to accept what was published before: a command that is over at once says it to the others too. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Publishes a text on the channel of each player, as one command: it costs the process that publishes no more than one message, and Redis a
 * look-up for each player. Returns 1 if processes of an older release hear none of it.
 */
const PUBLISH_TO_PLAYERS = `
for i = 2, #ARGV do redis.call('PUBLISH', '${PLAYER_CHANNEL_PREFIX}' .. ARGV[i], ARGV[1]) end
local n = redis.call('PUBSUB', 'NUMSUB', '${CHANNEL}', '${KNOWS_PLAYERS_CHANNEL}')
return n[2] > n[4] and 1 or 0`;

/**
 * A bus for several processes, through Redis or Valkey. Each subscribes to the channels of the players whom it follows, so that Redis itself
 * forgets whoever is gone. What a process publishes reaches its own listeners without that way; while Redis is unreachable, it reaches no
 * others, and once it is back, all listeners receive 'gap'.
 */
export function redisBus(url: string, log: Logger): Bus {
  const listeners = createListeners(log);
  const failures = createFailures(log);
  const { publisher, subscriber } = createClients(url);
  const origin = `{"from":"${randomUUID()}",`;
  let count = 0;
  // Marks what comes from here, and tells one message from the next one that says the same.
  const mark = (message: BusMessage) => `${origin}"n":${count++},${JSON.stringify(message).slice(1)}`;
  const send = async (message: BusMessage) => {
    if (!publisher.isReady) throw new Error('the bus is unreachable');
    const audience = getAudience(message);
    if (audience === null) return void (await publisher.publish(CHANNEL, mark(message)));
    const playerIds = [...new Set([...audience.named, ...audience.listed])];
    if (playerIds.length === 0) return;
    const isNotAll = await publishToPlayers(mark(withListed(message, [])), playerIds);
    if (isNotAll === 1) await publisher.publish(CHANNEL, mark(message));
  };
  const publishToPlayers = (text: string, playerIds: string[]) => publisher.eval(PUBLISH_TO_PLAYERS, { arguments: [text, ...playerIds] });

  const merge = createMerger((text, playerIds) => {
    const message = parseBusMessage(text);
    if (!message) return log.warn('an unknown message on the bus was ignored');
    const named = new Set(getAudience(message)?.named);
    const followed = playerIds.filter((playerId) => players.has(playerId));
    if (followed.length > 0)
      listeners.notify(
        withListed(
          message,
          followed.filter((playerId) => !named.has(playerId)),
        ),
      );
  });
  const onPlayerText = (text: string, channel: string) => {
    if (!text.startsWith(origin)) merge.add(text, channel.slice(PLAYER_CHANNEL_PREFIX.length));
  };
  const onText = (text: string) => {
    if (text.startsWith(origin)) return;
    merge.flush();
    const message = parseBusMessage(text);
    if (!message) return log.warn('an unknown message on the bus was ignored');
    // What is marked is for players of older releases' processes; it came here over the channels of players.
    if (text.startsWith('{"from"') && getAudience(message) !== null) return;
    const narrowed = narrowTo(message, players.has);
    if (narrowed) listeners.notify(narrowed);
  };
  const players = createFollowedPlayers({
    async tell(added, removed) {
      try {
        if (added.length > 0) await subscriber.subscribe(added.map(toChannel), onPlayerText);
        if (removed.length > 0) await subscriber.unsubscribe(removed.map(toChannel), onPlayerText);
      } catch (error) {
        // What fails by a break was told as such.
        if (subscriber.isReady) failures.failed('following players', error);
        throw error;
      }
      failures.worked('following players');
    },
    isReachable: () => subscriber.isReady,
    onMissed: (playerIds) => listeners.notify({ kind: 'missed', playerIds }),
  });
  const gaps = announceGaps({
    publisher,
    subscriber,
    // What was subscribed to before a break is again by now, and takes no command.
    listen: () => subscriber.subscribe([CHANNEL, KNOWS_PLAYERS_CHANNEL], onText),
    follow: players.update,
    notify: listeners.notify,
    async sendGap() {
      // To nobody: whether messages for players can be sent.
      await publishToPlayers(mark({ kind: 'gap' }), ['']);
      await send({ kind: 'gap' });
    },
    failures,
    log,
  });
  const connected = Promise.allSettled([publisher.connect(), subscriber.connect()]);

  const underWay = new Set<Promise<void>>();
  const notifyFollowed = (message: BusMessage) => {
    const narrowed = narrowTo(message, players.has);
    if (narrowed) listeners.notify(narrowed);
  };
  const publish = (message: Publishable) => {
    setImmediate(notifyFollowed, message);
    const sent = send(message)
      .catch(gaps.onLost)
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  };
  return {
    publish,
    subscribe: listeners.add,
    follow: players.follow,
    unfollow: players.unfollow,
    async ping() {
      // What is published now would stay in this process, or others' would not reach it.
      if (!publisher.isReady || !subscriber.isReady) throw new Error('the bus is unreachable');
      await Promise.all([publisher.ping(), subscriber.ping(), gaps.check()]);
      failures.check();
    },
    async close() {
      listeners.clear();
      let timeout: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<void>((resolve) => (timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
      await Promise.race([Promise.all(underWay), timedOut]);
      clearTimeout(timeout);
      publisher.destroy();
      subscriber.destroy();
      await connected;
    },
  };
}

const toChannel = (playerId: string) => PLAYER_CHANNEL_PREFIX + playerId;

/** A message for several players who are followed here comes once for each, one after the other: brings these together. */
function createMerger(onMerged: (text: string, playerIds: string[]) => void) {
  let current: { text: string; playerIds: string[] } | null = null;
  const flush = () => {
    const merged = current;
    current = null;
    if (merged) onMerged(merged.text, merged.playerIds);
  };
  return {
    add(text: string, playerId: string): void {
      if (current?.text === text) return void current.playerIds.push(playerId);
      flush();
      current = { text, playerIds: [playerId] };
      queueMicrotask(flush);
    },
    flush,
  };
}

/** A connection that subscribes cannot publish, so there are two. */
function createClients(url: string) {
  const options = getConnectionOptions(url);
  return {
    publisher: createClient({ ...options, disableOfflineQueue: true, commandsQueueMaxLength: QUEUED_COMMANDS_MAX }),
    subscriber: createClient(options),
  };
}
