import { expect, test } from 'vitest';
import { checkStyles } from './style-rules.ts';

const TOKENS = '@layer tokens { :root { --space-8: 8px; } [data-theme="dark"] { --light: ; } }';

const faults = (files: Record<string, string>) =>
  checkStyles(new Map(Object.entries({ 'web/kit/tokens.css': TOKENS, ...files }))).map(({ file, message }) => `${file} ${message}`);

test('style sheets that keep the rules have no fault', () => {
  expect(
    faults({
      'web/styles.css': "@layer tokens, base, kit;\n@import './kit/tokens.css';",
      'web/kit/panel.css': '@layer kit { .panel { padding: var(--space-8); border: 1px solid; } }',
      'web/kit/button.css': '@layer kit { .btn, .btn.lg:hover { color: red; } }',
      'web/kit/strong-colors.css': '@layer forced-colors { @media (forced-colors: active) { .btn { border: 1px solid; } } }',
      'web/staff.css': '@layer staff.shared { .queue { gap: 0; } }',
      'features/games/ui/card.css': `/* .chat { } */
@layer features {
  @media (min-width: 640px) and (max-width: 959px) { .card .panel { margin: 7px; background: url("data:a{b;c}"); } }
  @keyframes go { to { opacity: 0; } }
}`,
      'features/games/plays/ui/player.css': '@layer features { .card.playing, .card .icon-btn, .card-btn { inset: 0; } }',
    }),
  ).toEqual([]);
});

test.each([
  ['.card { color: red; }', /has \.card in no layer/],
  ['@layer kit { .card { color: red; } }', /has \.card in no layer of its own: features, staff/],
  ['@layer features { @media (min-width: 700px) { .card { color: red; } } }', /changes the layout at min-width: 700px/],
  ['@layer features { @media (max-width: 60em) { .card { color: red; } } }', /changes the layout at max-width: 60em/],
  ["@layer features { [data-theme='dark'] .card { color: red; } }", /asks for the theme/],
  ['@layer features { @media (prefers-color-scheme: dark) { .card { color: red; } } }', /asks for the theme/],
  ['@layer features { .card { padding: 7px 8px; } }', /sets padding to 8px; write var\(--space-8\)/],
  ['@layer features { .card { column-gap: 8px; } }', /sets column-gap to 8px/],
  ['@layer features { .card { margin-top: -8px; } }', /sets margin-top to 8px/],
  ['@layer features { .card > .btn { flex: 1; } }', /styles \.btn in \.card > \.btn; place the button with a class of its own/],
  ['@layer features { @media (min-width: 640px) { .card, .btn.join { color: red; } } }', /styles \.btn in \.card, \.btn\.join/],
])('%s', (text, expected) => {
  expect(faults({ 'features/games/ui/card.css': text })).toEqual([expect.stringMatching(expected)]);
});

test('two features do not style one class, unless it is the kit that has it', () => {
  const card = (name: string) => `@layer features { .${name} b { color: red; } }`;
  const both = { 'features/games/ui/card.css': card('sheet'), 'features/chat/ui/chat.css': card('sheet') };
  expect(faults(both)).toEqual([expect.stringMatching(/card\.css styles \.sheet, and so does features\/chat\/ui\/chat\.css/)]);
  expect(faults({ ...both, 'web/kit/sheet.css': '@layer kit { .sheet { color: blue; } }' })).toEqual([]);
});
