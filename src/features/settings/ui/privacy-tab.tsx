import { RadioGroup } from '../../../web/kit/radio-group.tsx';
import { Checkbox } from '../../../web/kit/field.tsx';
import type { SettingsResult } from '../schema.ts';
import { SettingsForm } from './settings-form.tsx';
import { AUDIENCES, type PrivacyView } from '../privacy/schema.ts';
import { describeAgeLimits, texts } from '../privacy/texts.ts';
import './settings.css';

const QUESTIONS = ['profile', 'finding', 'asking'] as const;
const OPTIONS = AUDIENCES.map((value) => ({ value, label: texts.audiences[value] }));

/**
 * The Privacy tab: who can see, find and send friend requests to a player, and whether the online status is visible (spec 2, section 2).
 */
export function PrivacyTab({ view, answer }: { view: PrivacyView; answer: SettingsResult | undefined }) {
  const limits = view.ageBand === null ? null : describeAgeLimits(view.ageBand);
  return (
    <section className="panel" aria-labelledby="settings-privacy">
      <h2 id="settings-privacy">{texts.title}</h2>
      <p>{texts.lead}</p>
      <SettingsForm name="privacy" tab="privacy" answer={answer} save={texts.save} saving={texts.saving}>
        {() => (
          <>
            {QUESTIONS.map((question) => (
              <div key={question} className="settings-ask">
                <RadioGroup name={question} legend={texts.questions[question].legend} options={OPTIONS} initial={view[question]} required />
                <p>{texts.questions[question].hint}</p>
                {limits && <p>{limits[question]}</p>}
              </div>
            ))}
            <div className="settings-ask">
              <h3>{texts.online}</h3>
              <Checkbox name="online" label={texts.onlineLabel} defaultChecked={view.online} />
              <p>{texts.onlineHint}</p>
            </div>
          </>
        )}
      </SettingsForm>
      {limits && (
        <div className="settings-ask">
          <h3>{texts.gamesTitle}</h3>
          <p>{limits.games}</p>
        </div>
      )}
    </section>
  );
}
