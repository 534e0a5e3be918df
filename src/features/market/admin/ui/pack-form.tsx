import { Field } from '../../../../web/kit/field.tsx';
import { formatMinor } from '../../../../shared/money.ts';
import type { AdminPack } from '../../pack-editor/schema.ts';
import { texts } from '../../pack-editor/texts.ts';
import { ADMIN_URLS, type SaveResult } from '../schema.ts';
import { AuditLog } from './audit-log.tsx';
import { SaveForm } from './save-form.tsx';
import './admin.css';

/** A pack of kiddocash and its two prices. */
export function PackForm({ pack, result }: { pack: AdminPack; result: SaveResult | undefined }) {
  const { id, amount, bonus, shillingsMinor, dollarsMinor, perShilling, log } = pack;
  return (
    <section className="panel operating-open" aria-labelledby={id}>
      <h3 id={id}>{texts.name(amount)}</h3>
      <div className="operating-columns">
        <SaveForm id={id} url={ADMIN_URLS.plans} cancelUrl={null} result={result}>
          {({ valueOf, errorOf }) => (
            <>
              <input type="hidden" name="kind" value="pack" />
              <Field
                name="shillings"
                label={texts.shillings}
                defaultValue={valueOf('shillings', formatMinor(shillingsMinor))}
                error={errorOf('shillings')}
                inputMode="decimal"
                maxLength={8}
                required
              />
              <Field
                name="dollars"
                label={texts.dollars}
                defaultValue={valueOf('dollars', formatMinor(dollarsMinor))}
                error={errorOf('dollars')}
                inputMode="decimal"
                maxLength={8}
                required
              />
            </>
          )}
        </SaveForm>
        <div className="operating-side">
          <p>
            <b>{texts.content(amount, bonus)}</b>
          </p>
          <p className="muted">{texts.perShilling(perShilling)}</p>
          <AuditLog id={`log-${id}`} about={id} log={log} />
        </div>
      </div>
    </section>
  );
}
