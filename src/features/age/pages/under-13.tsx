import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { UNDER_13_OUTCOMES, type Under13Outcome } from '../schema.ts';
import { texts } from '../texts.ts';
import { Under13Page } from '../ui/under-13-page.tsx';
import type { Route } from './+types/under-13.ts';

export const handle = { params: ['account', 'first'], isShared: true } as const satisfies PageHandle;

/** What is open to somebody under 13, and what became of their account, as the redirect says it. */
export const loader = pageLoader(handle, ({ query }) => {
  const account: Under13Outcome | 'none' = UNDER_13_OUTCOMES.find((each) => each === query.get('account')) ?? 'none';
  return { account, isFirstAnswer: query.get('first') === '1' };
});

export function meta() {
  return [{ title: texts.under13.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Under13({ loaderData }: Route.ComponentProps) {
  return <Under13Page {...loaderData} />;
}
