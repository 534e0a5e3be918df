import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { GET_HELP_PATH, type GetHelpNews } from '../schema.ts';
import { getHelpView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AskForm, CallLink, HelpLines } from '../ui/help-card.tsx';
import type { Route } from './+types/get-help.ts';

export const handle = { params: ['view'], isShared: true } as const satisfies PageHandle;

const NEWS: readonly GetHelpNews[] = ['asked', 'notified', 'wrote'];

/** Help lines, whom to tell, and for players the button that tells our team. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => ({
  view: getHelpView(reqCtx.ctx, reqCtx.actor),
  news: NEWS.find((news) => news === query.get('view')) ?? null,
  origin: reqCtx.ctx.config.origin,
}));

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: GET_HELP_PATH, title: texts.metaTitle, description: texts.metaDescription });
}

export default function GetHelpPage({ loaderData: { view, news } }: Route.ComponentProps) {
  const [first, ...others] = view.lines;
  return (
    <div className="wrap section get-help">
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      {first && (
        <div className="help-card">
          {news && <p role="status">{news === 'wrote' ? texts.wrote : texts[news](first)}</p>}
          <CallLink line={first} />
          <HelpLines first={first} others={others} />
          {view.canAsk ? (
            (news === null || news === 'wrote') && <AskForm line={first} words={null} />
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
