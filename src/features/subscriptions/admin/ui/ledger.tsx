import type { Statement } from '../../../wallet/schema.ts';
import { StatementEntries } from '../../../wallet/ui/statement-entries.tsx';
import { texts } from '../texts.ts';
import { PageLinks } from './page-links.tsx';

const words = texts.ledger;

/** A player's kiddocash ledger, entry by entry. The ledger is append-only. */
export function Ledger({ statement: { items, next }, isStart, baseUrl }: { statement: Statement; isStart: boolean; baseUrl: string }) {
  return (
    <>
      {items.length === 0 ? <p className="muted">{words.none}</p> : <StatementEntries items={items} showsTimeZone={false} />}
      <PageLinks
        older={next === null ? null : { to: `${baseUrl}?ledger=${encodeURIComponent(next)}#money-ledger`, label: words.older }}
        newest={isStart ? null : { to: `${baseUrl}#money-ledger`, label: words.newest }}
      />
    </>
  );
}
