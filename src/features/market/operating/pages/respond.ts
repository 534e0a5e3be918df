import { data, redirect } from 'react-router';
import { readUploadForm, type UploadForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import type { RequestContext } from '../../../../server/site-context.ts';
import { FORM_BYTES, PICTURE_BYTES_MAX, type SaveAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

/**
 * The answer to a form that saves something with a picture. What was added leads to its own address.
 * @param may refuses who may not: asked before anything is read, since what comes may be large. @param id what the form is about
 * @param addressOf where something that was added is open
 */
export async function respondToSave(
  reqCtx: RequestContext,
  request: Request,
  { may, save, id, addressOf }: { may(): void; save(form: UploadForm): Promise<SaveAnswer>; id: string; addressOf(id: string): string },
) {
  try {
    may();
    await reqCtx.rateLimit('mine');
    const answer = await save(await readUploadForm(request, 'picture', PICTURE_BYTES_MAX + FORM_BYTES));
    if (answer.is === 'saved' && answer.isNew) throw redirect(`${addressOf(answer.id)}&added=yes`);
    return answer.is === 'refused' ? data<SaveAnswer>(answer, { status: 400 }) : answer;
  } catch (error) {
    if (error instanceof Response) throw error;
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    const at = code === 'too-large' ? 'picture' : null;
    const fault = code === 'too-large' ? texts.faults['too-large'] : texts.faults.failed;
    return data<SaveAnswer>({ is: 'refused', id, at, fault, typed: {} }, { status });
  }
}
