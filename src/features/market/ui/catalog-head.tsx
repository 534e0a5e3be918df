import type { FormEvent } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { Button, buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { urlForCatalog, CATEGORIES, parseItemFilters, PRICE_MAX, QUERY_MAX, SORTS, type ItemFilters } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../web/kit/filters.css';
import '../../games/catalogue/ui/games.css';
import './market.css';

const words = texts.filters;

/** The head of the catalog: search, filters and categories. Forms and links, so everything works without scripts. */
export function CatalogHead({ filters, balance }: { filters: ItemFilters; balance: number | null }) {
  return (
    <div className="cloth role-play list-band catalog-band">
      <div className="wrap catalog-head">
        <div className="catalog-title">
          <h1>{texts.title}</h1>
          <p>{texts.lead}</p>
        </div>
        {balance !== null && (
          <p className="catalog-balance" role="status">
            <img src="/brand/token.svg" width="36" height="40" alt="" />
            <span>
              <span className="visually-hidden">{texts.youHave} </span>
              <b>{texts.many(balance)}</b> {texts.unit}
            </span>
            <LinkButton variant="ghost" size="sm" to="/inventory">
              {texts.mineLink}
            </LinkButton>
          </p>
        )}
        <SearchForm key={filters.q} filters={filters} />
        <FilterForm key={urlForCatalog(filters)} filters={filters} />
      </div>
    </div>
  );
}

/** The category links. Search and filters stay when the category changes. */
export function CategoryChips({ filters }: { filters: ItemFilters }) {
  return (
    <nav className="chips" aria-label={texts.chips}>
      {[null, ...CATEGORIES].map((category) => (
        <Link
          key={category ?? ''}
          className="chip"
          to={urlForCatalog({ ...filters, category })}
          aria-current={category === filters.category ? 'page' : undefined}
          preventScrollReset
        >
          {category === null ? texts.all : texts.categories[category]}
        </Link>
      ))}
    </nav>
  );
}

/** Submits a filter form by navigating to its URL, without default values. */
function useFilterNavigation() {
  const navigate = useNavigate();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    void navigate(urlForCatalog(parseItemFilters(new URLSearchParams(fields))), { preventScrollReset: true });
  };
}

function SearchForm({ filters }: { filters: ItemFilters }) {
  const onSubmit = useFilterNavigation();
  return (
    <Form method="get" action="/catalog" role="search" aria-label={texts.search.label} className="catalog-search" onSubmit={onSubmit}>
      <HiddenFilters filters={{ ...filters, q: '' }} />
      <input
        className="input"
        type="search"
        name="q"
        defaultValue={filters.q}
        maxLength={QUERY_MAX}
        aria-label={texts.search.label}
        placeholder={texts.search.label}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button type="submit" variant="night" className="catalog-search-submit" aria-label={texts.search.button}>
        <Icon icon="search" />
        <span className="catalog-search-word">{texts.search.button}</span>
      </Button>
    </Form>
  );
}

function FilterForm({ filters }: { filters: ItemFilters }) {
  const onSubmit = useFilterNavigation();
  const { min, max, limited, owned, sort } = filters;
  const activeCount = [min, max, owned, limited || null, sort === 'ours' ? null : sort].filter((value) => value !== null).length;
  const clearedUrl = urlForCatalog({ category: filters.category, q: filters.q });
  return (
    <details className="catalog-filters" open={activeCount > 0}>
      <summary className={buttonClass({}, 'filter-toggle')}>
        <Icon icon="sliders-horizontal" />
        {words.title}
        {activeCount > 0 && (
          <>
            <span className="filter-count" aria-hidden="true">
              {activeCount}
            </span>
            <span className="visually-hidden">{words.on(activeCount)}</span>
          </>
        )}
      </summary>
      <Form method="get" action="/catalog" className="filters" onSubmit={onSubmit}>
        <HiddenFilters filters={{ category: filters.category, q: filters.q }} />
        <PriceField name="min" label={words.min} value={min} />
        <PriceField name="max" label={words.max} value={max} />
        <SelectField
          name="owned"
          label={words.owned}
          value={owned ?? ''}
          options={[
            ['', words.ownedAll],
            ['yes', words.ownedYes],
            ['no', words.ownedNo],
          ]}
        />
        <SelectField name="sort" label={words.sort} value={sort} options={SORTS.map((each) => [each, words.sorts[each]])} />
        <Checkbox name="limited" value="yes" label={words.limited} defaultChecked={limited} />
        <div className="filter-acts">
          {activeCount > 0 && (
            <Link className="link" to={clearedUrl} preventScrollReset>
              {words.clear}
            </Link>
          )}
          <Button type="submit" variant="primary">
            {words.apply}
          </Button>
        </div>
      </Form>
    </details>
  );
}

function PriceField({ name, label, value }: { name: string; label: string; value: number | null }) {
  return <Field name={name} label={label} type="number" inputMode="numeric" min={0} max={PRICE_MAX} step={1} defaultValue={value ?? ''} />;
}

function SelectField({ name, label, value, options }: { name: string; label: string; value: string; options: [string, string][] }) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="select" name={name} defaultValue={value}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Hidden fields that carry the other form's values along. */
function HiddenFilters({ filters }: { filters: Partial<ItemFilters> }) {
  const params = new URL(urlForCatalog(filters), 'http://x').searchParams;
  return [...params].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
