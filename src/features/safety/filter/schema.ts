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

/**
 * Why a child may need help, by what they wrote: 'abuse' (somebody hurts, touches, threatens or blackmails the writer or another child),
 * 'self-harm', and 'distress' (anything else for which a child needs a grown-up, such as hunger or running away). Most urgent first.
 */
export const HELP_KINDS = ['abuse', 'self-harm', 'distress'] as const;
export type HelpKind = (typeof HELP_KINDS)[number];

/**
 * What a text asks for or speaks of that is fine alone, and tells something only together with much else (docs/decisions/055). It never
 * makes the filter refuse a text.
 */
export const SOFT_KINDS = [
  'soft-age',
  'soft-alone',
  'soft-app',
  'soft-gift',
  'soft-looks',
  'soft-love',
  'soft-parents',
  'soft-place',
  'soft-secret',
] as const;
export type SoftKind = (typeof SOFT_KINDS)[number];

/** Null: the text is accepted. `isClassified`: no entry of the lists refused it, but the classifier. */
export type ModerationResult = null | { kind: ModerationCategory; isClassified?: true };

/**
 * One word list (format in wordlists/README.md). 'allow' contains words that are never blocked; 'sets' only defines sets for the other
 * lists. A list of a help kind blocks nothing: it finds who asks for help. 'innocent' contains phrases that the classifier ignores.
 */
export type WordList = {
  kind: ModerationCategory | HelpKind | SoftKind | 'allow' | 'innocent' | 'sets';
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

/** What the filter found in a text: why it is refused, and which soft kinds it has, whether or not it is refused. */
export type TextAnalysis = { refused: ModerationResult; soft: SoftKind[] };

/** Counts the steps that a text takes; tests limit them. */
export type StepCounter = { steps: number };

/** A part of a normalized text, in characters. */
export type TextRange = { from: number; to: number };

/** What a text says about the need for help: its kinds, the most urgent first, and where. */
export type HelpSigns = { kinds: HelpKind[]; ranges: TextRange[] };
