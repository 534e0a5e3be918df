import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Encrypts a text, so that reading the database, or a backup of it, is not enough to read the text.
 * @param secret the application's
 * @param purpose what the text is for, in words: each purpose has a key of its own
 */
export function sealText(secret: string, purpose: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', toKey(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** The text that `sealText` encrypted. @throws if it was encrypted with another secret or for another purpose, or was changed */
export function unsealText(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', toKey(secret, purpose), bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

const toKey = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest();
