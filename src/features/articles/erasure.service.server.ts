import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** What an operator saved stays: it is the site's text. Whose it was is forgotten. */
export const articlesEraser: Eraser<AppContext> = {
  retainedTables: { text_versions: 'what the site said to everybody, and when; without who saved it' },
};
