import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { isAsUsual, type SwitchesView, type SwitchResult } from '../schema.ts';
import { switchTexts, texts } from '../texts.ts';
import { SwitchPanel } from './switch-panel.tsx';
import '../../../web/staff.css';
import './switches.css';

type SwitchListProps = { view: SwitchesView; answer: SwitchResult | undefined };

/** All switches, each with its form, and the last changes. */
export function SwitchList({ view: { switches, changes }, answer }: SwitchListProps) {
  const toast = toToast(answer);
  useResultToast(answer, toast);
  const isShownBySwitch = answer && !answer.ok && answer.values['flag'] !== undefined && answer.values['flag'] !== '';
  return (
    <>
      <ResultNotice
        toast={toast}
        error={answer && !answer.ok && !isShownBySwitch ? { title: texts.failedTitle, text: answer.error ?? texts.failed } : null}
      />
      <div className="switches">
        {switches.map((one) => (
          // Changed by anybody, its form begins anew.
          <SwitchPanel key={`${one.flag} ${one.version}`} view={one} answer={answer} />
        ))}
      </div>
      <section className="switch-changes" aria-labelledby="switch-changes">
        <h2 id="switch-changes">{texts.changes}</h2>
        {changes.length === 0 ? (
          <p className="muted">{texts.noChanges}</p>
        ) : (
          <ol className="case-log">
            {changes.map((change) => (
              <li key={change.id}>
                <p>
                  <b>{switchTexts[change.flag].title}</b>: {change.actor} {texts.changesInLog[change.change]}
                </p>
                <p className="case-note" dir="auto">
                  {change.note}
                </p>
                <time dateTime={change.at}>{texts.at(change.at)}</time>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

function toToast(answer: SwitchResult | undefined): { title: string; text: string } | null {
  if (!answer?.ok) return null;
  if (answer.change === null) return texts.doneAlready;
  if (answer.change === 'message') return texts.doneMessage;
  const words = switchTexts[answer.flag];
  return isAsUsual(answer.flag, answer.change === 'on') ? words.doneResume : words.doneStop;
}
