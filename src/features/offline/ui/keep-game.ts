import { saveOfflineGame, type OfflineGame } from '../../../web/kept-games.ts';
import { inline, NotKeepable, referencesOf, referencesOfStyle, withoutTicket, type Reference } from '../rules.ts';
import type { KeepSource } from '../schema.ts';

/** Why a game was not kept. */
export type KeepFailure = 'failed' | 'full' | 'cannot' | 'stopped';

type Keeping = { id: string; cover: string | null; playerId: string | null };
/** How it is told how far it is, from 0 to 1, and how it is stopped. */
type Hand = { told: (part: number) => void; signal: AbortSignal };

/**
 * Fetches a game whole, makes one document of it and keeps that on this device, all at once: one that is stopped leaves nothing.
 * @returns the kept game, or why it is not
 */
export async function keepGame({ id, cover, playerId }: Keeping, hand: Hand): Promise<OfflineGame | KeepFailure> {
  try {
    const answer = await fetch(`/games/${encodeURIComponent(id)}/kept`, { headers: { accept: 'application/json' }, signal: hand.signal });
    if (!answer.ok) return 'failed';
    const source = (await answer.json()) as KeepSource;
    const text = await wholeGame(source.src, hand);
    const picture = await pictureOf(cover, hand.signal);
    const now = Date.now();
    const src = withoutTicket(source.src);
    const game: OfflineGame = {
      id: source.id,
      title: source.title,
      src,
      newest: src,
      cover: picture && cover,
      bytes: new Blob([text]).size + ((await picture?.clone().blob())?.size ?? 0),
      isPremium: source.isPremium,
      playerId: source.isPremium ? playerId : null,
      keptAt: now,
      checkedAt: now,
    };
    if (hand.signal.aborted) return 'stopped';
    await saveOfflineGame(game, text, picture);
    await askToStay();
    return game;
  } catch (error) {
    if (hand.signal.aborted) return 'stopped';
    if (error instanceof NotKeepable) return 'cannot';
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
  }
}

/** Chromium may throw away what is kept when the device is full, if it was not asked; others would put the question to the player. */
async function askToStay(): Promise<void> {
  if ('userAgentData' in navigator) await navigator.storage?.persist?.();
}

/** A picture of ours; a game without one can be kept all the same. */
async function pictureOf(cover: string | null, signal: AbortSignal): Promise<Response | null> {
  if (cover === null || !cover.startsWith('/')) return null;
  const answer = await fetch(cover, { credentials: 'omit', signal });
  return answer.ok ? answer : null;
}

async function wholeGame(src: string, { told, signal }: Hand): Promise<string> {
  const html = await textOf(src, signal);
  const references = referencesOf(html);
  const texts = new Map<string, string>();
  let done = 1;
  told(done / (references.length + 1));
  for (const reference of references) {
    texts.set(reference.name, await fileOf(reference, src, signal));
    done++;
    told(done / (references.length + 1));
  }
  return inline(html, references, texts);
}

/** A file that the page names, with what a stylesheet itself names inside it. */
async function fileOf({ kind, name }: Reference, base: string, signal: AbortSignal): Promise<string> {
  const address = addressIn(name, base);
  const text = await textOf(address, signal);
  if (kind !== 'style') return text;
  const inner = referencesOfStyle(text);
  const files = await Promise.all(inner.map(async (each) => [each.name, await dataOf(addressIn(each.name, address), signal)] as const));
  return inline(text, inner, new Map(files));
}

/** A game's files stand on its own origin, nowhere else. */
function addressIn(name: string, base: string): string {
  const address = new URL(name, base);
  if (address.origin !== new URL(base).origin) throw new NotKeepable(`${name} is elsewhere`);
  return address.href;
}

async function get(address: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
}

async function textOf(address: string, signal: AbortSignal): Promise<string> {
  return (await get(address, signal)).text();
}

async function dataOf(address: string, signal: AbortSignal): Promise<string> {
  const blob = await (await get(address, signal)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('a file cannot be read')));
    reader.readAsDataURL(blob);
  });
}
