import type { Plugin } from 'vite';

/**
 * What React Router's browser code asks at run time and this site has decided when it is built (react-router.config.ts): all routes are in
 * the manifest that comes with the page, nothing is instrumented, and no link asks for a view transition (one that did would get none). With
 * the decision in its place, the bundler drops the code for the other answers. By module, what stands there and what is put in its place.
 */
const DECIDED: Record<string, [from: string, to: string][]> = {
  'lib/dom-export/hydrated-router.js': [
    ['ssrInfo.context.future.unstable_customRouteDiscovery', 'false'],
    ['else UNSAFE_useFogOFWarDiscovery(', 'else (() => {})('],
    ['UNSAFE_getPatchRoutesOnNavigationFunction(() =>', '(() => void 0)(() =>'],
  ],
  'lib/router/router.js': [
    ['future.unstable_customRouteDiscovery', 'false'],
    ['init.instrumentations', 'false'],
  ],
  'lib/components.js': [
    ['if (!viewTransitionOpts || !isViewTransitionAvailable)', 'if (true)'],
    ['if (renderDfd && pendingState && router.window)', 'if (false)'],
    ['if (!vtContext.isTransitioning && interruption)', 'if (false)'],
  ],
  'lib/dom/ssr/components.js': [['isFogOfWarEnabled(routeDiscovery, ssr)', 'false']],
};
const ROUTER = /node_modules\/react-router\/dist\/production\/(.*)$/;

/**
 * Leaves out of the browser build what this site does not use of React Router: 4 KB of every first visit. The build fails when another
 * version of React Router words one of these places differently.
 */
export function trimRouter(): Plugin {
  const trimmed = new Set<string>();
  return {
    name: 'kiddo-trim-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const [, module = ''] = ROUTER.exec(id.replaceAll('\\', '/')) ?? [];
      const decided = DECIDED[module];
      if (!decided) return undefined;
      trimmed.add(module);
      for (const [from] of decided) if (!code.includes(from)) this.error(`${id} has no '${from}' any more: see scripts/trim-router.ts`);
      return { code: decided.reduce((now, [from, to]) => now.replaceAll(from, to), code), map: null };
    },
    generateBundle() {
      for (const module of Object.keys(DECIDED))
        if (!trimmed.has(module)) this.error(`React Router has no ${module} any more: see scripts/trim-router.ts`);
    },
  };
}
