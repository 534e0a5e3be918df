import { getCurrentMonth } from '../../shared/age.ts';
import { FIRST_BIRTH_YEAR } from './schema.ts';

/** For how long the first answer on a device counts there, in seconds. */
export const FIRST_ANSWER_SECONDS = 24 * 3600;
/** An account that is younger than this, in days, and has paid nothing, is erased at once: it has hardly more than what was typed to sign up. */
export const NEW_ACCOUNT_DAYS = 8;
/** Players that the job moves to the next band in one transaction each, read at once. */
export const BAND_PAGE_SIZE = 200;

/** The years that can be chosen, the latest first. */
export function listBirthYears(now: Date): number[] {
  const last = Number(getCurrentMonth(now).slice(0, 4));
  return Array.from({ length: last - FIRST_BIRTH_YEAR + 1 }, (_, index) => last - index);
}

/** A month of birth as it is stored, like '2012-03'. */
export function toBirthMonth(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
