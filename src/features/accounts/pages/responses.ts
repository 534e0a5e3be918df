import { data, redirect } from 'react-router';
import type { FormResult, FlashMessage } from '../schema.ts';
import type { Outcome } from '../service.server.ts';

const toSetCookieHeaders = (cookies: string[]) => cookies.map((cookie): [string, string] => ['set-cookie', cookie]);

/** A redirect with cookies. */
export function redirectWithCookies(path: string, cookies: string[]): Response {
  return redirect(path, { headers: toSetCookieHeaders(cookies) });
}

/** A path on which something is told once. */
export function withFlashMessage(path: string, news: FlashMessage): string {
  return `${path}${path.includes('?') ? '&' : '?'}news=${news}`;
}

/** What a form led to, as an action's answer. @param flashPath the page where news is told. */
export function toResponse(outcome: Outcome, flashPath: string): Response | ReturnType<typeof data<FormResult>> {
  if (outcome.kind === 'news') return redirectWithCookies(withFlashMessage(flashPath, outcome.flashMessage), outcome.cookies);
  return data(outcome.answer, { headers: toSetCookieHeaders(outcome.cookies) });
}
