import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

// Argon2id with the memory and passes that OWASP's Password Storage Cheat Sheet names (19 MiB, 2 passes, 1 lane).
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** How much the hashing threads stand back behind the others (0 not at all, 19 most). */
const NICE = 19;
/**
 * Between two hashes while others wait, in milliseconds: the rest of a sign-in is work of the one thread that makes the pages, and
 * must not fill it either.
 */
const PAUSE_MS = 20;
/** More waiting than this would only keep people waiting for nothing. */
const QUEUE_MAX = 200;

export type PasswordHasher = {
  /** @returns a line that names its own parameters: `argon2id$memory$passes$salt$tag`. @throws PasswordHasherBusyError */
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. @throws PasswordHasherBusyError */
  verify(hash: string, password: string): Promise<boolean>;
  /** Ends its threads. */
  close(): Promise<void>;
};

/** So many people are signing in at once that this one would wait too long. */
export class PasswordHasherBusyError extends Error {}

/**
 * Hashes on threads of their own, as many at once as leave one core to the pages, and of a lower priority than they: a hash
 * is meant to be dear, and twenty at once must not make everybody else wait.
 */
export function createPasswordHasher(): PasswordHasher {
  const atOnce = Math.max(1, availableParallelism() - 1);
  const withSlot = createSemaphore(atOnce);
  const threads = createWorkerPool();
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await withSlot(() => threads.derive(encodePassword(password), salt, MEMORY_KIB, PASSES, TAG_BYTES));
      return ['argon2id', MEMORY_KIB, PASSES, salt.toString('base64url'), tag.toString('base64url')].join('$');
    },
    async verify(hash, password) {
      const [kind, memory, passes, salt = '', tag = ''] = hash.split('$');
      const known = Buffer.from(tag, 'base64url');
      if (kind !== 'argon2id' || known.length === 0) throw new Error('a stored password hash has a form that is not ours');
      const nonce = Buffer.from(salt, 'base64url');
      const given = await withSlot(() => threads.derive(encodePassword(password), nonce, Number(memory), Number(passes), known.length));
      return timingSafeEqual(known, given);
    },
    close: threads.close,
  };
}

/** Accents may be typed in two ways; NFKC makes them the same. */
function encodePassword(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}

// On Linux a priority is a thread's own; elsewhere it is the whole process's, and is left alone.
const WORKER_SOURCE = `
  const { parentPort } = require('node:worker_threads');
  const { argon2Sync } = require('node:crypto');
  if (process.platform === 'linux') require('node:os').setPriority(${NICE});
  parentPort.on('message', ({ message, nonce, memory, passes, tagLength }) => {
    try {
      parentPort.postMessage({ tag: argon2Sync('argon2id', { message, nonce, parallelism: 1, tagLength, memory, passes }) });
    } catch (error) {
      parentPort.postMessage({ error: String(error) });
    }
  });`;

/** Threads that derive one hash at a time each; made when they are needed, and kept. */
function createWorkerPool() {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const startWorker = () => {
    const thread = new Worker(WORKER_SOURCE, { eval: true });
    // What is idle keeps nobody's process alive.
    thread.unref();
    thread.on('error', () => {});
    thread.once('exit', () => {
      all.delete(thread);
      const at = idle.indexOf(thread);
      if (at !== -1) idle.splice(at, 1);
    });
    all.add(thread);
    return thread;
  };
  return {
    async derive(message: Buffer, nonce: Buffer, memory: number, passes: number, tagLength: number): Promise<Buffer> {
      const thread = idle.pop() ?? startWorker();
      return new Promise((resolve, reject) => {
        const onMessage = (answer: { tag?: Uint8Array; error?: string }) => {
          release(true);
          if (answer.tag) resolve(Buffer.from(answer.tag));
          else reject(new Error(answer.error));
        };
        const onError = (error: Error) => {
          release(false);
          reject(error);
        };
        const onExit = () => onError(new Error('the thread that hashes passwords ended'));
        const release = (isReusable: boolean) => {
          thread.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
          if (isReusable) idle.push(thread);
        };
        thread.on('message', onMessage).on('error', onError).on('exit', onExit);
        thread.ref();
        thread.postMessage({ message, nonce, memory, passes, tagLength }, []);
      });
    },
    async close(): Promise<void> {
      await Promise.all([...all].map((thread) => thread.terminate()));
      all.clear();
      idle.length = 0;
    },
  };
}

function createSemaphore(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= QUEUE_MAX) throw new PasswordHasherBusyError('too many passwords are being checked at once');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) setTimeout(next, PAUSE_MS);
      else running--;
    }
  };
}
