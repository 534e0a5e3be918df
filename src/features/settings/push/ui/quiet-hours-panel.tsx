import { useId } from 'react';
import { Checkbox } from '../../../../web/kit/field.tsx';
import type { PushView } from '../../../push/schema.ts';
import type { SettingsResult } from '../../schema.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { texts } from '../texts.ts';
import './quiet-hours.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const NOON = 12;
/** What the selects show while there are no quiet hours. */
const PROPOSED = { from: 20, until: 7 };

/** The hours in which nothing comes. Under 18 the selects have only hours with which it is quiet at night. */
export function QuietHoursPanel({ view, answer }: { view: PushView; answer: SettingsResult | undefined }) {
  const { quiet: words } = texts;
  const { quietHours, leastQuietHours: least } = view;
  const shown = quietHours ?? PROPOSED;
  const evenings = least === null ? HOURS : HOURS.filter((hour) => (hour >= NOON && hour <= least.from) || hour === shown.from);
  const mornings = least === null ? HOURS : HOURS.filter((hour) => (hour >= least.until && hour < NOON) || hour === shown.until);
  return (
    <section className="panel" aria-labelledby="settings-quiet">
      <h2 id="settings-quiet">{words.title}</h2>
      <p>{words.lead}</p>
      {least !== null && <p>{words.least(least.from, least.until)}</p>}
      <SettingsForm name="push-quiet" tab="notifications" answer={answer} save={words.save} saving={words.saving}>
        {() => (
          <>
            <div className="quiet-hours">
              <HourSelect name="from" label={words.from} hours={evenings} hour={shown.from} />
              <HourSelect name="until" label={words.until} hours={mornings} hour={shown.until} />
            </div>
            {least === null && <Checkbox name="off" label={words.off} defaultChecked={quietHours === null} />}
          </>
        )}
      </SettingsForm>
    </section>
  );
}

function HourSelect({ name, label, hours, hour }: { name: string; label: string; hours: number[]; hour: number }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" name={name} defaultValue={hour}>
        {hours.map((each) => (
          <option key={each} value={each}>
            {texts.quiet.hour(each)}
          </option>
        ))}
      </select>
    </div>
  );
}
