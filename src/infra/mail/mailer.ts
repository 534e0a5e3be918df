/** One mail, ready to go. Both parts say the same. */
export type Mail = {
  /** The same mail has the same id however often a job tries it. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** More headers than every mail has. */
  headers?: Record<string, string>;
};

/** Where mails leave the house. */
export type Mailer = {
  /** Hands the mail over. @throws when it was not taken; then it may be sent again. */
  send(mail: Mail): Promise<void>;
  /** Whether mails can leave right now; says nothing about any one address. */
  isReady(): Promise<boolean>;
  close(): void;
};
