import type { AppContext } from '../../context.server.ts';
import { createArchive } from './rules.ts';

// The files are part of the build, as the articles are: at run time their folders may not exist.
const TEXTS = import.meta.glob<string>(['../../../studio/**/*', '../../../catalogue/kit/*', '!../../../catalogue/kit/*.woff2'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const FONTS = import.meta.glob<string>('../../../catalogue/kit/*.woff2', { query: '?inline', import: 'default', eager: true });

/** The files of a build do not change. */
const CACHE_MS = 365 * 24 * 3600 * 1000;

/**
 * Creator Studio as one zip archive: a game to start from, the guide, and the kit that games share. For everybody, and always the same
 * bytes for the same build.
 */
export function getStudioArchive(ctx: AppContext): Promise<Uint8Array> {
  return ctx.cached('studio archive', CACHE_MS, async () => {
    const texts = Object.entries(TEXTS).map(([path, text]) => [toName(path), new TextEncoder().encode(text)] as const);
    const fonts = Object.entries(FONTS).map(([path, url]) => [toName(path), decodeDataUrl(url)] as const);
    return createArchive(new Map([...texts, ...fonts]));
  });
}

/** The size of the archive in bytes. */
export async function getStudioBytes(ctx: AppContext): Promise<number> {
  return (await getStudioArchive(ctx)).length;
}

/** The path inside of the archive: the kit's folder stands beside the game's. */
function toName(path: string): string {
  return path.replace(/^.*\/(?:studio|catalogue)\//, '');
}

function decodeDataUrl(url: string): Uint8Array {
  return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
}
