import type { ReactNode } from 'react';
import type { Statement } from '../../../wallet/schema.ts';
import { texts } from '../texts.ts';
import { PageLinks } from './page-links.tsx';

const words = texts.ledger;

type LedgerProps = { statement: Statement; isStart: boolean; baseUrl: string; renderEntries: (items: Statement['items']) => ReactNode };

/** A player's kiddocash ledger, entry by entry. The ledger is append-only. */
export function Ledger({ statement: { items, next }, isStart, baseUrl, renderEntries }: LedgerProps) {
  return (
    <>
      {items.length === 0 ? <p className="muted">{words.none}</p> : renderEntries(items)}
      <PageLinks
        older={next === null ? null : { to: `${baseUrl}?ledger=${encodeURIComponent(next)}#money-ledger`, label: words.older }}
        newest={isStart ? null : { to: `${baseUrl}#money-ledger`, label: words.newest }}
      />
    </>
  );
}
