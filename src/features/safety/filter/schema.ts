/** Why a text was rejected. 'unreadable': it is made so that checking it would take too long. */
export type ModerationCategory =
  | 'profanity'
  | 'sexual'
  | 'bullying'
  | 'threat'
  | 'phone'
  | 'email'
  | 'link'
  | 'handle'
  | 'meet-elsewhere'
  | 'address'
  | 'payment'
  | 'grooming'
  | 'pictures'
  | 'secrecy'
  | 'blackmail'
  | 'credentials'
  | 'private-place'
  | 'whereabouts'
  | 'unreadable';

/** Null: the text is accepted. */
export type ModerationResult = null | { kind: ModerationCategory };

/**
 * One word list (format in wordlists/README.md). 'allow' contains words that are never blocked; 'sets' only defines sets for the other
 * lists.
 */
export type WordList = {
  kind: ModerationCategory | 'allow' | 'sets';
  /** The list applies to usernames and display names only. */
  namesOnly?: boolean;
  text: string;
};

/** Categories, most severe first: if a text has several, the most severe one is reported. */
export const CATEGORIES_BY_SEVERITY: readonly ModerationCategory[] = [
  'blackmail',
  'sexual',
  'grooming',
  'pictures',
  'secrecy',
  'threat',
  'bullying',
  'profanity',
  'phone',
  'email',
  'credentials',
  'payment',
  'address',
  'whereabouts',
  'meet-elsewhere',
  'private-place',
  'handle',
  'link',
  'unreadable',
];

/** Counts the steps that a text takes; tests limit them. */
export type StepCounter = { steps: number };
