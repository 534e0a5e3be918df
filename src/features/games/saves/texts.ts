import { formatShortDateTime } from '../../../shared/date-format.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import type { SaveNews } from './schema.ts';

/** Texts about saves, in the game player. */
export const texts = {
  news: {
    taken: { title: 'Saved in your account', text: 'Your game from this device is now in your account.' },
    'other-kept': {
      title: 'Two saves',
      text: 'You also played this game on another device. This one goes on; the other is kept as your earlier save.',
    },
    deleted: {
      title: 'This save was deleted',
      text: 'It was deleted in the settings. What you do now is not saved. Open the game again to begin anew.',
    },
    full: { title: 'No room in your account', text: 'This game is saved on this device only. Delete saves that you do not need.' },
  } satisfies Record<SaveNews, { title: string; text: string }>,
  toSavedGames: 'Saved games',
  question: {
    title: 'Which one do you want to go on with?',
    text: (game: string) => `Somebody played ${game} on this device without signing in. Your account has a save of it too.`,
    device: 'This device',
    account: 'Your account',
    savedAt: (iso: string, timeZone: string | null) => `Saved ${formatShortDateTime(iso, timeZone)}`,
    savedSometime: 'Saved some time ago',
    best: (best: number) => `Best: ${formatNumber(best)}`,
    noBest: 'No best score yet',
    rest: 'We keep the other one as your earlier save.',
    leave: 'Leave it',
    leaveText: 'It was not me. Go on with my account, and change nothing.',
  },
} as const;
