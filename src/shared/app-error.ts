/** Every expected error of the product. The texts that people read for a code are in each feature's `texts.ts`. */
export type AppErrorCode =
  | 'bad-input'
  | 'not-found'
  | 'not-allowed'
  | 'sign-in-required'
  /** A right of the team, which counts only in a session that passed the second step. */
  | 'second-step-required'
  | 'premium-required'
  /** A player under 18, for whom a guardian has not allowed this. */
  | 'guardian-required'
  /** A game for older players. To them it is not there: its page says why, and nothing of the game. */
  | 'age-required'
  /** It costs more than what is left of the sum that a guardian allows in a month. */
  | 'over-monthly-sum'
  /** It would be within that sum, but for a payment that is begun and not finished. */
  | 'payment-unfinished'
  | 'not-available'
  | 'paused'
  | 'too-many-requests'
  | 'too-large'
  | 'wrong-method'
  /** An operator switched it off for everybody. */
  | 'switched-off'
  /** The site is read-only for maintenance: nobody writes. */
  | 'read-only'
  | 'unavailable';

const STATUS: Record<AppErrorCode, number> = {
  'bad-input': 400,
  'not-found': 404,
  'not-allowed': 403,
  'sign-in-required': 401,
  'second-step-required': 403,
  'premium-required': 403,
  'guardian-required': 403,
  'age-required': 404,
  'over-monthly-sum': 403,
  'payment-unfinished': 409,
  'not-available': 409,
  paused: 403,
  'too-many-requests': 429,
  'too-large': 413,
  'wrong-method': 405,
  'switched-off': 503,
  'read-only': 503,
  unavailable: 503,
};

/** What an error is about, for the security log: the permission that was missing, or the field of a form that is not right. */
export type AppErrorSubject = { permission?: string; field?: string };

/** An expected error: the caller asked for something that cannot be done. Any other exception is a bug. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** The corresponding HTTP status. */
  readonly status: number;
  readonly subject: AppErrorSubject;

  /** @param detail for developers (API, log); never shown to players as it is */
  constructor(code: AppErrorCode, detail?: string, subject: AppErrorSubject = {}) {
    super(detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.status = STATUS[code];
    this.subject = subject;
  }
}
