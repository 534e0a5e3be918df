import { data, redirect, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { readForm, readUploadForm } from '../../../request/forms.ts';
import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { assertNotOverloaded, assertWritable, requestContext, type RequestContext } from '../../../request/request-context.ts';
import { can } from '../../../shared/permissions.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { parseEditorTab } from '../editor.rules.ts';
import { UPLOAD_BYTES_MAX, type AvatarResult, type AvatarAction, type AvatarErrorCode } from '../schema.ts';
import { listFormerLooks, restoreLook } from '../history/service.server.ts';
import { parseAvatarAction, updateAvatar, deletePicture, uploadPicture, getAvatarView, findLatestPicture } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AvatarEditor } from '../ui/editor.tsx';
import { LoginRequired, PremiumRequired } from '../ui/access-required.tsx';
import { FORM_OVERHEAD_BYTES } from '../uploads.rules.ts';
import type { Route } from './+types/editor.ts';

export const handle = { params: ['tab'], isShared: true } as const satisfies PageHandle;

/** A tab shows other choices of the same data. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isOtherTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return formMethod === undefined && isOtherTab ? false : defaultShouldRevalidate;
}

/** Loads the editor for premium players, and the "access required" page for everybody else. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) return { state: 'logged-out' as const };
  if (!can(reqCtx.actor, 'avatar:write'))
    return {
      state: 'no-premium' as const,
      picture: await findLatestPicture(reqCtx.ctx, reqCtx.actor),
      looks: await listFormerLooks(reqCtx.ctx, reqCtx.actor),
    };
  return { state: 'editor' as const, view: await getAvatarView(reqCtx.ctx, reqCtx.actor) };
});

/** POST with `do`: choose or restore (redirect to the profile), upload (with a file), delete. Returns AvatarResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let attemptedAction: AvatarAction = 'upload';
  try {
    assertNotOverloaded(reqCtx);
    // Check this and the rate limit before reading up to two megabytes.
    if (isUpload(request)) await assertWritable(reqCtx, false);
    await reqCtx.rateLimit('mine');
    const { fields, file } = await readFormOrUpload(reqCtx, request);
    attemptedAction = parseAvatarAction(fields);
    // A player can take a picture back while the site is read-only too.
    await assertWritable(reqCtx, attemptedAction === 'delete');
    if (attemptedAction === 'choose' || attemptedAction === 'restore') {
      await (attemptedAction === 'choose' ? updateAvatar : restoreLook)(reqCtx.ctx, reqCtx.actor, fields);
      return redirect('/profile?news=avatar-updated');
    }
    if (attemptedAction === 'delete') await deletePicture(reqCtx.ctx, reqCtx.actor);
    else {
      const errorCode = await uploadPicture(reqCtx.ctx, reqCtx.actor, file?.bytes ?? new Uint8Array(), file?.type ?? '');
      if (errorCode !== null) return avatarFailure(reqCtx, attemptedAction, errorCode, errorCode === 'too-large' ? 413 : 400);
    }
    return { ok: true, action: attemptedAction } satisfies AvatarResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    // Logged-out visitors always get 'signed-out', even if the upload is also too large.
    const errorCode = reqCtx.viewer || reqCtx.isOverloaded ? toErrorCode(code) : 'signed-out';
    return avatarFailure(reqCtx, attemptedAction, errorCode, errorCode === 'signed-out' ? 401 : status);
  }
}

/** The page has a text for each code, also for what would elsewhere be an error page. */
function avatarFailure({ requestId }: RequestContext, attemptedAction: AvatarAction, code: AvatarErrorCode, status: number) {
  return data<AvatarResult>({ ...actionFailure(code, { requestId }), action: attemptedAction, code }, { status });
}

function isUpload(request: Request): boolean {
  return request.headers.get('content-type')?.startsWith('multipart/form-data') === true;
}

async function readFormOrUpload(reqCtx: RequestContext, request: Request) {
  if (isUpload(request)) return readUploadForm(request, 'picture', reqCtx.viewer ? UPLOAD_BYTES_MAX + FORM_OVERHEAD_BYTES : 0);
  return { fields: await readForm(request), file: null };
}

function toErrorCode(code: string): AvatarErrorCode {
  if (code === 'too-large') return 'too-large';
  if (code === 'sign-in-required') return 'signed-out';
  if (code === 'premium-required') return 'premium';
  if (code === 'guardian-required') return 'guardian';
  if (code === 'too-many-requests') return 'too-many';
  if (code === 'switched-off' || code === 'read-only') return code;
  return code === 'not-found' || code === 'not-available' ? 'gone' : 'failed';
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AvatarCustomization({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  if (loaderData.state === 'logged-out') return <LoginRequired />;
  if (loaderData.state === 'no-premium')
    return <PremiumRequired picture={loaderData.picture} looks={loaderData.looks} answer={actionData} />;
  return <AvatarEditor view={loaderData.view} tab={parseEditorTab(params)} answer={actionData} />;
}
