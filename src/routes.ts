import { index, route, type RouteConfig } from '@react-router/dev/routes';

// Every address of the site on one page. Public API and files are served by server/http.ts.
export default [
  index('features/site/pages/home.tsx'),
  route('games', 'features/games/catalogue/pages/games.tsx'),
  route('games/:id', 'features/games/catalogue/pages/game.tsx'),
  route('games/:id/plays', 'features/games/plays/pages/start.tsx'),
  route('plays/:playId', 'features/games/plays/pages/play.tsx'),
  ...[
    'login', 'signup', 'reset-password', 'subscription', 'profile', 'profile/:id', 'friends', 'friends/:id',
    'marketplace', 'create', 'settings', 'robux', 'catalog', 'avatar-customization',
    'about', 'careers', 'blog', 'parents', 'help', 'help-center', 'contact', 'safety',
    'terms', 'privacy', 'cookies', 'developer-hub', 'education', 'community',
  ].map((path) => route(path, 'features/site/pages/coming.tsx', { id: `coming:${path}` })),
  route('*', 'features/site/pages/not-found.tsx'),
] satisfies RouteConfig;
