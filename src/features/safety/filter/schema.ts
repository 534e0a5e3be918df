/** What a refused text was refused for. */
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
  | 'payment';

/** Null: nothing against it. */
export type ModerationResult = null | { kind: ModerationCategory };

/**
 * One list of moderators (wordlists/README.md has the format).
 * 'allow' holds words that are never refused; 'sets' only defines sets for the others.
 */
export type WordList = {
  kind: ModerationCategory | 'allow' | 'sets';
  /** A list that holds for usernames and display names only. */
  namesOnly?: boolean;
  text: string;
};

/** Kinds, the gravest first: it is the one that is named where a text has several. */
export const CATEGORIES_BY_SEVERITY: readonly ModerationCategory[] = [
  'sexual',
  'threat',
  'bullying',
  'profanity',
  'phone',
  'email',
  'payment',
  'address',
  'meet-elsewhere',
  'handle',
  'link',
];

/** Counts the work that a text makes; tests bound it. */
export type StepCounter = { steps: number };
