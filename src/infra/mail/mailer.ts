/** One email, ready to send. Text and HTML have the same content. */
export type Mail = {
  /** The same for every attempt to send this email. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Headers in addition to those that every email has. */
  headers?: Record<string, string>;
};

/** The mail server does not take mails for this address, now or later: there is no such mailbox. Sending it again is in vain. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** Sends emails. */
export type Mailer = {
  /**
   * Hands the email to the mail server. @throws when it was not accepted: MailRefusedError if it never will be, anything else if it may be sent
   * again
   */
  send(mail: Mail): Promise<void>;
  /** Whether emails can be sent right now; says nothing about any single address. */
  isReady(): Promise<boolean>;
  close(): void;
};
