import { saveOfflineGame, type OfflineGame } from '../../../web/offline-games.ts';
import {
  inlineReferences,
  NotSavableOfflineError,
  parseReferences,
  parseStyleReferences,
  withoutTicket,
  type Reference,
} from '../rules.ts';
import type { OfflineGameSource } from '../schema.ts';

/** Why a game was not kept. */
export type DownloadFailure = 'failed' | 'full' | 'cannot' | 'stopped';

type DownloadRequest = { id: string; cover: string | null; playerId: string | null };
/** How it is told how far it is, from 0 to 1, and how it is stopped. */
type DownloadOptions = { onProgress: (progress: number) => void; signal: AbortSignal };

/**
 * Fetches a game whole, makes one document of it and keeps that on this device, all at once: one that is stopped leaves nothing.
 * @returns the kept game, or why it is not
 */
export async function downloadGame(
  { id, cover, playerId }: DownloadRequest,
  options: DownloadOptions,
): Promise<OfflineGame | DownloadFailure> {
  try {
    const response = await fetch(`/games/${encodeURIComponent(id)}/kept`, {
      headers: { accept: 'application/json' },
      signal: options.signal,
    });
    if (!response.ok) return 'failed';
    const source = (await response.json()) as OfflineGameSource;
    const text = await buildGameDocument(source.src, options);
    const image = await fetchImage(cover, options.signal);
    const now = Date.now();
    const src = withoutTicket(source.src);
    const game: OfflineGame = {
      id: source.id,
      title: source.title,
      src,
      newest: src,
      cover: image && cover,
      bytes: new Blob([text]).size + ((await image?.clone().blob())?.size ?? 0),
      isPremium: source.isPremium,
      playerId: source.isPremium ? playerId : null,
      keptAt: now,
      checkedAt: now,
    };
    if (options.signal.aborted) return 'stopped';
    await saveOfflineGame(game, text, image);
    await requestPersistentStorage();
    return game;
  } catch (error) {
    if (options.signal.aborted) return 'stopped';
    if (error instanceof NotSavableOfflineError) return 'cannot';
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
  }
}

/** Chromium may throw away what is kept when the device is full, if it was not asked; others would put the question to the player. */
async function requestPersistentStorage(): Promise<void> {
  if ('userAgentData' in navigator) await navigator.storage?.persist?.();
}

/** A picture of ours; a game without one can be kept all the same. */
async function fetchImage(cover: string | null, signal: AbortSignal): Promise<Response | null> {
  if (cover === null || !cover.startsWith('/')) return null;
  const response = await fetch(cover, { credentials: 'omit', signal });
  return response.ok ? response : null;
}

async function buildGameDocument(src: string, { onProgress, signal }: DownloadOptions): Promise<string> {
  const html = await fetchText(src, signal);
  const references = parseReferences(html);
  const texts = new Map<string, string>();
  let loaded = 1;
  onProgress(loaded / (references.length + 1));
  for (const reference of references) {
    texts.set(reference.name, await fetchReference(reference, src, signal));
    loaded++;
    onProgress(loaded / (references.length + 1));
  }
  return inlineReferences(html, references, texts);
}

/** A file that the page names, with what a stylesheet itself names inside it. */
async function fetchReference({ kind, name }: Reference, base: string, signal: AbortSignal): Promise<string> {
  const url = resolveUrl(name, base);
  const text = await fetchText(url, signal);
  if (kind !== 'style') return text;
  const innerReferences = parseStyleReferences(text);
  const files = await Promise.all(
    innerReferences.map(async (reference) => [reference.name, await fetchDataUrl(resolveUrl(reference.name, url), signal)] as const),
  );
  return inlineReferences(text, innerReferences, new Map(files));
}

/** A game's files stand on its own origin, nowhere else. */
function resolveUrl(name: string, base: string): string {
  const url = new URL(name, base);
  if (url.origin !== new URL(base).origin) throw new NotSavableOfflineError(`${name} is elsewhere`);
  return url.href;
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  return (await fetchFile(url, signal)).text();
}

async function fetchDataUrl(url: string, signal: AbortSignal): Promise<string> {
  const blob = await (await fetchFile(url, signal)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('a file cannot be read')));
    reader.readAsDataURL(blob);
  });
}
