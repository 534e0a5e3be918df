import { ASKED_DAYS, REASONS_MAX, type RiskReason } from './rules.ts';

/** What a kind is about, as it stands in 'asked for or spoke of ...'. */
const subjects: Record<string, string> = {
  pictures: 'pictures or calls',
  secrecy: 'keeping secrets from others',
  grooming: 'love, bodies or gifts with a price',
  blackmail: 'threats with something to hide',
  sexual: 'sexual things',
  phone: 'phone numbers',
  email: 'e-mail addresses',
  link: 'links',
  handle: 'accounts elsewhere',
  'meet-elsewhere': 'meeting',
  address: 'addresses',
  payment: 'money',
  credentials: 'passwords or codes',
  'private-place': 'private places',
  whereabouts: 'where a child is or is alone',
  'soft-age': 'age',
  'soft-alone': 'being alone',
  'soft-app': 'other apps or calls',
  'soft-gift': 'gifts or money',
  'soft-looks': 'looks or the body',
  'soft-love': 'love or closeness',
  'soft-parents': 'what parents see or know',
  'soft-place': 'places or meeting',
  'soft-secret': 'secrets',
};

const players = (count: number) => (count === 1 ? '1 player' : `${count} players`);
const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const about = (kinds: string[]) => {
  const all = kinds.map((kind) => subjects[kind] ?? kind);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

const sentences: Record<RiskReason['signal'], (reason: RiskReason) => string> = {
  grave: ({ count, players: others, kinds }) => `The filter refused ${about(kinds)}, written to ${players(others)}, ${times(count)}.`,
  refused: ({ count, players: others, kinds }) => `The filter refused ${about(kinds)}, written to ${players(others)}, ${times(count)}.`,
  'many-kinds': ({ count, kinds }) => `Wrote to one player about ${count} things that are fine alone, but not together: ${about(kinds)}.`,
  'several-players': ({ players: others, kinds }) => `Wrote to ${players(others)} about the same: ${about(kinds)}.`,
  early: ({ players: others, kinds }) => `Came to ${about(kinds)} in the first three days of being friends, with ${players(others)}.`,
  strangers: ({ count }) =>
    `Asked ${players(count)} in ${ASKED_DAYS} days to be friends who know neither each other nor the friends of this player.`,
  declined: ({ players: others }) => `${players(others)} declined the friend request.`,
  left: ({ players: others }) => `${players(others)} removed or blocked this player.`,
};

const more = 'And more, which weighs less.';

/**
 * The reasons of a case in words, one a line, the heaviest first, for moderators. They hold numbers and kinds: nobody's name, and nothing
 * that was written. The lightest are left out where they do not all fit into a report.
 */
export function describeReasons(reasons: RiskReason[]): string {
  const lines = reasons.map((reason) => sentences[reason.signal](reason));
  for (let count = lines.length; ; count--) {
    const text = (count === lines.length ? lines : [...lines.slice(0, count), more]).join('\n');
    if (text.length <= REASONS_MAX || count === 0) return text;
  }
}
