import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useIsNavigating } from '../../../web/use-is-navigating.ts';
import type { PaymentSummary, ReturnOutcome, ToastMessage } from '../schema.ts';
import { getReturnOutcome } from '../rules.ts';

/**
 * Shows the payer the result after the return from a checkout, based on server data. Then removes the query from the URL, which also
 * reloads
 * the page's data (spec 2, section 2). A page reload must not show the message again.
 * @param payments this player's payments, newest first
 * @param at ISO, when the server produced the data
 * @returns the message, for display without JavaScript
 */
export function usePaymentReturn(
  payments: PaymentSummary[],
  at: string,
  messages: Record<ReturnOutcome, ToastMessage>,
): ToastMessage | null {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const shownFor = useRef<string>(null);
  const clearedFor = useRef<string>(null);
  const { state: navigationState } = useNavigation();
  const isNavigating = useEffectEvent(useIsNavigating());
  const params = new URLSearchParams(search);
  const payment = params.get('payment');
  const outcome = getReturnOutcome({ payment, for: params.get('for') }, payments, Date.parse(at));
  const message = outcome && messages[outcome];
  useEffect(() => {
    if (payment === null) return;
    if (shownFor.current !== key) {
      shownFor.current = key;
      if (message) toast({ ...message, sticker: 'crown' });
    }
    // This navigation would abort one that the player has started meanwhile.
    if (navigationState !== 'idle' || isNavigating() || clearedFor.current === key) return;
    clearedFor.current = key;
    void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [payment, key, message, pathname, navigate, toast, navigationState]);
  return message;
}

/** The browser may restore the page from the back/forward cache after a checkout. Reloads it then, so that it shows the current state. */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
