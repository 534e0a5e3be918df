import { Link } from 'react-router';
import { texts } from '../texts.ts';
import { ConsentForm } from './consent-form.tsx';
import './consent.css';

/**
 * The cookie banner: a strip at the bottom of the window, above the tab bar. Every page ends with as much room as it covers (--bottom-bars).
 * It is the first thing in every page, so that the keyboard reaches it first. CSS hides it before the first paint if the visitor has already
 * chosen (web/head-script.ts). Without JavaScript, a style sheet from the server does that (consent/style).
 */
export function ConsentBanner() {
  // The pressed button disappears, so move the focus to the page for keyboards and screen readers.
  const focusPage = () => document.querySelector<HTMLElement>('#page')?.focus({ preventScroll: true });
  return (
    <section className="consent" aria-label={texts.region}>
      <div className="wrap consent-in">
        <p>
          <b>{texts.title}</b> <span className="consent-details">{texts.details}</span> {texts.promise}{' '}
          <span className="consent-details">{texts.read}</span> <Link to="/privacy">{texts.privacy}</Link>,{' '}
          <Link to="/cookies">{texts.cookies}</Link>
        </p>
        <ConsentForm className="consent-acts" onChosen={focusPage} />
      </div>
    </section>
  );
}
