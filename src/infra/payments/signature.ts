import { createHmac, timingSafeEqual } from 'node:crypto';

/** What proves that a body comes from who knows the secret: HMAC-SHA512 over its very bytes, in hex. */
export function sign(raw: Buffer | string, secret: string): string {
  return createHmac('sha512', secret).update(raw).digest('hex');
}

/** Whether a signature belongs to these bytes. Takes the same time wherever a wrong one differs. */
export function isValidSignature(raw: Buffer, secret: string, signature: string | null): boolean {
  if (signature === null || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(sign(raw, secret), 'hex'));
}
