import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { RERENDER_WEARERS, type RerenderWearers } from '../../market/rerender/schema.ts';
import { HEAD_SIZE } from '../composition/rules.ts';
import * as queries from './queries.server.ts';
import { seedTemplatesSchema } from './forms.server.ts';

/** Increase this when the way drawings are rendered into pictures changes. */
const RENDER_VERSION = 1;

/**
 * Seeds the templates that ship with the site. They are rendered once, and again when their drawing changes. Operators' changes are kept.
 * @param folder contains templates.json and the drawings
 */
export async function seedTemplates(ctx: AppContext, actor: Actor, folder: string): Promise<void> {
  authorize(actor, 'avatar:seed');
  const templates = seedTemplatesSchema.parse(JSON.parse(await fs.readFile(path.join(folder, 'templates.json'), 'utf8')));
  const currentPictures = await queries.listTemplatePictures(ctx.db);
  for (const template of templates) {
    const svg = await fs.readFile(path.join(folder, `${template.id}.svg`), 'utf8');
    const current = currentPictures.get(template.id);
    // Pictures that operators uploaded have a different path.
    if (current !== undefined && !current.startsWith(getSeedPicturePrefix(template.id))) continue;
    const picture = `${getSeedPicturePrefix(template.id)}${createHash('sha256').update(`${RENDER_VERSION} ${svg}`).digest('hex').slice(0, 16)}.webp`;
    if (!(await ctx.files.has(picture))) await ctx.files.put(picture, await renderTemplate(ctx, svg));
    if (current === undefined) await queries.insertSeedTemplate(ctx.db, template, picture);
    else if (current !== picture) {
      // Many players may wear it, so a job finds them.
      await ctx.db.transaction().execute(async (trx) => {
        if (await queries.updateTemplatePicture(trx, template.id, current, picture))
          await ctx.jobs.enqueue(RERENDER_WEARERS, { template: template.id } satisfies RerenderWearers, trx);
      });
    }
  }
}

const getSeedPicturePrefix = (id: string) => `templates/${id}/shipped-`;

async function renderTemplate(ctx: AppContext, svg: string): Promise<Buffer> {
  const bytes = await ctx.pictures.rasterize(svg, HEAD_SIZE, HEAD_SIZE);
  return ctx.pictures.compose({ width: HEAD_SIZE, height: HEAD_SIZE, background: null }, [{ bytes }], { width: HEAD_SIZE });
}
