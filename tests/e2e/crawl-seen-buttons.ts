import type { CrawlContext } from './crawl-context.ts';
import type { PressOutcome } from './crawl-frontier.ts';
import type { FoundButton } from './crawl-page-buttons.ts';
import { findRoute } from './crawl-routes.ts';

/** Equal buttons of a list contain their row's name: this many of them are pressed. */
const PRESSES_PER_ROW_MAX = 4;

/** What one role met: buttons by route and kind, and how many of each kind in a row. */
export class MetButtons {
  readonly seen = new Set<string>();
  readonly countByRow = new Map<string, number>();
}

/** The buttons that one role met, no matter which role pressed them. */
export class SeenButtons {
  private met: MetButtons;
  private context: CrawlContext;

  /** @param met several crawls as one role share it */
  constructor(context: CrawlContext, met: MetButtons) {
    this.context = context;
    this.met = met;
  }

  /** @param pathname of the page that it is on, if that is not the open one */
  isNew(button: FoundButton, pathname?: string): boolean {
    return (
      !this.met.seen.has(this.toScopeKey(button, pathname)) &&
      (!button.kind.startsWith('a row of ') || (this.met.countByRow.get(this.toRowKey(button, pathname)) ?? 0) < PRESSES_PER_ROW_MAX)
    );
  }

  /** Claims a button that nobody has pressed yet; otherwise gets the outcome of the first press. */
  claim(button: FoundButton): { isOwn: boolean; outcome: PressOutcome } {
    this.met.seen.add(this.toScopeKey(button));
    this.met.countByRow.set(this.toRowKey(button), (this.met.countByRow.get(this.toRowKey(button)) ?? 0) + 1);
    const { registry } = this.context.shared;
    const others = registry.find(this.toSharedKey(button));
    return others ? { isOwn: false, outcome: others } : { isOwn: true, outcome: registry.claim(this.toSharedKey(button)) };
  }

  /** Buttons of the frame are pressed once; buttons of a page, once per route: the actual route, whichever URL was requested. */
  private toScopeKey(button: FoundButton, pathname = this.context.tab.url().pathname): string {
    return `${button.isChrome ? '' : (findRoute(pathname) ?? '/*')} ${button.kind}`;
  }

  /** Equal for all signed-in roles that meet the button in the same surroundings; visitors are redirected elsewhere. */
  private toSharedKey(button: FoundButton): string {
    return `${this.context.role === 'visitor' ? 'visitor' : 'member'} ${this.toScopeKey(button)} in ${button.around}`;
  }

  private toRowKey(button: FoundButton, pathname?: string): string {
    return this.toScopeKey(button, pathname).replace(/"[^"]*"/, '');
  }
}
