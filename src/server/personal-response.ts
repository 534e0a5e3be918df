import type { IncomingMessage, ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { readRenderedPage } from '../request/rendered-page.ts';

/** A smaller response would not get much smaller, and it costs its headers anyway. */
const COMPRESS_BYTES_MIN = 1_000;

/**
 * The encodings of personal responses, the cheapest first: each is compressed for one reader, so all are used at their fastest level. A
 * page of 60 KB becomes 13 to 14 KB.
 */
const ENCODINGS = [
  ['zstd', (body: Buffer) => zlib.zstdCompressSync(body, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } })],
  [
    'br',
    (body: Buffer) =>
      zlib.brotliCompressSync(body, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
  ],
  ['gzip', (body: Buffer) => zlib.gzipSync(body, { level: 1 })],
] as const;

/** Data that is complete within this time, in milliseconds, is sent in one piece: nobody notices the wait. */
const WAIT_MS = 50;

/**
 * Sends a page, or the data of one, to the person it was made for: compressed, and in one piece. Data that is not complete yet is sent as
 * it comes.
 * @returns false for a response of another kind; nothing was sent then
 */
export async function sendPersonalResponse(response: Response, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  const html = readRenderedPage(response);
  if (html !== null) {
    send(response, req, res, Buffer.from(html));
    return true;
  }
  if (response.headers.get('content-type') !== 'text/x-script' || response.body === null) return false;
  const reader = response.body.getReader();
  const { chunks, pending } = await readWhatComesSoon(reader);
  if (pending === null) send(response, req, res, Buffer.concat(chunks));
  else await sendAsItComes(response, res, chunks, reader, pending);
  return true;
}

function send(response: Response, req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  const encoding = body.length < COMPRESS_BYTES_MIN ? undefined : selectEncoding(req.headers['accept-encoding']);
  const sent = encoding ? encoding[1](body) : body;
  res.writeHead(response.status, [
    ...toHeaderList(response),
    ...(encoding ? ['content-encoding', encoding[0]] : []),
    'vary',
    'accept-encoding',
    'content-length',
    String(sent.length),
  ]);
  res.end(req.method === 'HEAD' ? undefined : sent);
}

function selectEncoding(accepted: string | undefined) {
  const names = new Set(accepted?.split(',').map((name) => name.trim()));
  // A weight ('br;q=0') is not looked at more closely: such a name is not in the set, so that encoding is not used.
  return ENCODINGS.find(([name]) => names.has(name));
}

/** Names and values in turn; several cookies stay several lines. */
function toHeaderList({ headers }: Response): string[] {
  return [...headers].flat();
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = ReturnType<Reader['read']>;

/** The chunks that a stream has soon, and the read that still waits then; null at the end of the stream. */
async function readWhatComesSoon(reader: Reader): Promise<{ chunks: Uint8Array[]; pending: Read | null }> {
  const chunks: Uint8Array[] = [];
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), WAIT_MS)));
  try {
    for (;;) {
      const read = reader.read();
      const result = await Promise.race([read, timeout]);
      if (result === null) return { chunks, pending: read };
      if (result.done) return { chunks, pending: null };
      chunks.push(result.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function sendAsItComes(response: Response, res: ServerResponse, chunks: Uint8Array[], reader: Reader, pending: Read): Promise<void> {
  res.writeHead(response.status, toHeaderList(response));
  for (const chunk of chunks) res.write(chunk);
  res.on('close', () => void reader.cancel().catch(() => {}));
  for (let read = await pending; !read.done; read = await reader.read()) res.write(read.value);
  res.end();
}
