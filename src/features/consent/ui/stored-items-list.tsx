import { STORED_ITEMS, texts } from '../stored-items.texts.ts';
import './consent.css';

/** The list of everything that is stored in the browser, and why; for /cookies. */
export function StoredItemsList() {
  return (
    <section className="stored" aria-labelledby="stored">
      <h2 id="stored">{texts.title}</h2>
      <p>{texts.secure}</p>
      {[true, false].map((needed) => (
        <section key={String(needed)} aria-labelledby={`stored-${needed}`}>
          <h3 id={`stored-${needed}`}>{needed ? texts.needed : texts.convenient}</h3>
          <ul>
            {STORED_ITEMS.filter((each) => each.needed === needed).map((each) => (
              <li key={each.name} className="panel">
                <b translate="no">{each.name}</b>
                <p>{each.purpose}</p>
                <dl>
                  <div>
                    <dt>{texts.where}</dt>
                    <dd>{each.where}</dd>
                  </div>
                  <div>
                    <dt>{texts.lasts}</dt>
                    <dd>{each.lasts}</dd>
                  </div>
                </dl>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
