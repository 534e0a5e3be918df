import { AGE_BANDS, type AgeBand } from './permissions.ts';

/** The ages of bands in words: '13 to 15', '16 to 17', '18 and over'; bands beside each other are named as one. '' for none. */
export function formatAges(bands: readonly AgeBand[]): string {
  const ranges: { first: number; last: number | null }[] = [];
  for (const [place, band] of AGE_BANDS.entries()) {
    if (!bands.includes(band)) continue;
    const next = AGE_BANDS[place + 1];
    const last = next === undefined ? null : next - 1;
    const before = ranges.at(-1);
    if (before?.last === band - 1) before.last = last;
    else ranges.push({ first: band, last });
  }
  return ranges.map(({ first, last }) => (last === null ? `${first} and over` : `${first} to ${last}`)).join(', ');
}
