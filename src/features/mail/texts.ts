/** The texts around every email, and of the outbox of demo mode. */
export const texts = {
  footer: 'Kiddo: a global platform that brings people together through play.',
  never: 'We never ask for your password, a card number or an M-Pesa PIN by mail.',
  stop: 'Stop these mails',
  linkHint: 'If the button does not work, copy this address into your browser:',
  outbox: {
    title: 'Outbox',
    metaTitle: 'Outbox | Kiddo',
    lead: 'Demo mode keeps its mails here instead of sending them. Newest first.',
    empty: 'No mails yet',
    emptyText: 'Sign up, or ask for a new password, and the mail appears here.',
    refresh: 'Look again',
    to: 'To',
    back: 'All mails',
    asText: 'As plain text',
  },
} as const;
