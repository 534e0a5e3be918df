import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { getExtension } from '../features/games/folders/rules.ts';

const MIME_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
};

type StaticFile = { headers: Record<string, string>; body: Buffer<ArrayBuffer>; br: Buffer<ArrayBuffer> | null };
export type StaticFiles = Map<string, StaticFile>;

/**
 * Reads a folder of files that never change while the site runs (the browser build) into memory: a few hundred KB.
 * The brotli version of a file has the same name plus `.br`.
 * @param prefix URL prefix of all files
 * @param cacheControl returns the cache-control header of a file
 */
export async function readStaticFiles(folder: string, prefix: string, cacheControl: (name: string) => string): Promise<StaticFiles> {
  const files: StaticFiles = new Map();
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((item) => item.isFile() && !item.name.endsWith('.br'))) {
    const type = MIME_TYPES[getExtension(entry.name)];
    if (type === undefined) continue;
    const at = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, at).split(path.sep).join('/');
    const body = await fs.readFile(at);
    const br = await fs.readFile(`${at}.br`).catch(() => null);
    files.set(`${prefix}/${name}`, createStaticFile(body, type, cacheControl(name), br));
  }
  return files;
}

/** A file that does not change while the site runs. @param br its brotli version; null if it has none */
export function createStaticFile(
  body: Buffer<ArrayBuffer>,
  contentType: string,
  cacheControl: string,
  br: Buffer<ArrayBuffer> | null = null,
): StaticFile {
  return {
    body,
    br,
    headers: {
      'content-type': contentType,
      'cache-control': cacheControl,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      vary: 'accept-encoding',
    },
  };
}

/** The response for a static file, or null if there is no such file. */
export function serveStatic(files: StaticFiles, pathname: string, request: Request): Response | null {
  const file = files.get(pathname);
  if (!file) return null;
  if (request.headers.get('if-none-match') === file.headers['etag']) return new Response(null, { status: 304, headers: file.headers });
  const br = file.br !== null && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  const body = br ? (file.br as Buffer<ArrayBuffer>) : file.body;
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { ...file.headers, ...(br ? { 'content-encoding': 'br' } : {}), 'content-length': String(body.length) },
  });
}
