import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ImportRow } from './schema.ts';

/** One line that describes what is wrong with a row. */
export function formatIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'is not a row';
  const path = issue.path.length > 0 ? issue.path.join('.') : 'row';
  const missing = issue.code === 'invalid_type' && issue.message.includes('undefined');
  return `${path} ${missing ? 'is missing' : issue.message}`;
}

/** Fingerprint of what would be written but for the content mark, so that importing the same row again writes nothing. */
export function getFingerprint({ minAge: _minAge, ...row }: ImportRow, files: string): string {
  return createHash('sha256').update(JSON.stringify(row)).update(files).digest('hex').slice(0, 32);
}
