// The rules for folders below `features` that a program can check: docs/decisions/037-no-folder-for-one-file.md says why.

/** One violation: where it is, and how to fix it. */
export type FolderViolation = { file: string; message: string };

/** A file that holds all of a noun: the noun, and the file that it would be in a folder of its own ('hair', 'rules.ts'). */
export const NOUN_FILE = /^([a-z0-9-]+)\.((?:schema|rules|texts|(?:forms|queries|service|jobs)\.server)\.ts)$/;

/**
 * Checks that no folder is there for one file, and that a noun with several files has a folder. Style sheets count as files, tests do not.
 * @param paths all source files below `src`
 */
export function checkFolders(paths: Iterable<string>): FolderViolation[] {
  const files = [...paths].filter((file) => file.startsWith('features/') && !/\.test\.tsx?$/.test(file));
  const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')));
  return [...folders].flatMap(([folder, inFolder]) => [
    ...(isForOneFile(folder, inFolder, files) ? [{ file: folder, message: describeFold(folder, inFolder[0] ?? '') }] : []),
    ...findScatteredNouns(folder, inFolder, files),
  ]);
}

function isForOneFile(folder: string, inFolder: readonly string[], files: readonly string[]): boolean {
  const [, , ...below] = folder.split('/');
  // A feature may be one file beside its parts, and may have one page: there is no folder above that could take it.
  if (below.length === 0) return files.filter((file) => file.startsWith(`${folder}/`)).length === 1;
  return inFolder.length === 1 && !(below.length === 1 && below[0] === 'pages');
}

function describeFold(folder: string, file: string): string {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const kind = file.slice(folder.length + 1);
  const where = name === 'pages' || name === 'ui' ? `to the ${name}/ of the folder above` : `up, as ${name}.${kind}`;
  return `is a folder for a single file; move it ${where}`;
}

/** Nouns whose files are partly, or all, beside each other in the feature's folder. */
function findScatteredNouns(folder: string, inFolder: readonly string[], files: readonly string[]): FolderViolation[] {
  const nouns = Map.groupBy(inFolder, (file) => NOUN_FILE.exec(file.slice(folder.length + 1))?.[1] ?? '');
  nouns.delete('');
  return [...nouns].flatMap(([noun, [first = '', ...others]]) =>
    others.length > 0 || files.some((file) => file.startsWith(`${folder}/${noun}/`))
      ? [{ file: first, message: `is not the only file of ${noun}; put all of them into ${noun}/` }]
      : [],
  );
}
