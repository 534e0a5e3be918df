import { createCrawlSession, type CrawlSession, type CrawlSite, type CrawlUser, type Role } from './crawl-users.ts';

/** The users of one crawl, one after the other: all have the same data, and each is used until a press changed that data. */
export class CrawlSessions {
  /** Something was sent as this user: the next page gets another user. */
  isDirty = true;
  /** A press signed the user out or switched users: no more presses as this user. */
  isSignedOut = false;
  private current: CrawlSession = { user: { ids: {}, texts: [] }, cookies: [] };
  private next: Promise<CrawlSession> | undefined;
  private role: Role;
  private site: CrawlSite;

  constructor(role: Role, site: CrawlSite) {
    this.role = role;
    this.site = site;
  }

  get user(): CrawlUser {
    return this.current.user;
  }

  get cookies(): CrawlSession['cookies'] {
    return this.current.cookies;
  }

  /** Switches to a new user with the same data. The one after that is created meanwhile. */
  async startNext(): Promise<void> {
    this.current = await (this.next ?? this.prepare());
    this.next = this.prepare();
    this.isDirty = this.isSignedOut = false;
  }

  /** Waits until no user is being created. */
  async finish(): Promise<void> {
    await this.next;
  }

  private prepare(): Promise<CrawlSession> {
    const coming = this.site.createSession?.() ?? createCrawlSession(this.role, this.site);
    // The code that awaits it handles the error.
    coming.catch(() => {});
    return coming;
  }
}
