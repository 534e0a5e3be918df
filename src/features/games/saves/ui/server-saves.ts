import type { ActionFailure } from '../../../../shared/action-result.ts';
import { postForm } from '../../../../web/post-form.ts';
import { postOrQueue } from '../../../../web/request-queue.ts';
import { toText, type DeviceSave } from '../rules.ts';
import type { SaveAnswer, SaveKind, ServerSave, StoreAnswer } from '../schema.ts';

/** Loading the account's save fails after this time, in milliseconds. A game that has loaded does not wait so long (save-session.ts). */
const LOAD_TIMEOUT_MS = 15_000;

/** The server's saves of one game, as one opening of the game sees them. */
export type ServerSaves = {
  /**
   * What the account has. Null: nothing. Undefined: the server did not answer in time. 'refused': it does not know this player here, or the
   * game is not theirs to play.
   */
  load(): Promise<ServerSave | null | undefined | 'refused'>;
  /**
   * Sends a save; null: there is no network, and it is sent when there is. @throws if it could not even be queued
   * @param isLeaving the page may be gone in a moment
   */
  store(save: DeviceSave, kind: SaveKind, isLeaving: boolean): Promise<StoreAnswer | ActionFailure | null>;
};

/**
 * @param owner whose saves these are (web/save-owner.ts); the server checks it
 * @param playerId the player as queued requests know them
 */
export function createServerSaves(gameId: string, owner: string, playerId: string | null): ServerSaves {
  const url = `/games/${encodeURIComponent(gameId)}/save`;
  const writer = createWriter();
  // By how much the server's clock is ahead of this device's, which may be wrong.
  let skew = 0;
  return {
    async load() {
      if (!navigator.onLine) return undefined;
      try {
        const response = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) });
        if ([401, 403, 404].includes(response.status)) return 'refused';
        if (!response.ok) return undefined;
        const { owner: owned, now, save } = (await response.json()) as SaveAnswer;
        if (owned !== owner) return 'refused';
        skew = now - Date.now();
        if (save === null) return null;
        if (save.data !== null) JSON.parse(save.data);
        return { ...save, savedAt: save.savedAt - skew };
      } catch {
        return undefined;
      }
    },
    async store(save, kind, isLeaving) {
      const fields = { ...toFields(save, kind, skew), owner, writer };
      const queue = () => postOrQueue<StoreAnswer | ActionFailure>(url, fields, playerId);
      // The queue is looked into first, for which there may be no time: a request has to begin at once.
      return isLeaving ? postForm<StoreAnswer | ActionFailure>(url, fields).catch(queue) : queue();
    },
  };
}

function toFields(save: DeviceSave, kind: SaveKind, skew: number): Record<string, string> {
  const { best, isLowerBetter, savedAt, begunAt, revision } = save;
  return {
    save: toText(save),
    kind,
    revision: String(revision),
    at: String(Math.max(0, savedAt + skew)),
    begun: String(begunAt === 0 ? 0 : Math.max(0, begunAt + skew)),
    ...(best !== null && { best: String(best) }),
    ...(isLowerBetter !== null && { lower: isLowerBetter ? 'yes' : 'no' }),
  };
}

/** Names this opening of the game, and nothing else. crypto.randomUUID does not exist without https. */
function createWriter(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
