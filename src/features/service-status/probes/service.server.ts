import { getOwnUrl, type AppContext } from '../../../context.server.ts';
import { listMessages } from '../../chat/queries.server.ts';
import { isMailReady, sendEmailJob } from '../../mail/service.server.ts';
import type { Part } from '../schema.ts';
import * as queries from './queries.server.ts';
import { judgeMails, toErrorText, type Finding } from './rules.ts';

/** Tries a part of the site as it is used. @throws if it does not work. @returns what it knows besides, or null */
export type Probe = (signal: AbortSignal) => Promise<Finding>;

/**
 * The probes of all parts. Where they go is in the settings and in our own tables: nothing that somebody sends decides it.
 */
export function createProbes(ctx: AppContext): Record<Part, Probe> {
  const { siteUrl, gamesUrl } = getCheckedUrls(ctx.config);
  return {
    async pages(signal) {
      // The page for signing in, asked for as a browser of somebody who was signed in does. The same page for visitors is shared, and while
      // the process is overloaded it comes from the cache: with a session's cookie it is rendered for this request alone, or refused.
      const headers = { accept: 'text/html', cookie: `${ctx.cookie.name}=status-check-${ctx.newId()}` };
      await request(`${siteUrl}/login`, signal, { status: 200, contains: 'type="password"' }, headers);
      return null;
    },
    async games(signal) {
      const file = await queries.findGameFile(ctx.db);
      if (file === null) await request(`${gamesUrl}/kit/kit.js`, signal, { status: 200, contains: '' });
      else await request(`${gamesUrl}/${file}`, signal, { status: 200, contains: '<' });
      return null;
    },
    async chat() {
      // Reads the conversation of two who do not exist, by the statement that reads all others.
      const pair = { low: ctx.newId(), high: ctx.newId(), isLow: true };
      await Promise.all([listMessages(ctx.queryPrepared, pair, 1, null), ctx.bus.ping()]);
      return null;
    },
    async payments() {
      await ctx.payments.ping();
      return null;
    },
    async mail() {
      const now = ctx.now();
      const [{ oldest, lastError }, isReady] = await Promise.all([
        queries.findWaitingMails(ctx.db, sendEmailJob.name, now),
        isMailReady(ctx),
      ]);
      const finding = judgeMails(oldest, toErrorText(lastError), now);
      if (isReady || (finding !== null && finding.state !== 'works')) return finding;
      // Mails wait for it, and go later.
      return { state: 'slow', error: 'the mail server does not take mails now' };
    },
  };
}

/**
 * Where visitors reach the site and the games. In production that is behind a balancer, and what stands between is checked too. A demo is
 * asked on its own ports, if this process has them: others may not be let in.
 */
export function getCheckedUrls(config: AppContext['config']): { siteUrl: string; gamesUrl: string } {
  return config.mode === 'production' || !config.roles.includes('web')
    ? { siteUrl: config.origin, gamesUrl: config.gamesOrigin }
    : { siteUrl: getOwnUrl(config, config.port), gamesUrl: getOwnUrl(config, config.gamesPort) };
}

async function request(
  url: string,
  signal: AbortSignal,
  wanted: { status: number; contains: string },
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(url, { redirect: 'manual', signal, headers: { 'user-agent': 'Kiddo status check', ...headers } });
  const text = await response.text();
  const { pathname } = new URL(url);
  if (response.status !== wanted.status) throw new Error(`${pathname} answered with status ${response.status}`);
  if (!text.includes(wanted.contains)) throw new Error(`${pathname} answered with another page`);
}
