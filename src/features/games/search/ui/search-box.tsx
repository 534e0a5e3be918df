import { useId } from 'react';
import { Icon } from '../../../../web/kit/icon.tsx';
import { QUERY_MAX } from '../schema.ts';
import { texts } from '../texts.ts';
import { SearchDropdown } from './search-dropdown.tsx';
import { useSearchBox } from './use-search-box.ts';
import './search.css';

/** Game search with results while typing; without JavaScript it is a form that leads to a results page. */
export function SearchBox({ isSignedIn, className = '' }: { isSignedIn: boolean; className?: string }) {
  const id = useId();
  const { search, games, activeIndex, isShown, reset, onSubmit, fieldProps } = useSearchBox(isSignedIn);
  return (
    <form className={`search ${className}`} role="search" action="/games" method="get" onSubmit={onSubmit}>
      <label className="search-field">
        <Icon icon="search" />
        <span className="visually-hidden">{texts.label}</span>
        <input
          type="search"
          name="q"
          {...fieldProps}
          maxLength={QUERY_MAX}
          placeholder={texts.label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown && games.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={isShown && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        />
      </label>
      {isShown && <SearchDropdown id={id} search={search} active={activeIndex} onChoose={reset} />}
    </form>
  );
}
