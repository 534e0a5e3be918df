import type { AvatarView } from './schema.ts';

/** Maximum number of templates in the editor. */
export const TEMPLATES_MAX = 200;
/** Maximum number of items in the editor: those that are worn, and the newest. */
export const OWNED_MAX = 120;

/** Groups templates by style. Styles are in the order of their first template. */
export function groupByStyle(templates: AvatarView['templates']): { style: string; templates: AvatarView['templates'] }[] {
  const styles = new Map<string, AvatarView['templates']>();
  for (const template of templates) styles.set(template.style, [...(styles.get(template.style) ?? []), template]);
  return [...styles].map(([style, of]) => ({ style, templates: of }));
}
