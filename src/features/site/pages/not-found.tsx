import { data, redirectDocument } from 'react-router';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { isTeamPage } from '../../../shared/team-pages.ts';
import { NotFoundMessage } from '../ui/error-page.tsx';
import { texts } from '../texts.ts';
import type { Route } from './+types/not-found.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export function loader() {
  return data(null, { status: 404 });
}

/**
 * After a navigation in the browser. A page that was loaded for a player or a visitor does not know the routes of the team (entry.server.tsx): who
 * signed in on it to an account of the team gets them with the next document.
 */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  if (isTeamPage(url.pathname) && hasPlayerManifest()) throw redirectDocument(url.href);
  return serverLoader();
}

/** Whether this document does not know the team's pages. Where it does, there is no such page, and another document would not find it either. */
function hasPlayerManifest(): boolean {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { url?: string } };
  return manifest?.url?.includes('/player-manifest-') === true;
}

export function meta() {
  return [{ title: `${texts.notFound.title} | ${texts.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage() {
  return <NotFoundMessage />;
}
