/** The texts of the player's side. */
export const texts = {
  failed: {
    open: 'You have asked for something already. Wait for the answer, or take it back first.',
    'too-many': 'You asked three times this week. Talk with them about it, and ask again later.',
    'not-available': 'This cannot be asked for now.',
    'nothing-open': 'There is nothing to take back: it was answered, or it is over.',
  },
  notifications: {
    refused: (reply: string) => ({
      title: 'Not this time',
      message: reply === '' ? 'Whoever you asked at home said no.' : `Whoever you asked at home said no: “${reply}”`,
    }),
  },
} as const;
