import { formatShortDateTime } from '../../shared/date-format.ts';
import { formatNumber } from '../../shared/number-format.ts';
import type { FormerReason } from '../games/saves/schema.ts';

/** A size as '1 KB', '64 KB' or '2.5 MB'. */
function formatSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Texts about the saves of games in the settings. */
export const texts = {
  title: 'Saved games',
  metaTitle: 'Saved games | Kiddo',
  lead: 'What games save for you is kept in your account, so you can go on at another phone or computer.',
  panelText: 'See what games saved for you, go back to an earlier save, or delete one.',
  toPage: 'Saved games',
  toSettings: 'Settings',
  pages: 'Pages of saved games',
  toNewest: 'Newest saves',
  older: 'Older saves',
  room: (bytes: number) => `Your saves take ${formatSize(bytes)} of 20 MB.`,
  empty: 'No saved games yet',
  emptyText: 'Play a game, and what it saves will be here.',
  noOlder: 'There are no older saves.',
  find: 'Find a game',
  savedAt: (iso: string, timeZone: string | null) => `Saved ${formatShortDateTime(iso, timeZone)}`,
  size: formatSize,
  best: (best: number) => `Best: ${formatNumber(best)}`,
  gone: 'This game is not there at the moment.',
  former: (iso: string, timeZone: string | null) => `Earlier save: ${formatShortDateTime(iso, timeZone)}`,
  formerReason: {
    'other-device': 'From another device. The later save took its place.',
    'not-chosen': 'You chose the other one.',
    exchanged: 'You went back to the other one.',
  } satisfies Record<FormerReason, string>,
  restore: 'Go back to the earlier save',
  restoreAloud: (title: string) => `Go back to the earlier save of ${title}`,
  delete: 'Delete',
  deleteAloud: (title: string) => `Delete the save of ${title}`,
  deleteSure: 'The game begins anew on all your devices, and your best score in it is gone. You cannot undo this.',
  deleteYes: 'Yes, delete it',
  deleteYesAloud: (title: string) => `Yes, delete the save of ${title}`,
  done: {
    restore: { title: 'Changed', text: 'The earlier save is your save now. You can go back again.' },
    delete: { title: 'Save deleted', text: 'The game begins anew the next time you open it.' },
  },
  failed: 'That did not work',
  changed: 'The save has changed meanwhile. Look at it again, then decide.',
} as const;
