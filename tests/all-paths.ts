import routes from '../src/routes.ts';

/** An id that does not exist. */
export const UNKNOWN_ID = '0199aaaa-0000-7000-8000-000000000000';

/** Every path of src/routes.ts, with ids of existing objects where a page needs one. @param friendId of a player */
export function listAllPaths(friendId: string): string[] {
  const all = (routes as { path?: string }[]).map(({ path = '' }) => `/${path}`.replace('/*', '/not-there'));
  return all.map((path) =>
    path
      .replace('/games/:id', '/games/kite-club')
      .replace(/\/(friends|profile|chat|players)\/:(id|friendId)/, `/$1/${friendId}`)
      .replace(/:category/, 'news')
      .replace(/:(token|key|reference|name|slug|playId|id)/, UNKNOWN_ID),
  );
}
