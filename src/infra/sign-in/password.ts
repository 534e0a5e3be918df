import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';

// Argon2id with the memory and passes that OWASP's Password Storage Cheat Sheet names (19 MiB, 2 passes, 1 lane).
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** More waiting than this would only keep people waiting for nothing. */
const QUEUE_MAX = 200;

export type Passwords = {
  /** @returns a line that names its own parameters: `argon2id$memory$passes$salt$tag`. @throws PasswordsBusy */
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. @throws PasswordsBusy */
  verify(hash: string, password: string): Promise<boolean>;
};

/** So many people are signing in at once that this one would wait too long. */
export class PasswordsBusy extends Error {}

/**
 * Hashes on threads of their own, as many at once as leave one core to the pages: a hash is meant to be dear, and
 * twenty at once must not make everybody else wait.
 */
export function createPasswords(): Passwords {
  const limit = createTurns(Math.max(1, availableParallelism() - 1));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await limit(() => derive(password, salt, MEMORY_KIB, PASSES, TAG_BYTES));
      return ['argon2id', MEMORY_KIB, PASSES, salt.toString('base64url'), tag.toString('base64url')].join('$');
    },
    async verify(hash, password) {
      const [kind, memory, passes, salt = '', tag = ''] = hash.split('$');
      const known = Buffer.from(tag, 'base64url');
      if (kind !== 'argon2id' || known.length === 0) throw new Error('a stored password hash has a form that is not ours');
      const given = await limit(() => derive(password, Buffer.from(salt, 'base64url'), Number(memory), Number(passes), known.length));
      return timingSafeEqual(known, given);
    },
  };
}

/** Accents may be typed in two ways; NFKC makes them the same. */
function derive(password: string, nonce: Buffer, memory: number, passes: number, tagLength: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const message = Buffer.from(password.normalize('NFKC'), 'utf8');
    argon2('argon2id', { message, nonce, parallelism: 1, tagLength, memory, passes }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= QUEUE_MAX) throw new PasswordsBusy('too many passwords are being checked at once');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
