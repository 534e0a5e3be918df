import type { CrawlSessions } from './crawl-sessions.ts';
import { toTemplate, type Role } from './crawl-users.ts';

/** The issues that the crawl of one role found. */
export class IssueList {
  private counts = new Map<string, number>();
  private role: Role;
  private sessions: CrawlSessions;

  constructor(role: Role, sessions: CrawlSessions) {
    this.role = role;
    this.sessions = sessions;
  }

  /** @param where a URL, with or without the presses that followed */
  report(where: string, what: string): void {
    const { user } = this.sessions;
    const issue = `${this.role} on ${toTemplate(user, where)}: ${toTemplate(user, what)}`;
    this.counts.set(issue, (this.counts.get(issue) ?? 0) + 1);
  }

  /** Each issue once, with its count. */
  list(): string[] {
    return [...this.counts].map(([issue, times]) => (times > 1 ? `${issue} (${times} times)` : issue));
  }
}
