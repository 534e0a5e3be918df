import { CLOSED_LINES_COOKIE, parseClosedLines, serializeClosedLines } from '../schema.ts';

/** The ids of the lines that were closed in this browser. */
export function readClosedLines(): number[] {
  return parseClosedLines(document.cookie);
}

/** Saves that a line was closed. When cookies are switched off, that lasts for this page only. */
export function saveClosedLine(id: number): void {
  document.cookie = serializeClosedLines(document.cookie, id, location.protocol === 'https:');
}

/**
 * Runs right after the server's HTML of the lines, before the first paint: it shows the first one that was not closed here and is not over, as
 * {@link readClosedLines} and the component do later. The page may be shared by all visitors, or be an old copy of the service worker's. The
 * text must never vary: the content security policy names it by hash. A function, so that only the server's bundle contains it.
 */
export const lineScript = (): string =>
  [
    '(function(s){',
    `var c='.'+(/(?:^|; )${CLOSED_LINES_COOKIE}=([\\d.]+)/.exec(document.cookie)||[])[1]+'.',n=Date.now(),d=0;`,
    "s.parentNode.querySelectorAll('.site-line').forEach(function(l){",
    "if(d||c.indexOf('.'+l.dataset.line+'.')>=0||n>=+l.dataset.ends)l.dataset.off='';",
    'else{d=1;delete l.dataset.off}',
    '})})(document.currentScript)',
  ].join('');
