import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { Button, buttonClass } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { EmptyState } from '../../../../web/kit/state.tsx';
import { WORDS_ADDRESS } from '../../schema.ts';
import { QUERY_MAX, SHOWN, type ListView, type WordFilters, type WordsAnswer, type WordsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { addressOfWords } from './address.ts';
import { EntryItem } from './entry-item.tsx';

type EntriesProps = { view: WordsView; filters: WordFilters; answer: WordsAnswer | undefined };

/** The lists, and the entries that fit, page by page. */
export function Entries({ view, filters, answer }: EntriesProps) {
  const { pathname, search } = useLocation();
  const going = useNavigation().location;
  const isTurning = going?.pathname === pathname && going.search !== search;
  const listOf = new Map(view.lists.map((list) => [list.name, list]));
  return (
    <section className="words-entries" aria-labelledby="words-entries">
      <h2 id="words-entries">{texts.search.title}</h2>
      <Lists lists={view.lists} filters={filters} />
      <Search filters={filters} />
      <p className="words-count" role="status">
        {texts.count(view.total)}
        {new URLSearchParams(search).has('after') && (
          <Link className="link moderation-link" to={addressOfWords(filters)} preventScrollReset>
            {texts.fromStart}
          </Link>
        )}
      </p>
      <div className={isTurning ? 'queue stale' : 'queue'} aria-busy={isTurning}>
        {view.entries.length === 0 ? (
          <EmptyState title={texts.search.empty} text={texts.search.emptyText} level={3} />
        ) : (
          <ul className="word-list">
            {view.entries.map((one) => (
              <EntryItem key={`${one.list} ${one.entry}`} one={one} list={listOf.get(one.list)} answer={answer} />
            ))}
          </ul>
        )}
        {view.next !== null && (
          <Link className={buttonClass({ variant: 'plain' })} to={addressOfWords(filters, view.next)}>
            {texts.next}
          </Link>
        )}
      </div>
    </section>
  );
}

/** All lists by their kind, each with how much is in it. They are links: each shows its own entries. */
function Lists({ lists, filters }: { lists: ListView[]; filters: WordFilters }) {
  const toList = (list: string | null) => addressOfWords({ ...filters, list });
  return (
    <nav className="word-lists" aria-label={texts.lists}>
      <Link className="word-chip" to={toList(null)} aria-current={filters.list === null ? 'page' : undefined} preventScrollReset>
        {texts.allLists} <span>{texts.count(lists.reduce((sum, { count }) => sum + count, 0))}</span>
      </Link>
      <details open={filters.list !== null || undefined}>
        <summary>{texts.add.choose}</summary>
        <dl>
          {[...new Set(lists.map(({ kind }) => kind))].map((kind) => (
            <div key={kind}>
              <dt>{texts.kinds[kind]}</dt>
              <dd>
                {lists
                  .filter((list) => list.kind === kind)
                  .map(({ name, language, count }) => (
                    <Link
                      key={name}
                      className="word-chip"
                      to={toList(name)}
                      aria-current={filters.list === name ? 'page' : undefined}
                      preventScrollReset
                    >
                      {texts.language(language)} <span>{texts.count(count)}</span>
                    </Link>
                  ))}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </nav>
  );
}

/** Without JavaScript the button applies what is chosen; with it a choice applies at once. */
function Search({ filters }: { filters: WordFilters }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // While the next list is on its way its choice shows already.
  const show = going?.pathname === WORDS_ADDRESS ? (new URLSearchParams(going.search).get('show') ?? 'all') : filters.show;
  return (
    <Form
      className="words-search"
      method="get"
      action={WORDS_ADDRESS}
      replace
      preventScrollReset
      role="search"
      aria-labelledby="words-entries"
    >
      {filters.list !== null && <input type="hidden" name="list" value={filters.list} />}
      <Field
        // Another list or a way back begins with its own words.
        key={addressOfWords(filters)}
        type="search"
        name="q"
        label={texts.search.label}
        hint={texts.search.hint}
        defaultValue={filters.q}
        maxLength={QUERY_MAX}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Select
        name="show"
        label={texts.search.show}
        value={show}
        options={SHOWN.map((value) => ({ value, label: texts.search.shown[value] }))}
        onChange={(value) =>
          void navigate(addressOfWords({ ...filters, show: value as WordFilters['show'] }), { replace: true, preventScrollReset: true })
        }
      />
      <Button type="submit" variant="soft">
        {texts.search.apply}
      </Button>
    </Form>
  );
}
