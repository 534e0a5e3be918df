import { expect, test, vi } from 'vitest';
import { freePort, freePorts } from './free-ports.ts';

test.runIf(process.platform === 'linux')('a port is given once, also while nothing listens on it yet', async () => {
  const random = vi.spyOn(Math, 'random');
  random.mockReturnValueOnce(0.5);
  const port = await freePort();
  random.mockReturnValueOnce(0.5);
  expect(await freePorts(2)).not.toContain(port);
});
