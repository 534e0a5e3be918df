import type { DiffLine } from '../schema.ts';
import { texts } from '../texts.ts';
import './texts.css';

/** A comparison of two texts, line by line. */
export function TextDiff({ lines, label }: { lines: DiffLine[]; label: string }) {
  return (
    <div className="text-diff" role="group" aria-label={label}>
      {lines.map((line, index) => (
        <DiffRow key={index} line={line} />
      ))}
    </div>
  );
}

function DiffRow({ line: { sign, text } }: { line: DiffLine }) {
  if (sign === 'gap') return <hr />;
  if (sign === 'same') return <p>{text}</p>;
  const Changed = sign === 'added' ? 'ins' : 'del';
  return (
    <p className={sign}>
      <span className="visually-hidden">{sign === 'added' ? texts.added : texts.removed} </span>
      <Changed>{text}</Changed>
    </p>
  );
}
