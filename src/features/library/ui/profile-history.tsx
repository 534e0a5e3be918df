import { useInfiniteList } from '../../../web/infinite-list.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTimeZone } from '../../../web/time-zone.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import type { HistoryEntry, HistoryPage } from '../schema.ts';
import { formatDay, formatTimeOfDay, getCalendarDay } from '../../../shared/date-format.ts';
import { texts } from '../texts.ts';
import { groupByDay, getDayBefore } from './group-by-day.ts';
import type { ProfileData } from './profile-data.ts';
import './profile.css';

const urlForPage = (after: string) => `/profile?tab=history&after=${encodeURIComponent(after)}`;
const toListPage = ({ entries, next }: HistoryPage) => ({ items: entries, next });
const getPage = (answer: ProfileData) => ('history' in answer && answer.history ? toListPage(answer.history) : null);
const idOf = ({ id }: { id: string }) => id;

/** The games a player played, grouped by day, newest first. */
export function ProfileHistory({ page }: { page: HistoryPage }) {
  const { list, items, end } = useInfiniteList(toListPage(page), { urlForPage, getPage, idOf });
  const timeZone = useTimeZone();
  const [now] = useState(() => new Date());
  const { profile } = texts;
  if (items.length === 0) {
    return (
      <EmptyState title={profile.noHistory} text={profile.noHistoryText} level={2}>
        <LinkButton variant="primary" multiline to="/games">
          {profile.browse}
        </LinkButton>
      </EmptyState>
    );
  }
  const today = getCalendarDay(now, timeZone);
  const formatTime = (time: Date) => formatTimeOfDay(time, timeZone);
  const dayNames = new Map([
    [today, profile.today],
    [getDayBefore(today), profile.yesterday],
  ]);
  return (
    <>
      <div ref={list} className="history">
        {groupByDay(items, timeZone).map(({ day, entries }) => (
          <section key={day} className="panel history-day">
            <h2>{dayNames.get(day) ?? formatDay(day)}</h2>
            <ul>
              {entries.map((entry) => (
                <HistoryItem key={entry.id} entry={entry} formatTime={formatTime} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ListEnd end={end} />
    </>
  );
}

function HistoryItem({ entry, formatTime }: { entry: HistoryEntry; formatTime: (time: Date) => string }) {
  const { game, playedAt } = entry;
  return (
    <li>
      <Link className="history-line" to={`/games/${game.id}`}>
        <Cover src={game.cover} />
        <span className="history-words">
          <span className="history-game">
            <b>{game.title}</b>
            <span>{game.developer || texts.unknownDeveloper}</span>
          </span>
          <time dateTime={playedAt}>{formatTime(new Date(playedAt))}</time>
        </span>
      </Link>
    </li>
  );
}
