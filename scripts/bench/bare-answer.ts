import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// The baseline of a page: a bare Hono server that sends one answer, the one that it was given last by PUT (as JSON).

let answer: { headers: [string, string][]; body: Buffer } = { headers: [], body: Buffer.alloc(0) };

const app = new Hono();
app.put('*', async (c) => {
  const { headers, body } = await c.req.json<{ headers: [string, string][]; body: string }>();
  answer = { headers, body: Buffer.from(body, 'base64') };
  return c.body(null, 204);
});
app.get('*', () => new Response(answer.body as Uint8Array<ArrayBuffer>, { headers: answer.headers }));
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1', overrideGlobalObjects: false });
