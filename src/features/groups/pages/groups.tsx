import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { texts } from '../page.texts.ts';
import { listGroups } from '../service.server.ts';
import { GroupsForVisitors } from '../ui/group-fallbacks.tsx';
import { GroupsPage } from '../ui/groups-page.tsx';
import type { Route } from './+types/groups.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The viewer's own groups. There is no list of all groups. */
export const loader = pageLoader(handle, async ({ reqCtx }) => ({
  view: reqCtx.viewer ? await listGroups(reqCtx.ctx, reqCtx.actor) : null,
}));

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Groups({ loaderData: { view } }: Route.ComponentProps) {
  return view ? <GroupsPage view={view} /> : <GroupsForVisitors returnUrl="/groups" />;
}
