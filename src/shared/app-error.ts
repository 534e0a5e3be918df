/** Every expected failure of the product. What a person reads for a code stands in a feature's `texts.ts`. */
export type AppErrorCode =
  | 'bad-input'
  | 'not-found'
  | 'not-allowed'
  | 'sign-in-required'
  | 'premium-required'
  | 'not-available'
  | 'too-many-requests'
  | 'too-large'
  | 'wrong-method'
  | 'unavailable';

const STATUS: Record<AppErrorCode, number> = {
  'bad-input': 400,
  'not-found': 404,
  'not-allowed': 403,
  'sign-in-required': 401,
  'premium-required': 403,
  'not-available': 409,
  'too-many-requests': 429,
  'too-large': 413,
  'wrong-method': 405,
  unavailable: 503,
};

/** An expected failure: the caller asked for something that cannot be done. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** The HTTP status that says the same. */
  readonly status: number;

  /** @param detail for developers (API, log); never shown to players as it is. */
  constructor(code: AppErrorCode, detail?: string) {
    super(detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.status = STATUS[code];
  }
}
