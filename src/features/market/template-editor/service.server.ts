import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { HEAD_SIZE } from '../../avatars/composition/rules.ts';
import { validateUpload } from '../../avatars/uploads.rules.ts';
import type { EditorView, SaveResult } from '../admin/schema.ts';
import { getEditorView, saveRow, type PostedForm, type RowEditor, type UploadedFile } from '../admin/service.server.ts';
import { texts } from '../admin/texts.ts';
import { hashContent } from '../pictures.service.server.ts';
import { templateSchema, type TemplateForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { AdminTemplate } from './schema.ts';

const templateEditor: RowEditor<queries.TemplateRow, queries.TemplateColumns, TemplateForm, AdminTemplate> = {
  kind: 'template',
  permission: 'template:edit',
  table: 'avatar_templates',
  list: queries.listTemplates,
  find: queries.findTemplate,
  lock: queries.lockTemplate,
  update: queries.updateTemplate,
  insert: async (trx, row) => {
    await queries.insertTemplate(trx, row);
    return row;
  },
  schema: () => templateSchema,
  storePicture: storeHead,
  toColumns: ({ name, style, isPremium, isListed }, position, before) => ({
    name,
    style,
    position,
    is_premium: isPremium,
    is_listed: isListed,
    picture: before?.picture ?? '',
  }),
  checkChange: () => null,
  visibleColumns: ['picture'],
  toRerender: (id) => ({ template: id }),
  toView: ({ id, name, style, position, is_premium, is_listed, picture }) => ({
    id,
    name,
    style,
    position,
    isPremium: is_premium,
    isListed: is_listed,
    picture: `/media/${picture}`,
  }),
};

/** Stores a head, cut to a square. */
async function storeHead(
  ctx: AppContext,
  id: string,
  { bytes, type }: UploadedFile,
): Promise<{ columns: { picture: string } } | { error: string }> {
  const uploadError = validateUpload(bytes, type);
  if (uploadError !== null) return { error: uploadError === 'too-large' ? texts.pictureErrors['too-large'] : texts.pictureErrors.head };
  try {
    const head = await ctx.pictures.normalizeUpload(Buffer.from(bytes), HEAD_SIZE);
    const picture = `templates/${id}/${hashContent(head)}.webp`;
    await ctx.files.put(picture, head);
    return { columns: { picture } };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'bad-input' || error.code === 'too-large')) return { error: texts.pictureErrors.head };
    throw error;
  }
}

/** All templates, listed or not, and the selected one. @param open an id, or 'new' @throws AppError 'not-allowed', 'not-found' */
export async function getTemplatesView(
  ctx: AppContext,
  actor: Actor,
  open: string | null,
  after: string | null,
): Promise<EditorView<AdminTemplate>> {
  return getEditorView(ctx, actor, templateEditor, open, after);
}

/** Adds or changes a template for heads. @throws AppError 'not-allowed' */
export async function saveTemplate(ctx: AppContext, actor: Actor, posted: PostedForm): Promise<SaveResult> {
  return saveRow(ctx, actor, templateEditor, posted);
}
