import { data, redirect } from 'react-router';
import type { FormAnswer, News } from '../schema.ts';
import type { Outcome } from '../service.server.ts';

const headersOf = (cookies: string[]) => cookies.map((cookie): [string, string] => ['set-cookie', cookie]);

/** A redirect with cookies. */
export function goTo(path: string, cookies: string[]): Response {
  return redirect(path, { headers: headersOf(cookies) });
}

/** A path on which something is told once. */
export function telling(path: string, news: News): string {
  return `${path}${path.includes('?') ? '&' : '?'}news=${news}`;
}

/** What a form led to, as an action's answer. @param newsAt the page where news is told. */
export function respond(outcome: Outcome, newsAt: string): Response | ReturnType<typeof data<FormAnswer>> {
  if (outcome.kind === 'news') return goTo(telling(newsAt, outcome.news), outcome.cookies);
  return data(outcome.answer, { headers: headersOf(outcome.cookies) });
}
