import { texts } from '../texts.ts';
import { OfflinePage } from '../ui/offline-page.tsx';

export function meta() {
  const { metaTitle, metaDescription } = texts.page;
  return [{ title: metaTitle }, { name: 'description', content: metaDescription }, { name: 'robots', content: 'noindex' }];
}

export default function Offline() {
  return <OfflinePage />;
}
