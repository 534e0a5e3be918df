import type { HelpKind, ModerationCategory, SoftKind } from '../safety/filter/schema.ts';

// What players do over time, and when it is so much that a person should look (docs/decisions/055-risk-scoring.md). Plain
// arithmetic: every signal has points, a most, and a sentence in texts.ts that a moderator reads.

/** What came of friend requests and friendships. 'request' is what the player does; the others are what players do in answer. */
export type ContactKind = 'request' | 'declined' | 'removed' | 'blocked';
export type RiskKind = ModerationCategory | SoftKind | ContactKind;

/** One kind of thing that a player did to another one, summed up. `friendsHours`: as in the table. */
export type RiskFact = {
  kind: string;
  otherId: string;
  times: number;
  lastAt: Date;
  friendsHours: number | null;
};

/** What is known about one player. `strangersAsked`: players asked in the last week who have no friend in common with the others asked. */
export type RiskFacts = { facts: RiskFact[]; strangersAsked: number };

/** Days for which a signal is kept. */
export const SIGNAL_RETENTION_DAYS = 90;
/** Rows that one look at a player reads: the newest. */
export const SIGNALS_READ_MAX = 1000;
/** Days and number of requests that count as asking now. */
export const ASKED_DAYS = 7;
export const ASKED_MAX = 100;
/** The longest text of a case's reasons: that of every report's description in the table. */
export const REASONS_MAX = 2000;
/** Players that one page of the daily job looks at. */
export const DAILY_PAGE_SIZE = 500;

/** What no child needs from another: each of these was refused by the filter, and is hardly ever said by chance. */
const GRAVE_KINDS: ReadonlySet<string> = new Set<RiskKind>(['pictures', 'secrecy', 'grooming', 'blackmail']);
/** What children ask each other too, and the filter refuses. */
const REFUSED_KINDS: ReadonlySet<string> = new Set<RiskKind>([
  'sexual',
  'phone',
  'email',
  'link',
  'handle',
  'meet-elsewhere',
  'address',
  'payment',
  'credentials',
  'private-place',
  'whereabouts',
]);

/** Whether a refused kind is counted at all. Unkind and bad words are what reports are for. */
export function isCountedRefusal(kind: ModerationCategory): boolean {
  return GRAVE_KINDS.has(kind) || REFUSED_KINDS.has(kind);
}

/**
 * Whether a refused kind is counted of a message whose author asks for help. What is grave is: a cry for help must not hide it, and it lies
 * outside of the words of the cry. So is what is sexual: a message is refused as the worst kind that is in it, so 'undress and turn on your
 * camera' is that, and not a request for pictures. Not where a child is harmed: whoever tells of that often repeats what they were told ('dont tell
 * anyone'), and our team reads it.
 */
export function isCountedBesideHelp(kind: ModerationCategory, helpKinds: readonly HelpKind[]): boolean {
  return (GRAVE_KINDS.has(kind) || kind === 'sexual') && !helpKinds.includes('abuse');
}

/** What a score is made of. */
type SignalName = 'grave' | 'refused' | 'many-kinds' | 'several-players' | 'early' | 'strangers' | 'declined' | 'left';

/** One line of the score. `count` and `players` are the numbers of its sentence; `kinds` what it was about, the most frequent first. */
export type RiskReason = { signal: SignalName; points: number; count: number; players: number; kinds: string[] };

type Weight = {
  /** Points for each of what the signal counts. */
  each: number;
  /** What is ordinary, and is not counted. */
  free: number;
  /** The most points of this signal. Alone only 'grave' reaches the threshold, and 'many-kinds' with five kinds in one conversation. */
  most: number;
  /** After this many days a count is worth half. */
  halfLifeDays: number;
};

/** The weights. Chosen by hand on the seen part of the invented conversations; the decision record says what they find on the rest. */
const WEIGHTS: Record<SignalName, Weight> = {
  // Asking for a picture or for silence: once is a mistake, three times or three children are not.
  grave: { each: 2, free: 0, most: 8, halfLifeDays: 30 },
  // Asking for numbers, apps, places.
  refused: { each: 1, free: 1, most: 4, halfLifeDays: 21 },
  // In one conversation: age, being alone, looks, a secret. Two of them come up in any friendship.
  'many-kinds': { each: 2, free: 2, most: 6, halfLifeDays: 30 },
  // The same said to one child after the other.
  'several-players': { each: 1, free: 1, most: 4, halfLifeDays: 30 },
  // It begins within days of becoming friends.
  early: { each: 1, free: 0, most: 3, halfLifeDays: 30 },
  // Asks players who do not know each other. A class does, as soon as some of it are friends here.
  strangers: { each: 0.25, free: 5, most: 2, halfLifeDays: ASKED_DAYS },
  declined: { each: 0.5, free: 2, most: 3, halfLifeDays: 14 },
  // Removed or blocked by players who had been friends.
  left: { each: 1, free: 1, most: 4, halfLifeDays: 21 },
};

/** At this score a person looks. Lower finds more and shows moderators more for nothing: see the table in docs/benchmarks.md. */
export const CASE_THRESHOLD = 5;
/** A friendship is new for this long, in hours. */
const NEW_FRIENDSHIP_HOURS = 72;
/** The same said to the same player counts this often at most: a child who was refused tries other words. */
const TIMES_MAX = 3;

const DAY_MS = 86_400_000;

/** The score of a player at a time, and what it is made of, the most points first. */
export function scorePlayer({ facts, strangersAsked }: RiskFacts, now: Date): { score: number; reasons: RiskReason[] } {
  const grave = facts.filter(({ kind }) => GRAVE_KINDS.has(kind));
  const refused = facts.filter(({ kind }) => REFUSED_KINDS.has(kind));
  const soft = facts.filter(({ kind }) => kind.startsWith('soft-'));
  const messageFacts = [...grave, ...refused, ...soft];
  const newest = (some: RiskFact[]) => new Date(Math.max(...some.map(({ lastAt }) => lastAt.getTime())));
  const sum = (some: RiskFact[]) => some.reduce((all, { times }) => all + Math.min(times, TIMES_MAX), 0);
  const byPlayer = [...Map.groupBy(messageFacts, ({ otherId }) => otherId).values()];
  const widest = byPlayer.toSorted((one, other) => countKinds(other) - countKinds(one))[0] ?? [];
  const sameToSeveral = [...Map.groupBy(messageFacts, ({ kind }) => kind).values()].filter((some) => some.length > 1);
  const early = messageFacts.filter(
    ({ friendsHours, kind }) => friendsHours !== null && friendsHours < NEW_FRIENDSHIP_HOURS && kind !== 'soft-age',
  );
  const declined = facts.filter(({ kind }) => kind === 'declined');
  const left = facts.filter(({ kind }) => kind === 'removed' || kind === 'blocked');
  const lines: [SignalName, number, RiskFact[]][] = [
    ['grave', sum(grave), grave],
    ['refused', sum(refused), refused],
    ['many-kinds', countKinds(widest), widest],
    ['several-players', sameToSeveral.reduce((all, some) => all + some.length - 1, 0), sameToSeveral.flat()],
    ['early', countPlayers(early), early],
    ['strangers', strangersAsked, facts.filter(({ kind }) => kind === 'request')],
    ['declined', countPlayers(declined), declined],
    ['left', countPlayers(left), left],
  ];
  const reasons = lines.flatMap(([signal, count, some]): RiskReason[] => {
    if (some.length === 0) return [];
    const { each, free, most, halfLifeDays } = WEIGHTS[signal];
    const age = Math.max(0, now.getTime() - newest(some).getTime()) / DAY_MS;
    const points = Math.min(most, Math.max(0, count - free) * each) * 0.5 ** (age / halfLifeDays);
    return points < 0.05 ? [] : [{ signal, points, count, players: countPlayers(some), kinds: listKinds(some) }];
  });
  return {
    score: reasons.reduce((all, { points }) => all + points, 0),
    reasons: reasons.toSorted((one, other) => other.points - one.points),
  };
}

function countKinds(facts: RiskFact[]): number {
  return new Set(facts.map(({ kind }) => kind)).size;
}

function countPlayers(facts: RiskFact[]): number {
  return new Set(facts.map(({ otherId }) => otherId)).size;
}

function listKinds(facts: RiskFact[]): string[] {
  const times = new Map<string, number>();
  for (const { kind, times: more } of facts) times.set(kind, (times.get(kind) ?? 0) + more);
  return [...times].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).map(([kind]) => kind);
}
