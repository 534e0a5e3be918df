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

/** Sends emails. */
export type Mailer = {
  /** Hands the email to the mail server. @throws when it was not accepted; then it may be sent again */
  send(mail: Mail): Promise<void>;
  /** Whether emails can be sent right now; says nothing about any single address. */
  isReady(): Promise<boolean>;
  close(): void;
};
