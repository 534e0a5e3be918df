import { createHash } from 'node:crypto';
import type { DemoPlayer, TimeAgo } from './schema.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Nairobi's offset from UTC, all year. */
const NAIROBI_MS = 3 * 60 * MINUTE_MS;

/** How far back plays go, in days: more than the 30 that lists sort by. */
const PLAY_DAYS = 44;
/** Days in which players also play what they found lately, so that some games grow. */
const LATELY_DAYS = 7;
/** In that week they play this many times as often, so that several games rise. */
const LATELY_FACTOR = 1.5;
/** When children play, in minutes after midnight in Nairobi: after school, and from the morning on at weekends. */
const AFTER_SCHOOL = { from: 15 * 60 + 45, minutes: 180 };
const WEEKEND = { from: 9 * 60 + 30, minutes: 420 };
/** A play lasts this long, in seconds. */
const PLAY_SECONDS = { least: 120, most: 1200 };
/** Minutes between the end of a play and the next one. */
const PAUSE_MINUTES = 2;
/** Weekends have this many times the plays of a school day. */
const WEEKEND_FACTOR = 1.6;

/** The moment that a time of the demo world means. */
export function toMoment(time: TimeAgo, now: Date): Date {
  if ('minutesAgo' in time) return new Date(now.getTime() - time.minutesAgo * MINUTE_MS);
  return new Date(startOfDay(now, time.days) + time.minutes * MINUTE_MS);
}

/** Midnight in Nairobi, some days ago, in milliseconds. */
function startOfDay(now: Date, daysAgo: number): number {
  const local = now.getTime() + NAIROBI_MS;
  return local - (((local % DAY_MS) + DAY_MS) % DAY_MS) - NAIROBI_MS - daysAgo * DAY_MS;
}

/** One play of the demo world. */
export type DemoPlay = { username: string; game: string; at: Date; seconds: number };

/** All plays of a player: spread over the weeks since they joined until yesterday, and the last ones. The same day brings the same plays. */
export function spreadPlays(player: DemoPlayer, now: Date): DemoPlay[] {
  const joined = toMoment(player.joined, now);
  const days = Array.from({ length: PLAY_DAYS }, (_, index) => PLAY_DAYS - index);
  const spread = days.flatMap((day) => spreadDay(player, day, now)).filter(({ at }) => at > joined);
  const recent = player.recent.map(({ game, at }) => ({
    username: player.username,
    game,
    at: toMoment(at, now),
    seconds: PLAY_SECONDS.least * 5,
  }));
  return [...spread, ...recent];
}

function spreadDay(player: DemoPlayer, daysAgo: number, now: Date): DemoPlay[] {
  const midnight = startOfDay(now, daysAgo);
  const weekday = new Date(midnight + NAIROBI_MS).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const hours = isWeekend ? WEEKEND : AFTER_SCHOOL;
  const chance = createChance(`${player.username} ${daysAgo}`);
  const isLately = daysAgo <= LATELY_DAYS;
  const expected = (player.playsPerWeek / (5 + 2 * WEEKEND_FACTOR)) * (isWeekend ? WEEKEND_FACTOR : 1) * (isLately ? LATELY_FACTOR : 1);
  const count = Math.floor(expected + chance());
  const games = isLately ? [...player.lately, ...player.plays] : player.plays;
  const plays: DemoPlay[] = [];
  let at = midnight + (hours.from + Math.floor(chance() * hours.minutes)) * MINUTE_MS;
  for (let index = 0; index < count; index++) {
    // Squared, so that the games at the beginning of the list come most often.
    const game = games[Math.floor(chance() ** 2 * games.length)];
    const seconds = PLAY_SECONDS.least + Math.floor(chance() * (PLAY_SECONDS.most - PLAY_SECONDS.least));
    if (game !== undefined) plays.push({ username: player.username, game, at: new Date(at), seconds });
    at += seconds * 1000 + PAUSE_MINUTES * MINUTE_MS;
  }
  return plays;
}

/** Numbers from 0 to 1 that look random and are the same for the same text. */
function createChance(text: string): () => number {
  let count = 0;
  return () => {
    count++;
    return createHash('sha256').update(`${text} ${count}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}
