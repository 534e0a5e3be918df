import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useIsNavigating } from '../../../web/use-is-navigating.ts';
import type { PaymentSummary } from '../schema.ts';
import { getReturnOutcome } from '../billing-view/rules.ts';
import type { ReturnOutcome, ToastMessage } from '../billing-view/schema.ts';

/**
 * Who comes back from paying is told what became of it, by what the server knows; then the address loses its query, and the page is
 * loaded anew with it (spec 2, section 2). A reload must not tell it again.
 * @param payments of this player, the newest first
 * @param at ISO, when the server said so
 * @returns what is told, for who has no script
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
    // A step that somebody began meanwhile would be broken off by this one.
    if (navigationState !== 'idle' || isNavigating() || clearedFor.current === key) return;
    clearedFor.current = key;
    void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [payment, key, message, pathname, navigate, toast, navigationState]);
  return message;
}

/** The browser may keep a page as it was when its payer left for the checkout: who comes back sees what is true now. */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
