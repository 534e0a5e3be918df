import { data, redirect } from 'react-router';
import { readForm, readUploadForm } from '../../../server/forms.ts';
import { classifyError, pageError } from '../../../server/page-error.ts';
import { requestContext, type RequestContext } from '../../../server/site-context.ts';
import { can } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { AVATAR_DEEDS, UPLOAD_BYTES_MAX, type AvatarAnswer, type AvatarDeed, type AvatarFault } from '../schema.ts';
import { chooseTemplate, deletePicture, uploadPicture, viewAvatar, viewOwnPicture } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AvatarEditor } from '../ui/editor.tsx';
import { PleaseLogIn, PremiumFeature } from '../ui/instead.tsx';
import { FORM_BYTES } from '../uploads/rules.ts';
import type { Route } from './+types/editor.ts';

/** The editor for who has premium; for others, what opens it. */
export async function loader({ context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) return { state: 'logged-out' as const };
  try {
    if (!can(reqCtx.actor, 'avatar:write')) return { state: 'no-premium' as const, picture: await viewOwnPicture(reqCtx.ctx, reqCtx.actor) };
    return { state: 'editor' as const, view: await viewAvatar(reqCtx.ctx, reqCtx.actor) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST with `do`: choose (leads to the profile), upload (with a file), delete. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let asked: AvatarDeed = 'upload';
  try {
    // Before two megabytes are read.
    await reqCtx.rateLimit('mine');
    const { fields, file } = await readAny(reqCtx, request);
    const deed = AVATAR_DEEDS.find((each) => each === fields['do']);
    if (!deed) throw new AppError('bad-input', 'do is choose, upload or delete');
    asked = deed;
    if (deed === 'choose') {
      await chooseTemplate(reqCtx.ctx, reqCtx.actor, fields);
      return redirect('/profile?news=avatar-updated');
    }
    if (deed === 'delete') await deletePicture(reqCtx.ctx, reqCtx.actor);
    else {
      const fault = await uploadPicture(reqCtx.ctx, reqCtx.actor, file?.bytes ?? new Uint8Array(), file?.type ?? '');
      if (fault !== null) return data<AvatarAnswer>({ ok: false, asked, fault }, { status: fault === 'too-large' ? 413 : 400 });
    }
    return { ok: true, did: deed } satisfies AvatarAnswer;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    // Of who is signed out not even a picture that is too large is looked at.
    const fault = reqCtx.viewer ? faultOf(code) : 'signed-out';
    return data<AvatarAnswer>({ ok: false, asked, fault }, { status: fault === 'signed-out' ? 401 : status });
  }
}

async function readAny(reqCtx: RequestContext, request: Request) {
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/form-data') === true;
  if (isUpload) return readUploadForm(request, 'picture', reqCtx.viewer ? UPLOAD_BYTES_MAX + FORM_BYTES : 0);
  return { fields: await readForm(request), file: null };
}

function faultOf(code: string): AvatarFault {
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
  if (loaderData.state === 'logged-out') return <PleaseLogIn />;
  if (loaderData.state === 'no-premium') return <PremiumFeature picture={loaderData.picture} answer={actionData} />;
  return <AvatarEditor view={loaderData.view} answer={actionData} />;
}
