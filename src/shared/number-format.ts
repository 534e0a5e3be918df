/** Formats a number with its thousands apart: '1,250'. @param digits how many there are after the point; by default up to three */
export function formatNumber(value: number, digits?: { minimumFractionDigits: number; maximumFractionDigits: number }): string {
  return value.toLocaleString('en-US', digits);
}
