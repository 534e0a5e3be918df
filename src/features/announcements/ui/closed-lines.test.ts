import vm from 'node:vm';
import { expect, test } from 'vitest';
import type { SiteLine } from '../schema.ts';
import { chooseLine, lineScript } from './closed-lines.ts';

const NOW = Date.parse('2026-11-28T08:00:00Z');
const MAINTENANCE: SiteLine = { kind: 'maintenance', text: 'We are working on Kiddo.' };
const announcement = (id: number, endsInMs: number): SiteLine => ({
  kind: 'announcement',
  id,
  text: `Line ${id}.`,
  link: null,
  endsAt: new Date(NOW + endsInMs).toISOString(),
});
const [three, seven, over] = [announcement(3, 60_000), announcement(7, 60_000), announcement(9, 0)];

/** The places of the lines that are seen after the script has run in a small document, as the server sends it: only the first one is on. */
function seenAfterScript(lines: readonly SiteLine[], cookie: string, isKept: boolean): number[] {
  const sections = lines.map((line, i) => ({
    dataset: {
      ...(line.kind === 'announcement' && { line: String(line.id), ends: String(Date.parse(line.endsAt)) }),
      ...(i > 0 && { off: '' }),
    } as Record<string, string>,
  }));
  const document = {
    cookie,
    documentElement: { dataset: isKept ? { kept: '' } : {} },
    currentScript: { parentNode: { querySelectorAll: (name: string) => (name === '.site-line' ? sections : []) } },
  };
  vm.runInNewContext(lineScript(), { document, Date: { now: () => NOW } });
  return sections.flatMap(({ dataset }, i) => (dataset['off'] === undefined ? [i] : []));
}

test('before the first paint and after it the same one line is seen, whatever the cookies are', () => {
  const cases: { lines: SiteLine[]; cookie: string; closedIds?: number[]; isKept?: boolean; seen: number[] }[] = [
    { lines: [MAINTENANCE, three], cookie: '', seen: [0] },
    { lines: [MAINTENANCE, three], cookie: 'theme=dark; cookie_consent=all', seen: [0] },
    { lines: [MAINTENANCE, three], cookie: 'a=b; kiddo_closed=3', closedIds: [3], seen: [0] },
    { lines: [three, seven], cookie: '', seen: [0] },
    { lines: [three, seven], cookie: 'xkiddo_closed=3', seen: [0] },
    { lines: [three, seven], cookie: 'kiddo_closed=33.3.1; a=b', closedIds: [33, 3, 1], seen: [1] },
    { lines: [three, seven], cookie: 'kiddo_closed=33', closedIds: [33], seen: [0] },
    { lines: [three, seven], cookie: 'kiddo_closed=7.3', closedIds: [7, 3], seen: [] },
    { lines: [over, seven], cookie: '', seen: [1] },
    // A copy does not know whether the site is still read-only.
    { lines: [MAINTENANCE, over, seven], cookie: '', isKept: true, seen: [2] },
    { lines: [MAINTENANCE], cookie: '', isKept: true, seen: [] },
  ];
  for (const { lines, cookie, closedIds = [], isKept = false, seen } of cases) {
    const chosen = chooseLine(lines, { closedIds, now: NOW, isMaintained: !isKept });
    expect([cookie, seenAfterScript(lines, cookie, isKept)]).toEqual([cookie, seen]);
    expect([cookie, chosen]).toEqual([cookie, lines[seen[0] ?? -1]]);
  }
});
