import type { Logger } from 'pino';
import { isId } from '../shared/ids.ts';
import type { Actor } from '../shared/permissions.ts';
import type { RateLimit } from '../shared/rate-limit.ts';

type Level = 'info' | 'warn' | 'error';

/**
 * The security events by their names in OWASP's Application Logging Vocabulary, with its levels (its CRITICAL is 'error' here) and what
 * each means. The operator's guide lists the same events.
 */
export const SECURITY_EVENTS = {
  authn_login_success: { level: 'info', description: 'A player signed in' },
  authn_login_successafterfail: { level: 'info', description: 'A player signed in after wrong passwords in the last quarter of an hour' },
  authn_login_fail: { level: 'warn', description: 'A sign-in was refused' },
  authn_login_fail_max: { level: 'warn', description: 'So many wrong passwords that the next have to wait' },
  authn_login_lock: { level: 'warn', description: 'So many wrong codes that the second step is locked for a while' },
  authn_password_change: { level: 'info', description: 'A player has a new password' },
  authn_password_change_fail: { level: 'error', description: 'A change of the password was refused' },
  authn_token_created: { level: 'info', description: 'A link was made that opens an account' },
  authn_token_reuse: { level: 'error', description: 'A code that works once was used again' },
  authz_fail: { level: 'error', description: 'Somebody asked for what they may not do' },
  authz_change: { level: 'warn', description: 'A player has another role' },
  excess_rate_limit_exceeded: { level: 'warn', description: 'A limit was exceeded' },
  input_validation_fail: { level: 'warn', description: 'A request that none of our pages sends' },
  malicious_cors: { level: 'error', description: 'A page of another site asked for a live connection' },
  malicious_csrf: { level: 'warn', description: 'A form did not come from our own pages' },
  malicious_direct_reference: { level: 'error', description: 'Somebody asked for what belongs to another player' },
  session_expired: { level: 'info', description: 'Sessions of a player were ended' },
  session_logout: { level: 'info', description: 'A player signed out' },
  // Not in the vocabulary, which has no event for this.
  sys_audit_head: { level: 'info', description: 'How far the chain of the audit log goes' },
  user_created: { level: 'warn', description: 'An account was made' },
  user_updated: { level: 'warn', description: 'What protects or restricts an account was changed' },
  user_archived: { level: 'warn', description: 'An account is to be deleted' },
  user_deleted: { level: 'warn', description: 'An account was deleted' },
} as const satisfies Record<string, { level: Level; description: string }>;

type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** The id of a player; null when it is not known, such as for a name that nobody has. */
type PlayerId = string | null;
/** The values that follow the name of an event, in the vocabulary's order. `who` is an {@link actorId}. */
type Values = {
  authn_login_success: [player: string];
  authn_login_successafterfail: [player: string, failures: number];
  authn_login_fail: [player: PlayerId];
  authn_login_fail_max: [player: PlayerId, max: number];
  authn_login_lock: [player: PlayerId, reason: 'maxretries'];
  authn_password_change: [player: string];
  authn_password_change_fail: [player: PlayerId];
  authn_token_created: [player: string, opens: 'password-reset'];
  authn_token_reuse: [player: string, token: 'code'];
  authz_fail: [who: string, permission: string];
  authz_change: [player: string, from: string, to: string];
  excess_rate_limit_exceeded: [who: string, max: number];
  input_validation_fail: [field: string, who: string];
  malicious_cors: [];
  malicious_csrf: [];
  malicious_direct_reference: [who: string];
  session_expired: [player: string, reason: 'revoked'];
  session_logout: [player: string];
  sys_audit_head: [position: number, hash: string];
  user_created: [who: string, player: string, role: string];
  user_updated: [who: string, player: string, what: string];
  user_archived: [who: string, player: string];
  user_deleted: [who: string, player: string];
};

/** How somebody proves who they are. */
export type SignInMethod = 'password' | 'code' | 'google' | 'email-link' | 'reauthentication';

type Details = {
  /** The number of the request, as the page's error and the header X-Request-Id have it. */
  requestId?: string | undefined;
  method?: SignInMethod;
  /** Why, in one word. */
  reason?: string;
  /** The name of the limit. */
  limit?: string;
  /** What was asked for. */
  resource?: string;
};

/**
 * Writes one line about an event of security. It names people by their ids alone: a value that is neither an id, a number nor a word of ours
 * is left out of the line.
 */
export type SecurityLog = <Event extends SecurityEvent>(event: Event, values: Values[Event], details?: Details) => void;

/** Ids, numbers and our own words. No address, IP address or sentence passes. */
const SAFE_VALUE = /^[\w:-]{1,64}$/;
/** More lines of the same event with the same values are counted, not written: who floods us must not fill the disk. */
const LINES_PER_MINUTE = 30;

/**
 * Creates the security log: lines of the process's own log with `type: 'security'`. They are written at every LOG_LEVEL but 'silent',
 * because a quiet log must not hide an attack.
 */
export function createSecurityLog(log: Logger, now: () => Date): SecurityLog {
  const lines = log.child({ type: 'security', appid: 'kiddo' }, { level: log.level === 'silent' ? 'silent' : 'info' });
  const write = (name: SecurityEvent, event: string, details: object) => {
    const { level, description } = SECURITY_EVENTS[name];
    lines[level]({ datetime: now().toISOString(), event, description, ...details });
  };
  let minute = 0;
  const counts = new Map<string, { name: SecurityEvent; count: number }>();
  const startMinute = (current: number) => {
    minute = current;
    for (const [event, { name, count }] of counts) if (count > LINES_PER_MINUTE) write(name, event, { repeated: count - LINES_PER_MINUTE });
    counts.clear();
  };
  return (name, values, details = {}) => {
    const current = Math.floor(now().getTime() / 60_000);
    if (current !== minute) startMinute(current);
    const event = [name, values.map(toSafeValue).join(',')].filter((part) => part !== '').join(':');
    const count = (counts.get(event)?.count ?? 0) + 1;
    counts.set(event, { name, count });
    if (count > LINES_PER_MINUTE) return;
    write(name, event, Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined && SAFE_VALUE.test(value))));
  };
}

function toSafeValue(value: string | number | null): string {
  if (value === null) return 'unknown';
  return SAFE_VALUE.test(String(value)) ? String(value) : 'unnamed';
}

/** Who acts, for the security log: the id of a player, 'visitor' or 'system'. */
export function actorId(actor: Actor): string {
  return 'id' in actor ? actor.id : actor.kind;
}

/**
 * Writes that a rate limit was exceeded.
 * @param key what was counted: a player's id, or something about a visitor that stays out of the log
 */
export function logExceededLimit(logSecurity: SecurityLog, limit: Omit<RateLimit, 'seconds'>, key: string): void {
  if (limit.hasOwnEvent) return;
  logSecurity('excess_rate_limit_exceeded', [isId(key) ? key : 'visitor', limit.points], { limit: limit.name.replaceAll(' ', '-') });
}
