import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '../../scripts/free-ports.ts';
import { waitUntil, type EngineBrowser } from './engine-browser.ts';
import { openSession, type WebDriverSession } from './webdriver.ts';

/** The programs that a WebKitGTK needs: its driver, which starts a small browser, and an X server without a screen. */
export type WebKitPrograms = { driver: string; browser: string; display: string };

/**
 * Starts WebKitGTK's small browser on a display of its own, controlled by its driver. WebDriver has no command for the console: the lines are
 * what the programs themselves say.
 */
export async function launchWebKit(programs: WebKitPrograms): Promise<EngineBrowser> {
  const display = await startDisplay(programs.display);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11', WAYLAND_DISPLAY: undefined, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const consoleLines: string[] = [];
  for (const output of [driver.stdout, driver.stderr]) createInterface(output).on('line', (line) => consoleLines.push(line));
  const end = async () => {
    await endProcess(driver);
    await endProcess(display.server);
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitUntil('the driver', async () => (await fetch(`${url}/status`)).ok);
    const session = await openSession(url, { 'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] } });
    await session.send('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 800 });
    const close = async () => {
      await session.send('DELETE', '');
      await end();
    };
    return { name: `WebKitGTK ${session.browserVersion}`, consoleLines, ...controlSession(session), close };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts an X server in memory, which chooses its own number. */
async function startDisplay(program: string): Promise<{ server: ChildProcess; name: string }> {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return { server, name: `:${number.toString().trim()}` };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

function controlSession(session: WebDriverSession): Omit<EngineBrowser, 'name' | 'consoleLines' | 'close'> {
  const findShown = async (xpath: string) => {
    for (const element of await session.findElements(xpath))
      if (await session.send<boolean>('GET', `/element/${element}/displayed`)) return element;
    return null;
  };
  const withShown = async (xpath: string, act: (element: string) => Promise<unknown>) => {
    const element = await findShown(xpath);
    if (element !== null) await act(element);
    return element !== null;
  };
  const leaveFrames = async () => void (await session.send('POST', '/frame', { id: null }));
  return {
    open: async (url) => {
      await leaveFrames();
      await session.send('POST', '/url', { url });
    },
    getUrl: () => session.send<string>('GET', '/url'),
    isShown: (xpath) => withShown(xpath, async () => {}),
    click: (xpath) => withShown(xpath, (element) => session.send('POST', `/element/${element}/click`)),
    type: (xpath, text) => withShown(xpath, (element) => session.send('POST', `/element/${element}/value`, { text })),
    evaluate: (expression) => session.send('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
    enterFrame: (xpath) => withShown(xpath, (element) => session.send('POST', '/frame', { id: session.refer(element) })),
    leaveFrames,
    takeScreenshot: async () => Buffer.from(await session.send<string>('GET', '/screenshot'), 'base64'),
  };
}
