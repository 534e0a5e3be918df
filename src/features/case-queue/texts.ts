/** The notification to a colleague to whom a case was handed on. It names nobody: the bell may be open on a shared screen. */
export const handOnNotification = {
  title: 'A case was handed to you',
  message: 'A colleague asks you to look at it. It is marked with your name in the list.',
} as const;
