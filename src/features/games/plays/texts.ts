/** Texts of the game player (spec 1, sections 4 and 8). */
export const texts = {
  notAvailable: { title: 'Game not available', text: 'This game cannot be played at the moment.' },
  fullscreen: 'Fullscreen',
  leaveFullscreen: 'Leave fullscreen',
  close: 'Close',
  frame: (title: string) => `${title}, the game`,
  stages: { asking: 'Getting the game...', loading: 'Loading game...', starting: 'Almost there...' },
  failed: 'The game did not load',
  failedText: 'The connection may be slow. Your best score is safe.',
  again: 'Try again',
  showAnyway: 'Show it anyway',
  over: {
    label: 'The game is over',
    won: 'You did it!',
    lost: 'Good try!',
    record: 'New best!',
    best: (best: string) => `Your best: ${best}`,
    again: 'Play again',
    gamePage: 'Game page',
  },
} as const;
