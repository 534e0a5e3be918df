import { LinkButton } from '../../../web/kit/button.tsx';
import { ADMIN_PAGES } from '../schema.ts';
import { texts } from '../texts.ts';
import './admin.css';

/** Links on the overview to the pages that are not queues: on a phone their tabs are off-screen. */
export function CatalogLinks() {
  return (
    <section className="panel operator-wait" aria-labelledby="offer-links">
      <h2 id="offer-links">{texts.catalogLinks}</h2>
      <p className="save-acts">
        {(['games', 'items', 'templates', 'plans', 'newsletter'] as const).map((page) => (
          <LinkButton key={page} variant="soft" to={ADMIN_PAGES[page]}>
            {texts.tabs[page]}
          </LinkButton>
        ))}
      </p>
    </section>
  );
}
