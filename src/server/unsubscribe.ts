import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { unsubscribeFromNewsletter } from '../features/newsletter/service.server.ts';
import { unsubscribeFromEmails } from '../features/settings/notification-emails/service.server.ts';
import { VISITOR } from '../shared/permissions.ts';

/** One-click unsubscribe routes and their services. */
const UNSUBSCRIBE_HANDLERS = [
  ['/mails/stop/:key', unsubscribeFromEmails],
  ['/newsletter/leave/:key', unsubscribeFromNewsletter],
] as const;

/**
 * POST /mails/stop/{key} and /newsletter/leave/{token}, as an email program sends them for its user (RFC 8058): without our origin, without
 * a session, and without expecting a page. Only recipients of the email have the key, so the key is enough; the body is not read. A browser
 * sends its origin, and gets the page instead.
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
