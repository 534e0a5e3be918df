import { expect } from 'vitest';
import type { EditorResult, TextFields } from '../src/features/articles/editor/schema.ts';
import { submitText } from '../src/features/articles/editor/service.server.ts';
import { getEditor } from '../src/features/articles/editor/views.service.server.ts';
import { getShippedTexts } from '../src/features/articles/versions/service.server.ts';
import { createWorld } from './world.ts';

/** What the forms say why. */
export const note = 'The office moved.';

/** A site with two operators, and functions that do what the form of a text does. */
export async function openEditor() {
  const world = await createWorld();
  const { ctx } = world;
  const operator = await world.addPlayer({ username: 'otieno', display_name: 'Otieno', role: 'operator' });
  const other = await world.addPlayer({ username: 'wanjiru', display_name: 'Wanjiru', role: 'operator' });
  const heard = { count: 0 };
  ctx.bus.subscribe(({ kind }) => void (kind === 'texts' && heard.count++));
  const send = async (key: string, form: Record<string, string>, who = operator) => {
    const [kind = '', slug = ''] = key.split('/');
    const before = heard.count;
    const result = await submitText(ctx, who, kind, slug, { note, ...form });
    // The caches of the process have heard it before this test does.
    if (result.ok && result.do !== 'save' && result.do !== 'preview') await expect.poll(() => heard.count).toBeGreaterThan(before);
    return result;
  };
  const view = (key: string) => {
    const [kind = '', slug = ''] = key.split('/');
    return getEditor(ctx, operator, kind, slug);
  };
  /** Changes fields of what the form shows now, as somebody who just opened it. */
  const change = async (key: string, fields: TextFields, action = 'publish'): Promise<EditorResult> => {
    const { fields: before, shown } = await view(key);
    return send(key, { do: action, shown: String(shown), ...(before as Record<string, string>), ...fields });
  };
  const log = () =>
    ctx.db.selectFrom('audit_log').select(['action', 'subject_id', 'note']).where('subject_kind', '=', 'text').orderBy('id').execute();
  return { world, ctx, operator, other, send, view, change, log };
}

/** The text that most tests change. */
export const help = 'help/kiddocash';
export const bodyOf = (key: string) => getShippedTexts().get(key)?.body ?? '';
