import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { changeApprovedAdults } from '../agreement/approvals.service.server.ts';
import { answerAgreement, getAgreement } from '../agreement/service.server.ts';
import { getAgreementTexts } from '../agreement/texts.ts';
import { AgreementPage } from '../agreement/ui/agreement-page.tsx';
import { ADULT_ACTIONS } from '../schema.ts';
import type { Route } from './+types/agreement.ts';

export const handle = { params: ['lang'], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them.
export const loader = pageLoader(handle, ({ reqCtx, query }, { params }: Route.LoaderArgs) =>
  getAgreement(reqCtx.ctx, reqCtx.actor, params.key, query.get('lang')),
);

/** POST with `do`, `lang`, and to agree what was chosen; about a grown-up, the username. Returns AgreementResult. */
export const action = formAction(
  {
    echo: ['do', 'chat', 'buying', 'sum', 'relation', 'isAdult', 'mayDecide', 'username'],
    // Whatever stops something goes on.
    goesOnReadOnly: (fields) => fields['do'] !== 'agree' && fields['do'] !== 'approve-adult',
  },
  ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const answer = ADULT_ACTIONS.some((one) => one === fields['do']) ? changeApprovedAdults : answerAgreement;
    return answer(reqCtx.ctx, reqCtx.actor, params.key, fields);
  },
);

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: getAgreementTexts(loaderData?.language ?? 'en').metaTitle },
    { name: 'robots', content: 'noindex' },
    // The address is the key: no other site learns it.
    { name: 'referrer', content: 'same-origin' },
  ];
}

export default function Agreement({ loaderData, actionData }: Route.ComponentProps) {
  return <AgreementPage view={loaderData} answer={actionData} />;
}
