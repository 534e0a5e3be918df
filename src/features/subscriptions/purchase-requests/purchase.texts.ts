import type { Language } from '../../guardians/schema.ts';

/** @returns the texts of the guardian's page in this language */
export function getPurchaseTexts(_language: Language) {
  return {
    failed: { closed: '', 'too-many-requests': '', unavailable: '', 'not-available': '' },
    fieldErrors: { reply: { long: '', words: '' } },
  };
}
