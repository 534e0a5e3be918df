import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { texts as teamTexts } from '../../texts.ts';
import { changeWords, listWords, tryWords, wordFilters } from '../service.server.ts';
import { WORDS_ADDRESS } from '../../schema.ts';
import { WORD_DEEDS, type WordsAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { WordsPage } from '../ui/words-page.tsx';
import type { Route } from './+types/words.ts';

/** The lists of the text filter, for moderators and operators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(WORDS_ADDRESS)}`);
  const params = new URL(request.url).searchParams;
  const filters = wordFilters(params);
  try {
    return { filters, view: await listWords(reqCtx.ctx, reqCtx.actor, filters, params.get('after')) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let fields: Record<string, string> = {};
  try {
    fields = await readForm(request);
    const answer = await (fields['do'] === 'try' ? tryWords : changeWords)(reqCtx.ctx, reqCtx.actor, fields);
    return data<WordsAnswer>(answer, { status: answer.is === 'refused' || answer.is === 'not-tried' ? 400 : 200 });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code !== 'unavailable' && code !== 'bug') throw pageError(reqCtx, error);
    return data<WordsAnswer>(failed(fields), { status });
  }
}

/** It is not the fault of who asked: what was typed stays. */
function failed(fields: Record<string, string>): WordsAnswer {
  const { list = '', entry = '', note = '', text = '' } = fields;
  const fault = teamTexts.failed.text;
  if (fields['do'] === 'try') return { is: 'not-tried', text, as: fields['as'] === 'name' ? 'name' : 'text', fault };
  return { is: 'refused', did: WORD_DEEDS.find((each) => each === fields['do']) ?? 'add', typed: { list, entry, note }, at: null, fault };
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Words({ loaderData, actionData }: Route.ComponentProps) {
  return <WordsPage view={loaderData.view} filters={loaderData.filters} answer={actionData} />;
}
