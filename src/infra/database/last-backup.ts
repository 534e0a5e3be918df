import fs from 'node:fs/promises';
import path from 'node:path';

/** The file whose time says when the last backup of a data folder was complete. Whoever makes backups another way touches it too. */
export function lastBackupFile(dataDir: string): string {
  return path.join(dataDir, LAST_BACKUP_FILE);
}

/** Its name. It is in no backup: what is restored from one would say that it was just made. */
export const LAST_BACKUP_FILE = 'last-backup';

/** Notes that a backup is complete now. */
export async function noteBackup(dataDir: string): Promise<void> {
  await fs.writeFile(lastBackupFile(dataDir), '');
}
