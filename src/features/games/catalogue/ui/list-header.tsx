import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { Button, buttonClass } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { urlForGameList, DEVICES, GENDERS, parseFilters, type ListFilters } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/kit/filters.css';
import './games.css';

const { list: labels } = texts;

/** The fields of the filter form. */
type FilterName = 'genre' | 'device' | 'gender' | 'size';

/**
 * The header of the games page with its filter panel: a <details> with a form. Without JavaScript the button applies the filters; with
 * JavaScript each choice applies at once and the button closes the panel.
 */
export function ListHeader({ filters, genres }: { filters: ListFilters; genres: string[] }) {
  const navigate = useNavigate();
  const { location: nextLocation } = useNavigation();
  // A choice counts as soon as its list starts loading: it is shown, and further choices are added to it.
  const pendingFilters = nextLocation?.pathname === '/games' ? parseFilters(new URLSearchParams(nextLocation.search)) : filters;
  // A genre in the URL opens the panel (spec 1, section 4).
  const [open, setOpen] = useState(filters.genre !== null);
  const activeFilters = [filters.genre, filters.device, filters.gender, filters.light ?? null].filter((value) => value !== null).length;

  useEffect(() => {
    if (filters.genre !== null) setOpen(true);
  }, [filters.genre]);

  const applyFilter = (name: FilterName, value: string) => {
    const params = new URL(urlForGameList(pendingFilters), 'http://x').searchParams;
    params.set(name, value);
    void navigate(urlForGameList(parseFilters(params)), { replace: true, preventScrollReset: true });
  };
  const closePanel = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
  };

  return (
    <div className={`cloth simulator list-band${open ? ' is-open' : ''}`}>
      <div className="wrap list-head">
        <h1>{labels.title}</h1>
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={buttonClass({}, 'filter-toggle')}>
            <Icon icon="sliders-horizontal" />
            {labels.filter}
            {activeFilters > 0 && <FilterCount count={activeFilters} />}
          </summary>
          <FilterForm tab={filters.tab} pendingFilters={pendingFilters} genres={genres} onChange={applyFilter} onSubmit={closePanel} />
        </details>
      </div>
    </div>
  );
}

function FilterCount({ count }: { count: number }) {
  return (
    <>
      <span className="filter-count" aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{labels.filtersOn(count)}</span>
    </>
  );
}

type FilterFormProps = {
  tab: ListFilters['tab'];
  pendingFilters: ListFilters;
  genres: string[];
  onChange: (name: FilterName, value: string) => void;
  onSubmit: (event: FormEvent) => void;
};

function FilterForm({ tab, pendingFilters, genres, onChange, onSubmit }: FilterFormProps) {
  return (
    <form className="filters" action="/games" method="get" onSubmit={onSubmit}>
      {tab !== 'popular' && <input type="hidden" name="tab" value={tab} />}
      <Select
        name="genre"
        label={labels.genre}
        value={pendingFilters.genre ?? ''}
        options={[{ value: '', label: labels.allGenres }, ...genres.map((genre) => ({ value: genre, label: genre }))]}
        onChange={(value) => onChange('genre', value)}
      />
      <Select
        name="device"
        label={labels.device}
        value={pendingFilters.device ?? ''}
        options={[{ value: '', label: labels.allDevices }, ...DEVICES.map((device) => ({ value: device, label: device }))]}
        onChange={(value) => onChange('device', value)}
      />
      <Select
        name="gender"
        label={labels.gender}
        value={pendingFilters.gender ?? ''}
        options={[{ value: '', label: labels.allGenders }, ...GENDERS.map((gender) => ({ value: gender, label: labels.genders[gender] }))]}
        onChange={(value) => onChange('gender', value)}
      />
      <Select
        name="size"
        label={labels.size}
        value={pendingFilters.light ? 'light' : ''}
        options={[
          { value: '', label: labels.allSizes },
          { value: 'light', label: labels.light },
        ]}
        onChange={(value) => onChange('size', value)}
      />
      <Button variant="primary" type="submit">
        {labels.apply}
      </Button>
    </form>
  );
}
