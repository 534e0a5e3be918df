import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { renderedPage } from '../request/rendered-page.ts';
import { sendPersonalResponse } from './personal-response.ts';

const PAGE = `<!DOCTYPE html><p>${'Habari, Amina. '.repeat(400)}</p>`;

let server: http.Server | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/** Serves what `make` returns, and requests it once. `null`: the response was of another kind, and nothing was sent. */
async function request(make: () => Response, headers: Record<string, string>, method = 'GET') {
  server = http.createServer((req, res) => {
    void sendPersonalResponse(make(), req, res).then((isSent) => isSent || res.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    http
      .request({ port, host: '127.0.0.1', method, headers, agent: false }, (res) => {
        buffer(res).then((body) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }), reject);
      })
      .on('error', reject)
      .end();
  });
}

const page = () => renderedPage(PAGE, { status: 404, headers: { 'content-type': 'text/html', 'cache-control': 'private, no-store' } });

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zlib.zstdDecompressSync],
  ['gzip, deflate, br', 'br', zlib.brotliDecompressSync],
  ['gzip', 'gzip', zlib.gunzipSync],
] as const)('a page is compressed as the browser accepts it: %s', async (accepted, encoding, decompress) => {
  const { status, headers, body } = await request(page, { 'accept-encoding': accepted });
  expect(status).toBe(404);
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    vary: 'accept-encoding',
    'cache-control': 'private, no-store',
    'content-length': String(body.length),
  });
  expect(body.length).toBeLessThan(PAGE.length / 10);
  expect(decompress(body).toString()).toBe(PAGE);
});

test('it is plain for a browser that accepts nothing, or refuses an encoding', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br;q=0, zstd;q=0' }] as Record<string, string>[]) {
    const { headers: answered, body } = await request(page, headers);
    expect(answered['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(PAGE);
  }
});

test('every cookie is a header of its own', async () => {
  const withCookies = () => {
    const response = page();
    response.headers.append('set-cookie', 'a=1');
    response.headers.append('set-cookie', 'b=2');
    return response;
  };
  expect((await request(withCookies, {})).headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

/** Data whose second part comes after `ready`. */
function dataInTwoParts(ready: Promise<void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode(`first ${'x'.repeat(2_000)}\n`));
      await ready;
      controller.enqueue(encoder.encode('second\n'));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/x-script' } });
}

test('data that is complete soon is compressed in one piece', async () => {
  const { headers, body } = await request(() => dataInTwoParts(Promise.resolve()), { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(zlib.brotliDecompressSync(body).toString()).toMatch(/^first x+\nsecond\n$/);
});

test('data that waits is sent as it comes, so that the page does not wait for its slowest part', async () => {
  let finish = () => {};
  const ready = new Promise<void>((resolve) => (finish = resolve));
  server = http.createServer((req, res) => void sendPersonalResponse(dataInTwoParts(ready), req, res));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toMatch(/^first x+\n$/);
  finish();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('second\n');
});

test('other responses are left to others', async () => {
  expect((await request(() => new Response('a picture', { headers: { 'content-type': 'image/webp' } }), {})).status).toBe(204);
});
