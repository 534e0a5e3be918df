import { createHash } from 'node:crypto';

/** What says whether the files or pictures of a game are still those that a form was made of. */
export function getFilesVersion({ game_url, assets }: { game_url: string | null; assets: readonly string[] }): string {
  return createHash('sha256')
    .update(JSON.stringify([game_url, assets]))
    .digest('hex')
    .slice(0, 16);
}
