import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { texts as teamTexts } from '../texts.ts';
import { getWordsView, parseWordFilters, submitWordsForm } from '../words/service.server.ts';
import { FILTER_WORDS_PATH } from '../../case-queue/schema.ts';
import { getQueueTabs } from '../../case-queue/service.server.ts';
import { WORDS_FIELDS } from '../words/schema.ts';
import { texts } from '../words/texts.ts';
import { WordsPage } from '../words/ui/words-page.tsx';
import type { Route } from './+types/words.ts';

export const handle = { params: ['list', 'q', 'show', 'after'], isShared: true } as const satisfies PageHandle;

/** The word lists of the text filter, for moderators and operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(FILTER_WORDS_PATH)}`);
  const filters = parseWordFilters(query.all());
  const [view, tabs] = await Promise.all([
    getWordsView(reqCtx.ctx, reqCtx.actor, filters, query.get('after')),
    getQueueTabs(reqCtx.ctx, reqCtx.actor),
  ]);
  return { filters, view, tabs };
});

/** POST with `do`, and the fields of the form that it names. Returns WordsResult. */
export const action = formAction({ echo: WORDS_FIELDS, describe: () => teamTexts.failed.text }, async ({ reqCtx, fields }) => {
  const result = await submitWordsForm(reqCtx.ctx, reqCtx.actor, fields);
  // A question is no error.
  return result.ok || result.confirmation ? result : data(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Words({ loaderData, actionData }: Route.ComponentProps) {
  return <WordsPage {...loaderData} answer={actionData} />;
}
