import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('a figure that cannot be read is missing, even if it was there before, and takes no other along', async () => {
  const metrics = createMetrics({ version: '1', roles: ['web'] });
  let isBroken = false;
  metrics.addSources({
    isReady: async () => true,
    sockets: () => 7,
    async readDisk() {
      if (isBroken) throw new Error('no such folder');
      return { free: 5, size: 9 };
    },
    connections() {
      if (isBroken) throw new Error('closed');
      return { used: 1, idle: 2, waiting: 0, max: 4 };
    },
  });
  expect(await metrics.read()).toMatch(/^kiddo_data_folder_free_bytes 5$/m);
  isBroken = true;
  const figures = await metrics.read();
  expect(figures).toMatch(/^kiddo_ready 1$/m);
  expect(figures).toMatch(/^kiddo_sockets_open 7$/m);
  expect(figures).not.toMatch(/^kiddo_(data_folder|database_connections)\S* \d/m);
});

test('the last backup is what is noted with the database, and only without such a note what this machine knows, if the database can say so', async () => {
  const metrics = createMetrics({ version: '1', roles: ['worker'] });
  const site = {
    queues: [],
    mails: { waiting: 0, oldestSeconds: 0 },
    backedUpAt: 500 as number | null,
    fullyBackedUpAt: 400,
    archivedAt: null,
  };
  let answer: typeof site | null = site;
  metrics.addSources({ readSite: async () => answer, readLastBackup: async () => 900 });
  const read = async () => /^kiddo_last_backup_timestamp_seconds (\d+)$/m.exec(await metrics.read())?.[1];
  expect(await read()).toBe('500');
  expect(await metrics.read()).toMatch(/^kiddo_last_full_backup_timestamp_seconds 400$/m);
  answer = { ...site, backedUpAt: null };
  expect(await read()).toBe('900');
  answer = null;
  expect(await read()).toBeUndefined();
});
