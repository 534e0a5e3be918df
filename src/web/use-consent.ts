import { useEffect, useSyncExternalStore } from 'react';
import type { Consent } from '../shared/consent.ts';
import { CONSENT_EVENT, getConsent, applyConsent } from './consent.ts';
import { NON_ESSENTIAL, clearStorage } from './storage.ts';

const subscribe = (onChange: () => void) => {
  window.addEventListener(CONSENT_EVENT, onChange);
  return () => window.removeEventListener(CONSENT_EVENT, onChange);
};
const getSnapshot = () => (document.documentElement.dataset.consent as Consent | undefined) ?? null;

/** The choice made in this browser; null before a choice and until the page is hydrated. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(subscribe, getSnapshot, () => null);
}

/**
 * Without consent, removes the entries that are only a convenience: at once, and again when the page is hidden, because React Router saves
 * scroll positions just before. Applies a choice made in another tab when the user returns to this one.
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
