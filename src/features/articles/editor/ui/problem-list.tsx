import type { TextCheck } from '../../check/schema.ts';
import { texts } from '../texts.ts';
import './texts.css';

/** What keeps a text from being published, with its lines, and what is worth a second look. */
export function ProblemList({ check: { problems, warnings } }: { check: Pick<TextCheck, 'problems' | 'warnings'> }) {
  return (
    <div aria-live="polite" className="text-problems">
      {problems.length > 0 && (
        <div className="note bad">
          <b>{texts.problemsTitle}</b>
          <ul>
            {problems.map(({ line, message }, index) => (
              <li key={index}>{texts.problem(line, message)}</li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length > 0 && (
        <div className="note plain text-warnings">
          <b>{texts.warningsTitle}</b>
          <ul>
            {warnings.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
