import { zipSync } from 'fflate';

/** Where the Studio is downloaded; the last part is the name of the file that is saved. */
export const STUDIO_PATH = '/studio/kiddo-studio.zip';
/** The folder that the archive unpacks to. */
const FOLDER = 'kiddo-studio';
/** Every file has the same time, in the form that an archive stores (no time zone): the same files give the same bytes. */
const FILE_TIME = new Date(2026, 0, 1);

/** One archive of these files. @param files path inside of the archive's folder -> content */
export function createArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const names = [...files.keys()].toSorted();
  return zipSync(Object.fromEntries(names.map((name) => [`${FOLDER}/${name}`, files.get(name) as Uint8Array])), {
    level: 9,
    mtime: FILE_TIME,
  });
}
