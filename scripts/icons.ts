import fs from 'node:fs/promises';
import path from 'node:path';
import { ICON_NAMES } from '../src/web/kit/icon-names.ts';

// Makes the file with all icons of the site from the package of Lucide, whose drawings they are.
// node scripts/run.mjs scripts/icons.ts

type IconModule = { __iconData: { node: [tag: string, attributes: Record<string, string>][] } };

const symbols = await Promise.all(
  ICON_NAMES.map(async (name) => {
    const { __iconData: icon } = (await import(`lucide-react/dist/esm/icons/${name}.mjs`)) as IconModule;
    const shapes = icon.node.map(([tag, attributes]) => {
      // `key` is for React.
      const written = Object.entries(attributes).flatMap(([attribute, value]) => (attribute === 'key' ? [] : `${attribute}="${value}"`));
      return `<${[tag, ...written].join(' ')}/>`;
    });
    return `<symbol id="${name}" viewBox="0 0 24 24" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</symbol>`;
  }),
);
const file = path.resolve(import.meta.dirname, '../src/web/kit/icons.svg');
await fs.writeFile(file, `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`);
