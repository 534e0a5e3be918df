/** The kinds of texts, and the folder of content/ that has the shipped ones. */
export const TEXT_FOLDERS = { page: 'pages', blog: 'blog', help: 'help' } as const;
export type TextKind = keyof typeof TEXT_FOLDERS;
export const TEXT_KINDS = Object.keys(TEXT_FOLDERS) as TextKind[];

/** A text before it is parsed: what its front matter says, by name, and the Markdown below it. */
export type TextSource = { kind: TextKind; slug: string; front: Record<string, string>; body: string };

/** What a Markdown text has that is not shown as it is written. `line` counts from 1. */
export type BodyProblem = { line: number; message: string };

/** What a text cannot know, and names instead, such as {{support}}. */
export const PLACEHOLDERS = ['support', 'games', 'studioSize', 'ageTable', 'consentTable'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Letters of a title, of the summary, and of the words that stand for a picture. */
export const TITLE_MAX = 80;
export const DESCRIPTION_MAX = 200;
export const PICTURE_TEXT_MAX = 120;
