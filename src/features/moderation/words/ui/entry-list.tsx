import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { Button, buttonClass } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { FILTER_WORDS_PATH } from '../../../case-queue/schema.ts';
import { QUERY_MAX, ENTRY_FILTERS, type WordListView, type WordFilters, type WordsResult, type WordsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForWords } from './urls.ts';
import { EntryItem } from './entry-item.tsx';
import '../../../../web/staff.css';
import './words.css';

type EntryListProps = { view: WordsView; filters: WordFilters; answer: WordsResult | undefined };

/** The lists, and the matching entries in pages. */
export function EntryList({ view, filters, answer }: EntryListProps) {
  const { pathname, search } = useLocation();
  const pendingLocation = useNavigation().location;
  const isLoading = pendingLocation?.pathname === pathname && pendingLocation.search !== search;
  const listsByName = new Map(view.lists.map((list) => [list.name, list]));
  return (
    <section className="words-entries" aria-labelledby="words-entries">
      <h2 id="words-entries">{texts.search.title}</h2>
      <ListNavigation lists={view.lists} filters={filters} />
      <EntrySearchForm filters={filters} />
      <p className="words-count" role="status">
        {texts.count(view.total)}
        {new URLSearchParams(search).has('after') && (
          <Link className="link moderation-link" to={urlForWords(filters)} preventScrollReset>
            {texts.fromStart}
          </Link>
        )}
      </p>
      <div className={isLoading ? 'queue stale' : 'queue'} aria-busy={isLoading}>
        {view.entries.length === 0 ? (
          <EmptyState title={texts.search.empty} text={texts.search.emptyText} level={3} />
        ) : (
          <ul className="word-list">
            {view.entries.map((one) => (
              <EntryItem key={`${one.list} ${one.entry}`} wordEntry={one} list={listsByName.get(one.list)} answer={answer} />
            ))}
          </ul>
        )}
        {view.next !== null && (
          <Link className={buttonClass({ variant: 'plain' })} to={urlForWords(filters, view.next)}>
            {texts.next}
          </Link>
        )}
      </div>
    </section>
  );
}

/** All lists grouped by kind, each with its number of entries. Each links to its own entries. */
function ListNavigation({ lists, filters }: { lists: WordListView[]; filters: WordFilters }) {
  const urlForList = (list: string | null) => urlForWords({ ...filters, list });
  return (
    <nav className="word-lists" aria-label={texts.lists}>
      <Link className="word-chip" to={urlForList(null)} aria-current={filters.list === null ? 'page' : undefined} preventScrollReset>
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
                      to={urlForList(name)}
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

/** Without JavaScript the button applies the filters; with it a change applies immediately. */
function EntrySearchForm({ filters }: { filters: WordFilters }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the filter that is being loaded.
  const show = going?.pathname === FILTER_WORDS_PATH ? (new URLSearchParams(going.search).get('show') ?? 'all') : filters.show;
  return (
    <Form
      className="words-search"
      method="get"
      action={FILTER_WORDS_PATH}
      replace
      preventScrollReset
      role="search"
      aria-labelledby="words-entries"
    >
      {filters.list !== null && <input type="hidden" name="list" value={filters.list} />}
      <Field
        // Reset the field when the list changes or the user navigates back.
        key={urlForWords(filters)}
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
        options={ENTRY_FILTERS.map((value) => ({ value, label: texts.search.shown[value] }))}
        onChange={(value) =>
          void navigate(urlForWords({ ...filters, show: value as WordFilters['show'] }), { replace: true, preventScrollReset: true })
        }
      />
      <Button type="submit" variant="soft">
        {texts.search.apply}
      </Button>
    </Form>
  );
}
