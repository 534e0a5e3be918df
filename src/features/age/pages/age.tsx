import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { needsGuardian } from '../../../shared/permissions.ts';
import { safeReturnPath, withFlashMessage } from '../../../shared/return-path.ts';
import { GUARDIAN_PATH } from '../../guardians/schema.ts';
import { UNDER_13_PATH } from '../schema.ts';
import { answerAge, getAgeQuestion } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AgePage } from '../ui/age-page.tsx';
import type { Route } from './+types/age.ts';

export const handle = { params: ['returnUrl'], isShared: true } as const satisfies PageHandle;

/** The question. Who has answered, or is not signed in, goes on to where they wanted to. */
export const loader = pageLoader(handle, ({ reqCtx, query }) => {
  const returnUrl = query.get('returnUrl');
  if (reqCtx.actor.kind !== 'age-unknown') throw redirect(safeReturnPath(returnUrl) ?? '/');
  return getAgeQuestion(reqCtx.ctx, reqCtx.actor, returnUrl);
});

/** POST with `month`, `year` and `returnUrl`. Returns AgeAnswerResult, or redirects. */
export const action = formAction(
  {
    echo: ['month', 'year'],
    describe: () => texts.failed.text,
    signInReturnPath: '/',
    // Whoever has not answered can neither play nor ask our team for help, and an account of somebody under 13 is closed by it.
    goesOnReadOnly: true,
  },
  async ({ reqCtx, fields }) => {
    // Answered in another tab.
    if (reqCtx.actor.kind === 'player') return redirect(safeReturnPath(fields['returnUrl']) ?? '/');
    const outcome = await answerAge(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
    if (outcome.kind === 'result') return outcome.answer;
    const headers = outcome.cookies.map((cookie): [string, string] => ['set-cookie', cookie]);
    if (outcome.kind === 'known') {
      const { band, returnPath, flashMessage } = outcome;
      // Somebody under 18 is shown what a guardian opens, and goes on from there.
      const path = needsGuardian(band) ? `${GUARDIAN_PATH}?returnUrl=${encodeURIComponent(returnPath)}` : returnPath;
      return redirect(flashMessage === null ? path : withFlashMessage(path, flashMessage), { headers });
    }
    const query = new URLSearchParams({ account: outcome.outcome, ...(outcome.isFirstAnswer && { first: '1' }) });
    return redirect(`${UNDER_13_PATH}?${query.toString()}`, { headers });
  },
);

export function meta() {
  return [{ title: texts.question.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Age({ loaderData, actionData }: Route.ComponentProps) {
  return <AgePage question={loaderData} answer={actionData} />;
}
