import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { AppContext } from '../../../context.server.ts';
import { drawSprite, parsePart, type DrawnPart } from './rules.ts';
import type { Part } from './schema.ts';

/** Drawings do not change while a process runs: they are part of the build. */
const CACHE_MS = 365 * 24 * 3600 * 1000;
const brotli = promisify(zlib.brotliCompress);
const SPRITE_NAME = /^[a-z0-9-]{1,60}$/;

/** A file of drawings, and the same compressed. */
type Sprite = { svg: string; compressed: Buffer };

/** All parts that come with the site. */
export type PartLibrary = {
  /** By name, such as 'hair/bob' or 'items/street-cap'. */
  parts: ReadonlyMap<string, Part>;
  /** What the pieces draw, by their ids. */
  drawings: ReadonlyMap<string, string>;
  /** The SVG files that browsers take the pieces from, by their names in the URL. */
  sprites: ReadonlyMap<string, Sprite>;
};

/** The parts of the build: those that everybody has share one file, each item has its own. Read once per process. */
export function getPartLibrary(ctx: AppContext): Promise<PartLibrary> {
  return ctx.cached('avatar-parts', CACHE_MS, () => buildLibrary(readBasicParts(), readItemParts()));
}

/** The file of a sprite by its name in the URL, or null. */
export async function findSprite(ctx: AppContext, name: string): Promise<Sprite | null> {
  return SPRITE_NAME.test(name) ? ((await getPartLibrary(ctx)).sprites.get(name) ?? null) : null;
}

// Inside functions, because scripts import this file without the build.
function readBasicParts(): Record<string, string> {
  return import.meta.glob<string>('../../../../seed/avatar-parts/*/*.svg', { query: '?raw', import: 'default', eager: true });
}

function readItemParts(): Record<string, string> {
  return import.meta.glob<string>('../../../../seed/items/*.svg', { query: '?raw', import: 'default', eager: true });
}

async function buildLibrary(basics: Record<string, string>, items: Record<string, string>): Promise<PartLibrary> {
  const sprites = new Map<string, Sprite>();
  const publish = async (name: string, drawn: DrawnPart[]) => {
    const svg = drawSprite(drawn);
    const file = `${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 12)}`;
    sprites.set(file, { svg, compressed: await brotli(svg) });
    return drawn.map((each) => ({ ...each, part: { ...each.part, url: `/avatars/parts/${file}.svg` } }));
  };
  const fileName = (file: string) => file.split('/').at(-1)?.replace('.svg', '') ?? '';
  const basic = Object.entries(basics).map(([file, svg]) => parsePart(`${file.split('/').at(-2) ?? ''}/${fileName(file)}`, svg));
  const all = await publish('figure', basic);
  for (const [file, svg] of Object.entries(items))
    all.push(...(await publish(`items-${fileName(file)}`, [parsePart(`items/${fileName(file)}`, svg)])));
  return {
    parts: new Map(all.map(({ part }) => [part.name, part])),
    drawings: new Map(all.flatMap(({ drawings }) => [...drawings])),
    sprites,
  };
}
