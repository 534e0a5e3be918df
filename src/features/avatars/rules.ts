import { SKINS } from './body/rules.ts';
import { GENERATED_HEAD, UPLOADED_HEAD, type AvatarView } from './schema.ts';

/** Maximum number of templates in the editor. */
export const TEMPLATES_MAX = 200;

/** A skin colour from `SKINS`, or null. */
export function parseSkin(text: string | undefined): string | null {
  return SKINS.find(({ hex }) => hex === text)?.hex ?? null;
}

/** Parses the head that a form chooses: a template, the player's own picture, or the generated one. Null for anything else. */
export function parseHead(text: string | undefined): { template: string } | typeof UPLOADED_HEAD | typeof GENERATED_HEAD | null {
  if (text === UPLOADED_HEAD || text === GENERATED_HEAD) return text;
  return text !== undefined && /^[a-z0-9-]{1,40}$/.test(text) ? { template: text } : null;
}

/** Groups templates by style. Styles are in the order of their first template. */
export function groupByStyle(templates: AvatarView['templates']): { style: string; templates: AvatarView['templates'] }[] {
  const styles = new Map<string, AvatarView['templates']>();
  for (const template of templates) styles.set(template.style, [...(styles.get(template.style) ?? []), template]);
  return [...styles].map(([style, of]) => ({ style, templates: of }));
}
