import type { FormerReason, SaveKind, ServerSave } from './schema.ts';

/** How much all saves of a player may take, with the earlier ones, in bytes. */
export const PLAYER_BYTES_MAX = 20 * 1024 * 1024;
/** How many saves a page of the list shows. */
export const SAVED_GAMES_PAGE_SIZE = 20;

/** The better of two best scores. Games count no score as 0, so that is none. */
export function betterOf(one: number | null, other: number | null, isLowerBetter: boolean): number | null {
  const [a, b] = [toBest(one), toBest(other)];
  if (a === null || b === null) return a ?? b;
  return isLowerBetter ? Math.min(a, b) : Math.max(a, b);
}

/** A best score, or null for whatever is none. */
export function toBest(given: unknown): number | null {
  return typeof given === 'number' && Number.isFinite(given) && given !== 0 ? given : null;
}

/** How deep the lists and objects of a save may lie in each other: programs that read JSON give up at some thousands. */
export const SAVE_DEPTH_MAX = 500;

/** Whether lists and objects lie too deep in each other. @param text valid JSON */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isInString = !isInString;
    else if (isInString) at += sign === '\\' ? 1 : 0;
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > SAVE_DEPTH_MAX) return true;
  }
  return false;
}

/** A row as the decision needs it. Times are milliseconds since 1970. `text` null: deleted. */
export type StoredSave = {
  text: string | null;
  best: number | null;
  isLowerBetter: boolean | null;
  revision: number;
  savedAt: number;
  chosenAt: number | null;
  writer: string;
  former: FormerSave | null;
};
export type FormerSave = { text: string; savedAt: number; reason: FormerReason };

/** A save that is sent to the server, by the server's clock. */
export type SentSave = {
  text: string;
  best: number | null;
  isLowerBetter: boolean | null;
  revision: number;
  savedAt: number;
  begunAt: number;
  writer: string;
  kind: SaveKind;
};

export type WriteDecision =
  | { state: 'stored'; row: StoredSave; isOtherKept: boolean }
  | { state: 'former'; row: StoredSave }
  | { state: 'deleted' };

/**
 * What becomes of a save that is sent. The last one wins, and of two that do not know of each other the other is kept as the earlier save; the
 * better best score stays. A save that comes from one which was deleted meanwhile is none.
 * @param now by the server's clock
 */
export function decideWrite(stored: StoredSave | null, sent: SentSave, now: number): WriteDecision {
  const { text, savedAt, writer } = sent;
  const isLowerBetter = sent.isLowerBetter ?? stored?.isLowerBetter ?? null;
  const best = betterOf(stored?.best ?? null, sent.best, isLowerBetter === true);
  const next: StoredSave = {
    text,
    savedAt,
    writer,
    best,
    isLowerBetter,
    revision: (stored?.revision ?? 0) + 1,
    // What was saved before the player chose does not overtake what they chose.
    chosenAt: sent.kind === 'chosen' ? now : null,
    former: stored?.former ?? null,
  };
  if (stored === null) return { state: 'stored', row: next, isOtherKept: false };
  if (stored.text === null) {
    const isOfDeleted = sent.revision < stored.revision && sent.begunAt <= stored.savedAt;
    return isOfDeleted ? { state: 'deleted' } : { state: 'stored', row: next, isOtherKept: false };
  }
  const kept: StoredSave = { ...stored, best, isLowerBetter, revision: next.revision };
  // The choice is stored already; what was played since then comes with it again until the device knows that.
  const isChosenAgain = sent.kind === 'chosen' && writer === stored.writer && stored.chosenAt !== null;
  // What was sent again, or overtook what was sent after it, takes nothing back.
  const isOld = (sent.kind === 'play' || isChosenAgain) && writer === stored.writer && savedAt <= stored.savedAt;
  if (text === stored.text || isOld) return { state: 'stored', row: best === stored.best ? stored : kept, isOtherKept: false };
  const asFormer = (reason: FormerReason): FormerSave => ({ text, savedAt, reason });
  const storedAsFormer = (reason: FormerReason): FormerSave => ({ text: stored.text ?? '', savedAt: stored.savedAt, reason });
  if (sent.kind === 'not-chosen') return { state: 'former', row: { ...kept, former: asFormer('not-chosen') } };
  if (sent.kind === 'chosen' && !isChosenAgain)
    return { state: 'stored', row: { ...next, former: storedAsFormer('not-chosen') }, isOtherKept: false };
  if (sent.revision === stored.revision || writer === stored.writer) return { state: 'stored', row: next, isOtherKept: false };
  if (savedAt > Math.max(stored.savedAt, stored.chosenAt ?? 0))
    return { state: 'stored', row: { ...next, former: storedAsFormer('other-device') }, isOtherKept: true };
  return { state: 'former', row: { ...kept, former: asFormer('other-device') } };
}

/** A save as a device has it. Times are by the device's clock. */
export type DeviceSave = {
  best: number | null;
  isLowerBetter: boolean | null;
  isMuted: boolean | null;
  /** The game's own data; undefined: none. */
  data: unknown;
  /** When the player saved; 0: before saves had times. */
  savedAt: number;
  /** When the game was begun from nothing here; 0: it was not, or that is not known. */
  begunAt: number;
  /** The server's revision that this goes on from; 0: none. */
  revision: number;
  /** The server may not have it. */
  isUnsent: boolean;
  /** The player chose this instead of the account's save, and the server may not know it. */
  isChosen: boolean;
  /** The visitor's save that this player left, as `toMark` says it: it is not asked about again. */
  left: string | null;
};

export const NO_SAVE: DeviceSave = {
  best: null,
  isLowerBetter: null,
  isMuted: null,
  data: undefined,
  savedAt: 0,
  begunAt: 0,
  revision: 0,
  isUnsent: false,
  isChosen: false,
  left: null,
};

/** Whether there is something to go on with: a sound that is off is not. */
export function isEmpty({ best, data }: Pick<DeviceSave, 'best' | 'data'>): boolean {
  return toBest(best) === null && (data === undefined || data === null);
}

/** The game's data as JSON. */
export function toText({ data }: Pick<DeviceSave, 'data'>): string {
  return JSON.stringify(data ?? null);
}

/** What tells one visitor's save from another. */
export function toMark(save: DeviceSave): string {
  return `${save.savedAt} ${toText(save).length} ${save.best ?? ''}`;
}

export type OpeningSaves = {
  own: DeviceSave;
  /** Undefined: the server has not answered in time. @see ServerSave; times by the device's clock */
  server: ServerSave | null | undefined;
  visitors: DeviceSave;
};

/** A save to go on with, which is sent if it is unsent, and another one that is sent only to be kept. */
type Chosen = { save: DeviceSave; other: { save: DeviceSave; kind: SaveKind } | null };

/**
 * How a game begins. `visitors`: what becomes of what was saved here without signing in: it is the player's now; the player is asked; or
 * nothing.
 */
export type Opening = Chosen & { visitors: 'taken' | 'ask' | 'stays' };

/** Decides which save a player goes on with. @param now by the device's clock */
export function decideOpening({ own, server, visitors }: OpeningSaves, now: number): Opening {
  if (server === undefined) return { save: own, other: null, visitors: 'stays' };
  const merged = mergeWithServer(own, server, now);
  const { save } = merged;
  if (isEmpty(visitors) || save.left === toMark(visitors)) return { ...merged, visitors: 'stays' };
  if (isEmpty(save)) return { save: takeVisitors(save, visitors, now), other: null, visitors: 'taken' };
  const isNoGain = toText(visitors) === toText(save) && betterOf(save.best, visitors.best, save.isLowerBetter === true) === save.best;
  return { ...merged, visitors: isNoGain ? 'stays' : 'ask' };
}

/** The player goes on with what was saved here without signing in. */
export function takeVisitors(own: DeviceSave, visitors: DeviceSave, now: number): DeviceSave {
  const isLowerBetter = visitors.isLowerBetter ?? own.isLowerBetter;
  return {
    ...visitors,
    best: betterOf(own.best, visitors.best, isLowerBetter === true),
    isLowerBetter,
    isMuted: own.isMuted ?? visitors.isMuted,
    savedAt: visitors.savedAt || now,
    begunAt: now,
    revision: own.revision,
    isUnsent: true,
    isChosen: true,
    left: null,
  };
}

/** The player goes on with the account's save: the visitor's becomes the earlier one, and its best score counts. */
export function refuseVisitors(own: DeviceSave, visitors: DeviceSave): Chosen {
  const isLowerBetter = own.isLowerBetter ?? visitors.isLowerBetter;
  const best = betterOf(own.best, visitors.best, isLowerBetter === true);
  const other = { ...visitors, best, isLowerBetter, revision: own.revision };
  return { save: { ...own, best, isLowerBetter, left: toMark(visitors) }, other: { save: other, kind: 'not-chosen' } };
}

function mergeWithServer(own: DeviceSave, server: ServerSave | null, now: number): Chosen {
  const alone = (save: DeviceSave): Chosen => ({ save, other: null });
  if (server === null) return alone(isEmpty(own) ? own : { ...own, savedAt: own.savedAt || now, revision: 0, isUnsent: true });
  const { revision, savedAt } = server;
  if (server.data === null) {
    const isOfDeleted = own.revision < revision && own.begunAt <= savedAt;
    return alone(isEmpty(own) || isOfDeleted ? { ...NO_SAVE, isMuted: own.isMuted, left: own.left, revision } : own);
  }
  const isLowerBetter = server.isLowerBetter ?? own.isLowerBetter;
  const best = betterOf(own.best, server.best, isLowerBetter === true);
  const data = JSON.parse(server.data) as unknown;
  const rest = { begunAt: 0, isUnsent: best !== toBest(server.best), isChosen: false };
  const ofServer: DeviceSave = { ...own, best, isLowerBetter, data, savedAt, revision, ...rest };
  if (isEmpty(own) || !own.isUnsent || toText(own) === toText(ofServer)) return alone(ofServer);
  // What was saved before saves had times counts as the older one.
  const ofDevice: DeviceSave = { ...own, best, isLowerBetter, savedAt: own.savedAt || savedAt - 1 };
  // Nothing else was saved meanwhile, or the player chose this one, or it is the later one: then the server keeps the other.
  if (own.revision === revision || own.isChosen || own.savedAt > savedAt) return alone(ofDevice);
  return { save: ofServer, other: { save: ofDevice, kind: 'play' } };
}
