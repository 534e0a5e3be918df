import { redirect } from 'react-router';
import { Refusal } from '../shared/refusal.ts';
import { returnPath } from '../shared/return-path.ts';
import { readForm } from './forms.ts';
import { codeOf } from './page-error.ts';
import type { Site } from './site-context.ts';

/**
 * Does what a small form asks for. Scripts get JSON: `{ ok: true, ... }`, or `{ ok: false, code, requestId }` with the
 * status. A browser without scripts sends `returnUrl` and is led back there.
 * @param run does it, and gives what the answer says beside `ok`; `news` in it is what a browser without scripts is told
 */
export async function deed(site: Site, request: Request, run: (fields: Record<string, string>) => Promise<object>): Promise<Response> {
  let back: string | null = null;
  try {
    const fields = await readForm(request);
    if (!request.headers.get('accept')?.includes('json')) back = returnPath(fields['returnUrl']);
    // What was done without a network comes later: by then somebody else may have signed in.
    const { who } = fields;
    if (who !== undefined) requireDoer(site, who);
    await site.within('mine');
    const answer = await run(fields);
    // Done as asked, and what was asked is refused with words of its own.
    if (back !== null && 'news' in answer) return redirect(withNews(site, back, String(answer.news)));
    return back === null ? Response.json({ ok: true, ...answer }, { headers: KEEP_NOWHERE }) : redirect(back);
  } catch (error) {
    const { code, status } = codeOf(site, error);
    if (back === null) return Response.json({ ok: false, code, requestId: site.requestId }, { status, headers: KEEP_NOWHERE });
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(back)}`);
    return redirect(withNews(site, back, 'not-done'));
  }
}

/**
 * Something that was done without a network is sent by who did it. @param who the player who did it, or '' for a visitor
 * @throws Refusal 'sign-in-required' (it may come again later), 'not-allowed' when it was somebody else
 */
export function requireDoer(site: Site, who: string): void {
  const now = site.actor.kind === 'player' ? site.actor.id : '';
  if (who === now) return;
  throw now === '' ? new Refusal('sign-in-required') : new Refusal('not-allowed', 'somebody else did this');
}

/** The same page, telling something once. */
function withNews(site: Site, back: string, news: string): string {
  const page = new URL(back, site.ctx.config.origin);
  page.searchParams.set('news', news);
  return `${page.pathname}${page.search}${page.hash}`;
}

/** What an address answers that only takes forms. */
export function onlyPost(): Response {
  return new Response('Only POST is used here.', { status: 405, headers: { allow: 'POST' } });
}

const KEEP_NOWHERE = { 'cache-control': 'no-store' };
