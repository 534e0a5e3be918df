import { Link } from 'react-router';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { urlForDay, urlForFile, urlForMonth, type DaysView, type FetchResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { DaySums } from './day-sums.tsx';
import { FetchForm } from './fetch-form.tsx';
import '../../../../web/staff.css';
import '../../admin/ui/player-billing.css';
import './settlements.css';

/** The days of a month: what was taken, what was settled, and how many differences there are. */
export function DaysPage({ view, answer }: { view: DaysView; answer: FetchResult | undefined }) {
  const { month, before, after, days, sums, isCapped, fetched } = view;
  return (
    <AdminLayout page="days" title={texts.title} lead={texts.lead} className="money money-days">
      <FetchForm fetched={fetched} answer={answer} />
      {isCapped && (
        <Note variant="bad">
          <p>{texts.isCapped}</p>
        </Note>
      )}
      <section className="panel" aria-labelledby="month">
        <h2 id="month">{texts.month(month)}</h2>
        {sums.length === 0 ? <p className="muted">{texts.none}</p> : <DaySums sums={sums} />}
        <p className="money-days-links">
          <LinkButton size="sm" variant="soft" to={urlForMonth(before)}>
            {texts.earlierMonth}
          </LinkButton>
          {after !== null && (
            <LinkButton size="sm" variant="soft" to={urlForMonth(after)}>
              {texts.laterMonth}
            </LinkButton>
          )}
          <a className="link money-link" href={urlForFile('month', month)} download>
            {texts.monthFile}
          </a>
        </p>
        <p className="muted">{texts.sumsHelp}</p>
      </section>
      <section aria-labelledby="days">
        <h2 id="days">{texts.daysTitle}</h2>
        <ol className="days">
          {days.map((each) => (
            <li key={each.day} className="panel">
              <h3>
                <Link className="link money-link" to={urlForDay(each.day)} aria-label={texts.openDay(each.day)}>
                  {texts.day(each.day)}
                </Link>
              </h3>
              {each.sums.length === 0 ? <p className="muted">{texts.noneToday}</p> : <DaySums sums={each.sums} />}
            </li>
          ))}
        </ol>
      </section>
    </AdminLayout>
  );
}
