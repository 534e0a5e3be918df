import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeRole } from '../src/features/accounts/staff/service.server.ts';
import { eraseDueAccounts } from '../src/features/settings/erasure/service.server.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import { askOf, giveConsent } from '../tests/guardian-world.ts';
import { createAppRole } from '../tests/app-role.ts';
import { createWorld, type World } from '../tests/world.ts';

/** Runs the command on a world's database. */
const accounts = ({ ctx }: World, ...given: string[]) => run(ctx, {}, given);

/** Runs the command with more settings. */
async function run(ctx: World['ctx'], settings: Record<string, string>, given: string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'accounts.ts'), ...given],
    {
      env: { PATH: process.env['PATH'], DATABASE_URL: ctx.databaseUrl, DATA_DIR: ctx.config.dataDir, LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, error, code };
}

test('a parent’s wishes, by the command', { timeout: 240_000 }, async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  await world.addPlayer({ username: 'ops', role: 'operator' });
  const row = () =>
    world.ctx.db
      .selectFrom('players')
      .select(['username', 'display_name', 'deletes_at'])
      .where('email', '=', 'amina@example.com')
      .executeTakeFirstOrThrow();

  expect(await accounts(world, 'rename', 'amina', '--display-name', 'Amina W')).toMatchObject({
    code: 0,
    out: 'The username is amina and the display name Amina W now.\n',
  });
  expect((await row()).display_name).toBe('Amina W');

  const file = path.join(world.ctx.config.dataDir, 'amina.json');
  expect(await accounts(world, 'export', 'Amina@Example.com', file)).toMatchObject({ code: 0, out: expect.stringContaining(file) });
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  const written = await fs.readFile(file, 'utf8');
  expect(JSON.parse(written)).toMatchObject({ account: { username: 'amina', email: 'amina@example.com' }, messages: [] });
  expect(await accounts(world, 'export', 'amina', file)).toMatchObject({
    code: 1,
    error: `cannot write ${file}: it is there already; name a new one\n`,
  });
  expect(await fs.readFile(file, 'utf8')).toBe(written);

  const { id: childId } = await world.addPlayer({ username: 'chao', age_band: 13, birth_month: '2012-01' });
  await giveConsent(askOf(world.ctx), childId);
  expect(await accounts(world, 'withdraw-consent', 'chao')).toMatchObject({
    code: 0,
    out: expect.stringContaining('The consent for chao is withdrawn'),
  });
  expect(await accounts(world, 'withdraw-consent', 'chao')).toMatchObject({ code: 1, error: 'no guardian has agreed for chao\n' });

  const asked = await accounts(world, 'delete', 'amina');
  const { deletes_at: at } = await row();
  expect([asked.code, at === null]).toEqual([0, false]);
  for (const words of ['amina is going to be deleted.', `Until ${at?.toISOString()}`, 'can keep the account'])
    expect(asked.out).toContain(words);
  expect(JSON.parse(asked.error)).toMatchObject({ type: 'security', event: expect.stringMatching(/^user_archived:system,[\w-]{36}$/) });
  expect(asked.out).toContain('While a report about it is open, or it is muted or banned for a time, it waits.');
  const { id } = await world.ctx.db.selectFrom('players').select('id').where('username', '=', 'amina').executeTakeFirstOrThrow();
  await world.ctx.db
    .insertInto('player_reports')
    .values({ id: world.ctx.newId(), reported_player_id: id, reason: 'other', description: '' })
    .execute();
  expect((await accounts(world, 'delete', 'amina')).out).toContain('it waits, as it is now: see /moderation/players.');
  expect(await accounts(world, 'delete', 'ops')).toMatchObject({ code: 1, error: expect.stringContaining("'ops' is on the team") });
  expect(await accounts(world, 'export', 'amina')).toMatchObject({
    code: 2,
    error: expect.stringContaining('npm run accounts -- export NAME FILE'),
  });
  const user = os.userInfo().username;
  const log = await world.ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'actor_name', 'action', 'subject_id'])
    .where('subject_kind', '=', 'account')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  // Of an export that failed because of the file, the data was read too.
  expect(log).toEqual(
    ['rename-account', 'export-account', 'export-account', 'delete-account', 'delete-account'].map((action) => ({
      actor_id: null,
      actor_name: `command line (${user})`,
      action,
      subject_id: id,
    })),
  );
});

test('the audit log is checked by the command, which fails where it was touched', { timeout: 240_000 }, async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  expect(await accounts(world, 'verify-log')).toMatchObject({ code: 0, out: expect.stringContaining('It is empty.') });
  expect((await accounts(world, 'set-role', 'amina', 'moderator')).code).toBe(0);
  const sound = await accounts(world, 'verify-log');
  expect([sound.code, sound.out]).toEqual([0, expect.stringContaining('The audit log is what was written.\n1 entries')]);
  const [, hash = ''] = /Its last link is 1, with the hash ([0-9a-f]{64})/.exec(sound.out) ?? [];
  expect(await accounts(world, 'verify-log', hash)).toMatchObject({ code: 0, out: expect.stringContaining(`${hash} is in the chain`) });
  const other = 'a'.repeat(64);
  expect(await accounts(world, 'verify-log', other)).toMatchObject({
    code: 1,
    error: expect.stringContaining(`No link has the hash ${other}`),
  });
  expect((await accounts(world, 'verify-log', 'a')).code).toBe(2);
  await world.ctx.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update audit_log set details = '{"from": "player", "to": "player"}'`.execute(trx);
  });
  const touched = await accounts(world, 'verify-log');
  expect(touched.code).toBe(1);
  expect(touched.error).toMatch(/^The audit log was touched\.\nEntry [\w-]{36} \(link 1\) was changed\.\n/);
});

test('the check says which links took erased players out', { timeout: 240_000 }, async () => {
  const world = await createWorld();
  const beginDeletion = async (username: string) => {
    const { id } = await world.addPlayer({ username });
    for (const role of ['moderator', 'player']) await changeRole(world.ctx, SYSTEM, username, role);
    await world.ctx.db.updateTable('players').set({ deletes_at: new Date() }).where('id', '=', id).execute();
  };
  await beginDeletion('amina');
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  await beginDeletion('brian');
  expect((await accounts(world, 'verify-log')).out).toContain(
    '4 entries; players who were erased were taken out 2 times, by the links 3-4.',
  );
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  expect((await accounts(world, 'verify-log')).out).toContain('taken out 4 times, by the links 3-4, 7-8.');
});

test('no command runs a statement from the job queue with the rights of the owner', { timeout: 240_000 }, async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { url } = await createAppRole(world);
  const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: world.ctx.databaseUrl };
  await sql`insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'job_common', 'create table made_by_owner ()')`.execute(
    world.ctx.db,
  );
  const find = async () =>
    (
      await sql`select to_regclass('made_by_owner') as made, (select count(*)::int from pgboss.job where name = 'mail.send') as mails, status
        from pgboss.bam`.execute(world.ctx.db)
    ).rows;
  expect(await run(world.ctx, settings, ['delete', 'amina'])).toMatchObject({ code: 0 });
  expect(await find()).toEqual([{ made: null, mails: 1, status: 'pending' }]);
});

test('a command of its own prepares the database for those who do not know the owner', { timeout: 240_000 }, async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { url } = await createAppRole(world);
  const asRole = (...given: string[]) => run(world.ctx, { DATABASE_URL: url }, given);
  expect(await asRole('prepare')).toMatchObject({ code: 1, error: expect.stringContaining('Start Kiddo once with DATABASE_OWNER_URL') });
  const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: world.ctx.databaseUrl };
  expect(await run(world.ctx, settings, ['prepare'])).toEqual({ code: 0, out: 'The database is up to date.\n', error: '' });
  expect(await asRole('set-role', 'amina', 'moderator')).toMatchObject({ code: 0 });
  expect(await asRole('verify-log')).toMatchObject({ code: 0, out: expect.stringContaining('1 entries') });
});
