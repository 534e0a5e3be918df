import { Icon } from '../../../../web/kit/icon.tsx';
import { texts as teamTexts } from '../../texts.ts';
import type { PlayerReport } from '../schema.ts';
import { texts } from '../texts.ts';
import './player-report.css';

/** The messages around a reported one, or the last ones of a chat that is closed: the reported player's on the left, the other's on the right. Expanded while the report is open. */
export function Evidence({ report }: { report: PlayerReport }) {
  const { evidence, subject, state, reporter } = report;
  const other = reporter === null ? texts.other : `@${reporter}`;
  return (
    <details className="evidence" open={state === 'new' || state === 'reviewing'}>
      <summary>
        {evidence.some(({ isReported }) => isReported) ? texts.evidence(evidence.length) : texts.lastMessages(evidence.length)}
      </summary>
      <ol>
        {evidence.map(({ isFromSubject: bySubject, text, at, isReported }, index) => {
          // Show the name where the author changes.
          const isFirst = index === 0 || evidence[index - 1]?.isFromSubject !== bySubject;
          const name = bySubject ? `@${subject.username}` : other;
          const classes = ['evidence-line', !bySubject && 'other', isReported && 'reported'].filter(Boolean).join(' ');
          return (
            // oxlint-disable-next-line react/no-array-index-key -- an immutable copy: its items never move
            <li key={index} className={classes}>
              <span className={isFirst ? 'evidence-name' : 'visually-hidden'}>{texts.says(name)}</span>
              <p className="evidence-text" dir="auto">
                {text}
              </p>
              <p className="evidence-foot">
                {isReported && (
                  <b>
                    <Icon icon="flag" size="small" />
                    {texts.reportedMark}
                  </b>
                )}
                <time dateTime={at}>{teamTexts.at(at)}</time>
              </p>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
