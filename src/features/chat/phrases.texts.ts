type Phrase = {
  text: string;
  lang: 'sw' | undefined;
  /** It also stands above the field of those who write their own words. */
  isQuick?: true;
};

/**
 * The ready phrases: kind, short, and enough to play together. They are all that players can send who may not write their own words yet. A
 * message that was stored keeps its text if one goes from this list. In this order they fill their lines on a phone.
 */
export const phrases: readonly Phrase[] = [
  { text: 'Habari!', lang: 'sw' },
  { text: 'Tucheze?', lang: 'sw', isQuick: true },
  { text: 'Good game!', lang: undefined, isQuick: true },
  { text: 'Yes, please', lang: undefined },
  { text: 'Not now, sorry', lang: undefined },
  { text: 'One more round?', lang: undefined },
  { text: 'Be right back', lang: undefined, isQuick: true },
  { text: 'Asante!', lang: 'sw' },
  { text: 'Hongera!', lang: 'sw' },
  { text: 'Kwaheri!', lang: 'sw' },
  { text: 'Nice one', lang: undefined, isQuick: true },
  { text: 'I have to go now', lang: undefined },
];

/** Whether a message is exactly one of the ready phrases: what is added to one, or changed in it, is somebody's own words. */
export function isPhrase(text: string): boolean {
  return phrases.some((phrase) => phrase.text === text);
}
