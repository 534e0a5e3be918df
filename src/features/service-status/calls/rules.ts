import { PARTS, type CheckState, type Part } from '../schema.ts';

/** Operators are told of a part that is down for so many minutes in a row. */
export const ALARM_MINUTES = 3;
/** They are told of what is down, and of what is back, at most once in so many minutes each. */
const CALL_INTERVAL_MINUTES = 15;
/** A call that no mail server took for this long says nothing true any more, in hours. */
export const EMAIL_EXPIRY_HOURS = 1;

export type CallKind = 'down' | 'back';

/**
 * Whom to tell what now, from the last ALARM_MINUTES minutes of each part, newest first.
 * @param told the parts that operators were told are down
 * @param calls when they were last told
 * @returns also the parts to forget, because they may never have been told: mail, which was down, is back, and mails that waited in vain for
 *   it have expired. What of these is still down is told again
 */
export function planCalls(
  states: ReadonlyMap<Part, CheckState[]>,
  told: ReadonlySet<Part>,
  calls: ReadonlyMap<CallKind, Date>,
  now: Date,
): Record<CallKind | 'forgotten', Part[]> {
  const isFree = (kind: CallKind) => {
    const last = calls.get(kind);
    return last === undefined || now.getTime() - last.getTime() >= CALL_INTERVAL_MINUTES * 60_000;
  };
  const isDown = (part: Part) => {
    const last = states.get(part) ?? [];
    return last.length >= ALARM_MINUTES && last.every((state) => state === 'down');
  };
  const isBack = (part: Part) => told.has(part) && states.get(part)?.[0] !== undefined && states.get(part)?.[0] !== 'down';
  const mail = states.get('mail') ?? [];
  const isMailBack = mail[0] !== 'down' && mail[1] === 'down';
  const forgotten = isMailBack ? PARTS.filter((part) => isDown(part) && told.has(part)) : [];
  return {
    forgotten,
    down: isFree('down') ? PARTS.filter((part) => isDown(part) && (!told.has(part) || forgotten.includes(part))) : [],
    back: isFree('back') ? PARTS.filter(isBack) : [],
  };
}
