import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readConfig, ConfigError } from '../src/config.server.ts';
import { createAppContext, type AppContext } from '../src/context.server.ts';
import { createLogger } from '../src/infra/logger.ts';
import { verifyAuditLog, type ChainReport } from '../src/features/audit-log/chain/service.server.ts';
import { changeRole, createOperator } from '../src/features/accounts/staff/service.server.ts';
import { withdrawForGuardian } from '../src/features/guardians/decisions/command.service.server.ts';
import { removeDemo } from '../src/features/demo/removal/service.server.ts';
import { renameForParent } from '../src/features/settings/parent-requests.service.server.ts';
import { exportForParent, type DataExport } from '../src/features/settings/export/service.server.ts';
import { requestDeletionForParent } from '../src/features/settings/account-deletion/service.server.ts';
import { StartError } from '../src/infra/start-error.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { AppError } from '../src/shared/app-error.ts';

// npm run accounts -- create-operator ...

const usage = `Accounts of those who run the place, and what a parent asks for a child's.

  npm run accounts -- create-operator --email EMAIL --username NAME [--display-name "NAME"]
      makes a confirmed operator and prints where to choose the password (works once, for an hour)
  npm run accounts -- set-role NAME player|moderator|operator
  npm run accounts -- remove-demo
      removes all accounts that were made in demo mode, with all that they did, before a database that was tried out goes into production
  npm run accounts -- prepare
      brings the database up to date after an upgrade, with DATABASE_OWNER_URL, where the processes that serve do not know it

  npm run accounts -- verify-log [HASH]
      says whether the audit log is what was written, else where it was touched; and whether the chain has the link with this hash, as the
      security log noted it (sys_audit_head)

  npm run accounts -- delete NAME
      signs an account out everywhere; it is gone in 14 days, or when no report about it is open any more; until the day whoever
      signs in to it can keep it
  npm run accounts -- export NAME FILE
      writes all that is an account's own into a new file, for a parent: without what the child wrote to our team (requests
      for help, messages, reports)
  npm run accounts -- rename NAME [--username NAME] [--display-name "NAME"]
      corrects names, by the same rules as in the settings
  npm run accounts -- withdraw-consent NAME
      withdraws what a guardian agreed to for a child, where they cannot do it by the link in our mails

In the last four NAME is a username or an e-mail address.
The same settings apply as for npm start (DATA_DIR, DATABASE_URL, KIDDO_MODE, ...).
`;

/** Who runs this command, for the audit log. */
const COMMAND_LINE: Actor = { kind: 'system', commandLine: { user: getUser() } };

type Options = { email?: string; username?: string; 'display-name'?: string };
type Command = {
  /** Whether the arguments are complete, with nothing superfluous. */
  accepts(rest: string[], options: Options): boolean;
  /** Whether it works as the owner of the tables; else as the application does. */
  asOwner?: true;
  /** @returns the text to print */
  run(ctx: AppContext, rest: string[], options: Options): Promise<string>;
};

const COMMANDS: Record<string, Command> = {
  'create-operator': {
    accepts: (rest, { email, username }) => rest.length === 0 && email !== undefined && username !== undefined,
    async run(ctx, _rest, { email = '', username = '', 'display-name': displayName = username }) {
      const link = await createOperator(ctx, COMMAND_LINE, { email, username, displayName });
      return `Made the operator ${username}. Choose the password here, within an hour:\n${link}`;
    },
  },
  'set-role': {
    accepts: (rest) => rest.length === 2,
    async run(ctx, [name = '', role = '']) {
      await changeRole(ctx, COMMAND_LINE, name, role);
      return `${name} is ${role} now.`;
    },
  },
  'remove-demo': {
    accepts: (rest) => rest.length === 0,
    // It takes pretend payments out of the ledger, which only its owner can.
    asOwner: true,
    async run(ctx) {
      const removedCount = await removeDemo(ctx, COMMAND_LINE);
      return removedCount > 0 ? `Removed ${removedCount} accounts.` : 'There are none.';
    },
  },
  // Every command does it before it begins.
  prepare: { accepts: (rest) => rest.length === 0, run: async () => 'The database is up to date.' },
  'verify-log': {
    accepts: (rest) => rest.length === 0 || (rest.length === 1 && /^[0-9a-f]{64}$/.test(rest[0] ?? '')),
    async run(ctx, [hash = null]) {
      const report = await verifyAuditLog(ctx, COMMAND_LINE, hash);
      const text = describeChain(report, hash);
      if (report.faults.length > 0 || (hash !== null && !report.hasHash)) throw new AppError('not-available', text);
      return text;
    },
  },
  delete: {
    accepts: (rest) => rest.length === 1,
    async run(ctx, [name = '']) {
      const { username, deletesAt, wasAsked, isPaused } = await requestDeletionForParent(ctx, COMMAND_LINE, name);
      return `${wasAsked ? `Somebody asked before to delete ${username}.` : `${username} is going to be deleted.`}
Now: signed out everywhere${wasAsked ? '' : '; a mail tells their address; a card that renews is not charged any more'}.
Until ${deletesAt}: whoever signs in with the password can keep the account.
In the night after that: gone for ever. While a report about it is open, or it is muted or banned for a time, it waits${
        isPaused ? ', as it is now: see /moderation/players' : ''
      }.`;
    },
  },
  export: {
    accepts: (rest) => rest.length === 2,
    async run(ctx, [name = '', file = '']) {
      await writeNewFile(file, (await exportForParent(ctx, COMMAND_LINE, name)).file);
      return `Wrote ${file}, which only you can read. Remove it when it is sent.`;
    },
  },
  rename: {
    accepts: (rest, { username, 'display-name': displayName }) => rest.length === 1 && (username ?? displayName) !== undefined,
    async run(ctx, [name = ''], options) {
      const { username, displayName } = await renameForParent(ctx, COMMAND_LINE, name, {
        ...(options.username !== undefined && { username: options.username }),
        ...(options['display-name'] !== undefined && { displayName: options['display-name'] }),
      });
      return `The username is ${username} and the display name ${displayName} now.`;
    },
  },
  'withdraw-consent': {
    accepts: (rest) => rest.length === 1,
    async run(ctx, [name = '']) {
      const username = await withdrawForGuardian(ctx, COMMAND_LINE, name);
      return `The consent for ${username} is withdrawn: chat, buying and uploads are closed, and no grown-up is approved. The player is told.`;
    },
  },
};

/** The account of the operating system; its number where it has no name, null where there is neither. */
function getUser(): string | null {
  try {
    return os.userInfo().username;
  } catch {
    return process.getuid?.().toString() ?? null;
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, username: { type: 'string' }, 'display-name': { type: 'string' }, help: { type: 'boolean' } },
  });
  const [name = '', ...rest] = positionals;
  const { help, ...options } = values;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (help || !command?.accepts(rest, options)) {
    process.stderr.write(usage);
    return help ? 0 : 2;
  }
  const root = path.resolve(import.meta.dirname, '..');
  const config = readConfig();
  const ctx = await createAppContext(config, {
    migrations: path.join(root, 'migrations'),
    onProgress: console.log,
    attachToRunning: true,
    asOwner: command.asOwner === true,
    // Standard output is for the answer.
    log: createLogger(config.logLevel, process.stderr),
  });
  try {
    console.log(await command.run(ctx, rest, options));
    return 0;
  } finally {
    await ctx.close();
  }
}

function describeChain({ entries, redactions, head, faults, hasHash }: ChainReport, hash: string | null): string {
  const lines = faults.map((fault) => {
    if (fault.kind === 'inserted') return `Entry ${fault.entryId} has no link: it was inserted, or its link was removed.`;
    if (fault.kind === 'broken')
      return `Link ${fault.position} does not follow the one before: one of them was changed, removed or inserted.`;
    return `Entry ${fault.entryId} (link ${fault.position}) was ${fault.kind}.`;
  });
  if (hash !== null) lines.push(hasHash ? `The link with the hash ${hash} is in the chain.` : `No link has the hash ${hash}.`);
  const state = faults.length > 0 ? 'The audit log was touched.' : 'The audit log is what was written.';
  const redacted = redactions.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const links = redactions.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
  const size = `${entries} entries; players who were erased were taken out ${redacted} times${links === '' ? '' : `, by the links ${links}`}.`;
  const last = head === null ? 'It is empty.' : `Its last link is ${head.position}, with the hash ${head.hash}`;
  return [state, ...lines, size, last].join('\n');
}

/** Writes a file that only its owner can read; never overwrites one. A partly written file is removed. */
async function writeNewFile(file: string, text: DataExport['file']): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600).catch(async (error: NodeJS.ErrnoException) => {
    await text.cancel();
    const why = error.code === 'EEXIST' ? 'it is there already; name a new one' : error.message;
    throw new AppError('bad-input', `cannot write ${file}: ${why}`);
  });
  try {
    await pipeline(text, handle.createWriteStream());
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError || error instanceof AppError;
  if (!expected && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
