import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { urlForGameList, DEVICES, GENDERS, parseFilters, type ListFilters } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/kit/filters.css';
import './games.css';

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
  const { list: labels } = texts;

  useEffect(() => {
    if (filters.genre !== null) setOpen(true);
  }, [filters.genre]);

  const applyFilter = (name: 'genre' | 'device' | 'gender' | 'size', value: string) => {
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
          <summary className="btn filter-toggle">
            <Icon icon={SlidersHorizontal} />
            {labels.filter}
            {activeFilters > 0 && (
              <>
                <span className="filter-count" aria-hidden="true">
                  {activeFilters}
                </span>
                <span className="aloud">{labels.filtersOn(activeFilters)}</span>
              </>
            )}
          </summary>
          <form className="filters" action="/games" method="get" onSubmit={closePanel}>
            {filters.tab !== 'popular' && <input type="hidden" name="tab" value={filters.tab} />}
            <Select
              name="genre"
              label={labels.genre}
              value={pendingFilters.genre ?? ''}
              options={[{ value: '', label: labels.allGenres }, ...genres.map((genre) => ({ value: genre, label: genre }))]}
              onChange={(value) => applyFilter('genre', value)}
            />
            <Select
              name="device"
              label={labels.device}
              value={pendingFilters.device ?? ''}
              options={[{ value: '', label: labels.allDevices }, ...DEVICES.map((device) => ({ value: device, label: device }))]}
              onChange={(value) => applyFilter('device', value)}
            />
            <Select
              name="gender"
              label={labels.gender}
              value={pendingFilters.gender ?? ''}
              options={[
                { value: '', label: labels.allGenders },
                ...GENDERS.map((gender) => ({ value: gender, label: labels.genders[gender] })),
              ]}
              onChange={(value) => applyFilter('gender', value)}
            />
            <Select
              name="size"
              label={labels.size}
              value={pendingFilters.light ? 'light' : ''}
              options={[
                { value: '', label: labels.allSizes },
                { value: 'light', label: labels.light },
              ]}
              onChange={(value) => applyFilter('size', value)}
            />
            <Button variant="primary" type="submit">
              {labels.apply}
            </Button>
          </form>
        </details>
      </div>
    </div>
  );
}
