import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';

/** The parameters of the first connection that arrives, which is then ended. */
async function readStartup(connect: (url: string) => Promise<unknown>): Promise<Record<string, string>> {
  const server = net.createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received = new Promise<Record<string, string>>((resolve) => {
    server.on('connection', (socket) => {
      socket.once('data', (data) => {
        // Length and version of the protocol, then names and values, each ended by a zero.
        const words = data.subarray(8).toString('latin1').split('\0').filter(Boolean);
        resolve(Object.fromEntries(Array.from({ length: words.length / 2 }, (_, nth) => [words[2 * nth], words[2 * nth + 1]])));
        socket.destroy();
      });
    });
  });
  const { port } = server.address() as net.AddressInfo;
  await connect(`postgres://kiddo:x@127.0.0.1:${port}/kiddo`).catch(() => {});
  return received;
}

test.each([false, true])('a connection begins without settings, which poolers refuse (behind one: %s)', async (isPooled) => {
  const parameters = await readStartup(async (url) => {
    const { queryPrepared, close } = openDatabase(url, { max: 1, timeout: 5, isPooled }, () => {});
    try {
      await queryPrepared({ name: 'one', text: 'select 1' }, []);
    } finally {
      await close();
    }
  });
  expect(Object.keys(parameters).toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
});
