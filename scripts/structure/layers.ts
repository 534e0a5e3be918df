// The map of `src` as data: its layers, and what each kind of code may import. ARCHITECTURE.md ('Who may import whom') explains it.

/** The files that a feature may have, and the kind of code in each. `hair.rules.ts`: the only file of a noun, which gets no folder. */
export const FEATURE_FILES: Record<string, Kind> = {
  'schema.ts': 'schema',
  'forms.server.ts': 'forms',
  'rules.ts': 'rules',
  'texts.ts': 'texts',
  'queries.server.ts': 'queries',
  'service.server.ts': 'service',
  'jobs.server.ts': 'jobs',
};
export const FEATURE_FOLDERS: Record<string, Kind> = { pages: 'pages', ui: 'ui' };

/** A kind of code. */
export type Kind =
  | 'shared'
  | 'infra'
  | 'schema'
  | 'forms'
  | 'rules'
  | 'texts'
  | 'queries'
  | 'service'
  | 'jobs'
  | 'pages'
  | 'ui'
  | 'kit'
  | 'web'
  | 'request'
  | 'server'
  | 'config'
  | 'context'
  | 'top'
  | 'test';

/**
 * The folders and shared files of `src`, each above those that it may import. So they form no ring, whatever the kinds below may import.
 * Everything else at the top, such as the entries, is above them all. Tests import anything.
 */
export const LAYERS = ['shared', 'infra', 'config.server.ts', 'context.server.ts', 'web', 'request', 'features', 'server'];

/** What each kind may import: from its own feature, and from other code. */
export const IMPORTS: Record<Kind, { own: Kind[]; other: Kind[] }> = {
  shared: { own: [], other: ['shared'] },
  infra: { own: [], other: ['infra', 'shared'] },
  config: { own: [], other: ['shared'] },
  context: { own: [], other: ['config', 'infra', 'shared'] },
  schema: { own: [], other: ['schema', 'shared'] },
  // Validation of what comes in, by zod. It runs on the server only: schema.ts, which reaches the browser, holds types and limits.
  forms: { own: ['schema', 'rules'], other: ['schema', 'forms', 'shared'] },
  rules: { own: ['schema'], other: ['schema', 'rules', 'shared'] },
  texts: { own: ['schema', 'rules'], other: ['schema', 'shared'] },
  queries: { own: ['schema', 'rules'], other: ['infra', 'shared', 'schema', 'rules'] },
  // Texts too: emails are written on the server.
  service: {
    own: ['schema', 'forms', 'rules', 'texts', 'queries', 'service'],
    other: ['context', 'infra', 'shared', 'schema', 'forms', 'rules', 'queries', 'service'],
  },
  jobs: {
    own: ['schema', 'forms', 'rules', 'texts', 'queries', 'service'],
    other: ['context', 'infra', 'shared', 'schema', 'forms', 'rules', 'queries', 'service'],
  },
  ui: { own: ['schema', 'rules', 'texts', 'ui'], other: ['kit', 'web', 'shared', 'schema', 'ui'] },
  pages: {
    own: ['schema', 'rules', 'texts', 'ui', 'service', 'pages'],
    other: ['kit', 'web', 'request', 'shared', 'schema', 'ui', 'service'],
  },
  kit: { own: [], other: ['kit', 'web'] },
  web: { own: [], other: ['web', 'kit', 'shared'] },
  request: { own: [], other: ['request', 'context', 'infra', 'shared'] },
  server: { own: [], other: ['server', 'request', 'config', 'context', 'infra', 'shared', 'schema', 'rules', 'service', 'jobs'] },
  top: {
    own: [],
    other: ['config', 'context', 'infra', 'server', 'request', 'web', 'kit', 'shared', 'schema', 'texts', 'ui', 'service', 'jobs', 'top'],
  },
  test: {
    own: ['schema', 'forms', 'rules', 'texts', 'queries', 'service', 'jobs', 'ui', 'pages', 'test'],
    other: [
      'shared',
      'infra',
      'config',
      'context',
      'request',
      'server',
      'schema',
      'forms',
      'rules',
      'queries',
      'service',
      'jobs',
      // A test puts components of several features together, as a page does.
      'ui',
      'kit',
      'web',
      // The list of all routes.
      'top',
      'test',
    ],
  },
};
