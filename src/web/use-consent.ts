import { useEffect, useSyncExternalStore } from 'react';
import { CONSENT_EVENT, consentNow, showConsent, type Consent } from './consent.ts';
import { CONVENIENT, forgetStored } from './storage.ts';

const subscribe = (hear: () => void) => {
  window.addEventListener(CONSENT_EVENT, hear);
  return () => window.removeEventListener(CONSENT_EVENT, hear);
};
const shown = () => (document.documentElement.dataset.consent as Consent | undefined) ?? null;

/** What this browser's owner chose; null before a choice, and until the page is taken over. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(subscribe, shown, () => null);
}

/**
 * Without consent what is only convenient goes: when it is said, and again when the page is left, since React Router keeps how far
 * down a page was just before. A choice made in another tab is seen when one comes back to this one.
 */
export function useForgetConvenient(): void {
  useEffect(() => {
    const forget = () => {
      if (consentNow() !== 'all') forgetStored(CONVENIENT);
    };
    const onSeen = () => {
      if (document.hidden) forget();
      else showConsent(consentNow());
    };
    forget();
    window.addEventListener(CONSENT_EVENT, forget);
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      window.removeEventListener(CONSENT_EVENT, forget);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, []);
}
