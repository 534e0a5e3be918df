import { lighten, shadeSkin } from './colours.rules.ts';

export const EYES = ['round', 'wide', 'smiling', 'lashes', 'wink', 'tall', 'soft', 'sparkle'] as const;
export type Eyes = (typeof EYES)[number];
export const MOUTHS = ['grin', 'smile', 'laugh', 'gap', 'side', 'small', 'tongue', 'proud'] as const;
export type Mouth = (typeof MOUTHS)[number];
/** Eyes and mouths with white or pink in them, which are visible on the deepest skins too. */
export const BRIGHT_EYES: readonly Eyes[] = ['round', 'wide', 'lashes', 'tall', 'soft', 'sparkle'];
export const BRIGHT_MOUTHS: readonly Mouth[] = ['grin', 'laugh', 'gap', 'tongue', 'proud'];
export const CHEEKS = ['none', 'blush', 'freckles', 'plaster', 'dots', 'patch'] as const;
export type Cheeks = (typeof CHEEKS)[number];
export const GLASSES = ['none', 'round', 'square', 'wide'] as const;
export type Glasses = (typeof GLASSES)[number];
export const SHAPES = ['round', 'oval', 'wide', 'soft'] as const;
export type Shape = (typeof SHAPES)[number];
export const EARS = ['plain', 'studs', 'hoops', 'aid'] as const;
export type Ears = (typeof EARS)[number];

const OUTLINE_COLOUR = '#1b1020';
const HEAD_PATHS: Record<Shape, string> = {
  round: 'M-29-6q0-24 29-24T29-6V4q0 24-29 24T-29 4z',
  oval: 'M-27-8q0-23 27-23T27-8V5Q26 29 0 30-26 29-27 5z',
  wide: 'M-30-8q0-22 30-22T30-8V6q-1 22-30 22T-30 6z',
  soft: 'M-28-8q1-22 28-22T28-8l1 13Q27 20 14 26q-14 5-28 0Q-27 20-29 5z',
};

/** Draws the head with its ears. @param accent colour of what is worn on the ears */
export function drawHeadShape(shape: Shape, ears: Ears, skin: string, accent: string): string {
  const shade = shadeSkin(skin, 0.18);
  const ear = [-1, 1].map(
    (side) =>
      `<ellipse cx="${side * 29}" cy="4" fill="${skin}" rx="6.5" ry="8"/><ellipse cx="${side * 30}" cy="4.5" fill="${shade}" rx="3" ry="4.5"/>`,
  );
  const worn = {
    plain: '',
    studs: `<circle cx="-31" cy="12" r="2.5" fill="${accent}"/><circle cx="31" cy="12" r="2.5" fill="${accent}"/>`,
    hoops: `<g fill="none" stroke="${accent}" stroke-width="2.5"><circle cx="-31" cy="16" r="5"/><circle cx="31" cy="16" r="5"/></g>`,
    aid: `<path fill="none" stroke="${accent}" stroke-width="3.5" stroke-linecap="round" d="M31 8q6-2 5-9t-7-6"/><circle cx="31" cy="7" r="2.2" fill="${accent}"/>`,
  }[ears];
  return `${ear.join('')}${worn}<path fill="${skin}" d="${HEAD_PATHS[shape]}"/>`;
}

/** Draws both eyes. @param eyeOffset their distance from the middle */
export function drawEyes(eyes: Eyes, eyeOffset: number): string {
  const both = (draw: (x: number, side: number) => string) => draw(-eyeOffset, -1) + draw(eyeOffset, 1);
  const glint = (x: number, r = 1.2) => `<circle cx="${x + 1.2}" cy="2.6" r="${r}" fill="#fff"/>`;
  const arc = (x: number) =>
    `<path fill="none" stroke="${OUTLINE_COLOUR}" stroke-width="3" stroke-linecap="round" d="M${x - 4.5} 6q4.5-6.5 9 0"/>`;
  switch (eyes) {
    case 'round':
      return both((x) => `<circle cx="${x}" cy="4" r="3.8" fill="${OUTLINE_COLOUR}"/>${glint(x)}`);
    case 'wide':
      return both(
        (x) => `<circle cx="${x}" cy="4" r="6" fill="#fff"/><circle cx="${x}" cy="4.3" r="3.9" fill="${OUTLINE_COLOUR}"/>${glint(x, 1.4)}`,
      );
    case 'smiling':
      return both(arc);
    case 'lashes':
      return both(
        (x, side) =>
          `<circle cx="${x}" cy="4" r="3.9" fill="${OUTLINE_COLOUR}"/>${glint(x)}<path fill="none" stroke="${OUTLINE_COLOUR}" stroke-width="1.8" stroke-linecap="round" d="M${x + side * 2.5} 1.500l${side * 3.6}-2.600M${x + side * 3.4} 3.400l${side * 3.8}-1.2"/>`,
      );
    case 'wink':
      return `<circle cx="${-eyeOffset}" cy="4" r="4" fill="${OUTLINE_COLOUR}"/>${glint(-eyeOffset)}${arc(eyeOffset)}`;
    case 'tall':
      return both((x) => `<ellipse cx="${x}" cy="4" rx="3.6" ry="5.2" fill="${OUTLINE_COLOUR}"/>${glint(x, 1.4)}`);
    case 'soft':
      return both(
        (x) =>
          `<path fill="#fff" d="M${x - 6} 4.500q1-5.5 6-5.500t6 5.500q-2 4.5-6 4.500t-6-4.500z"/><circle cx="${x}" cy="4" r="3.7" fill="#3a1f14"/><circle cx="${x}" cy="4" r="1.8" fill="${OUTLINE_COLOUR}"/>${glint(x)}`,
      );
    case 'sparkle':
      return both(
        (x) =>
          `<circle cx="${x}" cy="4" r="4.8" fill="${OUTLINE_COLOUR}"/><circle cx="${x + 1.6}" cy="2.2" r="1.8" fill="#fff"/><circle cx="${x - 1.7}" cy="6" r=".9" fill="#fff"/>`,
      );
  }
}

/** Draws the eyebrows, in the colour of the hair. @param lift how high they are */
export function drawBrows(hex: string, eyeOffset: number, lift: number): string {
  const y = -6 - lift;
  return `<path fill="none" stroke="${hex}" stroke-width="2.8" stroke-linecap="round" d="M${-eyeOffset - 5} ${y + 1.5}q5-3.5 10-.500M${eyeOffset - 5} ${y + 1}q5-3 10 .5"/>`;
}

/** Draws the nose, one shade darker than the skin. */
export function drawNose(kind: number, skin: string): string {
  const shade = shadeSkin(skin, 0.24);
  if (kind === 0) return '';
  if (kind === 1) return `<path fill="none" stroke="${shade}" stroke-width="2.4" stroke-linecap="round" d="M-3 9.500q3 2.5 6 0"/>`;
  return `<ellipse cy="9.5" rx="3.6" ry="2.3" fill="${shade}"/>`;
}

/** Draws the mouth. All mouths look happy. */
export function drawMouth(mouth: Mouth): string {
  const line = (d: string) =>
    `<path fill="none" stroke="${OUTLINE_COLOUR}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
  switch (mouth) {
    case 'grin':
      return '<path fill="#fff" d="M-9 14H9q-1 10-9 10t-9-10"/>';
    case 'smile':
      return line('M-8 15q8 7 16 0');
    case 'laugh':
      return '<path fill="#5a1420" d="M-10 14h20q-1 12-10 12T-10 14"/><path fill="#fff" d="M-9.5 14h19l-1 4h-17z"/><path fill="#ff6f79" d="M-5.5 24q5.5-6 11 0Q3 26 0 26t-5.5-2"/>';
    case 'gap':
      return '<path fill="#fff" d="M-9 14H9q-1 10-9 10t-9-10"/><path fill="#5a1420" d="M-1.8 14h3.600v4.500h-3.600z"/>';
    case 'side':
      return line('M-7 16q8 5 14-2');
    case 'small':
      return '<path fill="#5a1420" d="M-5.5 15h11q-.5 7.5-5.5 7.500T-5.5 15"/><path fill="#ff6f79" d="M-3 21.500q3-3.5 6 0-3 2-6 0"/>';
    case 'tongue':
      return `<path fill="#ff6f79" d="M0 18.500h7.500v3.500q0 4-3.7 4T0 22z"/>${line('M-8 15q8 7 16 0')}`;
    case 'proud':
      return `<path fill="#fff" d="M-8 15.500q8 3 16 0-1 6.5-8 6.500t-8-6.500z"/>${line('M-9.5 14.500q9.5 4 19 0')}`;
  }
}

/** Draws what is on the cheeks. */
export function drawCheeks(cheeks: Cheeks, skin: string): string {
  const shade = shadeSkin(skin, 0.28);
  switch (cheeks) {
    case 'none':
      return '';
    case 'blush':
      return '<g fill="#ff6f6f" fill-opacity=".38"><circle cx="-20" cy="13" r="4.5"/><circle cx="20" cy="13" r="4.5"/></g>';
    case 'freckles':
      return `<g fill="${shade}"><circle cx="-21" cy="11" r="1.1"/><circle cx="-17" cy="13.5" r="1.1"/><circle cx="-21.5" cy="15" r="1.1"/><circle cx="21" cy="11" r="1.1"/><circle cx="17" cy="13.5" r="1.1"/><circle cx="21.5" cy="15" r="1.1"/></g>`;
    case 'plaster':
      return '<g transform="rotate(-24 19 13)"><rect width="14" height="6" x="12" y="10" fill="#ffd9b8" rx="3"/><path fill="#f3b98a" d="M16.5 10h5v6h-5z"/></g>';
    case 'dots':
      return '<g fill="#fff"><circle cx="-23" cy="10" r="1.5"/><circle cx="-19" cy="12.5" r="1.5"/><circle cx="-14.5" cy="13.5" r="1.5"/><circle cx="23" cy="10" r="1.5"/><circle cx="19" cy="12.5" r="1.5"/><circle cx="14.5" cy="13.5" r="1.5"/></g>';
    case 'patch':
      return `<path fill="${lighten(skin, 0.34)}" d="M15 10q6-4 11-2 3 4-1 9-5 5-9 4-6-5-1-11zM-14-22q5-3 9 0 1 5-4 6-6 0-5-6z"/>`;
  }
}

/** Draws glasses over the eyes. */
export function drawGlasses(glasses: Glasses, hex: string, eyeOffset: number): string {
  if (glasses === 'none') return '';
  const lens = {
    round: (x: number) => `<circle cx="${x}" cy="4.5" r="9.5"/>`,
    square: (x: number) => `<rect width="19" height="16" x="${x - 9.5}" y="-3.5" rx="4"/>`,
    wide: (x: number) => `<path d="M${x - 10}-3.5h20q1 16-10 16t-10-16z"/>`,
  }[glasses];
  const inner = eyeOffset - 9.5;
  return `<g fill="#dff6ff" fill-opacity=".28" stroke="${hex}" stroke-width="2.8" stroke-linejoin="round">${lens(-eyeOffset)}${lens(eyeOffset)}<path fill="none" d="M${-inner} 3q${inner}-3 ${inner * 2} 0M${-eyeOffset - 9.5} 2l-7-2M${eyeOffset + 9.5} 2l7-2"/></g>`;
}
