import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { ensureFolder } from '../files/ensure.ts';
import type { Mail, Mailer } from './mailer.ts';

const FILE_NAME = /^\d{13}-[\w-]{1,64}\.eml$/;

export type OutboxMail = { name: string; at: Date; to: string; subject: string; text: string; html: string };

export type Outbox = Mailer & {
  /** Emails, newest first. */
  list(limit: number): Promise<OutboxMail[]>;
  /** @returns one email, or null if there is none of that name */
  read(name: string): Promise<OutboxMail | null>;
  /** Deletes the emails that match. */
  deleteWhere(matches: (mail: OutboxMail) => boolean): Promise<void>;
};

/** For demo mode: writes each email to a file (.eml) in a folder instead of sending it. */
export function createOutbox(folder: string, from: string, now: () => Date): Outbox {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail: Mail) {
      await ensureFolder(folder);
      if ((await listFileNames(folder)).some((name) => name.slice(14) === `${mail.id}.eml`)) return;
      const { message } = await composer.sendMail({
        from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@kiddo>`,
        headers: mail.headers ?? {},
      });
      const name = `${String(now().getTime()).padStart(13, '0')}-${mail.id}.eml`;
      // Write under another name first, so that readers of the folder never see an incomplete email.
      await fs.writeFile(path.join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await fs.rename(path.join(folder, `.${name}`), path.join(folder, name));
    },
    async isReady() {
      return ensureFolder(folder).then(
        () => true,
        () => false,
      );
    },
    close() {},
    async list(limit) {
      const found = await Promise.all((await listFileNames(folder)).slice(0, limit).map((name) => readMail(folder, name)));
      return found.filter((mail) => mail !== null);
    },
    read: (name) => readMail(folder, name),
    async deleteWhere(matches) {
      for (const name of await listFileNames(folder)) {
        const mail = await readMail(folder, name);
        if (mail && matches(mail)) await fs.rm(path.join(folder, name), { force: true });
      }
    },
  };
}

/** File names of all emails, newest first. */
async function listFileNames(folder: string): Promise<string[]> {
  const all = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return all.filter((name) => FILE_NAME.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

async function readMail(folder: string, name: string): Promise<OutboxMail | null> {
  if (!FILE_NAME.test(name)) return null;
  const raw = await fs.readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (raw === null) return null;
  const mail = await PostalMime.parse(raw);
  return {
    name,
    at: new Date(Number(name.slice(0, 13))),
    to: mail.to?.map((one) => one.address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
}
