import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that the sender of a body knows the secret: HMAC-SHA512 of the exact bytes, in hex. */
export function sign(raw: Buffer | string, secret: string): string {
  return createHmac('sha512', secret).update(raw).digest('hex');
}

/** Whether a signature belongs to these bytes. Constant time, so that timing reveals nothing about the right signature. */
export function isValidSignature(raw: Buffer, secret: string, signature: string | null): boolean {
  if (signature === null || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(sign(raw, secret), 'hex'));
}
