import type { z } from 'zod';
import { actionFailure, type ActionFailure } from './action-result.ts';
import { AppError } from './app-error.ts';

/** The text fields of a submitted form, by name. */
export type FormFields = Record<string, string>;

/**
 * Parses a form that a person fills in.
 * @param schema a schema in the feature's `forms.server.ts`; the messages of its issues are codes such as 'empty' or 'long'
 * @param describe the text for an issue of a field. Only the first issue of a field is shown
 * @param echo names of the fields whose values the failure contains, to fill the form again; never a password
 * @returns the parsed values, or a failure with code 'bad-input' and an error for each invalid field
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  fields: FormFields,
  describe: (field: string, issue: string) => string,
  echo: readonly string[],
): { ok: true; value: z.output<Schema> } | ActionFailure {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fieldErrors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '');
    fieldErrors[field] ??= describe(field, message);
  }
  return actionFailure('bad-input', { fieldErrors, values: pickFields(fields, echo) });
}

/**
 * Parses a form whose values people do not type: only a changed or foreign request is invalid.
 * @throws AppError 'bad-input'
 */
export function parseFormOrThrow<Schema extends z.ZodType>(schema: Schema, fields: FormFields): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const detail = issue ? `${issue.path.join('.')}: ${issue.message}` : 'the form cannot be read';
  throw new AppError('bad-input', detail, { field: String(issue?.path[0] ?? 'form') });
}

/** The submitted values of the named fields; '' for a field that was not sent. */
export function pickFields<Name extends string>(fields: FormFields, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? ''])) as Record<Name, string>;
}
