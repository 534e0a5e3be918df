import type { DayRow } from '../schema.ts';
import { sayDays, texts } from '../texts.ts';

/** What the bars show, in words: days that were alike are one line. */
export function DayList({ rows }: { rows: readonly DayRow[] }) {
  return (
    <details className="uptime-words">
      <summary>{texts.words}</summary>
      <ul>
        {rows.map((row) => (
          <li key={row.from}>
            <b>{texts.days(row.from, row.to)}</b> {sayDays(row.cells)}
          </li>
        ))}
      </ul>
    </details>
  );
}
