import { getCalendarDay } from './date-format.ts';

// Days in the languages of guardians, in Nairobi. Browsers do not all know the names of every language, and first visits to the site do not
// load them: they are not in date-format.ts.

const MONTHS = {
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  sw: ['Januari', 'Februari', 'Machi', 'Aprili', 'Mei', 'Juni', 'Julai', 'Agosti', 'Septemba', 'Oktoba', 'Novemba', 'Desemba'],
};
const WEEKDAYS = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  sw: ['Jumapili', 'Jumatatu', 'Jumanne', 'Jumatano', 'Alhamisi', 'Ijumaa', 'Jumamosi'],
};
type Language = keyof typeof MONTHS;

/** The day of a time, for a sentence about the next weeks: '29 November'. @param iso a time */
export function formatLocalDay(iso: string, language: Language): string {
  const [, month, day] = getNairobiDay(iso).split('-');
  return `${Number(day)} ${MONTHS[language][Number(month) - 1]}`;
}

/** The same with its day of the week: 'Sunday, 22 November'. @param iso a time */
export function formatLocalWeekday(iso: string, language: Language): string {
  return `${WEEKDAYS[language][new Date(getNairobiDay(iso)).getUTCDay()]}, ${formatLocalDay(iso, language)}`;
}

/** The date of a time: '3 December 2026'. @param iso a time */
export function formatLocalDate(iso: string, language: Language): string {
  return `${formatLocalDay(iso, language)} ${getNairobiDay(iso).slice(0, 4)}`;
}

function getNairobiDay(iso: string): string {
  return getCalendarDay(new Date(iso), 'Africa/Nairobi');
}
