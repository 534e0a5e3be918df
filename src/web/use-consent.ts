import { useEffect, useSyncExternalStore } from 'react';
import { CONSENT_EVENT, getConsent, applyConsent, type Consent } from './consent.ts';
import { NON_ESSENTIAL, clearStorage } from './storage.ts';

const subscribe = (onChange: () => void) => {
  window.addEventListener(CONSENT_EVENT, onChange);
  return () => window.removeEventListener(CONSENT_EVENT, onChange);
};
const getSnapshot = () => (document.documentElement.dataset.consent as Consent | undefined) ?? null;

/** What this browser's owner chose; null before a choice, and until the page is taken over. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(subscribe, getSnapshot, () => null);
}

/**
 * Without consent what is only convenient goes: when it is said, and again when the page is left, since React Router keeps how far
 * down a page was just before. A choice made in another tab is seen when one comes back to this one.
 */
export function useClearNonEssentialStorage(): void {
  useEffect(() => {
    const clearIfNotAllowed = () => {
      if (getConsent() !== 'all') clearStorage(NON_ESSENTIAL);
    };
    const onVisibilityChange = () => {
      if (document.hidden) clearIfNotAllowed();
      else applyConsent(getConsent());
    };
    clearIfNotAllowed();
    window.addEventListener(CONSENT_EVENT, clearIfNotAllowed);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      window.removeEventListener(CONSENT_EVENT, clearIfNotAllowed);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, []);
}
