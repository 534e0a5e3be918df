import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  serverBuildFile: 'main.js',
  // The route map is small: hand it over with the page instead of asking the server for it link by link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
