import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { executeOnDatabase } from './database-server.ts';
import type { World } from './world.ts';

/** A role that owns nothing, for the application of a world; it is dropped after the test. */
export async function createAppRole({ ctx }: World): Promise<{ role: string; url: string }> {
  const [role, password] = [`app_${randomBytes(6).toString('hex')}`, 'x'];
  await executeOnDatabase(inject('database'), `create role ${role} login password '${password}'`);
  onTestFinished(async () => {
    await executeOnDatabase(ctx.databaseUrl, `drop owned by ${role}`);
    await executeOnDatabase(inject('database'), `drop role ${role}`);
  });
  const url = new URL(ctx.databaseUrl);
  [url.username, url.password] = [role, password];
  return { role, url: url.href };
}
