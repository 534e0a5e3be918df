import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../context.server.ts';
import { containPage, containScript } from '../features/games/containment.rules.ts';
import { GAME_FILE_TYPES, getExtension } from '../features/games/folders/rules.ts';
import { isFilePath } from '../infra/files/file-store.ts';
import { gameCsp } from './headers.ts';
import { serveStoredFile } from './stored-files.ts';

const brotli = promisify(zlib.brotliCompress);

/** Maximum total size of the pages and scripts that are kept as they are served, in one process. */
const BYTES_MAX = 16_000_000;

/**
 * Length in bytes. Larger files are first sent quickly compressed, so that the first request does not wait, and compressed as well as
 * possible afterwards.
 */
const LARGE = 64_000;

type ContainedFile = { body: Buffer<ArrayBuffer>; compressed: Buffer<ArrayBuffer>; policy: string };

export type GameFiles = {
  /**
   * The response for a file of a game; null if there is no such file. Pages and scripts are changed on their way out, not when they are
   * imported: so those that were imported before are contained too.
   * @param caching the headers about caching
   */
  serve(name: string, request: Request, caching: Record<string, string>): Promise<Response | null>;
};

/** @param quality 0 to 11; 11 is about a tenth smaller than 5 and takes many times as long */
function compress(body: Buffer, quality: number): Promise<Buffer<ArrayBuffer>> {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotli(body, { params });
}

/** Serves the files of games, with what keeps their code inside. */
export function createGameFiles(ctx: AppContext): GameFiles {
  // The name of a game's file changes with its content. Who asks while a file is loading waits for the same load, also if that had to make
  // room for others meanwhile. A missing file and a failed load are not kept.
  const contained = new LRUCache<string, ContainedFile>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ body }) => body.length * 2 + 1000,
    fetchMethod: load,
    ignoreFetchAbort: true,
  });

  async function load(name: string): Promise<ContainedFile | undefined> {
    const bytes = await ctx.files.get(name);
    if (bytes === null) return undefined;
    const text = bytes.toString('utf8');
    const page = getExtension(name) === 'html' ? containPage(text) : null;
    const body = Buffer.from(page?.html ?? containScript(text));
    const isLarge = body.length >= LARGE;
    const file = { body, compressed: await compress(body, isLarge ? 5 : 11), policy: gameCsp(ctx.config, page?.scripts ?? null) };
    if (isLarge) void improve(file);
    return file;
  }

  async function improve(file: ContainedFile): Promise<void> {
    try {
      file.compressed = await compress(file.body, 11);
    } catch (error) {
      ctx.log.warn({ err: error }, 'a file of a game stays larger than it could be');
    }
  }

  return {
    async serve(name, request, caching) {
      const extension = getExtension(name);
      const type = GAME_FILE_TYPES[extension];
      if (!isFilePath(name) || type === undefined) return null;
      if (extension !== 'html' && extension !== 'js') return serveStoredFile(ctx, name, request, caching);
      const file = await contained.fetch(name);
      if (file === undefined) return null;
      const isCompressed = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
      const body = isCompressed ? file.compressed : file.body;
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
        headers: {
          ...caching,
          'content-type': type,
          'content-length': String(body.length),
          'content-security-policy': file.policy,
          vary: 'accept-encoding',
          ...(isCompressed ? { 'content-encoding': 'br' } : {}),
        },
      });
    },
  };
}
