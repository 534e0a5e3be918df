import type { Language } from '../schema.ts';

/** What the page says while the site is read-only. It is no part of what a guardian agrees to, so it changes no version of that. */
export const readOnlyTexts: Record<Language, string> = {
  en: 'We are working on Kiddo right now, so nothing new can be saved for a while. Please try again later. Saying no, and taking your yes back, work at any time.',
  sw: 'Kwa sasa tunafanyia kazi Kiddo, kwa hivyo hakuna kipya kinachoweza kuhifadhiwa kwa muda. Tafadhali jaribu tena baadaye. Unaweza kukataa, au kuondoa ruhusa yako, wakati wowote.',
};
