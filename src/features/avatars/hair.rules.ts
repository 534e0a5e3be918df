import { darken, lighten } from './colours.rules.ts';

/** Hairstyles and headwear. */
export const HAIRS = [
  'puffs',
  'high-puff',
  'afro',
  'cornrows',
  'braids',
  'knots',
  'fade',
  'flat-top',
  'locs',
  'twists',
  'shaved',
  'band-afro',
  'curl-hawk',
  'braid-bun',
  'bob',
  'long',
  'pony',
  'parted',
  'curls',
  'plaits',
  'spikes',
  'hijab',
  'wrap',
  'kofia',
  'cap',
  'phones',
  'patka',
  'beanie',
] as const;
export type Hair = (typeof HAIRS)[number];

/** Hair colours, grouped by the skin colours that they usually go with. */
export const DARK_HAIRS = ['#1a0f0d', '#241512', '#2d1a14', '#3a1a10'] as const;
export const BROWN_HAIRS = ['#1a0f0d', '#241512', '#3a1a10', '#4a2617', '#6b3a1c'] as const;
export const FAIR_HAIRS = ['#241512', '#4a2617', '#6b3a1c', '#a8572a', '#c8622c', '#d9a441', '#e8c26a'] as const;
/** Styles that people with straight or wavy hair wear too. */
export const STRAIGHT_STYLES: readonly Hair[] = [
  'bob',
  'long',
  'pony',
  'parted',
  'curls',
  'plaits',
  'spikes',
  'hijab',
  'cap',
  'phones',
  'patka',
  'beanie',
  'fade',
];
/** Styles of tight curls, and what goes with them. */
export const CURLY_STYLES: readonly Hair[] = HAIRS.filter(
  (hair) => !['bob', 'long', 'pony', 'parted', 'plaits', 'spikes', 'patka'].includes(hair),
);

type Palette = { hex: string; cloth: string; trim: string; accent: string };
/** What is drawn behind the head and in front of it. */
type Layers = { back?: string; front: string };

const fill = (hex: string, d: string) => `<path fill="${hex}" d="${d}"/>`;
const disc = (hex: string, x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hex}"/>`;
const line = (hex: string, width: number, d: string) =>
  `<path fill="none" stroke="${hex}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

/** Draws a puff of curls: a circle whose edge is made of bumps. */
function puff(hex: string, x: number, y: number, radius: number, bumps: number): string {
  const at = (index: number) => {
    const angle = (index * 2 * Math.PI) / bumps;
    return `${(x + radius * 0.9 * Math.cos(angle)).toFixed(1)} ${(y + radius * 0.9 * Math.sin(angle)).toFixed(1)}`;
  };
  const size = (radius * 0.9 * Math.sin(Math.PI / bumps) * 1.15).toFixed(1);
  const arcs = Array.from({ length: bumps }, (_, index) => `A${size} ${size} 0 0 1 ${at(index + 1)}`);
  return fill(hex, `M${at(0)}${arcs.join('')}z`);
}

const CAP = 'M-30-3q-3-33 30-33T30-3Q27-19 0-21-27-19-30-3z';
const LOW_CAP = 'M-29-7q-1-28 29-28T29-7q-1-11-9-13h-40q-8 2-9 13z';
// Semi-transparent hair stays within the head: over the background it would mix with the background's colour.
const EDGES = 'M-27.5 3v-11q1-8 4-10-1 12-1.5 21zM27.5 3v-11q-1-8-4-10 1 12 1.5 21z';
const SHAVED = 'M-27-8q1-21.5 27-21.5T27-8q-1-6-8-8.5h-38q-7 2.5-8 8.5z';

type StyleRenderers = Partial<Record<Hair, (paint: Palette) => Layers>>;

const HAIRSTYLES = {
  puffs: ({ hex, accent }) => ({
    back: puff(hex, -27, -29, 17, 9) + puff(hex, 27, -29, 17, 9),
    front: `${fill(hex, CAP)}${line(lighten(hex, 0.16), 2, 'M0-35v13')}${line(accent, 5, 'M-25-17l-8-8M25-17l8-8')}`,
  }),
  'high-puff': ({ hex, accent }) => ({
    back: puff(hex, 0, -43, 19, 10),
    front: `${fill(hex, CAP)}${line(lighten(hex, 0.16), 2, 'M-18-23-10-33M-6-22-3-34M18-23 10-33M6-22 3-34')}<rect width="26" height="7" x="-13" y="-38" rx="3.5" fill="${accent}"/>`,
  }),
  afro: ({ hex }) => ({
    back: puff(hex, 0, -13, 46, 15),
    front: fill(hex, 'M-31 2q-4-40 31-40T31 2q-2-15-10-19-10 3-21-2-11 5-21 2-8 4-10 19z'),
  }),
  'band-afro': ({ hex, accent }) => ({
    back: puff(hex, 0, -15, 44, 14),
    front: `${fill(hex, 'M-31 1q-3-36 31-36T31 1Q27-17 0-19-27-17-31 1z')}${fill(accent, 'M-32-3q2-25 32-27Q30-28 32-3l-4-5Q22-19 0-20t-28 12z')}`,
  }),
  cornrows: ({ hex, accent }) => ({
    back: line(hex, 8, 'M-31 2q-4 16-2 32M31 2q4 16 2 32'),
    front: `${fill(hex, CAP)}${line(lighten(hex, 0.22), 2.2, 'M-22-13q2-12 8-19M-12-18q1-9 5-16M0-20v-15M12-18q-1-9-5-16M22-13q-2-12-8-19')}${disc(accent, -33, 35, 5)}${disc(accent, 33, 35, 5)}${disc('#fff', -33, 26, 4)}${disc('#fff', 33, 26, 4)}`,
  }),
  braids: ({ hex, accent }) => ({
    back: `${fill(hex, 'M-33 20q-4-56 33-56t33 56l-5 14h-56z')}${line(hex, 6, 'M-34 4q-4 20-2 38M-28 8v36M34 4q4 20 2 38M28 8v36')}${[-36, -28, 28, 36].map((x) => disc(accent, x, 43, 3.6)).join('')}`,
    front: `${fill(hex, 'M-30 3q-4-40 30-40T30 3Q29-16 4-22L0-25l-4 3Q-29-16-30 3z')}${line(lighten(hex, 0.2), 2, 'M0-36v11M-11-33q-4 6-6 14M11-33q4 6 6 14M-20-27q-5 7-6 16M20-27q5 7 6 16')}`,
  }),
  knots: ({ hex }) => ({
    back: [-29, -16, 0, 16, 29].map((x, index) => disc(hex, x, [-27, -38, -42, -38, -27][index] as number, 8.5)).join(''),
    front: `${fill(hex, CAP)}${[-28, -16, 0, 16, 28].map((x, index) => line(lighten(hex, 0.24), 1.8, `M${x - 3} ${([-29, -40, -44, -40, -29][index] as number) + 1}q3-4 6 0t-3 4`)).join('')}`,
  }),
  fade: ({ hex }) => ({ front: `<g opacity=".45">${fill(hex, EDGES)}</g>${fill(hex, LOW_CAP)}` }),
  'flat-top': ({ hex }) => ({
    front: `<g opacity=".5">${fill(hex, EDGES)}</g>${fill(hex, 'M-29-8q-4-16-3-31 0-4 4-4.5 28-3 56 0 4 .5 4 4.5 1 15-3 31-2-11-9-13h-40q-7 2-9 13z')}${line(lighten(hex, 0.14), 2, 'M-24-38q24-3 48 0')}`,
  }),
  locs: ({ hex, accent }) => ({
    back: line(hex, 8, 'M-31-14q-6 14-5 30M31-14q6 14 5 30M-28-6v32M28-6v32'),
    front: `${fill(hex, CAP)}${line(hex, 7.5, 'M-24-20q-8 6-9 18M-14-26q-8 2-10 12M-4-28q-6 4-5 11M6-28q-1 6 3 10M16-26q4 4 7 12M25-19q7 7 8 17')}${line(lighten(hex, 0.2), 1.8, 'M-20-27q-5 4-6 9M-9-31q-4 5-5 10M3-32q-1 5 0 10M13-30q4 4 6 9')}${disc(accent, -36, 14, 3.4)}${disc(accent, 28, 25, 3.4)}`,
  }),
  twists: ({ hex }) => ({
    front: `<g opacity=".45">${fill(hex, EDGES)}</g>${fill(hex, LOW_CAP)}${[-23, -13, -3, 8, 18, 25].map((x, index) => line(hex, 8, `M${x} -26l${index % 2 ? 2 : -3}-13`)).join('')}${line(lighten(hex, 0.2), 1.8, 'M-25-32l2-5M-13-31l2-6M-4-33l2-5M8-31l2-6M18-33l2-5')}`,
  }),
  shaved: ({ hex }) => ({ front: `<g opacity=".66">${fill(hex, SHAVED)}</g>` }),
  'curl-hawk': ({ hex }) => ({
    back: puff(hex, 0, -34, 21, 9),
    front: `<g opacity=".55">${fill(hex, SHAVED)}</g>${fill(hex, 'M-15-18q-5-16 2-26h26q7 10 2 26-6-5-10-2-5-4-10 0-5-2-10 2z')}${[-11, 0, 11].map((x) => disc(hex, x, -21, 6)).join('')}`,
  }),
  'braid-bun': ({ hex, accent }) => ({
    back: disc(hex, 0, -42, 15),
    front: `${fill(hex, CAP)}${line(lighten(hex, 0.22), 2.2, 'M-22-14q8-14 14-18M-10-20l5-13M0-21v-12M10-20 5-33M22-14Q14-28 8-32M-10-42q10-8 20 0M-9-48q9-6 18 0')}${line(accent, 4.5, 'M-12-33q12-5 24 0')}`,
  }),
  bob: ({ hex }) => ({
    back: fill(hex, 'M-37 22q-6-60 37-60t37 60q-3 7-12 5h-50q-9 2-12-5z'),
    front: `${fill(hex, 'M-31 8q-5-46 31-46T31 8q-3-14-6-19Q12-7-8-13q-9 1-18 4-3 6-5 17z')}${line(lighten(hex, 0.18), 2.4, 'M-18-27q8-7 18-7')}`,
  }),
  long: ({ hex }) => ({
    back: fill(hex, 'M-37 44q6-12 0-30-8-54 37-54t37 54q-6 18 0 30-4 8-14 4h-46q-10 4-14-4z'),
    front: `${fill(hex, 'M-31 10q-6-48 31-48T31 10Q29-10 6-24-10-12-25-9q-4 6-6 19z')}${line(lighten(hex, 0.18), 2.4, 'M4-33q16 4 20 18')}`,
  }),
  pony: ({ hex, accent }) => ({
    back: fill(hex, 'M22-34q26-8 24 22-1 18-9 30-8-2-8-14 2-16-9-22z'),
    front: `${fill(hex, 'M-31 3q-4-40 31-40T31 3Q28-14 20-20 4-8-22-13q-7 4-9 16z')}${disc(accent, 27, -28, 5.5)}${line(lighten(hex, 0.18), 2.4, 'M-16-28q8-5 18-5')}`,
  }),
  parted: ({ hex }) => ({
    front: `${fill(hex, 'M-31 0q-5-34 20-37 8-7 23-3 22 3 19 40-3-14-7-18-17 1-31-8-3 10-17 12-5 4-7 14z')}${line(lighten(hex, 0.18), 2.4, 'M-4-32q12-4 22 4')}`,
  }),
  curls: ({ hex }) => ({
    back: [-31, 31].map((x) => disc(hex, x, -7, 8)).join(''),
    front: `${fill(hex, CAP)}${[-27, -18, -7, 5, 16, 26].map((x, index) => disc(hex, x, [-18, -29, -35, -36, -30, -19][index] as number, 10)).join('')}${[-20, -8, 5, 17].map((x) => disc(hex, x, -20, 7)).join('')}${line(lighten(hex, 0.2), 2, 'M-22-30q4-5 8-2M0-38q5-4 9 0M16-28q5-3 8 2')}`,
  }),
  plaits: ({ hex, accent }) => ({
    back: `${[8, 18, 28, 37].map((y) => `<ellipse cx="-34" cy="${y}" rx="6.5" ry="6.5" fill="${hex}"/><ellipse cx="34" cy="${y}" rx="6.5" ry="6.5" fill="${hex}"/>`).join('')}${disc(accent, -34, 44, 4.5)}${disc(accent, 34, 44, 4.5)}`,
    front: `${fill(hex, 'M-31 6q-5-43 31-43T31 6Q29-14 2-26L0-28l-2 2Q-29-14-31 6z')}${line(lighten(hex, 0.2), 2, 'M0-36v9')}`,
  }),
  spikes: ({ hex }) => ({
    front: fill(
      hex,
      'M-30 0q-4-18-1-28l8 3-2-13 11 6 3-12 9 9 8-10 4 11 11-5-2 12 9-1q3 10 2 28-2-12-7-18l-6 4-5-6-7 6-7-6-7 6-6-6-6 5q-6 4-9 15z',
    ),
  }),
} satisfies StyleRenderers;

const HEADWEAR = {
  hijab: ({ cloth, accent }) => ({
    back: fill(cloth, 'M-40 62q-4-100 40-100t40 100z'),
    front: `<path fill="${cloth}" fill-rule="evenodd" d="M-35 8q-4-47 35-47T35 8q1 22 11 52h-92q10-30 11-52zm8-6q2 25 27 26T27 2Q26-21 0-21T-27 2z"/>${line(darken(cloth, 0.18), 3, 'M-27 2q2 25 27 26T27 2Q26-21 0-21T-27 2z')}${line(darken(cloth, 0.14), 4, 'M-33 26q14 16 40 14M-36 42q22 10 44 4')}${disc(accent, 22, 31, 4)}`,
  }),
  wrap: ({ cloth, trim, accent }) => ({
    back: fill(darken(cloth, 0.16), 'M-20-32q-12-22 4-24 14 0 16 12 2-14 18-13 16 4 2 27z'),
    front: `${fill(cloth, 'M-33-2q-6-42 33-42t33 42q-5-14-33-16-28 2-33 16z')}${line(trim, 4, 'M-31-12q22-16 58-20M-25-27q16-10 38-13')}${fill(accent, 'M-9-43q9-6 18 0 3 7-3 11h-12q-6-4-3-11z')}`,
  }),
  kofia: ({ hex, cloth, trim }) => ({
    front: `<g opacity=".55">${fill(hex, EDGES)}</g>${fill(hex, 'M-30-4q0-10 4-14h52q4 4 4 14-2-7-6-9-24-3-48 0-4 2-6 9z')}${fill(cloth, 'M-30-14q-1-22 5-26 25-6 50 0 6 4 5 26-30-8-60 0z')}${line(trim, 2.6, 'M-28-21l7-9 7 8 7-9 7 8 7-8 7 9 7-8 7 9M-25-36q25-5 50 0')}${line(darken(cloth, 0.16), 3, 'M-29-15q29-7 58 0')}`,
  }),
  cap: ({ hex, cloth, trim }) => ({
    front: `${fill(hex, 'M-30 1q-2-14 3-20h54q5 6 3 20-3-10-7-13-23-4-46 0-4 3-7 13z')}${fill(cloth, 'M-31-12q-1-29 31-29t31 29q-31-9-62 0z')}${fill(trim, 'M-12-17q28-8 52 5 3 5-3 6-24-4-50-4-6-3 1-7z')}${fill(darken(cloth, 0.14), 'M-2-41q12 8 13 25l-3-1Q9-32-2-41z')}${disc(trim, 0, -41, 3)}`,
  }),
  phones: ({ hex, accent }) => ({
    front: `${fill(hex, LOW_CAP)}${line('#13303a', 6, 'M-33 0q-3-46 33-46T33 0')}<rect width="13" height="25" x="-41" y="-7" rx="6.5" fill="${accent}"/><rect width="13" height="25" x="28" y="-7" rx="6.5" fill="${accent}"/>${line('#fff', 2.4, 'M-37.5-1v8M37.5-1v8')}`,
  }),
  patka: ({ cloth }) => ({
    back: disc(cloth, 0, -42, 11),
    front: `${fill(cloth, 'M-31 0q-5-40 31-40T31 0q-4-13-31-20Q-27-13-31 0z')}${line(darken(cloth, 0.16), 2.6, 'M-27-15q14-14 27-17M27-15Q13-29 0-32M-8-38q8 5 16 0')}`,
  }),
  beanie: ({ hex, cloth, trim, accent }) => ({
    back: puff(accent, 0, -45, 9, 8),
    front: `${fill(hex, 'M-30 4q-2-14 3-22h54q5 8 3 22-3-12-7-14h-46q-4 2-7 14z')}${fill(cloth, 'M-30-16q-1-27 30-27t30 27z')}${line(darken(cloth, 0.12), 2.4, 'M-14-40v22M0-42v24M14-40v22')}<rect width="66" height="13" x="-33" y="-22" rx="6" fill="${trim}"/>`,
  }),
} satisfies StyleRenderers;

const ALL_STYLES: Record<Hair, (paint: Palette) => Layers> = { ...HAIRSTYLES, ...HEADWEAR };

/**
 * Draws a head's hair or headwear: one part behind the head, one in front of it.
 * @param paint hair colour, and the cloth, trim and beads that go with it
 */
export function drawHair(hair: Hair, paint: Palette): { back: string; front: string } {
  return { back: '', ...ALL_STYLES[hair](paint) };
}
