import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useIsNavigating } from '../../../web/use-is-stepping.ts';
import type { PaymentLine } from '../schema.ts';
import { returnNews } from '../showing/rules.ts';
import type { ReturnNews, Told } from '../showing/schema.ts';

/**
 * Who comes back from paying is told what became of it, by what the server knows; then the address loses its query, and the page is
 * loaded anew with it (spec 2, section 2). A reload must not tell it again.
 * @param payments of this player, the newest first
 * @param at ISO, when the server said so
 * @returns what is told, for who has no script
 */
export function useReturn(payments: PaymentLine[], at: string, words: Record<ReturnNews, Told>): Told | null {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const told = useRef<string>(null);
  const gone = useRef<string>(null);
  const { state: step } = useNavigation();
  const isStepping = useEffectEvent(useIsNavigating());
  const params = new URLSearchParams(search);
  const asked = params.get('payment');
  const news = returnNews({ payment: asked, for: params.get('for') }, payments, Date.parse(at));
  const back = news && words[news];
  useEffect(() => {
    if (asked === null) return;
    if (told.current !== key) {
      told.current = key;
      if (back) toast({ ...back, sticker: 'crown' });
    }
    // A step that somebody began meanwhile would be broken off by this one.
    if (step !== 'idle' || isStepping() || gone.current === key) return;
    gone.current = key;
    void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [asked, key, back, pathname, navigate, toast, step]);
  return back;
}

/** The browser may keep a page as it was when its payer left for the checkout: who comes back sees what is true now. */
export function useAnewWhenBack(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
