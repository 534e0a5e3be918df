import type { ReactNode } from 'react';
import type { DaySum } from '../schema.ts';
import { texts, toMoney } from '../texts.ts';

const words = texts.sums;

/** The sums of a day or a month, one row of figures for each currency. */
export function DaySums({ sums }: { sums: DaySum[] }) {
  return sums.map((sum) => {
    const money = (minor: number) => toMoney({ minor, currency: sum.currency });
    return (
      <dl key={sum.currency} className="day-sums">
        <Sum name={words.taken}>{money(sum.takenMinor)}</Sum>
        <Sum name={words.refunded}>{money(sum.refundedMinor)}</Sum>
        <Sum name={words.fees}>{money(sum.feesMinor)}</Sum>
        <Sum name={words.paidOut}>{money(sum.paidOutMinor)}</Sum>
        <Sum name={words.open}>{money(sum.openMinor)}</Sum>
        <Sum name={words.differences}>
          {sum.differences === 0 ? (
            sum.notCompared > 0 ? (
              texts.notCompared
            ) : (
              texts.differenceCount(0)
            )
          ) : (
            <span className="state-pill late">{texts.differenceCount(sum.differences)}</span>
          )}
        </Sum>
      </dl>
    );
  });
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
