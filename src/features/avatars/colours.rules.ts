/** A colour and its everyday name. */
export type Colour = { name: string; hex: string };

/** Colours of backgrounds and shirts; `tone` is the colour of the background's pattern. */
export const CLOTH_COLOURS: readonly (Colour & { tone: string })[] = [
  { name: 'Mango', hex: '#ffc629', tone: '#ffb300' },
  { name: 'Lagoon', hex: '#12a5a5', tone: '#0e8f93' },
  { name: 'Hibiscus', hex: '#ff7fa6', tone: '#f5608f' },
  { name: 'Leaf', hex: '#4cc26a', tone: '#3daf5a' },
  { name: 'Papaya', hex: '#ff8a3d', tone: '#f57626' },
  { name: 'Lake', hex: '#2d7dd2', tone: '#246bb8' },
  { name: 'Chili', hex: '#e23b24', tone: '#cc2e19' },
  { name: 'Deep Sea', hex: '#0c4b54', tone: '#0f5c66' },
  { name: 'Jacaranda', hex: '#8a63d2', tone: '#7a50c6' },
  { name: 'Mint', hex: '#8fe0c4', tone: '#78d3b3' },
  { name: 'Sky', hex: '#8ccbf2', tone: '#74bcea' },
  { name: 'Berry', hex: '#b01d62', tone: '#9c1452' },
];

/** A darker shade of a colour. @param by 0 leaves it unchanged, 1 is black */
export function darken(hex: string, by: number): string {
  return mix(hex, '#000000', by);
}

/** Shaded skin. It gets warmer as it gets darker, because mixing in black would make it grey. */
export function shadeSkin(skin: string, by: number): string {
  const [red, green, blue] = parseHex(skin);
  return toHex([red * (1 - by * 0.6), green * (1 - by), blue * (1 - by * 1.15)]);
}

/** A lighter shade of a colour. @param by 0 leaves it unchanged, 1 is white */
export function lighten(hex: string, by: number): string {
  return mix(hex, '#ffffff', by);
}

function mix(hex: string, other: string, by: number): string {
  const from = parseHex(hex);
  const to = parseHex(other);
  return toHex([0, 1, 2].map((at) => (from[at] as number) * (1 - by) + (to[at] as number) * by));
}

function parseHex(hex: string): [number, number, number] {
  const at = (place: number) => Number.parseInt(hex.slice(place, place + 2), 16);
  return [at(1), at(3), at(5)];
}

function toHex(channels: number[]): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
