import { Link } from 'react-router';
import { texts } from '../texts.ts';
import { ConsentForm } from './consent-form.tsx';

/**
 * The question about cookies. It stands in every page, above everything, where it covers nothing; styles hide it where it was
 * answered, before anything is painted (web/head-script.ts). Without scripts a style sheet of the server's does (consent/style).
 */
export function ConsentBanner() {
  // The button that was pressed is gone: the keyboard and the screen reader go on at the page.
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
