import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { pageLoader } from '../../../../server/page-loader.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { texts as teamTexts } from '../../texts.ts';
import { updateWords, getWordsView, testWords, parseWordFilters } from '../service.server.ts';
import { FILTER_WORDS_PATH } from '../../schema.ts';
import { WORD_ACTIONS, type WordsResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { WordsPage } from '../ui/words-page.tsx';
import type { Route } from './+types/words.ts';

export const handle = { params: ['list', 'q', 'show', 'after'], isShared: true } as const satisfies PageHandle;

/** The word lists of the text filter, for moderators and operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(FILTER_WORDS_PATH)}`);
  const filters = parseWordFilters(query.all());
  return { filters, view: await getWordsView(reqCtx.ctx, reqCtx.actor, filters, query.get('after')) };
});

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let fields: Record<string, string> = {};
  try {
    fields = await readForm(request);
    const answer = await (fields['do'] === 'try' ? testWords : updateWords)(reqCtx.ctx, reqCtx.actor, fields);
    return data<WordsResult>(answer, { status: answer.is === 'refused' || answer.is === 'not-tried' ? 400 : 200 });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code !== 'unavailable' && code !== 'bug') throw pageError(reqCtx, error);
    return data<WordsResult>(toFailureResult(fields), { status });
  }
}

/** The result for a server error: keeps the submitted values. */
function toFailureResult(fields: Record<string, string>): WordsResult {
  const { list = '', entry = '', note = '', text = '' } = fields;
  const error = teamTexts.failed.text;
  if (fields['do'] === 'try') return { is: 'not-tried', text, as: fields['as'] === 'name' ? 'name' : 'text', error };
  return {
    is: 'refused',
    action: WORD_ACTIONS.find((each) => each === fields['do']) ?? 'add',
    entryFields: { list, entry, note },
    field: null,
    error,
  };
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Words({ loaderData, actionData }: Route.ComponentProps) {
  return <WordsPage view={loaderData.view} filters={loaderData.filters} answer={actionData} />;
}
