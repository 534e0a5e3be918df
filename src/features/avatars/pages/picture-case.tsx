import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { withFlashMessage } from '../../../shared/return-path.ts';
import type { FlashMessage } from '../../accounts/schema.ts';
import { CASE_LIST_PATHS } from '../../case-queue/schema.ts';
import { decideCase, getCaseStatus } from '../../case-queue/service.server.ts';
import { CaseBar } from '../../case-queue/ui/case-bar.tsx';
import type { VerdictResult } from '../review/schema.ts';
import { getPictureCase, reviewPicture } from '../review/service.server.ts';
import { refusals, texts } from '../review/texts.ts';
import { PictureCaseView } from '../review/ui/picture-case-view.tsx';
import type { Route } from './+types/picture-case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One picture that waits for review, or is approved. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`${CASE_LIST_PATHS.picture}/${params.id}`)}`);
  const view = await getPictureCase(reqCtx.ctx, reqCtx.actor, params.id);
  return { view, status: await getCaseStatus(reqCtx.ctx, reqCtx.actor, { kind: 'picture', subjectId: view.id }) };
});

/** POST with `do` (approve or refuse), `was` and `note`. Opens the next case or the list, or returns a failure. */
export const action = formAction(
  { echo: ['picture', 'note'], describe: (code) => refusals[code] ?? texts.failed.text },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs): Promise<VerdictResult | Response> => {
    const { nextUrl } = await decideCase(reqCtx.ctx, reqCtx.actor, { kind: 'picture', subjectId: params.id }, async () => ({
      ok: true as const,
      ...(await reviewPicture(reqCtx.ctx, reqCtx.actor, { ...fields, picture: params.id })),
    }));
    // An approved picture waited for nobody, and is gone now.
    return redirect(nextUrl ?? withFlashMessage(`${CASE_LIST_PATHS.picture}?state=approved`, 'picture-refused' satisfies FlashMessage));
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PictureCasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, status } = loaderData;
  const bar = status && <CaseBar caseKey={{ kind: 'picture', subjectId: view.id }} status={status} />;
  return <PictureCaseView key={view.id} view={view} bar={bar} answer={actionData} />;
}
