import { describe, expect, it } from 'vitest';
import { drawSimilar, seedFor, weighLikeness } from './rules.ts';

const equal = (...ids: string[]) => ids.map((id) => ({ id, weight: 1 }));
const many = equal(...Array.from({ length: 24 }, (_, i) => `game-${i}`));

describe('drawing similar games', () => {
  it('fills up from later tiers only what earlier ones leave, and names no game twice', () => {
    const drawn = drawSimilar([equal('a', 'b'), equal('b', 'c'), equal('a', 'c', 'd', 'e')], 'seed', 4);
    expect(drawn.slice(0, 2).toSorted()).toEqual(['a', 'b']);
    expect(drawn[2]).toBe('c');
    expect(['d', 'e']).toContain(drawn[3]);
    expect(drawn).toHaveLength(4);
    expect(drawSimilar([[], equal('a')], 'seed', 6)).toEqual(['a']);
  });

  it('draws the same with the same seed, and something else with another', () => {
    const draw = (seed: string) => drawSimilar([many], seed, 6).join();
    expect(draw('one')).toBe(draw('one'));
    expect(new Set(Array.from({ length: 20 }, (_, i) => draw(`seed ${i}`))).size).toBeGreaterThan(15);
  });

  it('draws the heavier ones more often', () => {
    const tier = [{ id: 'heavy', weight: 20 }, ...many];
    const count = (id: string) =>
      Array.from({ length: 200 }, (_, i) => drawSimilar([tier], `seed ${i}`, 6)).filter((ids) => ids.includes(id)).length;
    expect(count('heavy')).toBeGreaterThan(2 * count('game-3'));
  });
});

it('a seed belongs to a player, a game and a day; visitors share theirs', () => {
  const at = (time: string) => new Date(`2026-11-${time}:00Z`);
  expect(seedFor('amina', 'x', at('23T08:00'))).toBe(seedFor('amina', 'x', at('23T23:59')));
  const seeds = [seedFor('amina', 'x', at('23T08:00')), seedFor(null, 'x', at('23T08:00')), seedFor('amina', 'y', at('23T08:00'))];
  expect(new Set([...seeds, seedFor('amina', 'x', at('24T00:00'))]).size).toBe(4);
});

it('a tag in common says more than a genre', () => {
  expect(weighLikeness(0, 0)).toBe(0);
  expect(weighLikeness(0, 1)).toBeGreaterThan(weighLikeness(1, 0));
});
