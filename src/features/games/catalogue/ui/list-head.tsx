import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { addressOfList, DEVICES, GENDERS, filtersFromAddress, type ListFilters } from '../schema.ts';
import { texts } from '../texts.ts';

/**
 * The head of the games page with its filter panel. A <details> with a form: without JavaScript the button applies the
 * filters; with it each choice applies at once and the button closes the panel.
 */
export function ListHead({ filters, genres }: { filters: ListFilters; genres: string[] }) {
  const navigate = useNavigate();
  const { location: next } = useNavigation();
  // What was chosen counts while its list is still on its way: it shows, and another choice is added to it.
  const chosen = next?.pathname === '/games' ? filtersFromAddress(new URLSearchParams(next.search)) : filters;
  // A genre in the address opens the panel (spec 1, section 4).
  const [open, setOpen] = useState(filters.genre !== null);
  const on = [filters.genre, filters.device, filters.gender, filters.light ?? null].filter((value) => value !== null).length;
  const { list } = texts;

  useEffect(() => {
    if (filters.genre !== null) setOpen(true);
  }, [filters.genre]);

  const choose = (name: 'genre' | 'device' | 'gender' | 'size', value: string) => {
    const params = new URL(addressOfList(chosen), 'http://x').searchParams;
    params.set(name, value);
    void navigate(addressOfList(filtersFromAddress(params)), { replace: true, preventScrollReset: true });
  };
  const close = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
  };

  return (
    <div className={`cloth simulator list-band${open ? ' is-open' : ''}`}>
      <div className="wrap list-head">
        <h1>{list.title}</h1>
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="btn filter-toggle">
            <Icon icon={SlidersHorizontal} />
            {list.filter}
            {on > 0 && (
              <>
                <span className="filter-count" aria-hidden="true">
                  {on}
                </span>
                <span className="aloud">{list.filtersOn(on)}</span>
              </>
            )}
          </summary>
          <form className="filters" action="/games" method="get" onSubmit={close}>
            {filters.tab !== 'popular' && <input type="hidden" name="tab" value={filters.tab} />}
            <Select
              name="genre"
              label={list.genre}
              value={chosen.genre ?? ''}
              options={[{ value: '', label: list.allGenres }, ...genres.map((genre) => ({ value: genre, label: genre }))]}
              onChange={(value) => choose('genre', value)}
            />
            <Select
              name="device"
              label={list.device}
              value={chosen.device ?? ''}
              options={[{ value: '', label: list.allDevices }, ...DEVICES.map((device) => ({ value: device, label: device }))]}
              onChange={(value) => choose('device', value)}
            />
            <Select
              name="gender"
              label={list.gender}
              value={chosen.gender ?? ''}
              options={[
                { value: '', label: list.allGenders },
                ...GENDERS.map((gender) => ({ value: gender, label: list.genders[gender] })),
              ]}
              onChange={(value) => choose('gender', value)}
            />
            <Select
              name="size"
              label={list.size}
              value={chosen.light ? 'light' : ''}
              options={[
                { value: '', label: list.allSizes },
                { value: 'light', label: list.light },
              ]}
              onChange={(value) => choose('size', value)}
            />
            <Button variant="primary" type="submit">
              {list.apply}
            </Button>
          </form>
        </details>
      </div>
    </div>
  );
}
