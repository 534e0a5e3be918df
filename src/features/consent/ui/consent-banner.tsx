import { Link } from 'react-router';
import { texts } from '../texts.ts';
import { ConsentForm } from './consent-form.tsx';
import './consent.css';

/**
 * The cookie banner. It is in every page, above all content, so that it covers nothing. CSS hides it before the first paint if the visitor
 * has already chosen (web/head-script.ts). Without JavaScript, a style sheet from the server does that (consent/style).
 */
export function ConsentBanner() {
  // The pressed button disappears, so move the focus to the page for keyboards and screen readers.
  const focusPage = () => document.querySelector<HTMLElement>('#page')?.focus({ preventScroll: true });
  return (
    <section className="consent" aria-label={texts.region}>
      <div className="wrap consent-in">
        <p>
          <b>{texts.title}</b> {texts.text} {texts.read} <Link to="/privacy">{texts.privacy}</Link> {texts.and}{' '}
          <Link to="/cookies">{texts.cookies}</Link>.
        </p>
        <ConsentForm className="consent-acts" onChosen={focusPage} />
      </div>
    </section>
  );
}
