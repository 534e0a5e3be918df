import { data, redirect } from 'react-router';
import type { AccountResult, FlashMessage } from '../schema.ts';
import type { PageErrorData } from '../../../request/page-error.ts';
import type { Outcome } from '../service.server.ts';
import { texts } from '../texts.ts';

const toSetCookieHeaders = (cookies: string[]) => cookies.map((cookie): [string, string] => ['set-cookie', cookie]);

/** A redirect with cookies. */
export function redirectWithCookies(path: string, cookies: string[]): Response {
  return redirect(path, { headers: toSetCookieHeaders(cookies) });
}

/** A path whose page shows the flash message once. */
function withFlashMessage(path: string, message: FlashMessage): string {
  return `${path}${path.includes('?') ? '&' : '?'}news=${message}`;
}

/** The HTTP response for the outcome of a form. @param flashPath the page that shows the flash message. */
export function toResponse(outcome: Outcome, flashPath: string): Response | ReturnType<typeof data<AccountResult>> {
  if (outcome.kind === 'flash') return redirectWithCookies(withFlashMessage(flashPath, outcome.flashMessage), outcome.cookies);
  return data(outcome.answer, { headers: toSetCookieHeaders(outcome.cookies) });
}

/** The text for an unexpected failure of an account form. */
export function describeFailure(code: PageErrorData['code']): string {
  const { failures } = texts;
  if (code === 'too-many-requests') return failures.tooManyForms;
  return code === 'unavailable' ? failures.busy : failures.unexpected;
}
