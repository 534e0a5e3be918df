import { data, redirect } from 'react-router';
import { readUploadForm, type UploadForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import type { RequestContext } from '../../../../server/request-context.ts';
import { FORM_BYTES_MAX, PICTURE_BYTES_MAX, type SaveResult } from '../schema.ts';
import { texts } from '../texts.ts';

/**
 * Handles a form that saves something with a picture. After something was added, redirects to its own URL.
 * @param authorize throws if the actor lacks permission; runs before the body is read, since that may be large
 * @param id id of the edited row, or 'new'
 * @param urlFor URL of the page that shows the added row
 */
export async function handleSaveForm(
  reqCtx: RequestContext,
  request: Request,
  {
    authorize,
    save,
    id,
    urlFor,
  }: { authorize(): void; save(form: UploadForm): Promise<SaveResult>; id: string; urlFor(id: string): string },
) {
  try {
    authorize();
    await reqCtx.rateLimit('mine');
    const answer = await save(await readUploadForm(request, 'picture', PICTURE_BYTES_MAX + FORM_BYTES_MAX));
    if (answer.is === 'saved' && answer.isNew) throw redirect(`${urlFor(answer.id)}&added=yes`);
    return answer.is === 'refused' ? data<SaveResult>(answer, { status: 400 }) : answer;
  } catch (error) {
    if (error instanceof Response) throw error;
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    const at = code === 'too-large' ? 'picture' : null;
    const fault = code === 'too-large' ? texts.errors['too-large'] : texts.errors.failed;
    return data<SaveResult>({ is: 'refused', id, at, error: fault, typed: {} }, { status });
  }
}
