import { redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { urlWithParams } from '../../../accounts/ui/url-with-params.ts';
import { ASK_AT_HOME_PATH, type AskAtHomeResult } from '../schema.ts';
import { getAskAtHome, runAskAtHomeAction } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AskAtHomePage } from '../ui/ask-at-home-page.tsx';
import type { Route } from './+types/ask-at-home.ts';

export const handle = { params: ['plan', 'pack'], isShared: true } as const satisfies PageHandle;

/** What a player asks a guardian to pay for, by `?plan=` or `?pack=`; without either what they asked last. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const { ctx, actor } = reqCtx;
  const named = { plan: query.get('plan'), pack: query.get('pack') };
  if (actor.kind === 'visitor') throw redirect(urlWithParams('/login', { returnUrl: urlWithParams(ASK_AT_HOME_PATH, named) }));
  return { view: await getAskAtHome(ctx, actor, named), isNamed: named.plan !== null || named.pack !== null };
});

/** POST /ask-at-home with `do`, and to ask `plan` or `pack`. What was asked for is shown at the address without it. */
export const action = formAction(
  {
    describe: (code) => (code === 'guardian-required' ? texts.guardianRequired : code === 'switched-off' ? texts.switchedOff : null),
    signInReturnPath: ASK_AT_HOME_PATH,
  },
  async ({ reqCtx, fields }): Promise<Response | AskAtHomeResult> => {
    const answer = await runAskAtHomeAction(reqCtx.ctx, reqCtx.actor, fields);
    return answer.ok && answer.do === 'ask' ? redirect(ASK_AT_HOME_PATH) : answer;
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AskAtHome({ loaderData, actionData }: Route.ComponentProps) {
  return <AskAtHomePage {...loaderData} answer={actionData} />;
}
