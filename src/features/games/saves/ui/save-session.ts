import { canSaveAs, VISITORS_SAVES } from '../../../../web/save-owner.ts';
import {
  betterOf,
  decideOpening,
  isEmpty,
  NO_SAVE,
  refuseVisitors,
  takeVisitors,
  toMark,
  toText,
  type DeviceSave,
  type Opening,
} from '../rules.ts';
import type { SaveChoice, SaveKind, SaveNews, SaveRefusal } from '../schema.ts';
import { readDeviceSave, removeDeviceSave, writeDeviceSave } from './device-saves.ts';
import { parseSaveMessage } from './save-message.ts';
import type { ServerSaves } from './server-saves.ts';

/** While a game runs, what it saves is sent at most this often, in milliseconds. */
const SEND_INTERVAL_MS = 10_000;
/** At the end of a run it is sent sooner, but runs may be short. */
const RUN_END_INTERVAL_MS = 3_000;
/** Saves of more characters than this are sent less often: data costs money. */
const LIGHT_CHARACTERS = 10_000;
/** A game that has loaded does not wait longer than this for the account's save, in milliseconds. */
const PATIENCE_MS = 2_000;

export type SaveQuestion = { own: DeviceSave; visitors: DeviceSave };

/** The saves of one game while it is open. */
export type SaveSession = {
  /** Finds what the game begins with. @returns what the player has to choose from; null: nothing */
  open(): Promise<SaveQuestion | null>;
  /** The game has loaded, and waits for `open`. */
  hurry(): void;
  answer(choice: SaveChoice): void;
  /** What the game gets. */
  read(): DeviceSave;
  /** Keeps what the game asks to save, on the device at once. @returns why its data is not kept; null if it is */
  save(message: object): SaveRefusal | null;
  /** A run has ended. */
  endRun(): void;
  /** Sends what is not sent yet. @param isLeaving the page is hidden, and may be gone in a moment */
  flush(isLeaving?: boolean): void;
  close(): void;
};

type SessionOptions = { owner: string; gameId: string; server: ServerSaves; onNews: (news: SaveNews) => void };

/** Opens the saves of one game for the owner of a device's saves. A visitor's stay on the device. */
export function createSaveSession({ owner, gameId, server, onNews }: SessionOptions): SaveSession {
  let save = readDeviceSave(owner, gameId);
  let question: SaveQuestion | null = null;
  // What the server refused for good is not sent again in this opening.
  let isSending = owner !== VISITORS_SAVES;
  let isDeleted = false;
  let isFull = false;
  let sentAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When what is being sent was saved. */
  let sending: number | null = null;
  /** What is sent only to be kept, before anything else: of two to the same URL the queue keeps the later one. */
  let other: Opening['other'] = null;
  let isOtherSending = false;
  let giveUp = () => {};
  const patience = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });

  const isMine = () => canSaveAs(owner);
  const write = () => {
    if (isMine() && !isDeleted) writeDeviceSave(owner, gameId, save);
  };
  const schedule = (interval: number) => {
    if (!isSending || isFull || (!save.isUnsent && other === null)) return;
    clearTimeout(timer);
    const wait = interval * Math.max(1, toText(save).length / LIGHT_CHARACTERS);
    timer = setTimeout(() => flush(), Math.max(0, sentAt + wait - Date.now()));
  };
  /** Whether the device has what this opening last kept there. Another opening of the game may have saved since then. */
  const isOnDevice = () => {
    const onDevice = readDeviceSave(owner, gameId);
    return onDevice.savedAt === save.savedAt && toText(onDevice) === toText(save);
  };

  function flush(isLeaving = false): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isSending || isDeleted || !isMine()) return;
    if (other !== null) return flushOther(other, isLeaving);
    if (!save.isUnsent || sending === save.savedAt) return;
    const { savedAt } = save;
    sending = savedAt;
    void send(save, save.isChosen ? 'chosen' : 'play', { isCurrent: true, isLeaving }).then(() => {
      if (sending === savedAt) sending = null;
    });
  }

  function flushOther({ save: sent, kind }: NonNullable<Opening['other']>, isLeaving: boolean): void {
    if (isOtherSending) return;
    isOtherSending = true;
    void send(sent, kind, { isCurrent: false, isLeaving }).then((outcome) => {
      isOtherSending = false;
      if (outcome === 'later') return schedule(SEND_INTERVAL_MS);
      other = null;
      // Until it is in the account it stays here, and is not asked about again.
      if (outcome === 'done' && kind === 'not-chosen') removeDeviceSave(VISITORS_SAVES, gameId);
      flush();
    });
  }

  /**
   * @param isCurrent this is the save that the game goes on with, not one that is sent only to be kept
   * @returns 'never': it is refused whenever it is sent
   */
  async function send(
    sent: DeviceSave,
    kind: SaveKind,
    { isCurrent, isLeaving }: { isCurrent: boolean; isLeaving: boolean },
  ): Promise<'done' | 'later' | 'never'> {
    sentAt = Date.now();
    const answer = await server.store(sent, kind, isLeaving).catch(() => undefined);
    if (answer === undefined) schedule(SEND_INTERVAL_MS);
    // Sent by the queue when there is a network; until then it stays unsent here too, and sending it twice is safe.
    if (!answer) return 'later';
    if (!answer.ok) {
      if (['too-many-requests', 'unavailable', 'read-only'].includes(answer.code)) {
        sentAt += 2 * SEND_INTERVAL_MS;
        schedule(SEND_INTERVAL_MS);
        return 'later';
      }
      if (answer.code !== 'bad-input' && answer.code !== 'too-large') isSending = false;
      return 'never';
    }
    if (answer.state === 'full') {
      if (!isFull) onNews('full');
      isFull = true;
      return 'never';
    }
    isFull = false;
    if (answer.state === 'deleted') {
      if (isCurrent) forget(answer.revision);
      return 'done';
    }
    const isUnchanged = isOnDevice();
    const best = betterOf(save.best, answer.best, save.isLowerBetter === true);
    // A save that did not win goes on from where it was: what the player does next is another one, and the winner is kept then. So it does
    // if yet another device saved before what is only kept.
    const isBehind = isCurrent
      ? answer.state === 'former'
      : answer.revision > save.revision + 1 || (kind === 'play' && answer.state === 'stored');
    const isLast = isCurrent && save.savedAt === sent.savedAt && toText(save) === toText(sent);
    save = {
      ...save,
      best,
      ...(!isBehind && { revision: Math.max(save.revision, answer.revision) }),
      ...(isLast && { isUnsent: false }),
      ...(isCurrent && kind === 'chosen' && { isChosen: false }),
    };
    if (isUnchanged) write();
    if (timer === undefined) schedule(SEND_INTERVAL_MS);
    if (answer.state === 'stored' && answer.isOtherKept) onNews('other-kept');
    return 'done';
  }

  /** The player deleted this save elsewhere. What this opening goes on saving comes from it, so it is not kept. */
  function forget(revision: number): void {
    save = { ...NO_SAVE, isMuted: save.isMuted, left: save.left, revision };
    write();
    isDeleted = true;
    onNews('deleted');
  }

  return {
    async open() {
      if (owner === VISITORS_SAVES) return null;
      const loaded = await Promise.race([server.load(), patience]);
      if (loaded === 'refused') isSending = false;
      if (loaded === 'refused' || loaded === undefined || !isMine()) return null;
      const [own, visitors] = [readDeviceSave(owner, gameId), readDeviceSave(VISITORS_SAVES, gameId)];
      const opening = decideOpening({ own, server: loaded, visitors }, Date.now());
      ({ save } = opening);
      if (save !== own) write();
      if (opening.visitors === 'taken') {
        removeDeviceSave(VISITORS_SAVES, gameId);
        onNews('taken');
      }
      ({ other } = opening);
      if (other !== null || opening.visitors !== 'ask') flush();
      question = opening.visitors === 'ask' ? { own: save, visitors } : null;
      return question;
    },
    hurry: () => void setTimeout(giveUp, PATIENCE_MS),
    answer(choice) {
      if (question === null || !isMine()) return;
      const { visitors } = question;
      question = null;
      if (choice === 'device') {
        // The server keeps what the account has; what this device has of it may be newer.
        if (save.isUnsent) other ??= { save, kind: 'play' };
        save = takeVisitors(save, visitors, Date.now());
        removeDeviceSave(VISITORS_SAVES, gameId);
      }
      if (choice === 'leave') save = { ...save, left: toMark(visitors) };
      if (choice === 'account') ({ save, other } = refuseVisitors(save, visitors));
      write();
      flush();
    },
    read: () => save,
    save(message) {
      const { data, refusal, best, isMuted, isLowerBetter } = parseSaveMessage(message);
      if (isDeleted || !isMine()) return refusal;
      const before = save;
      const next = { ...before, isLowerBetter: isLowerBetter ?? before.isLowerBetter, isMuted: isMuted ?? before.isMuted };
      save = { ...next, best: betterOf(before.best, best, next.isLowerBetter === true), ...(refusal === null && { data }) };
      const isSame = save.best === before.best && toText(save) === toText(before);
      if (!isSame) save = { ...save, savedAt: Date.now(), isUnsent: true, ...(isEmpty(before) && { begunAt: Date.now() }) };
      write();
      if (timer === undefined) schedule(SEND_INTERVAL_MS);
      return refusal;
    },
    endRun: () => schedule(RUN_END_INTERVAL_MS),
    flush,
    close() {
      flush(true);
      isSending = false;
    },
  };
}
