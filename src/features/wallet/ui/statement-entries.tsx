import type { StatementItem } from '../schema.ts';
import { texts } from '../texts.ts';
import './statement.css';

/**
 * The entries of a statement, each with the balance after it.
 * @param props.showsTimeZone false if the page already states the time zone for all entries
 */
export function StatementEntries({ items, showsTimeZone = true }: { items: StatementItem[]; showsTimeZone?: boolean }) {
  return (
    <>
      <table className="statement-table">
        <caption className="visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.what}</th>
            <th scope="col">{texts.columns.amount}</th>
            <th scope="col">{texts.columns.balance}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <span className="statement-what">{item.what}</span>
                {item.note !== '' && (
                  <span className="statement-note" dir="auto">
                    {item.note}
                  </span>
                )}
                <time dateTime={item.at}>{texts.at(item.at)}</time>
              </th>
              <td className={item.amount < 0 ? 'statement-out' : 'statement-in'}>
                <span aria-hidden="true">{texts.signed(item.amount)}</span>
                <span className="visually-hidden">{texts.changed(item.amount)}</span>
              </td>
              <td>{texts.many(item.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {showsTimeZone && <p className="muted statement-zone">{texts.zone}</p>}
    </>
  );
}
