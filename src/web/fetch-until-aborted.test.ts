import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { UNSAFE_decodeViaTurboStream } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { fetchUntilAborted } from './fetch-until-aborted.ts';

/** A server whose responses begin with a line and go on as the test decides. */
async function startServer() {
  const started = Promise.withResolvers<http.ServerResponse>();
  const server = http.createServer((_, response) => {
    response.setHeader('x-kind', 'data');
    response.writeHead(202);
    response.write('["first"]\n');
    started.resolve(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, response: started.promise };
}

/** A response of which the first line was read. */
async function readFirstLine(signal?: AbortSignal) {
  const { url, response } = await startServer();
  const fetched = await fetchUntilAborted(new Request(url, signal ? { signal } : {}));
  const reader = (fetched.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toBe('["first"]\n');
  return { fetched, reader, read, response: await response };
}

test('a body comes as it is, with status and headers', async () => {
  const { fetched, reader, read, response } = await readFirstLine();
  expect([fetched.status, fetched.headers.get('x-kind')]).toEqual([202, 'data']);
  response.end('second\n');
  expect(await read()).toBe('second\n');
  expect((await reader.read()).done).toBe(true);
});

test('a body ends where its request is aborted', async () => {
  const abort = new AbortController();
  const { reader } = await readFirstLine(abort.signal);
  abort.abort();
  expect((await reader.read()).done).toBe(true);
  await reader.closed;
});

test('the router does not fail over a navigation that was replaced while its data came', async () => {
  const abort = new AbortController();
  const { url } = await startServer();
  const { body } = await fetchUntilAborted(new Request(url, { signal: abort.signal }));
  const { value, done } = await UNSAFE_decodeViaTurboStream(body as ReadableStream<Uint8Array>, globalThis);
  expect(value).toBe('first');
  abort.abort();
  await done;
});

test('a body that breaks off is an error', async () => {
  const { reader, response } = await readFirstLine();
  response.destroy();
  await expect(reader.read()).rejects.toThrow(TypeError);
});

test('a request that is aborted before its response begins is an error', async () => {
  const { url } = await startServer();
  await expect(fetchUntilAborted(new Request(url, { signal: AbortSignal.abort() }))).rejects.toMatchObject({ name: 'AbortError' });
});
