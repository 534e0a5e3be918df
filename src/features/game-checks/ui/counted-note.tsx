import { texts } from '../texts.ts';

const words = texts.panel.counted;

/** What is broken, what is not, and what follows from it. */
export function CountedNote() {
  return (
    <details className="check-counted">
      <summary>{words.title}</summary>
      {words.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </details>
  );
}
