import { Tabs } from '../../../web/kit/tabs.tsx';
import { PLAYER_SEARCH_PATH } from '../player-search/schema.ts';
import { texts } from '../texts.ts';
import { HELP_REQUESTS_PATH, PICTURE_REVIEW_PATH, PLAYER_REPORTS_PATH, GAME_REPORTS_PATH, FILTER_WORDS_PATH } from '../schema.ts';

/** Tabs of the moderators' pages: children who ask for help, the queues, and the words of the text filter. */
export function ModerationTabs({ chosen }: { chosen: 'help' | 'games' | 'players' | 'pictures' | 'words' | 'search' }) {
  return (
    <Tabs
      label={texts.tabs.label}
      tabs={[
        { to: HELP_REQUESTS_PATH, label: texts.tabs.help, icon: 'heart', isSelected: chosen === 'help' },
        { to: GAME_REPORTS_PATH, label: texts.tabs.games, icon: 'gamepad-2', isSelected: chosen === 'games' },
        { to: PLAYER_REPORTS_PATH, label: texts.tabs.players, icon: 'users', isSelected: chosen === 'players' },
        { to: PICTURE_REVIEW_PATH, label: texts.tabs.pictures, icon: 'image', isSelected: chosen === 'pictures' },
        { to: PLAYER_SEARCH_PATH, label: texts.tabs.search, icon: 'search', isSelected: chosen === 'search' },
        { to: FILTER_WORDS_PATH, label: texts.tabs.words, icon: 'spell-check', isSelected: chosen === 'words' },
      ]}
    />
  );
}
