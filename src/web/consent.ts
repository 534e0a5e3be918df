import { CONSENTS, type Consent } from '../shared/consent.ts';

export const CONSENT_COOKIE = 'cookie_consent';
const COOKIE_DAYS = 365;

/** Dispatched on the window when the choice changes. */
export const CONSENT_EVENT = 'kiddo-consent';

/** Reads the choice from a Cookie header or from `document.cookie`. @returns null when there is no choice */
export function parseConsentCookie(cookies: string): Consent | null {
  const found = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE}=(${CONSENTS.join('|')})(?=;|$)`).exec(cookies);
  return (found?.[1] as Consent | undefined) ?? null;
}

/**
 * The Set-Cookie header that stores a choice. Scripts read the cookie too: the HTML is the same for everyone, and scripts hide the
 * question.
 */
export function serializeConsentCookie(choice: Consent, isSecure: boolean): string {
  return `${CONSENT_COOKIE}=${choice}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The current choice in this browser. */
export function getConsent(): Consent | null {
  return parseConsentCookie(document.cookie);
}

/** Saves the choice and applies it. When cookies are switched off, it only lasts for this page. */
export function saveConsent(choice: Consent): void {
  document.cookie = serializeConsentCookie(choice, location.protocol === 'https:');
  applyConsent(choice);
}

/** Applies the choice to the page: this hides the question. */
export function applyConsent(choice: Consent | null): void {
  const root = document.documentElement;
  if (choice === null || root.dataset.consent === choice) return;
  root.dataset.consent = choice;
  window.dispatchEvent(new Event(CONSENT_EVENT));
}
