import { formatNumber } from './number-format.ts';

/** An amount in the smallest unit of its currency: KES 99 is 9900. */
type Amount = { minor: number; currency: 'KES' | 'USD' };

/** How currencies are written (spec 2, section 9: prices are in KSH). */
const CURRENCY_LABELS: Record<Amount['currency'], string> = { KES: 'KSH', USD: 'USD' };

/** Formats money for pages and emails: 'KSH 99', 'USD 4.99'. Whole shillings are written without cents, as is usual. */
export function formatMoney({ minor, currency }: Amount): string {
  const isWhole = currency === 'KES' && minor % 100 === 0;
  const digits = { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: 2 };
  return `${CURRENCY_LABELS[currency]} ${formatNumber(minor / 100, digits)}`;
}

/** An amount as it is typed into a field: '250', or '249.50'. */
export function formatMinor(minor: number): string {
  return minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2);
}

/** Formats kiddocash: '1,250'. */
export function formatKiddocash(amount: number): string {
  return formatNumber(amount);
}

/** Formats kiddocash that came in or went out, with its sign: '+400', '−1,250'. */
export function formatSignedKiddocash(amount: number): string {
  return amount < 0 ? `\u2212${formatKiddocash(-amount)}` : `+${formatKiddocash(amount)}`;
}
