// The course as numbers: where everything is and how the runner moves. It draws nothing and knows no screen.
'use strict';

const TILE = 60;
const RUN = 330; // top speed, units a second
const RUN_UP = 2600; // how fast the runner gets there
const GRAVITY = 2400;
const JUMP = 870;
const SECOND_JUMP = 790;
const FALL_MAX = 1000;
const COYOTE = 0.1; // a jump still counts just after the edge
const BUFFER = 0.13; // and just before the landing
const WALL_RUN_TIME = 0.34;
const WALL_RUN = 430;
const WALL_SLIDE = 150;
const KICK = { x: 400, y: 820 };
const DRUM = 1330;
const CRUMBLE = { shake: 0.55, away: 2.4 };
const HERO = { w: 34, h: 58 };
const FALL_DEEP = 560; // so far below the ground that was left last a fall is a fall
const ISLAND_DEEP = 44; // how much of an island is solid

/** Turns a plan (see levels.js) into a world ready to run. */
function buildWorld(level) {
  const world = { level, time: 0, solids: [], coins: [], thorns: [], drums: [], birds: [], flags: [], hearts: [], goal: null, low: 0, right: 0, safe: null, events: [] };
  const at = { x: 0, y: 0, order: 0 };
  const solid = (kind, w, h, more) => {
    world.solids.push({ kind, x: at.x, y: at.y, w, h, dx: 0, dy: 0, order: at.order++, ...more });
    world.low = Math.max(world.low, at.y);
  };
  for (const word of level.plan.split(' ')) {
    if (word[0] === '+') gap(world, at, word);
    else if (word[0] === '=') {
      for (let i = 0; i < word.length; i++) {
        if (word[i] !== '=') putThing(world, word[i], at.x + TILE / 2, at.y);
        solid('clay', TILE, 22, { oneWay: true, shake: 0, away: 0 });
        at.x += TILE;
      }
    } else if (word[0] === 'M' || word[0] === 'V') {
      const [w, travel] = word.slice(1).split(':').map(Number);
      const rise = word[0] === 'V';
      solid('rock', w * TILE, 26, { oneWay: true, homeX: at.x, homeY: at.y, rise, travel: travel * TILE, pace: 0.55 + 1.4 / (travel + 1) });
      at.x += (rise ? w : w + travel) * TILE;
      if (rise) at.y -= travel * TILE;
    } else if (word[0] === 'W') {
      const high = +word.slice(1) * TILE;
      solid('wall', TILE, high + TILE, { y: at.y - high });
      at.x += TILE;
      at.y -= high;
    } else if (word[0] === 'w') {
      const high = +word.slice(1) * TILE;
      solid('hang', TILE, high - TILE * 1.7, { x: at.x - TILE, y: at.y - high, order: -1 });
    } else {
      [...word].forEach((letter, i) => putThing(world, letter, at.x + (i + 0.5) * TILE, at.y));
      solid('island', word.length * TILE, ISLAND_DEEP);
      at.x += word.length * TILE;
    }
  }
  world.right = at.x;
  world.low += 420;
  world.hero = newHero(world.start.x, world.start.y);
  world.safe = { ...world.start };
  return world;
}
function gap(world, at, word) {
  const [, wide, dir, high, stars] = /^\+(\d+)(?:([/\\])(\d+))?(\*?)$/.exec(word);
  const rise = dir ? (dir === '/' ? -1 : 1) * high * TILE : 0;
  const count = stars ? Math.max(2, +wide - 1) : 0;
  for (let i = 0; i < count; i++) {
    const t = (i + 0.5) / count;
    world.coins.push({ x: at.x + t * wide * TILE, y: at.y + rise * t - 70 - Math.sin(t * Math.PI) * 70, taken: false });
  }
  at.x += wide * TILE;
  at.y += rise;
}
function putThing(world, letter, x, y) {
  if (letter === 'o') world.coins.push({ x, y: y - 42, taken: false });
  if (letter === '^') world.thorns.push({ x, y });
  if (letter === 'D') world.drums.push({ x, y, squash: 0 });
  if (letter === 'b') world.birds.push({ x, y: y - 62, homeX: x, face: 1 });
  if (letter === 'C') world.flags.push({ x, y, up: false });
  if (letter === 'h') world.hearts.push({ x, y: y - 44, taken: false });
  if (letter === 'G') world.goal = { x, y };
  if (letter === 'S') world.start = { x, y };
}
function newHero(x, y) {
  return { x, y, ground: y, vx: 0, vy: 0, face: 1, on: null, air: 0, jumps: 2, buffer: 0, wall: 0, climb: WALL_RUN_TIME, lastWall: 0, squash: 0, hold: 0 };
}

// ---- one step. `ask`: { dir: -1 | 0 | 1, jump: pressed now, held: still held }
function stepWorld(world, dt, ask) {
  world.time += dt;
  world.events.length = 0;
  moveSolids(world, dt);
  moveHero(world, dt, ask);
  touchThings(world, dt);
}
function moveSolids(world, dt) {
  for (const s of world.solids) {
    if (s.kind === 'rock') {
      const swing = (1 - Math.cos(world.time * s.pace * 2 + s.homeX)) / 2;
      const x = s.homeX + (s.rise ? 0 : swing * s.travel);
      const y = s.homeY - (s.rise ? swing * s.travel : 0);
      s.dx = x - s.x;
      s.dy = y - s.y;
      s.x = x;
      s.y = y;
    }
    if (s.kind !== 'clay') continue;
    if (s.shake > 0) {
      s.shake += dt;
      if (s.shake > CRUMBLE.shake) {
        s.shake = 0;
        s.away = CRUMBLE.away;
        world.events.push(['crumble', s.x + s.w / 2, s.y]);
      }
    } else if (s.away > 0) s.away = Math.max(0, s.away - dt);
  }
}

function moveHero(world, dt, ask) {
  const hero = world.hero;
  if (hero.on) {
    if (hero.on.away > 0) hero.on = null;
    else {
      hero.x += hero.on.dx;
      hero.y += hero.on.dy;
    }
  }
  hero.hold = Math.max(0, hero.hold - dt); // after a kick the wall does not pull you back at once
  const want = hero.hold > 0 ? hero.vx : ask.dir * RUN;
  const grip = RUN_UP * dt * (hero.on ? 1 : 0.8);
  hero.vx += Math.max(-grip, Math.min(grip, want - hero.vx));
  if (ask.dir && hero.hold <= 0) hero.face = ask.dir;
  hero.buffer = ask.jump ? BUFFER : Math.max(0, hero.buffer - dt);
  hero.air = hero.on ? 0 : hero.air + dt;
  if (hero.buffer > 0) tryJump(world, hero);
  const rising = hero.vy < 0 && !ask.held && !hero.thrown;
  hero.vy = Math.min(FALL_MAX, hero.vy + GRAVITY * dt * (rising ? 2 : 1));
  if (hero.vy >= 0) hero.thrown = false;
  wallMoves(hero, dt, ask);
  hero.wall = 0;
  shift(world, hero, hero.vx * dt, 0);
  hero.on = null;
  shift(world, hero, 0, hero.vy * dt + (hero.vy >= 0 ? 1 : 0));
  hero.squash *= Math.exp(-9 * dt);
}
function tryJump(world, hero) {
  if (hero.on || (hero.air < COYOTE && hero.jumps === 2)) leap(world, hero, JUMP, 1, 'jump');
  else if (hero.wall) {
    leap(world, hero, KICK.y, 1, 'kick');
    hero.vx = -hero.wall * KICK.x;
    hero.face = -hero.wall;
    hero.hold = 0.16;
    hero.climb = WALL_RUN_TIME;
  } else if (hero.jumps > 0) leap(world, hero, SECOND_JUMP, 0, 'double');
}
function leap(world, hero, power, jumpsLeft, event) {
  hero.vy = -power;
  hero.on = null;
  hero.air = 1;
  hero.jumps = jumpsLeft;
  hero.buffer = 0;
  hero.thrown = false;
  hero.squash = -0.35;
  world.events.push([event, hero.x, hero.y]);
}
/** Pushing into a wall: first run up it for a moment, then slide down slowly. */
function wallMoves(hero, dt, ask) {
  if (!hero.wall || hero.on || ask.dir !== hero.wall) return;
  if (hero.climb > 0 && hero.vy < 260) {
    hero.climb -= dt;
    hero.vy = Math.min(hero.vy, -WALL_RUN);
  } else if (hero.vy > WALL_SLIDE) hero.vy = WALL_SLIDE;
}

/** Moves along one axis and stops at whatever is in the way. Feet are at (x, y). */
function shift(world, hero, dx, dy) {
  const before = hero.y;
  hero.x += dx;
  hero.y += dy;
  const half = HERO.w / 2;
  for (const s of world.solids) {
    if (s.away > 0 || hero.x + half <= s.x || hero.x - half >= s.x + s.w || hero.y <= s.y || hero.y - HERO.h >= s.y + s.h) continue;
    if (s.oneWay && (dx || dy < 0 || before > s.y + 6 + Math.abs(s.dy))) continue;
    if (dx) {
      hero.x = dx > 0 ? s.x - half : s.x + s.w + half;
      hero.vx = 0;
      hero.wall = Math.sign(dx);
    } else if (dy > 0) land(world, hero, s);
    else {
      hero.y = s.y + s.h + HERO.h;
      hero.vy = Math.max(0, hero.vy);
    }
  }
}
function land(world, hero, s) {
  if (hero.vy > 420) {
    hero.squash = Math.min(0.4, hero.vy / 2400);
    world.events.push(['land', hero.x, s.y]);
  }
  hero.y = s.y;
  hero.vy = 0;
  hero.on = s;
  hero.ground = s.y;
  if (s.kind === 'island' && world.safe.island !== s) world.safe = { x: s.x + Math.min(TILE, s.w / 3), y: s.y, island: s };
  hero.jumps = 2;
  hero.climb = WALL_RUN_TIME;
  if (s.kind === 'clay' && !s.shake) s.shake = 0.001;
}

/** Where a fall ends: at the last flag, one heart poorer; on a gentle course on the island that was left, and for nothing. */
function afterFall(world, flag, hearts) {
  if (world.level.gentle) return { x: world.safe.x, y: world.safe.y, hearts };
  return { x: flag.x, y: flag.y, hearts: hearts - 1 };
}

// ---- coins, thorns, drums, birds, flags
const near = (hero, x, y, dx, dy) => Math.abs(hero.x - x) < dx && Math.abs(hero.y - HERO.h / 2 - y) < dy;
function touchThings(world, dt) {
  const hero = world.hero;
  const tell = (event, x, y, thing) => world.events.push([event, x, y, thing]);
  for (const coin of world.coins) {
    if (coin.taken || !near(hero, coin.x, coin.y, 36, 50)) continue;
    coin.taken = true;
    tell('coin', coin.x, coin.y);
  }
  for (const heart of world.hearts) {
    if (heart.taken || !near(hero, heart.x, heart.y, 38, 50)) continue;
    heart.taken = true;
    tell('heart', heart.x, heart.y);
  }
  for (const flag of world.flags) {
    if (flag.up || Math.abs(hero.x - flag.x) > 46 || Math.abs(hero.y - flag.y) > 130) continue;
    flag.up = true;
    tell('flag', flag.x, flag.y, flag);
  }
  for (const drum of world.drums) {
    drum.squash = Math.max(0, drum.squash - dt * 3);
    if (hero.vy < 0 || Math.abs(hero.x - drum.x) > 44 || hero.y < drum.y - 34 || hero.y > drum.y + 4) continue;
    hero.y = drum.y - 36;
    leap(world, hero, DRUM, 1, 'drum');
    hero.thrown = true;
    drum.squash = 1;
    hero.ground = drum.y;
  }
  for (const bird of world.birds) {
    const swing = Math.sin(world.time * 1.5 + bird.homeX);
    bird.face = Math.cos(world.time * 1.5 + bird.homeX) > 0 ? 1 : -1;
    bird.x = bird.homeX + swing * TILE * 2;
    if (near(hero, bird.x, bird.y + 10, 34, 40)) tell('ouch', bird.x, bird.y);
  }
  for (const thorn of world.thorns) if (near(hero, thorn.x, thorn.y - 14, 36, 38)) tell('ouch', thorn.x, thorn.y);
  if (hero.y > Math.min(world.low, hero.ground + FALL_DEEP)) tell('fall', hero.x, hero.y);
  if (world.goal && Math.abs(hero.x - world.goal.x) < 50 && Math.abs(hero.y - world.goal.y) < 140) tell('goal', world.goal.x, world.goal.y);
}
