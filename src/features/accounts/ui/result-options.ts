import { texts } from '../texts.ts';

/** How the forms of the account pages name themselves and report an unexpected failure. */
export const RESULT_OPTIONS = { nameField: 'form', failureTitle: texts.toasts.error('').title } as const;
