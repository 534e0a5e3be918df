import { Icon } from '../../../web/kit/icon.tsx';
import { texts } from '../texts.ts';

/**
 * What is open to a player without a guardian's yes, and what opens with it.
 * @param hasPhrases ready phrases are open: nobody has said no
 */
export function UntilThen({ hasPhrases }: { hasPhrases: boolean }) {
  const { until } = texts;
  const open = hasPhrases ? [...until.open, until.phrases] : until.open;
  const closed = hasPhrases ? until.closed : [until.closedPhrases, ...until.closed];
  return (
    <section className="until-then" aria-labelledby="until-then">
      <h2 id="until-then">{until.title}</h2>
      <ul>
        {open.map((each) => (
          <Row key={each.what} isOpen {...each} />
        ))}
        {closed.map((each) => (
          <Row key={each.what} isOpen={false} {...each} />
        ))}
      </ul>
    </section>
  );
}

function Row({ isOpen, what, when }: { isOpen: boolean; what: string; when: string | null }) {
  return (
    <li className={isOpen ? 'opened' : undefined}>
      <Icon icon={isOpen ? 'check' : 'lock'} />
      <div>
        <span className="visually-hidden">{isOpen ? texts.until.isOpen : texts.until.isClosed} </span>
        <b>{what}</b>
        {when !== null && <p>{when}</p>}
      </div>
    </li>
  );
}
