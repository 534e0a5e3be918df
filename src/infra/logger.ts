import pino, { type Logger } from 'pino';
import { logFields } from './tracing/work-scope.ts';

/**
 * Logs only an error's own fields: a database driver's error carries its whole connection. Each line says which request or job it belongs to.
 * @param processName which process speaks
 */
export function createLogger(level: string, write?: { write(line: string): void }, processName?: string): Logger {
  const err = (error: unknown) =>
    error instanceof Error
      ? { type: error.name, message: error.message, code: (error as { code?: unknown }).code, stack: error.stack }
      : { message: String(error) };
  const base = processName === undefined ? undefined : { process: processName };
  const options = { level, base, mixin: logFields, serializers: { err } };
  return write ? pino(options, write) : pino(options);
}
