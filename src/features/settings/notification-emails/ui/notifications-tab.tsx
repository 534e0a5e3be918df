import { Checkbox } from '../../../../web/kit/field.tsx';
import type { SettingsResult } from '../../schema.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { EMAIL_KINDS, type EmailPreferences } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../ui/settings.css';

/** Which emails a player gets (spec 2, section 2). */
export function NotificationsTab({ view, answer }: { view: EmailPreferences; answer: SettingsResult | undefined }) {
  return (
    <section className="panel" aria-labelledby="settings-mails">
      <h2 id="settings-mails">{texts.title}</h2>
      <p>{texts.lead}</p>
      <SettingsForm name="mails" tab="notifications" answer={answer} save={texts.save} saving={texts.saving}>
        {() => (
          <fieldset className="choices">
            <legend>{texts.mails}</legend>
            {EMAIL_KINDS.map((kind) => (
              <Checkbox key={kind} name={kind} label={texts.kinds[kind]} defaultChecked={view[kind]} />
            ))}
            <p className="settings-hint">{texts.always}</p>
          </fieldset>
        )}
      </SettingsForm>
    </section>
  );
}
