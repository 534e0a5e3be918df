import { createHash } from 'node:crypto';

/** Where the files are depends on whether the game is premium. */
type FilesRow = { game_url: string | null; assets: readonly string[]; is_premium: boolean };

/** What says whether the files or pictures of a game are still those that a form was made of. */
export function getFilesVersion({ game_url, assets, is_premium }: FilesRow): string {
  return createHash('sha256')
    .update(JSON.stringify([game_url, assets, is_premium]))
    .digest('hex')
    .slice(0, 16);
}
