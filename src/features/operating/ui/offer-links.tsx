import { LinkButton } from '../../../web/kit/button.tsx';
import { OPERATOR_PAGES } from '../schema.ts';
import { texts } from '../texts.ts';

/** The pages that are not about what waits, for the overview: on a phone their tabs lie beyond the edge. */
export function OfferLinks() {
  return (
    <section className="panel operator-wait" aria-labelledby="offer-links">
      <h2 id="offer-links">{texts.offers}</h2>
      <p className="save-acts">
        {(['items', 'templates', 'plans', 'newsletter'] as const).map((page) => (
          <LinkButton key={page} variant="soft" to={OPERATOR_PAGES[page]}>
            {texts.tabs[page]}
          </LinkButton>
        ))}
      </p>
    </section>
  );
}
