import { formatMegabytes } from '../../../shared/megabytes.ts';

/** Texts of game cards (spec 1, section 2). Apart from those of the pages, which the home page does not need. */
export const texts = {
  premium: 'Premium',
  required: 'Premium Required',
  upgrade: 'Upgrade Now',
  signIn: 'Sign In to Continue',
  playing: (players: number) => `${players} playing`,
  playingAloud: (players: number) => `${players} playing now`,
  plays: (plays: number) => `${formatCount(plays, 'K')} ${plays === 1 ? 'play' : 'plays'}`,
  playsAloud: (plays: number) => (plays === 1 ? 'Played once' : `Played ${formatCount(plays, ' thousand')} times`),
  fresh: 'New',
  freshAloud: 'New: nobody has played it yet',
  moreTags: (count: number) => `+${count}`,
  moreTagsAloud: (count: number) => `and ${count} more tags`,
  rank: (position: number) => `Number ${position}`,
  playNow: 'Play now',
  size: (bytes: number) => `${formatMegabytes(bytes)} MB`,
  playGame: (title: string) => `Play ${title}`,
  /** The content mark of a game that is not for everyone. */
  fromAge: (age: number) => `From ${age}`,
} as const;

/** How many people a game has, as its card says it: those who play now, else all plays, else that it is new (readings.md: players/max). */
export function describeAudience({ players, plays }: { players: number; plays: number }): { kind: string; text: string; label: string } {
  if (players > 0) return { kind: 'playing', text: texts.playing(players), label: texts.playingAloud(players) };
  if (plays > 0) return { kind: 'played', text: texts.plays(plays), label: texts.playsAloud(plays) };
  return { kind: 'fresh', text: texts.fresh, label: texts.freshAloud };
}

/** Abbreviates a count, never upwards: 2190 becomes '2.1k', 1250000 becomes '1.2M'. @param thousand the sign for a thousand */
export function formatCount(count: number, thousand = 'k'): string {
  const shorten = (unit: number) => String(Math.floor(count / (unit / 10)) / 10);
  if (count < 1000) return String(count);
  return count < 1_000_000 ? shorten(1000) + thousand : `${shorten(1_000_000)}M`;
}
