import type { PressOutcome } from './crawl-frontier.ts';
import type { PageSnapshot } from './crawl-page.ts';
import type { MetButtons } from './crawl-seen-buttons.ts';

/** A page of the team, as it was when it was first opened. */
export type StaffPage = { address: string; snapshot: PageSnapshot; pathname: string };

/** Ids that are on one site alone: no placeholder stands for them. */
export const FOREIGN_ID = /[\da-f]{8}-[\da-f-]{27}|kd-[\da-f]{32}/;

/**
 * The pages of the team that one role has opened and not pressed yet. Crawls that have nothing else to do help to press them, each on its
 * own site: the longest crawl would otherwise be alone at the end.
 */
export class StaffPages {
  /** The buttons that this role met, whoever of them pressed: each is pressed once. */
  readonly met: MetButtons;
  /** What helpers have done; it counts for the role. */
  readonly outcomes = new Set<PressOutcome>();
  /** Resolves when all are opened. */
  readonly opened: Promise<void>;
  private waiting: StaffPage[] = [];
  private markOpened: () => void = () => {};

  constructor(met: MetButtons) {
    this.met = met;
    this.opened = new Promise((resolve) => (this.markOpened = resolve));
  }

  add(page: StaffPage): void {
    this.waiting.push(page);
  }

  /** No page will be added any more. */
  finish(): void {
    this.markOpened();
  }

  /** The next page to press, which is then the caller's. @param elsewhere whether the caller is on another site than the one it was opened on */
  take({ elsewhere }: { elsewhere: boolean }): StaffPage | undefined {
    const next = this.waiting.findIndex(({ address }) => !elsewhere || !FOREIGN_ID.test(address));
    return next < 0 ? undefined : this.waiting.splice(next, 1)[0];
  }
}
