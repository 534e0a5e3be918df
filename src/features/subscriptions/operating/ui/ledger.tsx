import type { Statement } from '../../../wallet/schema.ts';
import { StatementEntries } from '../../../wallet/ui/statement-entries.tsx';
import { texts } from '../texts.ts';
import { Pages } from './pages.tsx';

const words = texts.ledger;

/** A player's kiddocash, entry by entry, as the ledger has it: it is only ever added to. */
export function Ledger({ statement: { items, next }, isStart, here }: { statement: Statement; isStart: boolean; here: string }) {
  return (
    <>
      {items.length === 0 ? <p className="muted">{words.none}</p> : <StatementEntries items={items} saysZone={false} />}
      <Pages
        older={next === null ? null : { to: `${here}?ledger=${encodeURIComponent(next)}#money-ledger`, label: words.older }}
        newest={isStart ? null : { to: `${here}#money-ledger`, label: words.newest }}
      />
    </>
  );
}
