import type { Consent } from '../../shared/consent.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { safeReturnPath } from '../../shared/return-path.ts';
import { consentForm } from './forms.server.ts';

/** Reads the answer to the cookie question, and the page to return to: the home page if the form names none of ours. */
export function parseConsent(fields: FormFields): { choice: Consent; returnPath: string } {
  const { choice, returnUrl } = parseFormOrThrow(consentForm, fields);
  return { choice, returnPath: safeReturnPath(returnUrl) ?? '/' };
}
