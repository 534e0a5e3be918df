/** The languages of our emails. */
export type EmailLanguage = 'en' | 'sw';

/** What stands in an email, or in its part in one language, with at most one button. */
export type EmailPart = {
  heading: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Small print: what to do if the email came by mistake, how long a link works. */
  notes: string[];
};

/** The content of an email before rendering. */
export type EmailContent = EmailPart & {
  to: string;
  subject: string;
  /** English, unless it says otherwise. */
  language?: EmailLanguage;
  /** The same once more, in another language, below. */
  translation?: EmailPart & { language: EmailLanguage };
  /** The email is useless after this time (ISO) and is not sent any more. */
  until?: string;
  /** A bulk email that nobody waits for: all other emails are sent before it. */
  canWait?: boolean;
  /** One-click unsubscribe URL for emails of this kind; works without signing in. */
  stop?: string;
};

/** An email in the outbox of demo mode. */
export type OutboxView = { name: string; at: string; to: string; subject: string; text: string; html: string };
