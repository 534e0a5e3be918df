import { canSaveAs, VISITORS_SAVES } from '../../../../web/save-owner.ts';
import { betterOf, decideOpening, isEmpty, NO_SAVE, refuseVisitors, takeVisitors, toMark, toText, type DeviceSave } from '../rules.ts';
import type { SaveChoice, SaveKind, SaveNews, SaveRefusal } from '../schema.ts';
import { readDeviceSave, removeDeviceSave, writeDeviceSave } from './device-saves.ts';
import { parseSaveMessage } from './save-message.ts';
import type { ServerSaves } from './server-saves.ts';

/** While a game runs, what it saves is sent at most this often, in milliseconds. */
const SEND_INTERVAL_MS = 10_000;
/** At the end of a run it is sent sooner, but runs may be short. */
const RUN_END_INTERVAL_MS = 3_000;

export type SaveQuestion = { own: DeviceSave; visitors: DeviceSave };

/** The saves of one game while it is open. */
export type SaveSession = {
  /** Finds what the game begins with. @returns what the player has to choose from; null: nothing */
  open(): Promise<SaveQuestion | null>;
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

  const isMine = () => canSaveAs(owner);
  const write = () => {
    if (isMine() && !isDeleted) writeDeviceSave(owner, gameId, save);
  };
  const schedule = (interval: number) => {
    if (!isSending || !save.isUnsent) return;
    clearTimeout(timer);
    timer = setTimeout(() => flush(), Math.max(0, sentAt + interval - Date.now()));
  };

  function flush(isLeaving = false): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isSending || isDeleted || !save.isUnsent || sending === save.savedAt || !isMine()) return;
    const { savedAt } = save;
    sending = savedAt;
    void send(save, save.isChosen ? 'chosen' : 'play', { isCurrent: true, isLeaving }).then(() => {
      if (sending === savedAt) sending = null;
    });
  }

  /** @param isCurrent this is the save that the game goes on with, not one that is sent only to be kept */
  async function send(
    sent: DeviceSave,
    kind: SaveKind,
    { isCurrent, isLeaving = false }: { isCurrent: boolean; isLeaving?: boolean },
  ): Promise<boolean> {
    sentAt = Date.now();
    const answer = await server.store(sent, kind, isLeaving).catch(() => undefined);
    if (answer === undefined) schedule(SEND_INTERVAL_MS);
    // Sent by the queue when there is a network; until then it stays unsent here too, and sending it twice is safe.
    if (!answer) return false;
    if (!answer.ok) {
      if (['too-many-requests', 'unavailable', 'read-only'].includes(answer.code)) schedule(3 * SEND_INTERVAL_MS);
      else if (answer.code !== 'bad-input' && answer.code !== 'too-large') isSending = false;
      return false;
    }
    if (answer.state === 'full') {
      if (!isFull) onNews('full');
      isFull = true;
      return false;
    }
    if (answer.state === 'deleted') {
      if (isCurrent) forget(answer.revision);
      return true;
    }
    const best = betterOf(save.best, answer.best, save.isLowerBetter === true);
    // A save that did not win goes on from where it was: what the player does next is another one, and the winner is kept then.
    const isBehind = isCurrent === (answer.state === 'former');
    const isLast = isCurrent && save.savedAt === sent.savedAt && toText(save) === toText(sent);
    save = {
      ...save,
      best,
      ...(!isBehind && { revision: Math.max(save.revision, answer.revision) }),
      ...(isLast && { isUnsent: false, isChosen: false }),
    };
    write();
    if (timer === undefined) schedule(SEND_INTERVAL_MS);
    if (answer.state === 'stored' && answer.isOtherKept) onNews('other-kept');
    return true;
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
      const loaded = await server.load();
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
      if (opening.other) void send(opening.other.save, opening.other.kind, { isCurrent: false }).then(() => flush());
      else if (opening.visitors !== 'ask') flush();
      question = opening.visitors === 'ask' ? { own: save, visitors } : null;
      return question;
    },
    answer(choice) {
      if (question === null || !isMine()) return;
      const { visitors } = question;
      question = null;
      if (choice === 'device') {
        save = takeVisitors(save, visitors, Date.now());
        removeDeviceSave(VISITORS_SAVES, gameId);
      }
      if (choice === 'leave') save = { ...save, left: toMark(visitors) };
      if (choice !== 'account') {
        write();
        return flush();
      }
      const chosen = refuseVisitors(save, visitors);
      ({ save } = chosen);
      write();
      // Until it is in the account it stays here, and is not asked about again.
      if (chosen.other)
        void send(chosen.other.save, chosen.other.kind, { isCurrent: false }).then((isDone) => {
          if (isDone) removeDeviceSave(VISITORS_SAVES, gameId);
          flush();
        });
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
