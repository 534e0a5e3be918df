import { data, redirect } from 'react-router';
import { readForm, readUploadForm } from '../../../server/forms.ts';
import { classifyError } from '../../../server/page-error.ts';
import { pageLoader } from '../../../server/page-loader.ts';
import { requestContext, type RequestContext } from '../../../server/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { can } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { AVATAR_ACTIONS, UPLOAD_BYTES_MAX, type AvatarResult, type AvatarAction, type AvatarErrorCode } from '../schema.ts';
import { updateAvatar, deletePicture, uploadPicture, getAvatarView, findLatestPicture } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AvatarEditor } from '../ui/editor.tsx';
import { LoginRequired, PremiumRequired } from '../ui/access-required.tsx';
import { FORM_OVERHEAD_BYTES } from '../uploads/rules.ts';
import type { Route } from './+types/editor.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** Loads the editor for premium players, and the "access required" page for everybody else. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) return { state: 'logged-out' as const };
  if (!can(reqCtx.actor, 'avatar:write'))
    return { state: 'no-premium' as const, picture: await findLatestPicture(reqCtx.ctx, reqCtx.actor) };
  return { state: 'editor' as const, view: await getAvatarView(reqCtx.ctx, reqCtx.actor) };
});

/** POST with `do`: choose (redirects to the profile), upload (with a file), delete. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let attemptedAction: AvatarAction = 'upload';
  try {
    // Check the rate limit before reading up to two megabytes.
    await reqCtx.rateLimit('mine');
    const { fields, file } = await readFormOrUpload(reqCtx, request);
    const requestedAction = AVATAR_ACTIONS.find((each) => each === fields['do']);
    if (!requestedAction) throw new AppError('bad-input', 'do is choose, upload or delete');
    attemptedAction = requestedAction;
    if (requestedAction === 'choose') {
      await updateAvatar(reqCtx.ctx, reqCtx.actor, fields);
      return redirect('/profile?news=avatar-updated');
    }
    if (requestedAction === 'delete') await deletePicture(reqCtx.ctx, reqCtx.actor);
    else {
      const errorCode = await uploadPicture(reqCtx.ctx, reqCtx.actor, file?.bytes ?? new Uint8Array(), file?.type ?? '');
      if (errorCode !== null)
        return data<AvatarResult>({ ok: false, action: attemptedAction, errorCode }, { status: errorCode === 'too-large' ? 413 : 400 });
    }
    return { ok: true, action: requestedAction } satisfies AvatarResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    // Logged-out visitors always get 'signed-out', even if the upload is also too large.
    const errorCode = reqCtx.viewer ? toErrorCode(code) : 'signed-out';
    return data<AvatarResult>({ ok: false, action: attemptedAction, errorCode }, { status: errorCode === 'signed-out' ? 401 : status });
  }
}

async function readFormOrUpload(reqCtx: RequestContext, request: Request) {
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/form-data') === true;
  if (isUpload) return readUploadForm(request, 'picture', reqCtx.viewer ? UPLOAD_BYTES_MAX + FORM_OVERHEAD_BYTES : 0);
  return { fields: await readForm(request), file: null };
}

function toErrorCode(code: string): AvatarErrorCode {
  if (code === 'too-large') return 'too-large';
  if (code === 'sign-in-required') return 'signed-out';
  if (code === 'premium-required') return 'premium';
  if (code === 'too-many-requests') return 'too-many';
  return code === 'not-found' || code === 'not-available' ? 'gone' : 'failed';
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AvatarCustomization({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === 'logged-out') return <LoginRequired />;
  if (loaderData.state === 'no-premium') return <PremiumRequired picture={loaderData.picture} answer={actionData} />;
  return <AvatarEditor view={loaderData.view} answer={actionData} />;
}
