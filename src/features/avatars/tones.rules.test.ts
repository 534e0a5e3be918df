import { expect, test } from 'vitest';
import { HAIR_COLOURS, SKINS } from './look/schema.ts';
import { contrast, distance, toHairTones, toSkinTones } from './tones.rules.ts';

test('hair and brows can be told from the skin, in every pairing', () => {
  for (const { id: skinId, hex: skin } of SKINS) {
    for (const { id, hex } of HAIR_COLOURS) {
      const { hair = '', brow = '' } = toHairTones(hex, skin);
      const isClear = contrast(hair, skin) >= 1.4 || distance(hair, skin) >= 90;
      expect([skinId, id, isClear, contrast(brow, skin) >= 1.5]).toEqual([skinId, id, true, true]);
    }
  }
});

test('hair that is far from the skin keeps its colour', () => {
  expect(toHairTones('#241318', '#f9dcc4')['hair']).toBe('#241318');
  expect(toHairTones('#1e6fb8', '#4e2b1e')['hair']).toBe('#1e6fb8');
});

test('the tones of a skin are darker, lighter and redder than it', () => {
  for (const { hex } of SKINS) {
    const tones = toSkinTones(hex);
    for (const [name, tone] of Object.entries(tones)) expect([name, tone]).toEqual([name, expect.stringMatching(/^#[0-9a-f]{6}$/)]);
    expect(contrast(tones['skin-shade'] ?? '', '#ffffff')).toBeGreaterThan(contrast(hex, '#ffffff'));
    expect(contrast(tones['skin-light'] ?? '', '#000000')).toBeGreaterThan(contrast(hex, '#000000'));
  }
});
