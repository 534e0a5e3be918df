import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import type { GameBrowser } from '../../src/infra/browser/game-browser.ts';
import { CONTROL_FILES, CONTROL_URL } from '../../src/features/game-checks/control/rules.ts';
import { createGameBrowserOpener } from '../../src/infra/browser/open.ts';
import { listenToAll, serveGames, type Answer } from './games-server.ts';

// The browser that opens games to see whether they work. It starts a Chromium of its own.

const SITE = 'http://localhost:1';
/** Long where something is expected to happen, since the machine may be busy; shorter where nothing will but that the page comes. */
const LONG = { firstFrameMs: 60_000, watchMs: 100, answerMs: 30_000, busyMs: 30_000 };
const SHORT = { firstFrameMs: 5_000, watchMs: 100, answerMs: 5_000, busyMs: 100 };

/** Draws when the page around it has answered, and only if it stands where a player's game does. */
const GOOD = `<!doctype html><body style="margin:0"><canvas width="360" height="640"></canvas><script>
addEventListener('message', ({ data }) => {
  if (data.type !== 'saved' || data.begin !== true || origin !== 'null' || location.ancestorOrigins[0] !== '${SITE}') return;
  const pen = document.querySelector('canvas').getContext('2d');
  pen.fillRect(0, 0, 360, 200);
  pen.fillStyle = matchMedia('(pointer: coarse)').matches ? '#0f0' : '#f00';
  pen.fillRect(0, 200, innerWidth, 440);
});
parent.postMessage({ kiddo: 1, type: 'hello' }, '*');
</script>`;
const BOX = '<!doctype html><body><div style="width:99px;height:99px;background:#000"></div>';

/** Opens a browser for a games' origin that has these answers, and closes both afterwards. */
async function withGames<T>(
  { answers, timing }: { answers: Record<string, Answer>; timing: typeof LONG },
  use: (browser: GameBrowser, origin: string) => Promise<T>,
): Promise<T> {
  const games = await serveGames(answers);
  const browser = await openBrowser(games.origin, timing);
  try {
    return await use(browser, games.origin);
  } finally {
    await browser.close();
    await games.close();
  }
}

async function openBrowser(gamesOrigin: string, timing: typeof LONG, siteOrigin = SITE): Promise<GameBrowser> {
  const open = createGameBrowserOpener({
    chromiumPath: process.env['HEADLESS_SHELL_PATH'] ?? null,
    programFolders: [],
    siteOrigin,
    gamesOrigin,
    gamesUrl: gamesOrigin.replace('localhost', '127.0.0.1'),
    log: { warn() {} },
    timing,
  });
  const browser = await open();
  if (!browser) throw new Error('no Chromium was found');
  return browser;
}

/** Of browsers that this process started: their folders, and the processes that use them. */
async function listRemains(): Promise<{ folders: string[]; processIds: number[] }> {
  const name = `kiddo-browser-${process.pid}-`;
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return {
    folders: (await fs.readdir(os.tmpdir())).filter((each) => each.startsWith(name)),
    processIds: lines.filter((line) => line.includes(name)).map((line) => Number.parseInt(line, 10)),
  };
}

/** Whoever was started by one that was killed may end before its turn. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The folder of a browser whose process was ended by force two hours ago. */
async function leaveFolder(): Promise<string> {
  const { pid } = spawnSync('true');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `kiddo-browser-${pid}-`));
  await fs.mkdir(path.join(folder, 'profile'));
  const then = new Date(Date.now() - 7_200_000);
  await fs.utimes(folder, then, then);
  return folder;
}

test('a game that works is seen as a player sees it', async () => {
  await withGames({ answers: { '/g/index.html': GOOD }, timing: LONG }, async (browser, origin) => {
    const { picture, firstFrameMs, bytes, ...rest } = await browser.visit(`${origin}/g/index.html`);
    expect(rest).toEqual({ outcome: 'shown', reason: null, errors: [], missingFiles: [], otherHosts: [] });
    expect(firstFrameMs).toBeGreaterThanOrEqual(0);
    expect(bytes).toBe(GOOD.length);
    const shown = sharp(picture ?? Buffer.alloc(0));
    expect(await shown.metadata()).toMatchObject({ format: 'jpeg', width: 360, height: 640 });
    const [red = 255, green = 0] = await shown.extract({ left: 180, top: 400, width: 1, height: 1 }).raw().toBuffer();
    expect([red < 30, green > 220]).toEqual([true, true]);
    await expect(browser.visit(`${SITE}/g/index.html`)).rejects.toThrow('our own origin');
  });
});

test('a game of the site is opened under its own policy', async ({ baseURL, request }) => {
  const gamesOrigin = `http://localhost:${Number(new URL(baseURL ?? '').port) + 1}`;
  const { src } = (await (await request.get('/api/v1/games/kite-club')).json()) as { src: string };
  const browser = await openBrowser(gamesOrigin, LONG, new URL(baseURL ?? '').origin);
  const visit = await browser.visit(src);
  await browser.close();
  expect(visit).toMatchObject({ outcome: 'shown', errors: [], missingFiles: [], otherHosts: [] });
});

test('the game of the check draws a picture by a script and WebGL, and nothing at all where one of them fails', async () => {
  const files = Object.entries(CONTROL_FILES).map(([name, body]): [string, Answer] => {
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.svg') ? 'image/svg+xml' : 'text/html';
    return [`/${name}`, { type, body }];
  });
  const works = Object.fromEntries(files);
  await withGames({ answers: works, timing: LONG }, async (browser, origin) => {
    const { picture, ...rest } = await browser.visit(`${origin}/${CONTROL_URL}`);
    expect(rest).toMatchObject({ outcome: 'shown', errors: [], missingFiles: [] });
    const [red = 0, green = 255] = await sharp(picture ?? Buffer.alloc(0))
      .extract({ left: 180, top: 320, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red > 180, green < 90]).toEqual([true, true]);
  });
  const noPicture = Object.fromEntries(files.filter(([name]) => !name.endsWith('.svg')));
  const page = `/${CONTROL_URL}`;
  const noWebGl = {
    ...works,
    [page]: (CONTROL_FILES[CONTROL_URL] ?? '').replace(
      '<body>',
      '<body><script>HTMLCanvasElement.prototype.getContext = ((get) => function (kind) { return kind === "2d" ? get.call(this, kind) : null; })(HTMLCanvasElement.prototype.getContext)</script>',
    ),
  };
  for (const answers of [noPicture, noWebGl])
    await withGames({ answers, timing: SHORT }, async (browser, origin) => {
      expect(await browser.visit(`${origin}${page}`)).toMatchObject({ outcome: 'nothing-shown' });
    });
});

test('what is wrong with a game is said', async () => {
  const answers = {
    '/blank/index.html': '<!doctype html><body>',
    // What is wrong with it, and then the box: once that is seen, the browser does not look for long.
    '/broken/index.html': `<!doctype html><body><script src="/kit/none.js"></script><script>
      Promise.reject(new Error('later \\u202e' + 'x'.repeat(10000)));
      console.error('y'.repeat(10000000));
      for (let n = 0; n < 20; n++) setTimeout(() => { throw 'odd\\n\\u0007 ' + (n % 2) });
      const picture = new Image();
      picture.onerror = () => setTimeout(() => document.body.insertAdjacentHTML('beforeend', '${BOX.split('<body>')[1]}'));
      picture.src = 'art/x.png';
    </script>`,
    // What its own policy refuses never leaves the tab, and was asked for all the same.
    '/policy/index.html': {
      body: `${BOX}<script>
        fetch('https://fetch.example/x').catch(() => {});
        new Image().src = 'https://image.example/x.png';
        try { new WebSocket('wss://socket.example/x'); } catch {}
      </script>`,
      headers: { 'content-security-policy': "default-src 'self' 'unsafe-inline'" },
    },
  };
  await withGames({ answers, timing: SHORT }, async (browser, origin) => {
    expect(await browser.visit(`${origin}/blank/index.html`)).toMatchObject({
      outcome: 'nothing-shown',
      firstFrameMs: null,
      // It shows the one colour.
      picture: expect.any(Buffer),
    });
    expect(await browser.visit(`${origin}/gone/index.html`)).toMatchObject({
      outcome: 'no-answer',
      reason: 'status 404',
      firstFrameMs: null,
      picture: null,
    });
  });
  await withGames({ answers, timing: LONG }, async (browser, origin) => {
    const { outcome, otherHosts } = await browser.visit(`${origin}/policy/index.html`);
    expect([outcome, ...otherHosts.toSorted()]).toEqual(['shown', 'fetch.example', 'image.example', 'socket.example']);
    const visit = await browser.visit(`${origin}/broken/index.html`);
    expect(visit.outcome).toBe('shown');
    expect(visit.missingFiles).toEqual([
      { path: '/kit/none.js', status: 404 },
      { path: 'art/x.png', status: 404 },
    ]);
    expect(visit.errors.toSorted()).toEqual([
      expect.stringMatching(/^Error: later x{100,} \(index\.html:\d+\)$/),
      expect.stringMatching(/^odd \(index\.html:\d+\)$/),
    ]);
    expect(visit.errors.map(({ length }) => length).filter((length) => length > 200)).toEqual([]);
  });
});

test('what is not the fault of a game is ours: an origin that is too busy, or not there', async () => {
  const answers = {
    '/busy/index.html': { status: 429 },
    '/down/index.html': { status: 503 },
    // Where its own page has come, it is the game that leads there.
    '/leads/index.html': `${BOX}<script>setTimeout(() => { location.href = '/down/index.html'; }, 100)</script>`,
  };
  await withGames({ answers, timing: { ...LONG, watchMs: 60_000 } }, async (browser, origin) => {
    const visit = async (name: string) => {
      const { outcome, reason } = await browser.visit(`${origin}/${name}/index.html`);
      return [outcome, reason];
    };
    expect(await visit('busy')).toEqual(['our-fault', 'status 429']);
    expect(await visit('down')).toEqual(['our-fault', 'status 503']);
    expect(await visit('leads')).toEqual(['no-answer', 'status 503']);
  });
  const games = await serveGames({});
  await games.close();
  const browser = await openBrowser(games.origin.replace('http:', 'https:'), LONG);
  const visit = await browser.visit(`${games.origin.replace('http:', 'https:')}/g/index.html`);
  await browser.close();
  expect(visit).toMatchObject({ outcome: 'our-fault', reason: expect.stringMatching(/^net::ERR_[A-Z_]+$/), picture: null });
});

test('a game that draws and then unpacks for long works, and so does one whose files are in its page', async () => {
  const draw = `const pen = document.querySelector('canvas').getContext('2d');
    const noise = pen.createImageData(360, 640);
    noise.data.forEach((_, at) => { noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256; });
    pen.putImageData(noise, 0, 0);`;
  const answers = {
    // It is asked for something 2 s after it was seen, or some seconds later on a busy machine: then it is at work.
    '/slow/index.html': `${BOX}<script>
      const work = () => { for (const end = Date.now() + 8000; Date.now() < end; ); setTimeout(work, 1000); };
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(work, 1500)));
    </script>`,
    '/whole/index.html': `<!doctype html><canvas width="360" height="640"></canvas><script>
      fetch('data:text/plain,' + 'a'.repeat(10000000)).then((found) => found.text()).then((text) => { if (text.length === 10000000) { ${draw} } });
    </script>`,
  };
  await withGames({ answers, timing: { ...LONG, watchMs: 2_000, answerMs: 1_000 } }, async (browser, origin) => {
    expect(await browser.visit(`${origin}/slow/index.html`)).toMatchObject({
      outcome: 'shown',
      errors: [expect.stringMatching(/^It did not answer for \d+ s$/)],
    });
  });
  await withGames({ answers, timing: LONG }, async (browser, origin) => {
    expect(await browser.visit(`${origin}/whole/index.html`)).toMatchObject({ outcome: 'shown', errors: [] });
  });
});

test('a game that makes Chromium tell us too much ends itself alone', async () => {
  const flood = `const text = 'a'.repeat(200000); for (let nth = 0; nth < 1000; nth++) fetch('data:text/plain,' + nth + text);`;
  const answers = {
    '/good/index.html': GOOD,
    '/flood/index.html': `${BOX}<script>setTimeout(() => {
      for (let nth = 0; nth < 2; nth++) new Worker(URL.createObjectURL(new Blob([${JSON.stringify(flood)}])));
      ${flood}
    }, 100);</script>`,
  };
  await withGames({ answers, timing: { ...LONG, watchMs: 60_000 } }, async (browser, origin) => {
    const { outcome, reason } = await browser.visit(`${origin}/flood/index.html`);
    expect([outcome, reason]).toEqual(['crashed', 'it made Chromium send more than 64 MB of messages']);
  });
});

test('a game that hangs, or a browser that dies, stops nothing, and nothing of it remains', async () => {
  const answers = {
    '/good/index.html': GOOD,
    '/loop/index.html': '<!doctype html><body><script>for (;;);</script>',
    '/later/index.html': `${BOX}<script>requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { for (;;); }, 50)));</script>`,
  };
  await withGames({ answers, timing: SHORT }, async (browser, origin) => {
    expect(await browser.visit(`${origin}/loop/index.html`)).toMatchObject({ outcome: 'nothing-shown' });
    expect((await browser.visit(`${origin}/later/index.html`)).outcome).toMatch(/^(crashed|nothing-shown)$/);
  });
  const games = await serveGames(answers);
  const left = await leaveFolder();
  const browser = await openBrowser(games.origin, { ...LONG, watchMs: 60_000 });
  await expect(fs.access(left)).rejects.toThrow('ENOENT');
  const dying = browser.visit(`${games.origin}/good/index.html`);
  const { processIds } = await listRemains();
  expect(processIds).not.toEqual([]);
  for (const id of processIds) killIfAlive(id);
  expect(await dying).toMatchObject({ outcome: 'crashed', reason: 'Chromium ended' });
  // The next visit has a new browser, which closing ends in the middle of it.
  const last = browser.visit(`${games.origin}/good/index.html`).catch((error: Error) => error.message);
  await expect.poll(async () => (await listRemains()).processIds).not.toEqual([]);
  await browser.close();
  expect(await last).toBe('this browser was closed');
  await games.close();
  expect(await listRemains()).toEqual({ folders: [], processIds: [] });
});

test('a game reaches nothing but its own origin', async ({ page }) => {
  const [theirs, ours] = [await listenToAll(), await listenToAll()];
  const tries = ({ port, udpPort }: { port: number; udpPort: number }, done: string) => {
    const at = (way: string) => `//127.0.0.1:${port}/${way}`;
    return `<link rel="preconnect" href="${at('preconnect')}">${BOX}<img src="${at('image')}"><script>
      const far = (way) => fetch(way).catch(() => {});
      far('${at('fetch')}');
      far('/moved');
      navigator.sendBeacon('${at('beacon')}');
      new WebSocket('ws:${at('socket')}');
      new Worker(URL.createObjectURL(new Blob(["fetch('http:${at('worker')}').catch(() => {})"])));
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      far('http://name.invalid/');
      ${done}
    </script>`;
  };
  const moved = (port: number): Answer => ({ status: 302, headers: { location: `http://127.0.0.1:${port}/redirect` } });

  // Where nothing stands between, all of it arrives.
  const plain = await serveGames({ '/g/index.html': tries(theirs, ''), '/moved': moved(theirs.port) });
  await page.goto(`${plain.origin}/g/index.html`);
  const ways = ['/beacon', '/fetch', '/image', '/redirect', '/socket', '/worker', 'a packet'];
  await expect.poll(() => [...theirs.arrived].toSorted()).toEqual(ways);
  await plain.close();

  const leave = `setTimeout(() => { location.href = 'http://127.0.0.1:${ours.port}/page'; }, 3000);`;
  const answers = { '/g/index.html': tries(ours, leave), '/moved': moved(ours.port) };
  await withGames({ answers, timing: { ...LONG, watchMs: 20_000 } }, async (browser, origin) => {
    const visit = await browser.visit(`${origin}/g/index.html`);
    // It left its own page, which ends the visit: everything else was tried by then.
    expect(visit).toMatchObject({ outcome: 'no-answer', otherHosts: ['127.0.0.1', 'name.invalid'] });
  });
  expect([...ours.arrived]).toEqual([]);
  theirs.close();
  ours.close();
});
