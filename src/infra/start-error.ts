/** Kiddo cannot start. The message is one clear sentence that says what to do; it is printed without a stack trace. */
export class StartError extends Error {}
