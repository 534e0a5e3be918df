/** A letter before it has a form: what is said, and at most one thing to press. */
export type EmailContent = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Small print: what to do if this letter came by mistake, how long a link works. */
  notes: string[];
  /** After this moment (ISO) the letter is worth nothing and is not sent any more. */
  until?: string;
  /** One of many that nobody waits for: whatever somebody does wait for overtakes it. */
  canWait?: boolean;
  /** Where one press stops letters like this one, without signing in. */
  stop?: string;
};

/** A mail as the outbox of demo mode shows it. */
export type OutboxView = { name: string; at: string; to: string; subject: string; text: string; html: string };
