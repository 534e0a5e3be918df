import { Checkbox } from '../../../../web/kit/field.tsx';
import type { SettingsResult } from '../../schema.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { EMAIL_KINDS, type EmailPreferences } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../ui/settings.css';

/** The Notifications tab: which emails a player gets (spec 2, section 2). Push notifications do not exist yet, so they have no switch. */
export function NotificationsTab({ view, answer }: { view: EmailPreferences; answer: SettingsResult | undefined }) {
  return (
    <>
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
      <section className="panel" aria-labelledby="settings-push">
        <h2 id="settings-push">{texts.push}</h2>
        <p className="settings-hint">{texts.pushNot}</p>
      </section>
    </>
  );
}
