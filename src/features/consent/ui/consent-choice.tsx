import { useHydrated } from '../../../web/hydrated.ts';
import { useConsent } from '../../../web/use-consent.ts';
import { texts } from '../texts.ts';
import { ConsentForm } from './consent-form.tsx';
import './consent.css';

/** Shows the current cookie choice and lets the visitor change it; for /cookies. */
export function ConsentChoice() {
  const hydrated = useHydrated();
  const chosen = useConsent();
  const words = texts.choice;
  return (
    <section className="panel consent-choice" aria-labelledby="consent-choice">
      <h2 id="consent-choice">{words.title}</h2>
      <p role="status">{hydrated ? words.now[chosen ?? 'none'] : words.unknown}</p>
      <ConsentForm className="consent-acts" />
    </section>
  );
}
