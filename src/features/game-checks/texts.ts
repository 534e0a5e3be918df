import { formatDateTime, formatDay } from '../../shared/date-format.ts';
import { formatNumber } from '../../shared/number-format.ts';
import type { BrowserView, CheckFinding, CheckOutcome, CheckSummary, NightSummary } from './schema.ts';

const BROWSER = {
  missing:
    'No Chromium is installed where the jobs run, so no game is opened. Install it there (on Debian: apt install chromium). Kiddo looks again every hour.',
  doesNotStart: (words: string) =>
    `Chromium is installed where the jobs run and does not start, so no game is opened. Kiddo tries again once an hour. It said: ${words}`,
};

const TOO_MUCH =
  'More than a few games were broken, which may be our own fault: nothing was hidden, and that night counts for nothing. Look at what they have in common.';

/** Texts about the nightly check of games, on pages of operators. */
export const texts = {
  noteRequired: 'Write a short note: why?',
  askedNote: 'Opened now',
  panel: {
    title: 'The nightly check',
    never: 'This game was not opened yet.',
    filesChanged: 'Its files changed since then. It is opened again next night.',
    elsewhere: 'It has no files of ours, so it is not opened.',
    openedAtNight: (iso: string) => `Opened by night on ${formatDateTime(iso)}`,
    openedOnDemand: (iso: string) => `Opened because somebody asked, on ${formatDateTime(iso)}`,
    outcomes: {
      shown: 'It works: something was drawn.',
      'no-answer': 'Broken: its page did not load.',
      'nothing-shown': 'Broken: it loaded, and nothing was drawn in time.',
      crashed: 'Broken: the browser’s tab crashed.',
    } satisfies Record<CheckOutcome, string>,
    reason: 'What the browser got',
    picture: 'What it looked like on a phone',
    noPicture: 'No picture could be taken.',
    firstFrame: 'First frame',
    noFrame: 'none',
    bytes: 'Over the network',
    otherHosts: 'Other hosts that it asked for and did not get',
    missingFiles: 'Files of its own that did not load',
    errors: 'Errors of its scripts',
    missing: ({ path, status }: { path: string; status: number }) => `${path} (${status})`,
    none: 'none',
    nights: 'The last 14 nights',
    open: 'Open it now',
    openFailed: (failure: string) =>
      `It could not be opened when somebody asked for it last. That says nothing about the game: the fault is ours. Kiddo tries again in the next minutes. What was seen: ${failure}`,
    opening: 'It is being opened. The result is here in about a minute.',
    lookAgain: 'Look again',
    busy: 'Working...',
    failed: 'That did not work',
    hiddenTitle: 'The nightly check has hidden this game',
    hidden:
      'It was broken in two nights, so nobody sees it now. Look at the picture and the errors. Then show it again, replace its files or leave it hidden.',
    leave: 'Leave it hidden',
    leaveHint: 'For example: its developer sends new files next week.',
    leaveNote: 'Why (for the team; it stays in the log)',
    counted: {
      title: 'How it is counted',
      lines: [
        'At night, from 1:00 to 5:00 in Nairobi, Kiddo opens games in a browser as a phone does. What it could not open in a night comes in the next ones; a game that broke or got new files comes first.',
        'A game is broken if its page does not load, if nothing is drawn in time, or if the tab crashes. Everything else works: a game with errors, missing files or requests to other hosts is something to look at, and is never hidden for that.',
        'A game that is broken is opened once more in the same night, at least 30 minutes later: only one that is broken both times is broken in that night. A game that is broken in two nights with the same files, one after the other and at most 3 days apart, is hidden when the second night is over, and waits in the list. When you show it again, it takes two new nights. Opening it now counts for no night.',
        'If more than 5 games and more than a tenth of those opened are broken in one night, nothing is hidden and operators get a mail. Before games, and again when one is broken, Kiddo opens a game of its own, which takes the same way from the same store of files: if that does not open, the fault is ours, and no game is counted. If it does not open in a whole night, operators get a mail. What our own servers refuse or cannot answer is not counted either.',
      ],
    },
  },
  night: {
    title: 'Last night',
    none: 'No night has been checked yet. Games are opened from 1:00 to 5:00 in Nairobi.',
    sums: ({ night, opened, planned, broken }: NightSummary) =>
      `${formatDay(night)}: ${formatNumber(opened)} of ${formatNumber(planned)} games were opened, ${formatNumber(broken)} broken.`,
    hidden: (count: number) => (count === 0 ? 'None was hidden.' : count === 1 ? '1 was hidden.' : `${formatNumber(count)} were hidden.`),
    goesOn: 'The night goes on: what is hidden is decided at its end.',
    stopped: TOO_MUCH,
    ourFault: (failure: string) =>
      `A game of our own did not open, so the last games were not counted: the fault is ours. Look at the games’ host name and the store of files first. What was seen: ${failure}`,
  },
  waiting: {
    title: 'Broken games',
    count: (count: number) =>
      count === 0
        ? 'No game that the check has hidden waits.'
        : count === 1
          ? '1 game that the check has hidden waits.'
          : `${formatNumber(count)} games that the check has hidden wait.`,
    foundBroken: 'Open what is broken',
    open: 'Open the games',
  },
  findings: { fine: 'Works', look: 'Look at it', broken: 'Broken' } satisfies Record<CheckFinding, string>,
  notOpened: 'Not opened yet',
  notSince: 'New files',
  notThatNight: 'not opened',
} as const;

/** What keeps all games from being opened; null: nothing that is known. */
export function describeBrowser({ state, lastWords }: BrowserView): string | null {
  if (state === 'missing') return BROWSER.missing;
  return state === 'does-not-start' ? BROWSER.doesNotStart(lastWords ?? '') : null;
}

/** A time to the first frame: '1.4 s'. */
export function formatSeconds(ms: number): string {
  return `${formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** A size as it came over the network: '212 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${formatNumber(Math.ceil(bytes / 1000))} KB`;
  return `${formatNumber(bytes / 1_000_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}

/** What a row of the list says: '1.4 s, 212 KB'. */
export function summarize({ firstFrameMs, bytes }: CheckSummary): string {
  return firstFrameMs === null ? formatBytes(bytes) : `${formatSeconds(firstFrameMs)}, ${formatBytes(bytes)}`;
}

/** What a night found, in words: 'Nov 20: 1.4 s', 'Nov 20: not opened'. */
export function describeNight(night: string, finding: CheckFinding | null, firstFrameMs: number | null): string {
  const found = finding === null ? texts.notThatNight : texts.findings[finding];
  return `${formatDay(night)}: ${found}${finding !== null && firstFrameMs !== null ? `, ${formatSeconds(firstFrameMs)}` : ''}`;
}
