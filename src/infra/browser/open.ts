import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { OpenGameBrowser } from './game-browser.ts';
import type { VisitTiming } from './game-visit.ts';

/** Where Chromium usually is. Its headless shell comes first: it does the same with less memory. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const USUAL_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

export type GameBrowserSettings = {
  /** The program to start; null: the first of the usual places that has one. */
  chromiumPath: string | null;
  /** Further folders to look in. */
  programFolders: readonly string[];
  /** Games are opened inside of a page of this origin, as players open them. */
  siteOrigin: string;
  /** The only origin that can be reached. */
  gamesOrigin: string;
  /** Where that origin is asked for, which on this machine may be another address. */
  gamesUrl: string;
  log: Pick<Logger, 'warn'>;
  /** For tests, which do not wait as long. */
  timing?: VisitTiming;
};

/** The function that opens a browser for games. Nothing is loaded and no process started before it is called. */
export function createGameBrowserOpener(settings: GameBrowserSettings): OpenGameBrowser {
  return async () => {
    const program = settings.chromiumPath ?? (await findChromium(settings.programFolders));
    if (program === null) return null;
    const { launchGameBrowser } = await import('./chromium.ts');
    return launchGameBrowser(program, settings);
  };
}

async function findChromium(folders: readonly string[]): Promise<string | null> {
  const onPath = USUAL_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const place of [...USUAL_PLACES, ...onPath]) if (await isProgram(place)) return place;
  return null;
}

const isProgram = (place: string) =>
  fs.access(place, constants.X_OK).then(
    () => true,
    () => false,
  );
