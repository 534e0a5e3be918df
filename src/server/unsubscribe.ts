import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { unsubscribeFromNewsletter } from '../features/newsletter/service.server.ts';
import { unsubscribeFromEmails } from '../features/settings/notification-emails/service.server.ts';
import { VISITOR } from '../shared/permissions.ts';

/** Where a mail program ends letters for its reader, by what it was given with them. */
const UNSUBSCRIBE_HANDLERS = [
  ['/mails/stop/:key', unsubscribeFromEmails],
  ['/newsletter/leave/:key', unsubscribeFromNewsletter],
] as const;

/**
 * POST /mails/stop/{key} and /newsletter/leave/{token} as a mail program sends them for its reader (RFC 8058): it has neither our
 * own origin nor a session, and waits for no page. Whoever has the key got the mail; the body is not read. A browser, which names
 * its origin, gets the page.
 */
export function unsubscribeRoutes(ctx: AppContext): Hono {
  const app = new Hono();
  for (const [path, unsubscribe] of UNSUBSCRIBE_HANDLERS)
    app.post(path, async (c, next) => {
      if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined) return next();
      const isDone = await unsubscribe(ctx, VISITOR, c.req.param('key'));
      return isDone ? c.text('You get no more of these emails.', 200) : c.text('This link is not one of ours.', 404);
    });
  return app;
}
