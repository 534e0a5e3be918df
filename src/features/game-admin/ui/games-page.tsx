import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import type { ChecksOverview, CheckSummary } from '../../game-checks/schema.ts';
import { CheckCell } from '../../game-checks/ui/check-cell.tsx';
import { NightNote } from '../../game-checks/ui/night-note.tsx';
import { GAME_FILTERS, GAMES_PATH, QUERY_MAX, type AdminGame, type AdminGameList } from '../listing/schema.ts';
import { NEW_GAME_PATH, PICKS_PATH, urlForEditing } from '../schema.ts';
import { texts } from '../texts.ts';
import { GameStatePill, GameThumbnail } from './game-thumbnail.tsx';
import './game-admin.css';

const words = texts.list;

type GamesPageProps = {
  list: AdminGameList;
  /** How the nightly check found them when it opened them last, by id. */
  checks: Partial<Record<string, CheckSummary>>;
  overview: ChecksOverview;
  isStart: boolean;
};

/** All games for operators: search, filter, and a row for each. */
export function GamesPage({ list, checks, overview, isStart }: GamesPageProps) {
  const { games, filter, query, next } = list;
  const nextUrl = next === null ? null : urlForList(filter, query, next);
  return (
    <AdminLayout page="games" title={words.title} lead={words.lead} className="game-admin">
      <p className="game-admin-acts">
        <LinkButton variant="primary" to={NEW_GAME_PATH}>
          {words.add}
        </LinkButton>
        <LinkButton variant="soft" multiline to={PICKS_PATH}>
          {words.picks}
        </LinkButton>
      </p>
      <NightNote overview={overview} />
      {/* By its values, so that going back shows those of the list. */}
      <Form key={`${filter} ${query}`} role="search" aria-label={words.searchLabel} className="game-admin-search">
        <Field
          name="q"
          type="search"
          label={words.query}
          defaultValue={query}
          maxLength={QUERY_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <label className="field">
          <span>{words.filter}</span>
          <select className="select" name="show" defaultValue={filter}>
            {GAME_FILTERS.map((each) => (
              <option key={each} value={each}>
                {words.filters[each]}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" variant="secondary">
          {words.find}
        </Button>
      </Form>
      {query !== '' && (
        <p role="status">{games.length >= 20 ? `${words.found(games.length)}. ${words.firstFound}` : words.found(games.length)}</p>
      )}
      {games.length === 0 ? (
        <p>
          {words.none}{' '}
          <Link className="link case-link" to={GAMES_PATH}>
            {words.all}
          </Link>
        </p>
      ) : (
        <ul className="panel admin-games">
          {games.map((game) => (
            <GameRow key={game.id} game={game} check={<CheckCell check={checks[game.id]} lastNight={overview.night?.night ?? null} />} />
          ))}
        </ul>
      )}
      {(!isStart || nextUrl !== null) && (
        <p className="game-admin-acts">
          {!isStart && (
            <LinkButton variant="soft" to={urlForList(filter, query, null)}>
              {words.first}
            </LinkButton>
          )}
          {nextUrl !== null && (
            <LinkButton variant="soft" to={nextUrl}>
              {words.next}
            </LinkButton>
          )}
        </p>
      )}
    </AdminLayout>
  );
}

function GameRow({ game, check }: { game: AdminGame; check: ReactNode }) {
  return (
    <li className="admin-game">
      <GameThumbnail game={game} />
      <p className="admin-game-facts">
        <span>{words.plays(game.plays30d)}</span>
        <time className="muted" dateTime={game.listedAt}>
          {words.since(game.listedAt)}
        </time>
      </p>
      <div className="admin-game-check">{check}</div>
      <GameStatePill game={game} />
      <LinkButton variant="soft" size="sm" to={urlForEditing(game.id)} aria-label={words.editGame(game.title)}>
        {words.edit}
      </LinkButton>
    </li>
  );
}

function urlForList(filter: string, query: string, after: string | null): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (filter !== 'all') params.set('show', filter);
  if (after !== null) params.set('after', after);
  const search = params.toString();
  return search === '' ? GAMES_PATH : `${GAMES_PATH}?${search}`;
}
