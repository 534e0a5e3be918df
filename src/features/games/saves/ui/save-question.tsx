import { useEffect, useId, useRef } from 'react';
import { useTimeZone } from '../../../../web/time-zone.ts';
import type { DeviceSave } from '../rules.ts';
import type { SaveChoice } from '../schema.ts';
import { texts } from '../texts.ts';
import type { SaveQuestion as Question } from './save-session.ts';
import './save-question.css';

type SaveQuestionProps = { title: string; question: Question; onAnswer: (choice: SaveChoice) => void };

/** Asks which save a game goes on with: what was saved here without signing in, or the account's. @param props.title of the game */
export function SaveQuestion({ title, question, onAnswer }: SaveQuestionProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { question: words } = texts;
  return (
    <section className="save-question" aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} className="display" tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.text(title)}</p>
      <div className="save-choices">
        <Choice label={words.device} save={question.visitors} onPress={() => onAnswer('device')} />
        <Choice label={words.account} save={question.own} onPress={() => onAnswer('account')} />
      </div>
      <p>{words.rest}</p>
      <button type="button" className="save-choice save-choice-leave" onClick={() => onAnswer('leave')}>
        <b>{words.leave}</b>
        <span>{words.leaveText}</span>
      </button>
    </section>
  );
}

function Choice({ label, save, onPress }: { label: string; save: DeviceSave; onPress: () => void }) {
  const timeZone = useTimeZone();
  const { question: words } = texts;
  return (
    <button type="button" className="save-choice" onClick={onPress}>
      <b>{label}</b>
      <span>{save.savedAt === 0 ? words.savedSometime : words.savedAt(new Date(save.savedAt).toISOString(), timeZone)}</span>
      <span>{save.best === null ? words.noBest : words.best(save.best)}</span>
    </button>
  );
}
