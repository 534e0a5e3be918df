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
  private waiting: (StaffPage & { isForOwner?: boolean })[] = [];
  /** How many pages helpers have in hand, and who waits until one of them is done. */
  private lent = 0;
  private lendEnded = Promise.withResolvers<void>();
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

  /** The next page for who opened it; waits for those that helpers have in hand, because they may come back. */
  async take(): Promise<StaffPage | undefined> {
    while (this.waiting.length === 0 && this.lent > 0) await this.lendEnded.promise;
    return this.waiting.shift();
  }

  /**
   * Lends the next page to a helper on another site.
   * @param press returns whether nothing is left to press of what the page had when it was opened; otherwise it goes back to who opened it,
   * whose site shows what the helper's does not
   * @returns false if there is none that helpers can press
   */
  async lend(press: (page: StaffPage) => Promise<boolean>): Promise<boolean> {
    const next = this.waiting.findIndex(({ address, isForOwner }) => !isForOwner && !FOREIGN_ID.test(address));
    const [page] = next < 0 ? [] : this.waiting.splice(next, 1);
    if (!page) return false;
    this.lent++;
    let isDone = false;
    try {
      isDone = await press(page);
    } finally {
      if (!isDone) this.waiting.push({ ...page, isForOwner: true });
      this.lent--;
      this.lendEnded.resolve();
      this.lendEnded = Promise.withResolvers();
    }
    return true;
  }
}
