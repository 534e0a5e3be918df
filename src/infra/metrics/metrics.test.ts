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
