import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  serverBuildFile: 'main.js',
  // The route manifest is small: send it with the page instead of fetching it link by link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
