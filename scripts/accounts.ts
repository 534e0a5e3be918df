import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, ConfigError } from '../src/config.server.ts';
import { buildContext } from '../src/context.server.ts';
import { appoint, createOperator, removeDemoAccounts } from '../src/features/accounts/staff/service.server.ts';
import { StartError } from '../src/infra/start-error.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import { Refusal } from '../src/shared/refusal.ts';

// npm run accounts -- create-operator ...

const usage = `Accounts of those who run the place.

  npm run accounts -- create-operator --email EMAIL --username NAME [--display-name "NAME"]
      makes a confirmed operator and prints where to choose the password (works once, for an hour)
  npm run accounts -- set-role NAME player|moderator|operator
  npm run accounts -- remove-demo
      removes all accounts that were made in demo mode, before a database that was tried out goes into production

The same settings apply as for npm start (DATA_DIR, DATABASE_URL, KIDDO_MODE, ...).
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, username: { type: 'string' }, 'display-name': { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, ...rest] = positionals;
  const { email, username } = values;
  const good =
    (command === 'create-operator' && email !== undefined && username !== undefined && rest.length === 0) ||
    (command === 'set-role' && rest.length === 2) ||
    (command === 'remove-demo' && rest.length === 0);
  if (values.help || !good) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const root = path.resolve(import.meta.dirname, '..');
  const ctx = await buildContext(readConfig(), { migrations: path.join(root, 'migrations'), say: console.log, beside: true });
  try {
    if (command === 'create-operator') {
      const link = await createOperator(ctx, SYSTEM, {
        email: email ?? '',
        username: username ?? '',
        displayName: values['display-name'] ?? username ?? '',
      });
      console.log(`Made the operator ${username}. Choose the password here, within an hour:\n${link}`);
    } else if (command === 'set-role') {
      await appoint(ctx, SYSTEM, rest[0] ?? '', rest[1] ?? '');
      console.log(`${rest[0]} is ${rest[1]} now.`);
    } else {
      const gone = await removeDemoAccounts(ctx, SYSTEM);
      console.log(gone > 0 ? `Removed ${gone} accounts.` : 'There are none.');
    }
    return 0;
  } finally {
    await ctx.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError || error instanceof Refusal;
  if (!expected && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
