import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';

// The rules of shipped games that need no screen: each game keeps them in files that only calculate.

const folder = path.resolve(import.meta.dirname, '../catalogue');

/** What a game's files leave behind when they run without a page: `name` is an expression that reads it. */
function load(game: string, files: string[], name: string): unknown {
  const context = vm.createContext({ window: {}, Math });
  for (const file of files) vm.runInContext(fs.readFileSync(path.join(folder, game, file), 'utf8'), context);
  return vm.runInContext(name, context);
}

type Dragon = { x: number; y: number; vx: number; vy: number; face: number; beat: number };
type Shot = { zoom: number; bar: number; width: number; height: number };
type Point = { x: number; y: number };
type Flight = {
  DRAGON_HIGH: number;
  TAUGHT: number;
  frame: (view: { width: number; height: number; scale: number }) => Shot;
  aim: (dragon: Dragon, goalX: number, shot: Shot) => Point;
  step: (dragon: Dragon, want: { x: number; flap: boolean; dive: boolean }, wind: number, dt: number) => string;
};

const dragonPost = () => load('dragon-post', ['town.js', 'flight.js'], 'window.Flight') as Flight;

const views = [
  { name: 'phone', width: 540, height: 1110, scale: 360 / 540 },
  { name: 'phone in the player', width: 540, height: 1020, scale: 360 / 540 },
  { name: 'laptop', width: 1173, height: 660, scale: 768 / 660 },
  { name: 'phone on its side', width: 1452, height: 660, scale: 300 / 660 },
];

test.each(views)('Dragon Post, $name: the dragon stays in the picture, below the words on top and beside its way', (view) => {
  const flight = dragonPost();
  const shot = flight.frame(view);
  const dragon = { x: 190, y: 640, vx: 0, vy: 0, face: 1, beat: 0 };
  const camera = flight.aim(dragon, 190, shot);
  const dt = 1 / 60;
  const seen = { top: Infinity, low: 0, left: 1, right: 0 };
  // Up as far as it goes, over the whole valley with the wind and back against it, then a dive.
  const legs = [
    { seconds: 20, x: 0, flap: true, goal: 3560 },
    { seconds: 20, x: 1, flap: true, goal: 3560 },
    { seconds: 25, x: -1, flap: true, goal: 190 },
    { seconds: 6, x: 1, flap: false, goal: 3560 },
  ];
  for (const leg of legs)
    for (let t = 0; t < leg.seconds; t += dt) {
      flight.step(dragon, { x: leg.x, flap: leg.flap, dive: !leg.flap }, 60 * leg.x, dt);
      const to = flight.aim(dragon, leg.goal, shot);
      camera.x += (to.x - camera.x) * Math.min(1, dt * 3);
      camera.y += (to.y - camera.y) * Math.min(1, dt * 5);
      const across = ((dragon.x - camera.x) * shot.zoom) / view.width;
      seen.top = Math.min(seen.top, (dragon.y - flight.DRAGON_HIGH - camera.y) * shot.zoom);
      seen.low = Math.max(seen.low, (dragon.y - camera.y) * shot.zoom);
      seen.left = Math.min(seen.left, across);
      seen.right = Math.max(seen.right, across);
    }
  expect(seen.top).toBeGreaterThanOrEqual(shot.bar + flight.TAUGHT);
  expect(seen.low).toBeLessThan(view.height - 60);
  expect(seen.left).toBeGreaterThan(0.03);
  expect(seen.right).toBeLessThan(0.97);
});

test('Dragon Post: the goal of the letter is on the side of the picture that has more room', () => {
  const flight = dragonPost();
  for (const view of views) {
    const shot = flight.frame(view);
    const dragon = { x: 1900, y: 500, vx: 0, vy: 0, face: -1, beat: 0 };
    expect((1900 - flight.aim(dragon, 3000, shot).x) / shot.width).toBeLessThan(0.4);
    expect((1900 - flight.aim(dragon, 800, shot).x) / shot.width).toBeGreaterThan(0.6);
  }
});

type Hero = { x: number; y: number; vx: number; on: { x: number; w: number } | null; wall: number; jumps: number };
type Course = {
  level: { gentle?: boolean; name: string };
  hero: Hero;
  goal: Point;
  start: Point;
  thorns: Point[];
  flags: (Point & { up: boolean })[];
  safe: Point;
  events: [string, number, number][];
};
type Obby = {
  buildWorld: (level: unknown) => Course;
  stepWorld: (world: Course, dt: number, ask: { dir: number; jump: boolean; held: boolean }) => void;
  afterFall: (world: Course, flag: Point, hearts: number) => Point & { hearts: number };
  newHero: (x: number, y: number) => Hero;
  LEVELS: { name: string }[];
};
const obby = () => load('savanna-obby', ['levels.js', 'world.js'], '({ buildWorld, stepWorld, afterFall, newHero, LEVELS })') as Obby;

/** Somebody who has never played: always runs right and jumps at each edge and before what stands in the way, only once. */
function beginner(game: Obby, world: Course, seconds: number): { falls: number; reached: boolean } {
  const seen = { falls: 0, reached: false };
  let held = 0;
  for (let t = 0; t < seconds && !seen.reached; t += 1 / 120) {
    const { hero } = world;
    const edge = hero.on ? hero.on.x + hero.on.w - hero.x : Infinity;
    const thorn = world.thorns.some((one) => one.x > hero.x && one.x < hero.x + 110 && Math.abs(one.y - hero.y) < 20);
    const jump = hero.on !== null && (edge < 24 || thorn || hero.wall !== 0);
    held = jump ? 0.4 : Math.max(0, held - 1 / 120);
    game.stepWorld(world, 1 / 120, { dir: 1, jump, held: held > 0 });
    for (const [event] of world.events) {
      if (event === 'goal') seen.reached = true;
      if (event !== 'fall' && event !== 'ouch') continue;
      seen.falls += 1;
      const back = game.afterFall(world, world.start, 5);
      world.hero = game.newHero(back.x, back.y);
    }
  }
  return seen;
}

test('Savanna Obby: a beginner who only runs and jumps once reaches the drum of the first course', () => {
  const game = obby();
  const world = game.buildWorld(game.LEVELS[0]);
  expect(beginner(game, world, 90)).toEqual({ falls: 0, reached: true });
  expect(world.flags.every((flag) => flag.up)).toBe(true);
});

test('Savanna Obby: in the first course a fall costs nothing and ends where the jump began; later a heart, and at the flag', () => {
  const game = obby();
  const first = game.buildWorld(game.LEVELS[0]);
  const firstThorn = Math.min(...first.thorns.map((thorn) => thorn.x));
  expect(first.flags.filter((flag) => flag.x < firstThorn).length, 'flags before the first thorns').toBeGreaterThanOrEqual(2);
  // Up the step, and then into the first wide gap without a jump.
  for (let step = 0; step < 120 * 60 && !first.events.some(([event]) => event === 'fall'); step++)
    game.stepWorld(first, 1 / 120, { dir: 1, jump: first.hero.wall !== 0 && first.hero.on !== null, held: true });
  expect(first.events.map(([event]) => event)).toContain('fall');
  const back = game.afterFall(first, first.start, 5);
  expect(back.hearts).toBe(5);
  expect(first.hero.x - back.x, 'not far from where the runner fell').toBeLessThan(800);
  expect(back.x).toBeGreaterThan(first.start.x + 500);
  const second = game.buildWorld(game.LEVELS[1]);
  expect(game.afterFall(second, second.start, 5)).toEqual({ x: second.start.x, y: second.start.y, hearts: 4 });
});
