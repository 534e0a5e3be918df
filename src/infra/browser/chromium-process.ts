import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createChromiumPipe, type ChromiumPipe } from './chromium-pipe.ts';

/** A running Chromium, and the pipe that it is driven through. */
export type ChromiumProcess = {
  pipe: ChromiumPipe;
  /** What it wrote about itself, the last of it. */
  lastWords(): string;
  /** Ends it with everything that it started, and deletes its profile. May be called several times, also when it has ended already. */
  end(): Promise<void>;
};

const FOLDER = 'kiddo-browser-';
/** A browser runs for minutes. The process of a younger folder may live where we do not see it, in another container. */
const LEFT_AFTER_MS = 3_600_000;
const LAST_WORDS_MAX = 2000;
/** Memory of a page's scripts, in megabytes. */
const SCRIPT_MEMORY_MB = 256;
/** How often it is asked whether all processes are gone, and after how many milliseconds again. */
const GONE_TRIES = 100;
const GONE_TRY_MS = 20;

/**
 * Starts Chromium with an empty profile in a folder of its own.
 * @param proxyPort of the proxy on this machine through which everything goes
 * @param isContained whether Chromium's own sandbox is on; as root it cannot be
 */
export async function startChromium(program: string, proxyPort: number, isContained: boolean): Promise<ChromiumProcess> {
  await removeLeftFolders();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `${FOLDER}${process.pid}-`));
  const child = spawn(program, [...getFlags(program, folder, proxyPort), ...(isContained ? [] : ['--no-sandbox'])], {
    cwd: folder,
    // None of our settings, which have secrets: the browser runs the code of strangers.
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      HOME: folder,
      TMPDIR: folder,
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    // A group of its own, so that everything that it starts can be ended with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-LAST_WORDS_MAX)));
  const ended = once(child, 'close').catch((error: Error) => (lastWords += error.message));
  const kill = () => killGroup(child);
  const atExit = () => {
    kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  return {
    pipe: createChromiumPipe(child.stdio[3] as Writable, child.stdio[4] as Readable, kill),
    lastWords: () => lastWords.trim(),
    async end() {
      kill();
      await ended;
      for (let nth = 0; nth < GONE_TRIES && isGroupAlive(child); nth++) await wait(GONE_TRY_MS);
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      process.off('exit', atExit);
    },
  };
}

/** Whoever was ended by force could not remove its folder. */
async function removeLeftFolders(): Promise<void> {
  for (const name of await fs.readdir(os.tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER}(\\d+)-\\w+$`).exec(name)?.[1] ?? 0);
    if (pid === 0) continue;
    const folder = path.join(os.tmpdir(), name);
    // It is gone meanwhile: another process removes them too.
    const found = await fs.lstat(folder).catch(() => null);
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || found.mtimeMs > Date.now() - LEFT_AFTER_MS) continue;
    // In a container a process often has the number of the one before it.
    const isLeft = pid === process.pid ? found.mtimeMs < performance.timeOrigin : !isAlive(pid);
    if (isLeft) await fs.rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's, but alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether something that it started has not quite ended. */
function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function getFlags(program: string, folder: string, proxyPort: number): string[] {
  return [
    // The headless shell knows the short form alone; in a whole Chromium that would be the shell that it no longer has.
    /headless[-_]shell/.test(path.basename(program)) ? '--headless' : '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${path.join(folder, 'profile')}`,
    // The only way out is our proxy, also to this machine; names are looked up there, not here.
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Each game is a process of its own, which may end without the page around it.
    '--site-per-process',
    `--js-flags=--max-old-space-size=${SCRIPT_MEMORY_MB}`,
    // As on a phone whose player pressed Play. Without a graphics card WebGL is drawn by the processor.
    '--window-size=360,640',
    '--touch-events=enabled',
    '--blink-settings=primaryHoverType=1,availableHoverTypes=1,primaryPointerType=2,availablePointerTypes=2',
    '--autoplay-policy=no-user-gesture-required',
    '--mute-audio',
    '--hide-scrollbars',
    '--disable-gpu',
    '--enable-unsafe-swiftshader',
    '--force-color-profile=srgb',
    '--deny-permission-prompts',
    // What a browser does by itself.
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-component-extensions-with-background-pages',
    '--disable-component-update',
    '--disable-crash-reporter',
    '--disable-default-apps',
    '--disable-dev-shm-usage',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-notifications',
    '--disable-search-engine-choice-screen',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    '--password-store=basic',
    '--use-mock-keychain',
    // The first would ask whether a page may reach this machine, where the proxy is.
    '--disable-features=LocalNetworkAccessChecks,MediaRouter,OptimizationHints,Translate',
    'about:blank',
  ];
}
