import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { receiveWebhook } from '../features/subscriptions/webhooks/service.server.ts';

/** Larger than any event that a provider sends. */
const BODY_BYTES_MAX = 100 * 1024;

/**
 * POST /webhooks/{provider}: events from a payment provider. The signature over the exact bytes authenticates the provider, so that neither
 * our own origin nor a session is needed. It responds as soon as the event is stored.
 */
export function webhookRoutes(ctx: AppContext): Hono {
  const app = new Hono();
  app.post('/webhooks/:provider', async (c) => {
    if (c.req.param('provider') !== ctx.payments.name) return c.text('There is no such provider.', 404);
    const raw = Number(c.req.header('content-length') ?? 0) > BODY_BYTES_MAX ? null : await readBody(c.req.raw);
    if (raw === null) return c.text('This is too large.', 413);
    const result = await receiveWebhook(ctx, raw, c.req.raw.headers);
    return result === 'stored' ? c.text('ok', 200) : c.text('This is not signed as it must be.', 401);
  });
  return app;
}

/** Reads the raw body, or returns null if it is too large; never buffers more than the maximum. */
async function readBody(request: Request): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
