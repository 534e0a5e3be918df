import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { loadNextPage } from '../../../../web/load-next-page.ts';
import { CASES_PATH } from '../schema.ts';
import { freeAddress, listRetainedCases } from '../service.server.ts';
import { texts } from '../texts.ts';
import { RetainedCases } from '../ui/retained-cases.tsx';
import type { Route } from './+types/cases.ts';

export const handle = { params: ['q', 'after'], isShared: true } as const satisfies PageHandle;

/** Cases of players whose account was deleted, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(CASES_PATH)}`);
  const search = query.get('q') ?? '';
  return { search, page: await listRetainedCases(reqCtx.ctx, reqCtx.actor, search, query.get('after')) };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined, search: undefined });
}

/** POST with `email` and `note`: frees a banned address. Returns FreeAddressResult. */
export const action = formAction({ echo: ['email', 'note'], describe: () => texts.failed }, async ({ reqCtx, fields }) => {
  const result = await freeAddress(reqCtx.ctx, reqCtx.actor, fields);
  return result.ok ? result : data(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function CasesPage({ loaderData, actionData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  return loaderData.page ? <RetainedCases page={loaderData.page} search={loaderData.search} answer={actionData} /> : null;
}
