import { Link } from 'react-router';
import { buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { Statement } from '../schema.ts';
import { texts } from '../texts.ts';
import { StatementEntries } from './statement-entries.tsx';
import './statement.css';

const STATEMENT_URL = '/robux/statement';

type StatementViewProps = {
  statement: Statement;
  /** Whether this is the first page. */
  isStart: boolean;
};

/** A player's balance and its history: every entry with the balance after it. Pages are plain links, so it works without JavaScript. */
export function StatementView({ statement: { balance, items, next }, isStart }: StatementViewProps) {
  return (
    <div className="wrap section statement">
      <div className="statement-head">
        <h1>{texts.title}</h1>
        <p className="statement-balance">
          <span className="muted">{texts.youHave}</span> <b>{texts.many(balance)}</b>
        </p>
        <LinkButton variant="primary" to="/robux">
          {texts.get}
        </LinkButton>
      </div>
      {items.length === 0 && isStart && <EmptyState title={texts.empty} text={texts.emptyText} level={2} />}
      {items.length === 0 && !isStart && <p className="muted">{texts.noOlder}</p>}
      {items.length > 0 && (
        <div className="panel statement-panel">
          <StatementEntries items={items} />
        </div>
      )}
      {(!isStart || next !== null) && (
        <nav className="statement-pages" aria-label={texts.pages}>
          {!isStart && (
            <Link className={buttonClass({ variant: 'soft' })} to={STATEMENT_URL}>
              <Icon icon="chevron-left" size="small" />
              {texts.toNewest}
            </Link>
          )}
          {next !== null && (
            <Link className={buttonClass({ variant: 'plain' })} to={`${STATEMENT_URL}?after=${next}`}>
              {texts.older}
              <Icon icon="chevron-right" size="small" />
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
