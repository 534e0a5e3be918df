import { PARTS, type CheckState, type Part } from '../schema.ts';

/** Operators are told of a part that is down for so many minutes in a row. */
export const ALERT_AFTER_MINUTES = 3;
/** What is down, and what is back, are each told at most once in so many minutes. */
const ALERT_INTERVAL_MINUTES = 15;
/** A mail that no server took for this long says nothing true any more, in hours. */
export const EMAIL_EXPIRY_HOURS = 1;

export type AlertKind = 'down' | 'back';

/**
 * Which alerts to send now, from the last ALERT_AFTER_MINUTES minutes of each part, newest first.
 * @param alerted the parts of which operators know that they are down
 * @param lastSent when an alert of each kind was sent last
 * @returns also the parts to forget, because they may never have been alerted: mail, which was down, is back, and mails that waited in vain for
 *   it have expired. What of these is still down is told again
 */
export function planAlerts(
  states: ReadonlyMap<Part, CheckState[]>,
  alerted: ReadonlySet<Part>,
  lastSent: ReadonlyMap<AlertKind, Date>,
  now: Date,
): Record<AlertKind | 'forgotten', Part[]> {
  const isFree = (kind: AlertKind) => {
    const last = lastSent.get(kind);
    return last === undefined || now.getTime() - last.getTime() >= ALERT_INTERVAL_MINUTES * 60_000;
  };
  const isDown = (part: Part) => {
    const last = states.get(part) ?? [];
    return last.length >= ALERT_AFTER_MINUTES && last.every((state) => state === 'down');
  };
  const isBack = (part: Part) => alerted.has(part) && states.get(part)?.[0] !== undefined && states.get(part)?.[0] !== 'down';
  const mail = states.get('mail') ?? [];
  const isMailBack = mail[0] !== 'down' && mail[1] === 'down';
  const forgotten = isMailBack ? PARTS.filter((part) => isDown(part) && alerted.has(part)) : [];
  return {
    forgotten,
    down: isFree('down') ? PARTS.filter((part) => isDown(part) && (!alerted.has(part) || forgotten.includes(part))) : [],
    back: isFree('back') ? PARTS.filter(isBack) : [],
  };
}
