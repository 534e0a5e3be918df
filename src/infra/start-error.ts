/** Kiddo cannot start: the message is one clear sentence that says what to do. Printed without a stack. */
export class StartError extends Error {}
