import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../src/config.server.ts';
import { executeOnDatabase, startDatabaseServer } from '../database-server.ts';
import { getRelease, loadBuiltSite } from './built-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The initial state of every test site: the database server, where `kiddo` is the database, as its
     * owner and as the role of the application, and the data folder after a first start.
     */
    firstStart: { database: string; app: string; folder: string };
  }
}

/** Starts a site once from scratch, without the demo world: every test copies the result and adds the players that it is about. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['NODE_ENV'] = 'production';
  const { startApp: openSite, runQueuedJobs: workOff } = await loadBuiltSite();
  const server = await startDatabaseServer();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-http-'));
  await executeOnDatabase(server.url, `create role ${server.app.role} login password '${server.app.password}'`);
  const urls = { DATABASE_URL: server.app.url, DATABASE_OWNER_URL: server.url };
  const config = readConfig({ ...urls, DATA_DIR: folder, LOG_LEVEL: 'warn', DATABASE_TIMEOUT: '60', DEMO_WORLD: 'no' });
  // Without roles: everything of a start except serving.
  const site = await openSite({ ...config, roles: [] }, { root: getRelease(), say: () => {} });
  await workOff(site.ctx);
  await site.close();
  project.provide('firstStart', { database: server.url, app: server.app.url, folder });
  return async () => {
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  };
}
