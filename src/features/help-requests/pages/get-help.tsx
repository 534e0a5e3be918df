import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { GET_HELP_PATH } from '../schema.ts';
import { getHelpView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AskForm, CallLink, HelpLines } from '../ui/help-card.tsx';
import type { Route } from './+types/get-help.ts';

export const handle = { params: ['view'], isShared: true } as const satisfies PageHandle;

/** Help lines, whom to tell, and for players the button that tells our team. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => ({
  view: getHelpView(reqCtx.ctx, reqCtx.actor),
  isAsked: query.get('view') === 'asked',
  origin: reqCtx.ctx.config.origin,
}));

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: GET_HELP_PATH, title: texts.metaTitle, description: texts.metaDescription });
}

export default function GetHelpPage({ loaderData: { view, isAsked } }: Route.ComponentProps) {
  const [first, ...others] = view.lines;
  return (
    <div className="wrap section get-help">
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      {first && (
        <div className="help-card">
          {isAsked && <p role="status">{texts.asked(first)}</p>}
          <CallLink line={first} />
          <HelpLines first={first} others={others} />
          {view.canAsk ? (
            !isAsked && <AskForm line={first} words={null} />
          ) : (
            <LinkButton variant="primary" multiline to={`/login?returnUrl=${encodeURIComponent(GET_HELP_PATH)}`}>
              {texts.signIn}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
