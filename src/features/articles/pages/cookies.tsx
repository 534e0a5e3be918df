import { requestContext } from '../../../server/request-context.ts';
import { StoredItemsList } from '../../consent/stored-items/ui/stored-items-list.tsx';
import { ConsentChoice } from '../../consent/ui/consent-choice.tsx';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getPage } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TextPage } from '../ui/text-page.tsx';
import type { Route } from './+types/cookies.ts';

/** The cookies page: its text, the consent choice, and the list of everything that is stored. */
export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext);
  return { page: await getPage(ctx, 'cookies'), origin: ctx.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { page, origin } = loaderData;
  return pageMeta({ origin, path: '/cookies', title: texts.metaTitle(page.title), description: page.description });
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage page={loaderData.page}>
      <ConsentChoice />
      <StoredItemsList />
    </TextPage>
  );
}
