import { data, type ActionFunctionArgs } from 'react-router';
import { toFailure } from '../../../request/form-action.ts';
import { readForm, readUploadForm, UploadTooLargeError } from '../../../request/forms.ts';
import { isRouterResult } from '../../../request/page-loader.ts';
import { assertNotOverloaded, requestContext, type RequestContext } from '../../../request/request-context.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { authorize } from '../../../shared/permissions.ts';
import { COVER_BYTES_MAX, FORM_BYTES_MAX } from '../schema.ts';
import type { PostedForm } from '../uploads.service.server.ts';
import { texts } from '../texts.ts';

/** A submitted form, its file, and who sent it. */
export type UploadedForm = PostedForm & { reqCtx: RequestContext };

const FAILURES: Partial<Record<string, string>> = { 'not-available': texts.faster, 'too-many-requests': texts.tooMany };

/** Makes the action of a page whose forms may have a file in the field `file`. A failure has what was typed, and never a code or password. */
export function uploadAction<Args extends Pick<ActionFunctionArgs, 'request' | 'context'>, Result extends { ok: boolean }>(
  run: (form: UploadedForm, args: Args) => Promise<Result>,
) {
  return async (args: Args) => {
    const { request, context } = args;
    const reqCtx = context.get(requestContext);
    let fields: Record<string, string> = {};
    try {
      // Before the body is read, since that may be large.
      authorize(reqCtx.actor, 'catalogue:edit');
      assertNotOverloaded(reqCtx);
      await reqCtx.rateLimit('mine');
      const isUpload = request.headers.get('content-type')?.startsWith('multipart/form-data') === true;
      const posted = isUpload
        ? await readUploadForm(request, 'file', COVER_BYTES_MAX + FORM_BYTES_MAX)
        : { fields: await readForm(request), file: null };
      fields = posted.fields;
      const result = await run({ reqCtx, ...posted }, args);
      return result.ok ? result : data(result, { status: 400 });
    } catch (error) {
      if (isRouterResult(error)) throw error;
      if (error instanceof UploadTooLargeError) {
        const failure = actionFailure(error.code, { fieldErrors: { file: texts.fileTooLarge }, values: error.fields });
        return data(failure, { status: error.status });
      }
      const { code: _code, password: _password, ...values } = fields;
      return toFailure(reqCtx, error, { values, describe: (code) => FAILURES[code] ?? texts.failed });
    }
  };
}
