import { withoutTicket } from '../../../shared/offline-games.ts';
import { saveOfflineGame, type OfflineGame } from '../../../web/offline-games.ts';
import { inlineReferences, NotSavableOfflineError, parseReferences, parseStyleReferences, type Reference } from '../rules.ts';
import type { OfflineGameSource } from '../schema.ts';

/** Why a game was not saved. */
export type DownloadFailure = 'failed' | 'full' | 'cannot' | 'stopped';

type DownloadRequest = { id: string; cover: string | null; playerId: string | null };
/** Reports the progress, from 0 to 1; `signal` aborts the download. */
type DownloadOptions = { onProgress: (progress: number) => void; signal: AbortSignal };

/**
 * Downloads a whole game, turns it into one document and saves that on this device atomically: an aborted download leaves nothing behind.
 * @returns the saved game, or why it was not saved
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
      playerId: source.isForEverybody ? null : playerId,
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

/**
 * Chromium may evict saved games when the device is full, unless persistent storage is requested. Other browsers would show a prompt to the
 * player, so it is not requested there.
 */
async function requestPersistentStorage(): Promise<void> {
  if ('userAgentData' in navigator) await navigator.storage?.persist?.();
}

/** Fetches a cover from our own origin. A game without one can be saved too. */
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

/** The content of a file that the page references. A stylesheet's own references are inlined into it. */
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

/** A game may load files only from its own origin. */
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
