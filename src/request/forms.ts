import { AppError } from '../shared/app-error.ts';

/** More fields than any of our forms has. */
const FIELDS_MAX = 50;

/**
 * Reads the text fields of a posted form.
 * @throws AppError 'bad-input' for a request that none of our forms sends: a body that is not a form, files, a duplicate field
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

/** A form with at most one file, which may be empty if none was chosen. */
export type UploadForm = { fields: Record<string, string>; file: { bytes: Uint8Array; type: string } | null };

/**
 * Reads a posted form with a file. A body longer than `bytesMax` is read to its end, so that the browser receives the response, but not
 * kept.
 * @param field name of the file's field
 * @throws AppError 'too-large', 'bad-input' for a request that none of our forms sends
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

/** Reads a body of at most `bytesMax` bytes. As soon as it is longer, the chunks read so far are released. @throws AppError 'too-large' */
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
