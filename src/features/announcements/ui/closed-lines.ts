import { CLOSED_LINES_COOKIE, parseClosedLines, serializeClosedLines, type SiteLine } from '../schema.ts';

/** The ids of the lines that were closed in this browser. */
export function readClosedLines(): number[] {
  return parseClosedLines(document.cookie);
}

/** Saves that a line was closed. When cookies are switched off, that lasts for this page only. */
export function saveClosedLine(id: number): void {
  document.cookie = serializeClosedLines(document.cookie, id, location.protocol === 'https:');
}

/** The line that is shown: the first one that was not closed here and is not over. @param isMaintained whether the site is still read-only */
export function chooseLine(
  lines: readonly SiteLine[],
  { closedIds, now, isMaintained }: { closedIds: readonly number[]; now: number; isMaintained: boolean },
): SiteLine | undefined {
  return lines.find((line) => (line.kind === 'maintenance' ? isMaintained : !closedIds.includes(line.id) && now < Date.parse(line.endsAt)));
}

/**
 * Runs right after the server's HTML of the lines, before the first paint: it shows the same one as {@link chooseLine} does
 * later. The page may be shared by all visitors, or be a copy of the service worker's, which does not know whether the site is still read-only.
 * The text must never vary: the content security policy names it by hash. A function, so that only the server's bundle contains it.
 */
export const lineScript = (): string =>
  [
    '(function(s){',
    `var c='.'+((/(?:^|; )${CLOSED_LINES_COOKIE}=([\\d.]+)/.exec(document.cookie)||[])[1]||'')+'.',n=Date.now(),d=0,`,
    "k='kept'in document.documentElement.dataset;",
    "s.parentNode.querySelectorAll('.site-line').forEach(function(l){var i=l.dataset.line;",
    // The line of a read-only site has no id: nobody can close it.
    "if(d||(i?c.indexOf('.'+i+'.')>=0||n>=+l.dataset.ends:k))l.dataset.off='';",
    'else{d=1;delete l.dataset.off}',
    '})})(document.currentScript)',
  ].join('');
