/** Why a form's action failed. */
export type ActionFailure = {
  ok: false;
  /** An AppErrorCode, 'bug', or a code of the feature. */
  code: string;
  /** What happened and what to do next, for the person; null if the page has its own text for the code, or only fields are invalid. */
  error: string | null;
  /** Messages by field name. */
  fieldErrors: Partial<Record<string, string>>;
  /** Submitted values by field name, to fill the form again; never a password. */
  values: Partial<Record<string, string>>;
  /** Identifies the request in the log; '' if the request has no entry there. */
  requestId: string;
};

/**
 * The result of a form's action that does not redirect.
 * @template Done what the page learns if it worked
 * @template Extra what else it learns if it failed
 */
export type ActionResult<Done extends object = object, Extra extends object = object> = ({ ok: true } & Done) | (ActionFailure & Extra);

/** A failure with the given code; the other fields are empty unless they are given. */
export function actionFailure(code: string, details: Partial<Omit<ActionFailure, 'ok' | 'code'>> = {}): ActionFailure {
  return { ok: false, code, error: null, fieldErrors: {}, values: {}, requestId: '', ...details };
}
