import { Gamepad2, Image, SpellCheck, Users } from 'lucide-react';
import { Tabs } from '../../../web/kit/tabs.tsx';
import { texts } from '../texts.ts';
import { PICTURES_ADDRESS, PLAYERS_ADDRESS, QUEUE_ADDRESS, WORDS_ADDRESS } from '../schema.ts';

/** What moderators look after: the queues, and the words of the text filter. */
export function ModerationTabs({ chosen }: { chosen: 'games' | 'players' | 'pictures' | 'words' }) {
  return (
    <Tabs
      label={texts.tabs.label}
      tabs={[
        { to: QUEUE_ADDRESS, label: texts.tabs.games, icon: Gamepad2, isSelected: chosen === 'games' },
        { to: PLAYERS_ADDRESS, label: texts.tabs.players, icon: Users, isSelected: chosen === 'players' },
        { to: PICTURES_ADDRESS, label: texts.tabs.pictures, icon: Image, isSelected: chosen === 'pictures' },
        { to: WORDS_ADDRESS, label: texts.tabs.words, icon: SpellCheck, isSelected: chosen === 'words' },
      ]}
    />
  );
}
