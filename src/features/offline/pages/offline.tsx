import type { PageHandle } from '../../../shared/page-handle.ts';
import { texts } from '../texts.ts';
import { OfflinePage } from '../ui/offline-page.tsx';

/** `from` is read in the browser only: the page must be the same for everybody, because it is the one that is cached. */
export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export function meta() {
  const { metaTitle, metaDescription } = texts.page;
  return [{ title: metaTitle }, { name: 'description', content: metaDescription }, { name: 'robots', content: 'noindex' }];
}

export default function Offline() {
  return <OfflinePage />;
}
