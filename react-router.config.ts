import type { Config } from '@react-router/dev/config';
import path from 'node:path';
import { writePlayerManifest } from './scripts/player-manifest.ts';

export default {
  appDirectory: 'src',
  ssr: true,
  // A folder of the release's own (scripts/releases.mjs).
  buildDirectory: process.env['BUILD_FOLDER'] ?? 'build/unnamed',
  serverBuildFile: '[name].js',
  // The route manifest is small: send it with the page instead of fetching it link by link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => writePlayerManifest(path.join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
