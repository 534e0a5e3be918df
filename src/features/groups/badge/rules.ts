import {
  BADGE_CLOTHS,
  BADGE_COLORS,
  BADGE_SHAPES,
  BADGE_SIGNS,
  type BadgeCloth,
  type BadgeColor,
  type BadgeShape,
  type BadgeSign,
  type GroupBadge,
} from './schema.ts';

/** What a line of a badge is painted with: the color of its ground, of the pattern on it, or of its sign. */
export type BadgePaint = 'ground' | 'weave' | 'sign';
/** One line or area of a badge. A line is drawn `width` wide. */
export type BadgePath = { d: string; fill: BadgePaint | null; stroke: BadgePaint | null; width: number };
/** A badge as paths in a square of 100, in the order in which they are painted; `cloth` is cut off at the outline. */
export type BadgeDrawing = { outline: string; cloth: readonly BadgePath[]; sign: readonly BadgePath[] };

/** The outlines. */
export const OUTLINES: Record<BadgeShape, string> = {
  shield: 'M50 4C64 12 80 14 92 14C94 58 80 84 50 97C20 84 6 58 8 14C20 14 36 12 50 4Z',
  circle: 'M50 3A47 47 0 1 1 49.9 3Z',
  square: 'M16 6H84Q94 6 94 16V84Q94 94 84 94H16Q6 94 6 84V16Q6 6 16 6Z',
  diamond: 'M50 2Q55 2 60 7L93 40Q100 50 93 60L60 93Q50 101 40 93L7 60Q0 50 7 40L40 7Q45 2 50 2Z',
  drum: 'M8 14Q50 -2 92 14L83 86Q50 104 17 86Z',
  leaf: 'M50 1Q98 30 94 60C91 84 71 98 50 98C29 98 9 84 6 60Q2 30 50 1Z',
};

/** The colors of each ground. On mango and orange the sign is dark; on night it has the color of a lamp. */
export const PAINTS: Record<BadgeColor, Record<BadgePaint, string>> = {
  teal: { ground: '#005b57', weave: '#0b7a73', sign: '#ffffff' },
  blue: { ground: '#123e8c', weave: '#2a57a8', sign: '#ffffff' },
  magenta: { ground: '#9c1452', weave: '#b5306c', sign: '#ffffff' },
  orange: { ground: '#ff9d66', weave: '#ffb48a', sign: '#0c2a30' },
  yellow: { ground: '#ffc629', weave: '#ffd95c', sign: '#0c2a30' },
  night: { ground: '#0c2a30', weave: '#1f454d', sign: '#ffc629' },
  green: { ground: '#1e7a4a', weave: '#2e9560', sign: '#ffffff' },
  brown: { ground: '#6e3a16', weave: '#87502a', sign: '#ffffff' },
};

const area = (d: string, fill: BadgePaint = 'sign'): BadgePath => ({ d, fill, stroke: null, width: 0 });
const line = (d: string, width: number, stroke: BadgePaint = 'sign'): BadgePath => ({ d, fill: null, stroke, width });
/** An area whose corners are round: its edge is drawn, too. */
const soft = (d: string, width: number): BadgePath => ({ d, fill: 'sign', stroke: 'sign', width });
const around = (paths: string[], fill: BadgePaint | null, width: number): BadgePath[] =>
  paths.map((d) => ({ d, fill, stroke: fill === null ? 'weave' : null, width }));

function ellipse(x: number, y: number, rx: number, ry: number, turn = 0): string {
  const radians = (turn * Math.PI) / 180;
  const [dx, dy] = [round(rx * Math.cos(radians)), round(rx * Math.sin(radians))];
  const arc = `A${rx} ${ry} ${turn} 1 1`;
  return `M${round(x - dx)} ${round(y - dy)}${arc} ${round(x + dx)} ${round(y + dy)}${arc} ${round(x - dx)} ${round(y - dy)}Z`;
}

function star(): string {
  const corners = Array.from({ length: 10 }, (_, at) => {
    const [radius, angle] = [at % 2 === 0 ? 29 : 14, (at * Math.PI) / 5 - Math.PI / 2];
    return `${round(50 + radius * Math.cos(angle))} ${round(52 + radius * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

function sunRays(): string {
  return Array.from({ length: 8 }, (_, at) => {
    const [x, y] = [Math.cos((at * Math.PI) / 4), Math.sin((at * Math.PI) / 4)];
    return `M${round(50 + 23 * x)} ${round(51 + 23 * y)}L${round(50 + 31 * x)} ${round(51 + 31 * y)}`;
  }).join('');
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

const FIVE = [
  [20, 20],
  [80, 20],
  [50, 50],
  [20, 80],
  [80, 80],
] as const;

/** The patterns: what is woven and printed in East Africa, in a few lines. */
const CLOTHS: Record<BadgeCloth, readonly BadgePath[]> = {
  triangles: around(
    [0, 1, 2].flatMap((row) => [0, 1, 2, 3, 4].map((at) => `M${at * 30 - (row % 2) * 15 - 10} ${row * 34 + 31}l15 -28 15 28z`)),
    'weave',
    0,
  ),
  circles: around(
    FIVE.map(([x, y]) => ellipse(x, y, 17, 17)),
    null,
    7,
  ),
  zigzag: around(
    [14, 42, 70, 98].map((y) => `M-4 ${y}l14 -14 14 14 14 -14 14 14 14 -14 14 14 14 -14 14 14`),
    null,
    7,
  ),
  diamonds: around(
    FIVE.map(([x, y]) => `M${x} ${y - 22}l22 22 -22 22 -22 -22z`),
    'weave',
    0,
  ),
};

/** The signs. Details on a sign have the color of the ground. */
const SIGNS: Record<BadgeSign, readonly BadgePath[]> = {
  star: [soft(star(), 5)],
  bolt: [soft('M57 20L28 56H46L41 82L72 44H53Z', 5)],
  moon: [soft('M60 22A30 30 0 1 0 78 66A25 25 0 0 1 60 22Z', 4)],
  drum: [
    area('M26 36V66Q50 84 74 66V36Z'),
    { d: ellipse(50, 36, 24, 10), fill: 'sign', stroke: 'ground', width: 4 },
    line('M28 46L38 70L50 50L62 70L72 46', 4, 'ground'),
  ],
  ball: [
    area(ellipse(50, 51, 28, 28)),
    area('M50 38l12 9 -5 14h-14l-5 -14z', 'ground'),
    line('M50 38V24M62 47l14 -5M57 61l9 13M43 61l-9 13M38 47l-14 -5', 4.5, 'ground'),
  ],
  kite: [soft('M58 16L80 42L50 72L34 40Z', 4), line('M58 16L50 72M34 40L80 42', 3.5, 'ground'), line('M50 72Q36 74 40 82T30 88', 4.5)],
  paw: [
    area('M50 50Q66 52 70 68Q72 82 58 80Q50 77 42 80Q28 82 30 68Q34 52 50 50Z'),
    area([ellipse(27, 46, 8, 11, -24), ellipse(41, 32, 8, 11, -8), ellipse(59, 32, 8, 11, 8), ellipse(73, 46, 8, 11, 24)].join('')),
  ],
  waves: [line([36, 52, 68].map((y) => `M22 ${y}q9 -12 18.5 0t18.5 0t18.5 0`).join(''), 8)],
  baobab: [
    line('M47 84V58L34 46M53 84V58L66 46M50 84V44', 8),
    area(['M38 42H62L54 60H46Z', ellipse(34, 42, 16, 9), ellipse(66, 42, 16, 9), ellipse(50, 32, 20, 11)].join('')),
  ],
  eye: [area('M14 51Q50 12 86 51Q50 90 14 51Z'), area(ellipse(50, 51, 16, 16), 'ground'), area(ellipse(55, 46, 5.5, 5.5))],
  sun: [area(ellipse(50, 51, 15, 15)), line(sunRays(), 7)],
  book: [area('M50 32Q38 22 22 26V72Q38 68 50 78Q62 68 78 72V26Q62 22 50 32Z'), line('M50 34V74', 4, 'ground')],
};

/** The paths of one pattern. */
export const drawCloth = (cloth: BadgeCloth): readonly BadgePath[] => CLOTHS[cloth];
/** The paths of one sign. */
export const drawSign = (sign: BadgeSign): readonly BadgePath[] => SIGNS[sign];

/** A badge as paths. */
export function drawBadge({ shape, cloth, sign }: GroupBadge): BadgeDrawing {
  return { outline: OUTLINES[shape], cloth: CLOTHS[cloth], sign: SIGNS[sign] };
}

/** Another badge by chance. @param random a number from 0 to below 1 */
export function mixBadge(random: () => number): GroupBadge {
  const pick = <Part>(parts: readonly [Part, ...Part[]]): Part => parts[Math.floor(random() * parts.length)] ?? parts[0];
  return { shape: pick(BADGE_SHAPES), color: pick(BADGE_COLORS), cloth: pick(BADGE_CLOTHS), sign: pick(BADGE_SIGNS) };
}

/** The badge in a form's fields; parts that are missing or unknown are those of `otherwise`. */
export function toBadge(fields: Partial<Record<string, string>>, otherwise: GroupBadge): GroupBadge {
  const find = <Part extends string>(parts: readonly Part[], part: string | undefined, fallback: Part): Part =>
    parts.find((each) => each === part) ?? fallback;
  return {
    shape: find(BADGE_SHAPES, fields['shape'], otherwise.shape),
    color: find(BADGE_COLORS, fields['color'], otherwise.color),
    cloth: find(BADGE_CLOTHS, fields['cloth'], otherwise.cloth),
    sign: find(BADGE_SIGNS, fields['sign'], otherwise.sign),
  };
}
