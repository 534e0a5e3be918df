import { createTransport } from 'nodemailer';
import type { MailPort } from './mail.ts';

/** A mail server that does not answer within this counts as away. */
const ANSWER_MS = 10_000;
/** Whoever waits for a page waits no longer than this to hear whether mail goes out. */
const READY_MS = 2_500;

/** Mails leave by SMTP. @param url smtp://USER:PASSWORD@HOST:PORT, or smtps:// @param from the sender. */
export function createSmtp(url: string, from: string): MailPort {
  const limits = { dnsTimeout: ANSWER_MS, connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...limits,
  } as never);
  const check = createTransport({ url, connectionTimeout: READY_MS, greetingTimeout: READY_MS, socketTimeout: READY_MS } as never);
  return {
    async send(mail) {
      const messageId = `<${mail.id}@${from.split('@').at(-1)?.replace('>', '') ?? 'kiddo'}>`;
      try {
        const { to, subject, text, html, headers = {} } = mail;
        await transport.sendMail({ from, to, subject, text, html, messageId, headers });
      } catch (error) {
        // What a mail server says often holds the address it is about; logs and job tables are not to know it.
        const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
        // oxlint-disable-next-line preserve-caught-error -- the cause is what is to be left out
        throw new Error(`the mail server did not take a mail (${[code, responseCode, command].filter(Boolean).join(', ')})`);
      }
    },
    async ready() {
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, READY_MS, false).unref());
      const answered = check.verify().then(
        () => true,
        () => false,
      );
      return Promise.race([answered, late]);
    },
    close() {
      transport.close();
      check.close();
    },
  };
}
