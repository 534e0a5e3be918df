import { createTransport } from 'nodemailer';
import { MailRefusedError, type Mailer } from './mailer.ts';

/** A mail server that does not answer within this time counts as unreachable. */
const TIMEOUT_MS = 10_000;
/** `isReady` waits at most this long, because a page may be waiting for it. */
const READY_TIMEOUT_MS = 2_500;

/**
 * Sends emails by SMTP. @param url smtp://USER:PASSWORD@HOST:PORT, or smtps:// @param from the sender
 * @param needsTls whether the connection must be encrypted: otherwise a server that offers no encryption, or somebody who hides the offer,
 * gets mails and password in plain text
 */
export function createSmtpMailer(url: string, from: string, { needsTls }: { needsTls: boolean }): Mailer {
  const limits = { dnsTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({
    url,
    requireTLS: needsTls,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...limits,
  });
  const probe = createTransport({
    url,
    requireTLS: needsTls,
    connectionTimeout: READY_TIMEOUT_MS,
    greetingTimeout: READY_TIMEOUT_MS,
    socketTimeout: READY_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      const messageId = `<${mail.id}@${from.split('@').at(-1)?.replace('>', '') ?? 'kiddo'}>`;
      try {
        const { to, subject, text, html, headers = {} } = mail;
        await transport.sendMail({ from, to, subject, text, html, messageId, headers });
      } catch (error) {
        // The server's message often contains the recipient's address, which must not get into logs and job tables.
        const failure = error as SmtpFailure;
        const { code, responseCode, command } = failure;
        const text = `the mail server did not take a mail (${[code, responseCode, command].filter(Boolean).join(', ')})`;
        // oxlint-disable-next-line preserve-caught-error -- the cause must be left out
        throw isRecipientRefused(failure) ? new MailRefusedError(text) : new Error(text);
      }
    },
    async isReady() {
      const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
      const verified = probe.verify().then(
        () => true,
        () => false,
      );
      return Promise.race([verified, timeout]);
    },
    close() {
      transport.close();
      probe.close();
    },
  };
}

/** What the library knows of a failure. `response`: the server's answer, with its codes. */
type SmtpFailure = { code?: string; responseCode?: number; command?: string; response?: string };

/**
 * Whether the server said that there is no such mailbox: an enhanced code 5.1 (RFC 3463), or one of the plain codes for it (RFC 5321). A full
 * mailbox, a policy, and a server that takes no mails from us at all may be different tomorrow.
 */
function isRecipientRefused({ responseCode = 0, command, response = '' }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode > 599) return false;
  const enhanced = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response);
  if (enhanced) return enhanced[1] === '1';
  return [550, 551, 553].includes(responseCode) && !/block|denied|list|policy|reputation|spam/i.test(response);
}
