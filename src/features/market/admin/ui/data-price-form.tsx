import { Field } from '../../../../web/kit/field.tsx';
import { DATA_PRICE_ID, type AdminDataPrice } from '../../data-price-editor/schema.ts';
import { texts } from '../../data-price-editor/texts.ts';
import { ADMIN_URLS, type SaveResult } from '../schema.ts';
import { AuditLog } from './audit-log.tsx';
import { SaveForm } from './save-form.tsx';
import './admin.css';

/** What a megabyte costs on a phone. */
export function DataPriceForm({ dataPrice, result }: { dataPrice: AdminDataPrice; result: SaveResult | undefined }) {
  return (
    <section className="panel operating-open" aria-labelledby={DATA_PRICE_ID}>
      <h2 id={DATA_PRICE_ID}>{texts.title}</h2>
      <p className="muted">{texts.lead}</p>
      <div className="operating-columns">
        <SaveForm id={DATA_PRICE_ID} url={ADMIN_URLS.plans} cancelUrl={null} result={result}>
          {({ valueOf, errorOf }) => (
            <>
              <input type="hidden" name="kind" value="setting" />
              <Field
                name="megabyte"
                label={texts.price}
                hint={texts.priceHint}
                defaultValue={valueOf('megabyte', String(dataPrice.price / 1000))}
                error={errorOf('megabyte')}
                inputMode="decimal"
                maxLength={7}
                required
              />
            </>
          )}
        </SaveForm>
        <div className="operating-side">
          <AuditLog id={`log-${DATA_PRICE_ID}`} about={DATA_PRICE_ID} log={dataPrice.log} />
        </div>
      </div>
    </section>
  );
}
