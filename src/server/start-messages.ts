import type { Config } from '../config.server.ts';

/** What a start that serves prints at its end, in demo mode with the accounts that everybody knows. */
export function startMessage({ origin }: Config, demo: { usernames: string[]; password: string } | null): string {
  const lines = demo
    ? [
        'Demo mode: for trying out on this machine. KIDDO_MODE=production is for real players.',
        `Sign in as ${demo.usernames.join(', ')}; their password is ${demo.password}`,
        `Mails are kept in ${origin}/dev/outbox`,
      ]
    : ['Production mode'];
  return [...lines, `Kiddo is ready: ${origin}`].join('\n');
}
