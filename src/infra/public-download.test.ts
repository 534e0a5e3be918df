import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../tests/test-certificate.ts';
import { createDownload, isPublicAddress, type DownloadOptions } from './public-download.ts';

const PUBLIC = '93.184.215.14';
const HOSTS: Record<string, string[]> = {
  'games.example': [PUBLIC],
  'moved.example': [PUBLIC],
  'stranger.example': [PUBLIC],
  'inside.example': ['10.0.0.7'],
  'both.example': [PUBLIC, '::1'],
};

/** A server of the internet, and what asks it. `dialled`: the addresses to which connections were made. */
async function openInternet(answer: (request: IncomingMessage, response: ServerResponse) => void, options: DownloadOptions = {}) {
  const dialled: string[] = [];
  const looked: string[] = [];
  const server = https.createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const download = createDownload({
    async resolve(host) {
      looked.push(host);
      const addresses = HOSTS[host];
      if (!addresses) throw new Error('ENOTFOUND');
      return addresses;
    },
    connect(address) {
      dialled.push(address);
      return net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    },
    ca: TEST_CERTIFICATE,
    ...options,
  });
  return { download, dialled, looked };
}

test('a file is fetched from the address that was checked, over redirects, with nothing of ours', async () => {
  const asked: object[] = [];
  const { download, dialled, looked } = await openInternet(({ headers, url }, response) => {
    asked.push({ url, headers });
    if (url === '/a.zip?x=1')
      response.writeHead(302, { location: 'https://moved.example/b.zip', 'set-cookie': 'a=1; Domain=example' }).end();
    else response.end('the file');
  });
  expect((await download('https://games.example/a.zip?x=1#part', 8)).toString()).toBe('the file');
  const headers = { accept: expect.any(String), 'accept-encoding': 'identity', 'user-agent': 'Kiddo', connection: 'close' };
  expect(asked).toEqual([
    { url: '/a.zip?x=1', headers: { ...headers, host: 'games.example' } },
    { url: '/b.zip', headers: { ...headers, host: 'moved.example' } },
  ]);
  expect(dialled).toEqual([PUBLIC, PUBLIC]);
  // Once for each hop: a second look-up could say something else.
  expect(looked).toEqual(['games.example', 'moved.example']);
});

test('where the first address of a host cannot be reached, the next one is', async () => {
  const asked: string[] = [];
  const server = https.createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (_, response) => response.end('the file'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const gone = '2606:4700::1111';
  const silent = '2606:4700::1112';
  const download = createDownload({
    resolve: async () => [gone, silent, PUBLIC],
    connect(address) {
      asked.push(address);
      // No way there, no answer, and the server.
      const socket = new net.Socket();
      if (address === gone) process.nextTick(() => socket.destroy(new Error('ENETUNREACH')));
      if (address === PUBLIC) socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
      return socket;
    },
    ca: TEST_CERTIFICATE,
    connectMs: 50,
  });
  expect((await download('https://games.example/a.zip', 8)).toString()).toBe('the file');
  expect(asked).toEqual([gone, silent, PUBLIC]);
});

test('nothing inside is reached: neither by the address, nor by a name, nor by a redirect', async () => {
  const { download, dialled } = await openInternet((request, response) =>
    response.writeHead(307, { location: Buffer.from(request.url?.slice(1) ?? '', 'base64url').toString() }).end(),
  );
  const refused = {
    'bad-address': [
      'http://games.example/',
      'https://games.example:8443/',
      'https://user@games.example/',
      'https://:word@games.example/',
      'file:///etc/passwd',
      'ftp://games.example/',
      'games.example/a.zip',
      '',
      `https://games.example/${'x'.repeat(2000)}`,
    ],
    'not-public': [
      'https://inside.example/',
      'https://both.example/',
      'https://127.0.0.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.7]/',
      'https://[64:ff9b::a9fe:a9fe]/',
    ],
  };
  const faults = async (addresses: string[]) =>
    Promise.all(addresses.map(async (address) => download(address, 10).catch((error: { reason: string }) => error.reason)));
  for (const [reason, addresses] of Object.entries(refused)) expect(await faults(addresses)).toEqual(addresses.map(() => reason));
  expect(dialled).toEqual([]);
  for (const [reason, addresses] of Object.entries(refused)) {
    // An empty location is the same page again.
    const after = addresses.filter((address) => /^\w+:/.test(address) && address.length < 500);
    const hops = after.map((address) => `https://games.example/${Buffer.from(address).toString('base64url')}`);
    expect(await faults(hops)).toEqual(hops.map(() => reason));
  }
  expect(new Set(dialled)).toEqual(new Set([PUBLIC]));
});

test('a server that sends too much, nothing, never ends, leads in circles or is another is left', async () => {
  const { download } = await openInternet(({ url }, response) => {
    if (url === '/large') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'.repeat(100_000));
    else if (url === '/circle') response.writeHead(301, { location: '/circle' }).end();
    else if (url === '/short') {
      response.writeHead(200, { 'content-length': '50' }).write('a');
      setImmediate(() => response.destroy());
    } else response.writeHead(404).end('x'.repeat(100));
  });
  const fault = async (address: string) => download(address, 1000).catch((error: unknown) => error);
  expect(await fault('https://games.example/large')).toMatchObject({ reason: 'too-large' });
  expect(await fault('https://games.example/circle')).toMatchObject({ reason: 'too-many-redirects' });
  expect(await fault('https://games.example/none')).toMatchObject({ reason: 'not-found', status: 404 });
  expect(await fault('https://games.example/short')).toMatchObject({ reason: 'unreachable' });
  expect(await fault('https://stranger.example/')).toMatchObject({ reason: 'unreachable' });
  expect(await fault('https://nobody.example/')).toMatchObject({ reason: 'unreachable' });
  const { download: impatient } = await openInternet((_, response) => void response.writeHead(200).write('a'), { timeoutMs: 300 });
  await expect(impatient('https://games.example/slow', 1000)).rejects.toMatchObject({ reason: 'too-slow' });
  const { download: trusting } = await openInternet((_, response) => response.end(), { ca: undefined });
  await expect(trusting('https://games.example/', 10)).rejects.toMatchObject({ reason: 'unreachable' });
});

test('which addresses are public', () => {
  const isPublic = ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'];
  const isNot = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:0808:0808::1',
    '2001::1',
    '2001:db8::1',
    'localhost',
    '',
  ];
  expect(isPublic.filter((address) => !isPublicAddress(address))).toEqual([]);
  expect(isNot.filter(isPublicAddress)).toEqual([]);
});
