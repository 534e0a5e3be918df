/**
 * The ready phrases: kind, short, and enough to play together. They are all that players can send who may not write their own words yet. A
 * message that was stored keeps its text if one goes from this list.
 */
export const phrases = [
  { text: 'Tucheze?', lang: 'sw' },
  { text: 'Good game!', lang: undefined },
  { text: 'Be right back', lang: undefined },
  { text: 'Nice one', lang: undefined },
  { text: 'Habari!', lang: 'sw' },
  { text: 'Yes, please', lang: undefined },
  { text: 'Not now, sorry', lang: undefined },
  { text: 'One more round?', lang: undefined },
  { text: 'Asante!', lang: 'sw' },
  { text: 'Hongera!', lang: 'sw' },
  { text: 'I have to go now', lang: undefined },
  { text: 'Kwaheri!', lang: 'sw' },
] as const;

/** Whether a message is exactly one of the ready phrases: what is added to one, or changed in it, is somebody's own words. */
export function isPhrase(text: string): boolean {
  return phrases.some((phrase) => phrase.text === text);
}
