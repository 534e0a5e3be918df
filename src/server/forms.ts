import { Refusal } from '../shared/refusal.ts';

/** More fields than any form of ours has. */
const FIELDS_MAX = 50;

/**
 * The text fields of a posted form.
 * @throws Refusal 'bad-input' for what no form of ours sends: a body that is no form, files, a field twice.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => {
    throw new Refusal('bad-input', 'the body is not a form');
  });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of form) {
    if (typeof value !== 'string' || Object.hasOwn(fields, name) || ++count > FIELDS_MAX)
      throw new Refusal('bad-input', 'a field is a file, or comes twice');
    fields[name] = value;
  }
  return fields;
}
