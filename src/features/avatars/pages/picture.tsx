import { classifyError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { getPictureFile } from '../service.server.ts';
import type { Route } from './+types/picture.ts';

/** Serves an uploaded picture to its owner and to moderators; everybody else gets a 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const bytes = await getPictureFile(reqCtx.ctx, reqCtx.actor, params.id);
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' } });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    return new Response(code, { status: code === 'sign-in-required' ? 404 : status });
  }
}
