import { createHmac, randomInt } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Database } from '../database/database.ts';

/** Number of backup codes, for a lost phone. */
const BACKUP_CODES = 10;
/** Without characters that look alike. */
const BACKUP_CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Rows that are read at once when former codes are replaced. */
const BATCH_SIZE = 500;

/**
 * Backup codes as the database has them: a list of hashes that are keyed with our secret, since codes that people can type are short enough
 * to be tried out. Nobody can read them back, neither we. The library compares what it is given with what `decrypt` returns: it is given
 * hashes.
 */
export type BackupCodeStore = {
  generate(): string[];
  hash(code: string): string;
  /** The library's two functions: from a list of codes, or of the hashes that are left of it, to the column, and back to hashes. */
  encrypt(codes: string): Promise<string>;
  decrypt(stored: string): Promise<string>;
};

/** @param secret the library's secret, with which codes were encrypted before they were hashed */
export function createBackupCodeStore(secret: string): BackupCodeStore {
  const hash = (code: string) => createHmac('sha256', secret).update(`backup code ${code}`).digest('base64url');
  const toHashes = (codes: string) => JSON.stringify((JSON.parse(codes) as string[]).map((code) => (isHash(code) ? code : hash(code))));
  return {
    generate: () => Array.from({ length: BACKUP_CODES }, generateCode),
    hash,
    encrypt: async (codes) => toHashes(codes),
    decrypt: async (stored) => (isHashed(stored) ? stored : toHashes(await symmetricDecrypt({ key: secret, data: stored }))),
  };
}

/**
 * Replaces backup codes that were stored encrypted by their hashes; they keep working. What cannot be decrypted stays as it is, since it may
 * be the secret that is wrong. @returns how many rows were replaced, and how many could not be read
 */
export async function hashEncryptedBackupCodes(db: Database, store: BackupCodeStore): Promise<{ replaced: number; unreadable: number }> {
  const count = { replaced: 0, unreadable: 0 };
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db
      .selectFrom('two_factors')
      .select(['id', 'backup_codes'])
      .where('id', '>', after)
      .where('backup_codes', 'not like', '[%')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    for (const { id, backup_codes: before } of rows) {
      const hashes = await store.decrypt(before).catch(() => null);
      if (hashes === null) count.unreadable++;
      else {
        // If a code was used meanwhile, the rest is hashed already.
        await db.updateTable('two_factors').set({ backup_codes: hashes }).where('id', '=', id).where('backup_codes', '=', before).execute();
        count.replaced++;
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return count;
    after = last.id;
  }
}

/** A code has a hyphen and 11 characters. */
function isHash(entry: string): boolean {
  return /^[\w-]{43}$/.test(entry);
}

/** Encrypted lists are hexadecimal digits. */
function isHashed(stored: string): boolean {
  return stored.startsWith('[');
}

function generateCode(): string {
  const letters = Array.from({ length: 10 }, () => BACKUP_CODE_ALPHABET[randomInt(BACKUP_CODE_ALPHABET.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
