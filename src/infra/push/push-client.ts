import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { traceHeaders } from '../tracing/work-scope.ts';

/** The pair of keys by which push services know us (VAPID, RFC 8292), as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/** A message for one browser. */
export type PushMessage = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Encrypted for the browser (RFC 8291): the push service cannot read it. */
  payload: string;
  /** How long the push service keeps it for a browser that is off, in seconds. */
  ttlSeconds: number;
  /** A later message with the same topic takes its place while it waits. At most 32 letters, digits and hyphens. */
  topic: string;
  isUrgent: boolean;
};

/** A push service that answers slower fails, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** A new pair. */
export const generatePushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/**
 * Hands a message to its push service. The caller has checked the endpoint: this sends to any. Redirects are not followed, and the answer's
 * body is not read.
 * @param subject how the push service can reach the site: a mailto: or https: URL
 * @returns the HTTP status. @throws if the push service does not answer in time
 */
export async function sendPush(message: PushMessage, keys: PushKeys, subject: string): Promise<number> {
  const { endpoint, p256dh, auth, payload, ttlSeconds, topic, isUrgent } = message;
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttlSeconds,
    topic,
    urgency: isUrgent ? 'high' : 'normal',
    vapidDetails: { subject, ...keys },
  });
  const headers = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers.map(([name, value]): [string, string] => [name, value])), ...traceHeaders() },
    body: new Uint8Array(request.body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.status;
}

/** Whether these are the keys of a subscription: a point of the curve P-256, and 16 bytes, both as base64url. */
export function arePushKeys(p256dh: string, auth: string): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
