// The rules for style sheets that a program can check: docs/decisions/001-plain-css.md says why.

/** One violation: where it is, and how to fix it. */
export type StyleViolation = { file: string; message: string };

/** A block of a style sheet, such as `.card {…}` or `@media (…) {…}`, with the blocks around it, outermost first. */
type Block = { head: string; body: string; around: string[] };

const TOKENS = 'web/kit/tokens.css';
/** The widths at which the layout changes, as tokens.css describes them. */
const WIDTHS = ['min-width: 640px', 'min-width: 960px', 'min-width: 1100px', 'max-width: 639px', 'max-width: 959px', 'max-width: 1099px'];
/** The layers that the files of a folder may use; the first folder that fits counts. */
const LAYERS: [RegExp, string[]][] = [
  [/^web\/kit\//, ['tokens', 'base', 'kit', 'forced-colors']],
  [/^web\/staff\.css$/, ['staff.shared']],
  [/^features\//, ['features', 'staff']],
];
/** The sheets that style buttons: the looks, and what forced colours need. */
const BUTTON_SHEETS = ['web/kit/button.css', 'web/kit/strong-colors.css'];
/** Properties whose lengths come from the scale of spaces. */
const SPACED = /(?<![\w-])((?:margin|padding|inset|scroll-margin|scroll-padding)(?:-[a-z-]+)?|(?:row-|column-)?gap)\s*:\s*([^;{}]+)/g;

/** Checks all style sheets of a `src` folder. @param files path below src -> text */
export function checkStyles(files: Map<string, string>): StyleViolation[] {
  const sheets = [...files].filter(([file]) => file.endsWith('.css')).map(([file, text]) => ({ file, code: stripComments(text) }));
  const scale = new Set([...(files.get(TOKENS) ?? '').matchAll(/--space-(\d+):/g)].map(([, step = '']) => step));
  const violations: StyleViolation[] = [];
  for (const { file, code } of sheets) {
    const report = (message: string) => violations.push({ file, message });
    for (const block of parseBlocks(code)) checkBlock(file, block, report);
    for (const [, property, value = ''] of code.matchAll(SPACED)) {
      const step = [...value.matchAll(/(?<![\w.])(\d+)px/g)].map(([, pixels = '']) => pixels).find((pixels) => scale.has(pixels));
      if (step !== undefined) report(`sets ${property} to ${step}px; write var(--space-${step})`);
    }
  }
  return [...violations, ...findSharedClasses(sheets)];
}

function checkBlock(file: string, { head, around }: Block, report: (message: string) => void): void {
  const isRule = !head.startsWith('@');
  if (isRule && around.some((outer) => outer.startsWith('@keyframes'))) return;
  if (isRule) {
    const layer = around.find((outer) => outer.startsWith('@layer'))?.slice('@layer '.length);
    const allowed = LAYERS.find(([folder]) => folder.test(file))?.[1] ?? [];
    if (layer === undefined || !allowed.includes(layer)) report(`has ${head} in no layer of its own: ${allowed.join(', ')}`);
    if (!BUTTON_SHEETS.includes(file) && /\.btn(?![\w-])/.test(head))
      report(`styles .btn in ${head}; place the button with a class of its own, and change its look with a variant of web/kit/button.tsx`);
    if (file !== TOKENS && head.includes('[data-theme')) report(`asks for the theme in ${head}; use a token, or light-dark()`);
  }
  if (file !== TOKENS && head.includes('prefers-color-scheme')) report('asks for the theme; use a token, or light-dark()');
  if (!head.startsWith('@media')) return;
  for (const [width] of head.matchAll(/(?:min|max)-width:\s*[\w.]+/g))
    if (!WIDTHS.includes(width)) report(`changes the layout at ${width}; the widths are ${WIDTHS.join(', ')}`);
}

/** Classes that two features style. What the kit styles, features may adapt. */
function findSharedClasses(sheets: { file: string; code: string }[]): StyleViolation[] {
  const owners = new Map<string, Map<string, string>>();
  for (const { file, code } of sheets) {
    const [top, feature = ''] = file.split('/');
    const owner = top === 'features' ? feature : 'web';
    for (const { head } of parseBlocks(code))
      for (const [, name = ''] of head.startsWith('@') ? [] : head.matchAll(/\.(-?[a-z_][\w-]*)/gi)) {
        const found = owners.get(name) ?? new Map<string, string>();
        owners.set(name, found.set(owner, found.get(owner) ?? file));
      }
  }
  return [...owners]
    .filter(([, found]) => found.size > 1 && !found.has('web'))
    .map(([name, found]) => {
      const [file = '', ...others] = found.values();
      return { file, message: `styles .${name}, and so does ${others.join(', ')}: rename one, or move what they share to web/kit` };
    });
}

function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\("[^"]*"\)/g, 'url()');
}

/** The blocks of a style sheet without comments, outer ones first. */
function parseBlocks(code: string, around: string[] = []): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let at = 0; at < code.length; at++) {
    if (code[at] === ';' || code[at] === '}') start = at + 1;
    if (code[at] !== '{') continue;
    const end = findEnd(code, at);
    const head = code.slice(start, at).trim().replace(/\s+/g, ' ');
    const body = code.slice(at + 1, end);
    blocks.push({ head, body, around }, ...parseBlocks(body, [...around, head]));
    at = end;
    start = end + 1;
  }
  return blocks;
}

/** The position of the bracket that closes the one at `open`. */
function findEnd(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === '{') depth++;
    if (code[at] === '}' && --depth === 0) return at;
  }
  return code.length;
}
