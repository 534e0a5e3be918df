import { data } from 'react-router';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { NotFoundMessage } from '../ui/error-page.tsx';
import { texts } from '../texts.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [{ title: `${texts.notFound.title} | ${texts.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage() {
  return <NotFoundMessage />;
}
