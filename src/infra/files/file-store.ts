/**
 * Where we keep pictures and games' files. Paths look like 'games/maze-mamba/1f3a/index.html':
 * parts of letters, digits, '.', '_' and '-', none of which begins with a dot.
 */
export type FileStore = {
  /** Writes a file whole, or not at all. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** The file's bytes, or null when there is none. */
  get(path: string): Promise<Buffer | null>;
  has(path: string): Promise<boolean>;
  /** Takes a file away; what is not there is gone already. */
  remove(path: string): Promise<void>;
  /** Takes away all that lies below a path. */
  removeFolder(path: string): Promise<void>;
};

/** Whether a path is one that the store takes; whatever comes from an address is asked first. */
export function isFilePath(path: string): boolean {
  return path.length <= 300 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path);
}
