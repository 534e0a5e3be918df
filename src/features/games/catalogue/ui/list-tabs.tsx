import { Tabs } from '../../../../web/kit/tabs.tsx';
import { urlForGameList, TABS, type ListFilters } from '../schema.ts';
import { texts } from '../texts.ts';

const ICONS = { popular: 'flame', recommended: 'sparkles', 'top-rated': 'star', featured: 'award' } as const;

/** The four sort orders of the list. Changing the tab keeps the filters. */
export function ListTabs({ filters }: { filters: ListFilters }) {
  return (
    <Tabs
      label={texts.list.tabsLabel}
      tabs={TABS.map((tab) => ({
        to: urlForGameList({ ...filters, tab }),
        label: texts.list.tabs[tab],
        icon: ICONS[tab],
        isSelected: tab === filters.tab,
      }))}
    />
  );
}
