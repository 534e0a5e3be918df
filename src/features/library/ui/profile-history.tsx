import { useInfiniteList } from '../../../web/growing-list.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTimeZone } from '../../../web/zone.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/state.tsx';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import type { HistoryEntry, HistoryPage } from '../schema.ts';
import { dateOf, texts } from '../texts.ts';
import { byDay, clockIn, dayBefore, dayIn } from './by-day.ts';
import type { ProfileAnswer } from './profile-answer.ts';

const addressOf = (after: string) => `/profile?tab=history&after=${encodeURIComponent(after)}`;
const itemsOf = ({ entries, next }: HistoryPage) => ({ items: entries, next });
const pick = (answer: ProfileAnswer) => ('history' in answer && answer.history ? itemsOf(answer.history) : null);
const idOf = ({ id }: { id: string }) => id;

/** What a player played, day by day, latest first. */
export function ProfileHistory({ page }: { page: HistoryPage }) {
  const { list, items, end } = useInfiniteList(itemsOf(page), { urlForPage: addressOf, getPage: pick, idOf });
  const zone = useTimeZone();
  const [now] = useState(() => new Date());
  const { profile } = texts;
  if (items.length === 0) {
    return (
      <EmptyState title={profile.noHistory} text={profile.noHistoryText} level={2}>
        <LinkButton variant="primary" to="/games">
          {profile.browse}
        </LinkButton>
      </EmptyState>
    );
  }
  const today = dayIn(zone)(now);
  const clock = clockIn(zone);
  const names = new Map([
    [today, profile.today],
    [dayBefore(today), profile.yesterday],
  ]);
  return (
    <>
      <div ref={list} className="history">
        {byDay(items, zone).map(({ day, entries }) => (
          <section key={day} className="panel history-day">
            <h2>{names.get(day) ?? dateOf(day)}</h2>
            <ul>
              {entries.map((entry) => (
                <HistoryLine key={entry.id} entry={entry} clock={clock} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ListEnd end={end} />
    </>
  );
}

function HistoryLine({ entry, clock }: { entry: HistoryEntry; clock: (time: Date) => string }) {
  const { game, playedAt } = entry;
  return (
    <li>
      <Link className="history-line" to={`/games/${game.id}`}>
        <Cover src={game.cover} />
        <span className="history-words">
          <span className="history-game">
            <b>{game.title}</b>
            <span>{game.developer}</span>
          </span>
          <time dateTime={playedAt}>{clock(new Date(playedAt))}</time>
        </span>
      </Link>
    </li>
  );
}
