import type { PageState } from './crawl-page.ts';

// The states of a page after presses.

/** A press: which button, and whether its form is filled in first. */
export type PressStep = { kind: string; name: string; fill: boolean };

/** Identifies a page after these presses. */
export const toStateKey = (address: string, steps: PressStep[]): string =>
  JSON.stringify([address, ...steps.map(({ kind, fill }) => [kind, fill])]);

/** The states that the open page had since it was opened. */
export class PageStates {
  /** The page and the presses since it was opened; null: unknown. */
  private currentKey: string | null = null;
  /** The states after opening it and after each press, as long as nothing was sent. */
  private clean: { key: string; state: PageState }[] = [];
  /** The same, including states after something was sent: used to return to them. */
  private known = new Map<string, PageState>();

  /** Starts again, for a page that will be opened. */
  clear(): void {
    this.currentKey = null;
    this.clean = [];
    this.known.clear();
  }

  isCurrent(key: string): boolean {
    return this.currentKey === key;
  }

  isEmpty(): boolean {
    return this.known.size === 0;
  }

  /** The state that had this key, if there was one. */
  find(key: string): PageState | undefined {
    return this.known.get(key);
  }

  /** Records the current state. @param isClean nothing was sent so far */
  record(key: string, state: PageState | null, isClean: boolean): void {
    this.currentKey = state && key;
    if (!state) return;
    this.known.set(key, state);
    if (isClean) this.clean.push({ key, state });
  }

  /** The page is now in an unknown state. */
  forgetCurrent(): void {
    this.currentKey = null;
  }

  /** Something was sent: the earlier states look the same but are not. */
  forgetClean(): void {
    this.clean = [];
  }

  /** Corrects the current state: time may have changed it since it was recorded. */
  replaceCurrent(state: PageState): void {
    if (this.clean.at(-1)?.key === this.currentKey) this.clean.splice(-1, 1, { key: this.currentKey ?? '', state });
  }

  /** Whether the page is in an earlier state. */
  restore(now: PageState | null): boolean {
    const nth = this.clean.findLastIndex(({ state }) => state.text === now?.text && state.documentId === now.documentId);
    if (nth < 0) return false;
    this.currentKey = this.clean[nth]?.key ?? null;
    this.clean.length = nth + 1;
    return true;
  }
}
