import type { PressRegistry } from './crawl-frontier.ts';
import type { OpenedPages } from './crawl-likeness.ts';
import type { IssueList } from './crawl-issues.ts';
import type { LinkResponses } from './crawl-links.ts';
import type { CrawlSessions } from './crawl-sessions.ts';
import type { Tab } from './crawl-tab.ts';
import type { StaffPages } from './crawl-staff-pages.ts';
import type { CrawlSite, Role } from './crawl-users.ts';

// What the parts of a crawl have in common.

/** The state that concurrent crawls share. */
export type SharedCrawlState = {
  registry: PressRegistry;
  opened: OpenedPages;
  linkResponses: LinkResponses;
  /** The pages that every role opens, whatever links to them. */
  seeds: readonly string[];
  /** The pages of the team that are pressed last, by the role that has opened them. */
  staffPages: Map<Role, StaffPages>;
  onProgress: () => void;
  onlyRoutes: ReadonlySet<string> | null;
};

/** What all parts of the crawl of one role use. */
export type CrawlContext = {
  role: Role;
  site: CrawlSite;
  tab: Tab;
  shared: SharedCrawlState;
  sessions: CrawlSessions;
  issues: IssueList;
};
