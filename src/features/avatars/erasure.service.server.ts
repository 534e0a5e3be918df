import type { AppContext } from '../../context.server.ts';
import type { Eraser, ErasureSubject } from '../../infra/erasure.ts';

/** The avatar, the uploads and their files are deleted. */
export const avatarsEraser: Eraser<AppContext> = {
  deletedTables: ['avatars', 'avatar_history', 'avatar_uploads'],
  eraseOutside: erasePictures,
  // A concurrent render job may have written pictures meanwhile. From now on it does not find the player any more.
  eraseAfterwards: erasePictures,
};

async function erasePictures(ctx: AppContext, who: ErasureSubject): Promise<void> {
  for (const folder of ['avatars', 'uploads']) await ctx.files.removeFolder(`${folder}/${who.id}`);
}
