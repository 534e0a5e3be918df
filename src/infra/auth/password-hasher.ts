import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

// Argon2id with the memory and passes that OWASP's Password Storage Cheat Sheet recommends (19 MiB, 2 passes, 1 lane).
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Nice value of the hashing threads (0 is normal priority, 19 is the lowest). */
const NICE = 19;
/**
 * Milliseconds between two hashes while others are queued. The rest of a sign-in runs on the main thread, which also renders the pages
 * and must not be saturated.
 */
const PAUSE_MS = 20;
/** Maximum queue length: beyond this, people would wait in vain. */
const QUEUE_MAX = 200;

export type PasswordHasher = {
  /** @returns a string that includes its parameters: `argon2id$memory$passes$salt$tag`. @throws PasswordHasherBusyError */
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash. @throws PasswordHasherBusyError */
  verify(hash: string, password: string): Promise<boolean>;
  /** Ends the worker threads. */
  close(): Promise<void>;
};

/** So many people are signing in at once that this one would wait too long. */
export class PasswordHasherBusyError extends Error {}

/**
 * Hashes on worker threads, at most one per core except one, which is left to the pages, and with a lower priority than the main thread.
 * Hashing is deliberately expensive, and twenty hashes at once must not make everybody else wait.
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

/** Accented letters can be encoded in two ways; NFKC makes them the same. */
function encodePassword(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}

// On Linux, a thread has its own priority; elsewhere the priority belongs to the whole process, and is left alone.
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

/** A pool of threads that compute one hash at a time each; created on demand, and kept. */
function createWorkerPool() {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const startWorker = () => {
    const thread = new Worker(WORKER_SOURCE, { eval: true });
    // An idle thread must not keep the process alive.
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
