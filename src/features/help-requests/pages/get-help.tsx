import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { GET_HELP_PATH, type AskForHelpResult } from '../schema.ts';
import { askForHelp, getHelpView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AskForm, CallLink, HelpLines } from '../ui/help-card.tsx';
import type { Route } from './+types/get-help.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

const RETURN_QUERY = `returnUrl=${encodeURIComponent(GET_HELP_PATH)}`;
/** Where the viewer does what comes before asking our team. */
const FIRST_PATHS = { 'sign-in': `/login?${RETURN_QUERY}`, 'keep-account': '/leaving', 'say-age': `/age?${RETURN_QUERY}` };

/** Help lines, whom to tell, and for players the button that tells our team. */
export const loader = pageLoader(handle, ({ reqCtx }) => ({
  view: getHelpView(reqCtx.ctx, reqCtx.actor),
  origin: reqCtx.ctx.config.origin,
}));

/**
 * POST with `text`, from a browser without JavaScript: tells our team. The page says so in the answer alone, and not by its address, which
 * somebody may open again; what a redirect from elsewhere says here (`?news=`) claims nothing of a child who told nobody.
 */
export const action = formAction(
  { echo: ['text'], signInReturnPath: GET_HELP_PATH, goesOnReadOnly: true },
  async ({ reqCtx, fields }): Promise<AskForHelpResult> => {
    await askForHelp(reqCtx.ctx, reqCtx.actor, fields);
    return { ok: true };
  },
);

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: GET_HELP_PATH, title: texts.metaTitle, description: texts.metaDescription });
}

export default function GetHelpPage({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const [first, ...others] = view.lines;
  return (
    <div className="wrap section get-help">
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      {first && (
        <div className="help-card">
          {answer?.ok && <p role="status">{texts.asked(first)}</p>}
          <CallLink line={first} />
          <HelpLines first={first} others={others} />
          {view.first === null ? (
            !answer?.ok && <AskForm line={first} words={null} failure={answer} />
          ) : (
            <LinkButton variant="primary" multiline to={FIRST_PATHS[view.first]}>
              {texts.first[view.first]}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
