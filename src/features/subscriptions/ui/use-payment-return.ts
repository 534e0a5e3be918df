import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useIsNavigating } from '../../../web/use-is-navigating.ts';
import type { PaymentSummary, ReturnOutcome, ToastMessage } from '../schema.ts';
import { getReturnOutcome } from '../rules.ts';
import { returnMessages } from '../texts.ts';

type PaymentReturn = {
  /** This player's payments, newest first; null if nobody is signed in. */
  payments: PaymentSummary[] | null;
  /** ISO, when the server produced the data. */
  at: string;
  /** What the message says once it is paid. */
  paidMessage: ToastMessage;
};

/** A payment whose end is not known yet. `arrivedAt`: of the data with which the payer came back. */
type WatchedPayment = { reference: string | null; arrivedAt: string; shown: ReturnOutcome };

/**
 * Shows the payer the result after the return from a checkout, based on server data: at once if it is known, else that the payment is being
 * confirmed, and what became of it as soon as new data says so (useBillingRefresh brings it). The query is removed from the URL, which also
 * reloads the page's data (spec 2, section 2). A page reload must not show the message again.
 * @returns the message on arrival, for display without JavaScript
 */
export function usePaymentReturn({ payments, at, paidMessage }: PaymentReturn): { message: ToastMessage; isOpen: boolean } | null {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const shownFor = useRef<string>(null);
  const clearedFor = useRef<string>(null);
  const watched = useRef<WatchedPayment>(null);
  const closeToast = useRef<() => void>(undefined);
  const { state: navigationState } = useNavigation();
  const isNavigating = useEffectEvent(useIsNavigating());
  const params = new URLSearchParams(search);
  const payment = params.get('payment');
  const reference = params.get('for');
  const getMessage = (outcome: ReturnOutcome) => (outcome === 'paid' ? paidMessage : returnMessages[outcome]);
  const getOutcome = (of: string | null): ReturnOutcome =>
    payments === null ? 'signed-out' : getReturnOutcome(of, payments, Date.parse(at));
  // The data is loaded once more right after the arrival. Until then, a payment that is not there may still be on its way.
  const arrivalOutcome = getOutcome(reference) === 'missing' ? 'confirming' : getOutcome(reference);

  const show = (outcome: ReturnOutcome) => {
    closeToast.current?.();
    closeToast.current = toast({ ...getMessage(outcome), sticker: 'crown' });
  };
  const showArrival = useEffectEvent(() => {
    watched.current = arrivalOutcome === 'confirming' ? { reference, arrivedAt: at, shown: arrivalOutcome } : null;
    show(arrivalOutcome);
  });
  const showNews = useEffectEvent(() => {
    const before = watched.current;
    if (before === null || before.arrivedAt === at) return;
    const outcome = getOutcome(before.reference);
    watched.current = outcome === 'confirming' ? { ...before, shown: outcome } : null;
    if (outcome !== before.shown) show(outcome);
  });

  useEffect(() => {
    if (payment === null) return;
    if (shownFor.current !== key) {
      shownFor.current = key;
      showArrival();
    }
    // This navigation would abort one that the player has started meanwhile.
    if (navigationState !== 'idle' || isNavigating() || clearedFor.current === key) return;
    clearedFor.current = key;
    void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [payment, key, pathname, navigate, navigationState]);
  useEffect(() => showNews(), [at]);

  return payment === null ? null : { message: getMessage(arrivalOutcome), isOpen: arrivalOutcome === 'confirming' };
}

/** The browser may restore the page from the back/forward cache after a checkout. Reloads it then, so that it shows the current state. */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
