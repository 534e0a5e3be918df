import { AppError } from '../shared/app-error.ts';

/** More fields than any form of ours has. */
const FIELDS_MAX = 50;

/**
 * The text fields of a posted form.
 * @throws AppError 'bad-input' for what no form of ours sends: a body that is no form, files, a field twice.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => {
    throw new AppError('bad-input', 'the body is not a form');
  });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of form) {
    if (typeof value !== 'string' || Object.hasOwn(fields, name) || ++count > FIELDS_MAX)
      throw new AppError('bad-input', 'a field is a file, or comes twice');
    fields[name] = value;
  }
  return fields;
}

/** A form with at most one file, which may be empty where none was chosen. */
export type UploadForm = { fields: Record<string, string>; file: { bytes: Uint8Array; type: string } | null };

/**
 * A posted form with a file. What is longer than `bytesMax` is read to its end, so that the browser hears the answer, but not kept.
 * @param field the file's field. @throws AppError 'too-large', 'bad-input' for what no form of ours sends
 */
export async function readUploadForm(request: Request, field: string, bytesMax: number): Promise<UploadForm> {
  const body = await readBounded(request, bytesMax);
  const form = await new Response(body, { headers: { 'content-type': request.headers.get('content-type') ?? '' } }).formData().catch(() => {
    throw new AppError('bad-input', 'the body is not a form');
  });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: UploadForm['file'] = null;
  let count = 0;
  for (const [name, value] of form) {
    const isFile = typeof value !== 'string';
    if (++count > FIELDS_MAX || isFile !== (name === field) || Object.hasOwn(fields, name) || (isFile && file !== null))
      throw new AppError('bad-input', 'a field is no text, or comes twice');
    if (typeof value === 'string') fields[name] = value;
    else file = { bytes: new Uint8Array(await value.arrayBuffer()), type: value.type };
  }
  return { fields, file };
}

/** A body, unless it is longer than that. What was kept of one that is, is let go at once. */
async function readBounded(request: Request, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > bytesMax) chunks = [];
      else chunks.push(chunk);
    }
  } catch {
    throw new AppError('bad-input', 'the body broke off');
  }
  if (length > bytesMax) throw new AppError('too-large');
  return Buffer.concat(chunks);
}
