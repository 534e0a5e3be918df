import { data, redirect } from 'react-router';
import type { FormResult, FlashMessage } from '../schema.ts';
import type { Outcome } from '../service.server.ts';

const toSetCookieHeaders = (cookies: string[]) => cookies.map((cookie): [string, string] => ['set-cookie', cookie]);

/** A redirect with cookies. */
export function redirectWithCookies(path: string, cookies: string[]): Response {
  return redirect(path, { headers: toSetCookieHeaders(cookies) });
}

/** A path whose page shows the flash message once. */
export function withFlashMessage(path: string, news: FlashMessage): string {
  return `${path}${path.includes('?') ? '&' : '?'}news=${news}`;
}

/** The HTTP response for the outcome of a form. @param flashPath the page that shows the flash message. */
export function toResponse(outcome: Outcome, flashPath: string): Response | ReturnType<typeof data<FormResult>> {
  if (outcome.kind === 'news') return redirectWithCookies(withFlashMessage(flashPath, outcome.flashMessage), outcome.cookies);
  return data(outcome.answer, { headers: toSetCookieHeaders(outcome.cookies) });
}
