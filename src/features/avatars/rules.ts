import { SKINS } from './body/rules.ts';
import { GENERATED_HEAD, UPLOADED_HEAD, type AvatarView } from './schema.ts';

/** Templates on the page of the editor. */
export const TEMPLATES_MAX = 200;

/** A skin that the figure knows, or null. */
export function parseSkin(text: string | undefined): string | null {
  return SKINS.find(({ hex }) => hex === text)?.hex ?? null;
}

/** What a form chooses as the head: a template, one's own picture, or the one drawn from the id; null for what is none. */
export function parseHead(text: string | undefined): { template: string } | typeof UPLOADED_HEAD | typeof GENERATED_HEAD | null {
  if (text === UPLOADED_HEAD || text === GENERATED_HEAD) return text;
  return text !== undefined && /^[a-z0-9-]{1,40}$/.test(text) ? { template: text } : null;
}

/** Templates by their style, each style where its first one stands. */
export function groupByStyle(templates: AvatarView['templates']): { style: string; templates: AvatarView['templates'] }[] {
  const styles = new Map<string, AvatarView['templates']>();
  for (const template of templates) styles.set(template.style, [...(styles.get(template.style) ?? []), template]);
  return [...styles].map(([style, of]) => ({ style, templates: of }));
}
