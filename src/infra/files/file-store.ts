/**
 * Stores pictures and games' files. Paths look like 'games/maze-mamba/1f3a/index.html': segments of letters, digits, '.', '_' and '-',
 * none of which begins with a dot.
 */
export type FileStore = {
  /** Writes a file completely, or not at all. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** The file's bytes, or null if it does not exist. */
  get(path: string): Promise<Buffer | null>;
  has(path: string): Promise<boolean>;
  /** Removes a file; does nothing if it does not exist. */
  remove(path: string): Promise<void>;
  /** The paths of all files below a path, in any order. */
  list(path: string): Promise<string[]>;
  /** Removes all files below a path. */
  removeFolder(path: string): Promise<void>;
};

/** Whether the store accepts a path; anything taken from a URL must be checked first. */
export function isFilePath(path: string): boolean {
  return path.length <= 300 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path);
}
