/** What somebody said about what is kept in their browser (spec 2, section 9). */
export type Consent = (typeof CONSENTS)[number];
export const CONSENTS = ['all', 'essential'] as const;
export const CONSENT_COOKIE = 'cookie_consent';
const COOKIE_DAYS = 365;

/** Heard in the page when the choice is another one. */
export const CONSENT_EVENT = 'kiddo-consent';

/** The choice in a Cookie header, or in what the browser shows of it; null where there is none. */
export function parseConsentCookie(cookies: string): Consent | null {
  const found = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE}=(${CONSENTS.join('|')})(?=;|$)`).exec(cookies);
  return (found?.[1] as Consent | undefined) ?? null;
}

/** The cookie that keeps a choice, as a Set-Cookie line. Scripts read it too: pages are the same for all, and hide the question. */
export function serializeConsentCookie(choice: Consent, isSecure: boolean): string {
  return `${CONSENT_COOKIE}=${choice}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** What is chosen in this browser now. */
export function getConsent(): Consent | null {
  return parseConsentCookie(document.cookie);
}

/** Keeps the choice, and tells the page. Where cookies are switched off it holds for this page. */
export function saveConsent(choice: Consent): void {
  document.cookie = serializeConsentCookie(choice, location.protocol === 'https:');
  applyConsent(choice);
}

/** The page looks as this choice says: the question is gone. */
export function applyConsent(choice: Consent | null): void {
  const root = document.documentElement;
  if (choice === null || root.dataset.consent === choice) return;
  root.dataset.consent = choice;
  window.dispatchEvent(new Event(CONSENT_EVENT));
}
