import { SeenButtons, type MetButtons } from './crawl-seen-buttons.ts';
import type { CrawlContext } from './crawl-context.ts';
import type { Discovery } from './crawl-discovery.ts';
import type { PressOutcome } from './crawl-frontier.ts';
import { findButton, type ButtonOnPage, type Navigation } from './crawl-navigation.ts';
import type { PageSnapshot } from './crawl-page.ts';
import type { FoundButton } from './crawl-page-buttons.ts';
import { press, scrollToButton, type PressResult } from './crawl-press.ts';
import { toStateKey, type PressStep } from './crawl-states.ts';

/** The maximum length of a chain of presses: a button, one in what it opened, one in what that opened. */
const PRESS_DEPTH_MAX = 3;

/** The result of a press: the new snapshot, if it has new buttons. `isReliable`: the press had no issue, or was made on a fresh page. */
type PressLead = { snapshot: PageSnapshot | null; isReliable: boolean };

/** The issue of a press's result, if any. */
function findPressIssue(
  { effects, issues, saysMissing, failure, isRemoved, stillBusy }: PressResult,
  button: FoundButton,
  fill: boolean,
): string | null {
  // A toast closes on its own.
  if (isRemoved && /\.toasts /.test(button.kind)) return null;
  if (failure !== undefined) return `cannot be pressed: ${failure}`;
  if (stillBusy !== undefined) return `and then: ${stillBusy}`;
  if (effects.length === 0 && issues.length === 0) return `does nothing (${button.kind})`;
  if (fill || button.missing.length === 0 || saysMissing) return null;
  return `does not say that '${button.missing.join("', '")}' is missing: ${effects.join(', ')}`;
}

/** Presses the buttons of a page, and those that a press reveals. */
export class ButtonExplorer {
  /** All presses that were made. */
  readonly presses: string[] = [];
  private buttons: SeenButtons;
  private context: CrawlContext;
  private navigation: Navigation;
  private discovery: Discovery;

  constructor(context: CrawlContext, navigation: Navigation, discovery: Discovery, met: MetButtons) {
    this.buttons = new SeenButtons(context, met);
    this.context = context;
    this.navigation = navigation;
    this.discovery = discovery;
  }

  /** Whether a page that was seen before has buttons that this role has not met. */
  hasNewButtons({ buttons }: PageSnapshot, pathname: string): boolean {
    return buttons.some((button) => this.buttons.isNew(button, pathname));
  }

  /** Presses new buttons of a page after these steps, and those that they reveal. */
  async explore(address: string, steps: PressStep[], snapshot: PageSnapshot): Promise<void> {
    const where = [address, ...steps.map(({ name, fill }) => `'${name}'${fill ? ' filled in' : ''}`)].join(' > ');
    for (const [button, outcome] of await this.claimButtons(snapshot, where))
      await this.discovery.recordOutcome(outcome, () => this.pressButton(button, address, steps, where));
  }

  /** Claims the buttons that nobody has pressed yet. For the others, only checks whether they could be pressed here. */
  private async claimButtons({ buttons }: PageSnapshot, where: string): Promise<[FoundButton, PressOutcome][]> {
    const own: [FoundButton, PressOutcome][] = [];
    for (const button of buttons) {
      if (!this.buttons.isNew(button)) continue;
      const { isOwn, outcome } = this.buttons.claim(button);
      if (isOwn) {
        own.push([button, outcome]);
        continue;
      }
      this.discovery.adoptOutcome(outcome);
      const { coveredBy } = await scrollToButton(this.context.tab, button.at);
      if (coveredBy !== null)
        this.context.issues.report(where, `the button '${button.name}' cannot be pressed: this lies over it: ${coveredBy}`);
    }
    return own;
  }

  /** Presses a button with its form empty, and with it filled in: on the current page, or on the page opened again. */
  private async pressButton(
    { kind, name, canFill, needsFill }: FoundButton,
    address: string,
    steps: PressStep[],
    where: string,
  ): Promise<void> {
    for (const fill of needsFill ? [true] : canFill ? [false, true] : [false]) {
      this.context.shared.onProgress();
      this.presses.push(`${where} > '${name}'${fill ? ' filled in' : ''}`);
      const isFresh = this.navigation.states.isCurrent(toStateKey(address, steps));
      const there = findButton(await this.navigation.snapshotIfStillOn(address), kind);
      let lead = there && (await this.pressAndCheck(there, fill, address, where, isFresh));
      if (!lead?.isReliable) {
        const again = await this.findOnFreshPage(kind, address, steps);
        // A toast closes on its own.
        if (!again && !/\.toasts /.test(kind))
          this.context.issues.report(where, `the button '${name}' was there once, and not the second time (${kind})`);
        lead = again && (await this.pressAndCheck(again, fill, address, where, true));
      }
      if (lead?.snapshot && steps.length < PRESS_DEPTH_MAX) {
        const further = [...steps, { kind, name, fill }];
        this.navigation.recordState(address, further, lead.snapshot.state);
        await this.explore(address, further, lead.snapshot);
      }
      await this.navigation.goBack(address, steps);
    }
  }

  /** Finds a button on a freshly opened page, after only the presses that lead to it. */
  private async findOnFreshPage(kind: string, address: string, steps: PressStep[]): Promise<ButtonOnPage | undefined> {
    const { sessions } = this.context;
    if (!sessions.isDirty) {
      const there = findButton(await this.navigation.reachState(address, steps), kind);
      if (there) return there;
      sessions.isDirty = true;
    }
    // A site-wide switch keeps its position: so the first button of the steps may be gone.
    return (
      findButton(await this.navigation.reachState(address, steps), kind) ?? findButton(await this.navigation.reachState(address, []), kind)
    );
  }

  /**
   * Presses a button and reports what is wrong with the result.
   * @param isFresh false if something was pressed there before: then a button without effect is not reported yet, and issues are not
   * certain
   */
  private async pressAndCheck(
    { button, before }: ButtonOnPage,
    fill: boolean,
    address: string,
    where: string,
    isFresh: boolean,
  ): Promise<PressLead> {
    const { tab, sessions, issues } = this.context;
    const { states } = this.navigation;
    const pathBefore = tab.url().pathname;
    const name = `the button '${button.name}'${fill ? ' with its form filled in' : ''}`;
    const result = await press(tab, button, fill, sessions.user.texts);
    for (const issue of result.issues) issues.report(where, `${name}: ${issue}`);
    this.discovery.recordRequests(result.requestedPaths);
    const issue = findPressIssue(result, button, fill);
    if (issue !== null && isFresh) issues.report(where, `${name} ${issue}`);
    const isReliable = issue === null || isFresh;
    const isUsable = result.failure === undefined && result.stillBusy === undefined;
    const after = isUsable ? (result.state ?? (await tab.state())) : null;
    if (result.sent || after === null) sessions.isDirty = true;
    sessions.isSignedOut ||= after === null || (result.sent && !(await tab.hasSameSession(sessions.cookies)));
    if (sessions.isDirty) states.forgetClean();
    else if (before) states.replaceCurrent(before);
    if (!result.sent && after && before && after.text === before.text && after.documentId === before.documentId)
      return { snapshot: null, isReliable };
    states.forgetCurrent();
    if (after === null) return { snapshot: null, isReliable };
    const { pathname, search } = tab.url();
    if (pathname !== pathBefore) {
      this.discovery.discover(pathname + search);
      return { snapshot: null, isReliable };
    }
    const snapshot = await this.navigation.snapshot();
    await this.discovery.collectLinks(snapshot.links, address);
    return { snapshot: isReliable && snapshot.buttons.some((one) => this.buttons.isNew(one)) ? snapshot : null, isReliable };
  }
}
