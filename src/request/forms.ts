import { AppError } from '../shared/app-error.ts';

/** More fields than any of our forms has. */
const FIELDS_MAX = 50;
/** The texts before and after the file of a form take fewer bytes than this. */
const ENDS_BYTES = 16 * 1024;

/**
 * Reads the text fields of a posted form.
 * @throws AppError 'bad-input' for a request that none of our forms sends: a body that is not a form, files, a duplicate field
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => {
    throw new AppError('bad-input', 'the body is not a form', { field: 'form' });
  });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of form) {
    if (typeof value !== 'string' || Object.hasOwn(fields, name) || ++count > FIELDS_MAX)
      throw new AppError('bad-input', 'a field is a file, or comes twice', { field: 'form' });
    fields[name] = value;
  }
  return fields;
}

/** A form with at most one file, which may be empty if none was chosen. */
export type UploadForm = { fields: Record<string, string>; file: { bytes: Uint8Array; type: string } | null };

/** The body is longer than allowed. `fields` are the texts beside the file: so the form can be shown again as it was filled in. */
export class UploadTooLargeError extends AppError {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super('too-large');
    this.fields = fields;
  }
}

/**
 * Reads a posted form with a file. A body longer than `bytesMax` is read to its end, so that the browser receives the response, but only
 * its ends are kept.
 * @param field name of the file's field
 * @throws UploadTooLargeError, AppError 'bad-input' for a request that none of our forms sends
 */
export async function readUploadForm(request: Request, field: string, bytesMax: number): Promise<UploadForm> {
  const { body, isTooLong } = await readBounded(request, bytesMax);
  const type = request.headers.get('content-type') ?? '';
  if (isTooLong) throw new UploadTooLargeError((await parseUploadForm(body, type, field).catch(() => ({ fields: {} }))).fields);
  return parseUploadForm(body, type, field);
}

async function parseUploadForm(body: Buffer<ArrayBuffer>, type: string, field: string): Promise<UploadForm> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
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

/**
 * Reads a body. Of one longer than `bytesMax` bytes only the first and the last ENDS_BYTES are kept, which are the form's texts: the middle
 * that is cut out belongs to the file.
 */
async function readBounded(request: Request, bytesMax: number): Promise<{ body: Buffer<ArrayBuffer>; isTooLong: boolean }> {
  let chunks: Uint8Array[] = [];
  let head: Buffer<ArrayBuffer> | null = null;
  let length = 0;
  let kept = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      kept += chunk.byteLength;
      chunks.push(chunk);
      if (length <= bytesMax || kept < 2 * ENDS_BYTES) continue;
      const bytes = Buffer.concat(chunks);
      head ??= Buffer.from(bytes.subarray(0, ENDS_BYTES));
      // Copied: a part of a buffer would keep all of it in memory.
      chunks = [Buffer.from(bytes.subarray(-ENDS_BYTES))];
      kept = ENDS_BYTES;
    }
  } catch {
    throw new AppError('bad-input', 'the body broke off');
  }
  const rest = Buffer.concat(chunks);
  const body = head === null ? rest : Buffer.concat([head, rest.subarray(-ENDS_BYTES)]);
  return { body, isTooLong: length > bytesMax };
}
