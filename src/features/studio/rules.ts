import { zipSync } from 'fflate';

/** Where the Studio is downloaded; the last part is the name of the file that is saved. */
export const STUDIO_PATH = '/studio/kiddo-studio.zip';
/** The folder that the archive unpacks to. */
const FOLDER = 'kiddo-studio';

/** One archive of these files. @param files path inside of the archive's folder -> content */
export function createArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const names = [...files.keys()].toSorted();
  // An archive stores the hour on the clock, without its time zone: this is the same hour everywhere, so the same files give the same bytes.
  const mtime = new Date(2026, 0, 1);
  return zipSync(Object.fromEntries(names.map((name) => [`${FOLDER}/${name}`, files.get(name) as Uint8Array])), {
    level: 9,
    mtime,
  });
}
