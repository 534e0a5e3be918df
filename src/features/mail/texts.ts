import type { EmailLanguage } from './schema.ts';

/** The texts around every email, in its language. */
export const emailTexts: Record<EmailLanguage, { footer: string; never: string; stop: string; linkHint: string }> = {
  en: {
    footer: 'Kiddo: a global platform that brings people together through play.',
    never: 'We never ask for your password, a card number or an M-Pesa PIN by mail.',
    stop: 'Stop these mails',
    linkHint: 'If the button does not work, copy this address into your browser:',
  },
  sw: {
    footer: 'Kiddo: jukwaa la kimataifa linalowaleta watu pamoja kupitia michezo.',
    never: 'Hatuombi kamwe nenosiri lako, nambari ya kadi wala PIN ya M-Pesa kwa barua pepe.',
    stop: 'Acha kunitumia barua pepe hizi',
    linkHint: 'Kitufe kisipofanya kazi, nakili anwani hii uiweke kwenye kivinjari chako:',
  },
};

/** The texts of the outbox of demo mode. */
export const texts = {
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
