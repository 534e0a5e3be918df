import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/infra/database/database.ts';
import { withPreparationLock } from '../../src/infra/database/preparation-lock.ts';
import { assertNamedStatements, storeRoleSettings } from '../../src/infra/database/pooler.ts';
import { createAppRole } from '../app-role.ts';
import { createWorld } from '../world.ts';
import { missingPgBouncer, startPgBouncer } from './pgbouncer.ts';

if (missingPgBouncer !== null) console.warn(`A connection pooler is not tested: ${missingPgBouncer}.`);

describe.runIf(missingPgBouncer === null)('through PgBouncer, in transaction mode', () => {
  test('a start without an address of the database itself is refused, and so are named statements; both say what to set', async () => {
    const { ctx } = await createWorld();
    const url = await startPgBouncer(ctx.databaseUrl);
    await expect(withPreparationLock(url, async () => {})).rejects.toThrow(/set DATABASE_DIRECT_URL/);
    for (const each of [url, url]) await expect(assertNamedStatements(each)).rejects.toThrow(/DATABASE_STATEMENTS=unnamed/);
    await expect(assertNamedStatements(ctx.databaseUrl)).resolves.toBeUndefined();
    await expect(withPreparationLock(ctx.databaseUrl, async () => 'done')).resolves.toBe('done');
  });

  test('statements have the timeout of the role, and do not meet those of other connections', async () => {
    const world = await createWorld();
    const { url: direct } = await createAppRole(world);
    const role = { statement_timeout: '1s', plan_cache_mode: 'force_generic_plan' };
    await Promise.all([storeRoleSettings(direct, 60), storeRoleSettings(direct, 60)]);
    await storeRoleSettings(direct, 1);
    const url = await startPgBouncer(direct);
    const openPool = () => openDatabase(url, { max: 4, timeout: 60, isPooled: true, areStatementsNamed: false }, () => {});
    const [first, second, third] = [openPool(), openPool(), openPool()];
    const pools = [first, second, third];
    onTestFinished(async () => {
      for (const { close } of pools) await close();
    });
    const settings = sql`select current_setting('statement_timeout') as statement_timeout, current_setting('plan_cache_mode') as plan_cache_mode`;
    for (const { db } of pools) expect((await settings.execute(db)).rows).toEqual([role]);
    await expect(sql`select pg_sleep(600)`.execute(first.db)).rejects.toMatchObject({ code: '57014' });
    // One name, other texts: named, they would meet in one session.
    const asked = pools.flatMap(({ queryPrepared }, which) =>
      Array.from({ length: 20 }, async (_, nth) => {
        const [row] = await queryPrepared<{ sum: number }>({ name: 'same', text: `select ${which} + $1::int as sum` }, [nth]);
        return row?.sum === which + nth;
      }),
    );
    expect(await Promise.all(asked)).toEqual(Array<boolean>(60).fill(true));
    // What a transaction sets for itself ends with it.
    await first.db.transaction().execute((trx) => sql`set local statement_timeout = '10min'`.execute(trx));
    for (const { db } of pools) expect((await settings.execute(db)).rows).toEqual([role]);
  });
});
