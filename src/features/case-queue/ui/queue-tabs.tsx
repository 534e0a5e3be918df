import type { IconName } from '../../../web/kit/icon-names.ts';
import { Tabs } from '../../../web/kit/tabs.tsx';
import { listCaseKinds } from '../rules.ts';
import { CASE_LIST_PATHS, CASE_QUEUE_PATH, FILTER_WORDS_PATH, PLAYER_SEARCH_PATH, type CaseKind, type QueueTabCounts } from '../schema.ts';
import { texts } from '../texts.ts';

const ICONS: Record<CaseKind, IconName> = {
  help: 'heart',
  player: 'users',
  group: 'award',
  game: 'gamepad-2',
  picture: 'image',
  message: 'mail',
  'broken-game': 'wrench',
};

type QueueTabsProps = QueueTabCounts & { chosen: 'waiting' | 'search' | 'words' | CaseKind };

/** The tabs of the team's pages: everything that waits, then each kind, with how many of it wait, and the words of the text filter. */
export function QueueTabs({ chosen, counts, isOperator }: QueueTabsProps) {
  return (
    <Tabs
      label={texts.tabs.label}
      tabs={[
        {
          to: CASE_QUEUE_PATH,
          label: texts.tabs.waiting,
          icon: 'shield',
          isSelected: chosen === 'waiting',
          count: counts.total,
          isUrgent: counts.urgent > 0,
        },
        ...listCaseKinds(isOperator).map((kind) => ({
          to: CASE_LIST_PATHS[kind],
          label: texts.tabs[kind],
          icon: ICONS[kind],
          isSelected: chosen === kind,
          count: counts.byKind[kind],
          isUrgent: kind === 'help' && counts.byKind.help > 0,
        })),
        { to: PLAYER_SEARCH_PATH, label: texts.tabs.search, icon: 'search', isSelected: chosen === 'search' },
        { to: FILTER_WORDS_PATH, label: texts.tabs.words, icon: 'spell-check', isSelected: chosen === 'words' },
      ]}
    />
  );
}
