// Matatu Rush: three lanes, six routes. Road units everywhere; `view` says how many fit on this screen.
'use strict';

const LANE_GAP = 72;
const FIRST_LANE = 62; // from the road's top edge to the kerb lane's wheels
const ROAD = 236;
const BUS_SCALE = 1.2;
const BUS_HIT = { back: -105, front: 135 };
const HALF = { pothole: 48, cone: 22, handcart: 72, car: 88, goat: 30, bump: 18, coin: 52 };
const KIND = { o: 'coin', p: 'pothole', c: 'cone', h: 'handcart', k: 'car', g: 'goat', B: 'bump', S: 'stage' };
const MOVES = { car: 0.3, handcart: 0.12 }; // share of the bus's own speed
const START_HEARTS = 3;
const SAFE_TIME = 1.6; // after a knock nothing hurts for a moment
const LANE_TIME = 0.15;
const BOOST_COINS = 8;
const BOOST_TIME = 2.6;
const BOOST_SPEED = 1.55;
const POINTS = { coin: 5, rider: 10, smash: 15, smooth: 10, home: 5, route: 100 };
const TUNE = [0, null, 7, 7, 9, null, 7, null, 5, null, 9, 7, 4, null, 2, null, 0, null, 7, 7, 9, null, 12, null, 9, 7, 5, 4, 2, null, null, null];

// As wide as a phone that lies down, so that no bars stand at its sides.
const WIDE = Math.round(720 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
const stage = Kiddo.stage({ width: WIDE, height: 720, portrait: { width: 720, height: Math.round(720 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#2B1C33' });
const ctx = stage.ctx;
const view = {};
const bits = []; // dust, sparks, confetti
const notes = []; // words that float up
let run = null;
let moves = 0; // lane changes and boosts asked for: the test's probe
let clock = 0;

function measure() {
  view.tall = stage.height > stage.width;
  view.k = view.tall ? 0.8 : 1;
  view.width = stage.width / view.k;
  view.height = stage.height / view.k;
  view.roadTop = view.tall ? 930 + ((stage.height - 1280) / view.k) * 0.7 : 378; // a long phone has more sky
  view.roadBottom = view.roadTop + ROAD;
  view.busX = view.tall ? 186 : 320;
  if (run) paintTown();
}
function paintTown() {
  const dots = stage.canvas.width / stage.width;
  view.dots = dots;
  Scenery.build(view, ROUTES[run.route], Math.min(dots * view.k, 1.5));
}
stage.onResize = measure;

const laneY = (lane) => view.roadTop + FIRST_LANE + lane * LANE_GAP;
const screenX = (x) => view.busX + x - run.at;

// ---- a run
function newRun() {
  run = { route: 0, at: 0, far: 0, fares: 0, riders: 0, hearts: START_HEARTS, fuel: 0, boost: 0, safe: 0, lane: 1, from: 1, slide: 1, hop: 0, hopSpeed: 0, bags: 0, bagsSpeed: 0, shake: 0, wipe: 0, streak: 0 };
  bits.length = notes.length = 0;
  Kiddo.music.play(TUNE, 300);
  newRoute();
}
function newRoute() {
  Object.assign(run, { at: 0, things: [], next: 1000, chunk: null, made: 0, banner: 2.6, done: false });
  paintTown();
  showHud();
}
function showHud() {
  Kiddo.hud('Fares', run.fares);
  Kiddo.hud('', '♥'.repeat(run.hearts) + '♡'.repeat(START_HEARTS - run.hearts));
}
const speedNow = () => {
  const route = ROUTES[run.route];
  const warm = Math.min(1, run.at / 2500) * 0.2 + 0.8; // ease into each route
  return route.speed * warm * (view.tall ? 0.86 : 1) * (run.boost > 0 ? BOOST_SPEED : 1);
};

// ---- laying the road
const TEACH = [0, 2, 5, 1]; // the very first chunks: coins, a stage, a speed bump, a cone
function layRoad() {
  const route = ROUTES[run.route];
  while (run.next < run.at + view.width + 400 && run.next < route.length - 1500) {
    const first = run.route === 0 && run.made < TEACH.length;
    const chunk = first ? CHUNKS[TEACH[run.made]] : pickChunk(route, run.chunk, Math.random);
    run.chunk = chunk;
    run.made += 1;
    // Turning the lanes over doubles the patterns, but a stage must stay at the kerb.
    const flip = !first && !chunk.road[0].includes('S') && Math.random() < 0.5;
    chunk.road.forEach((line, row) => [...line].forEach((letter, i) => {
      if (letter !== '.') addThing(KIND[letter], run.next + i * CELL, flip ? 2 - row : row);
    }));
    run.next += chunk.road[0].length * CELL + CELL * (3.2 - route.hard * 0.25);
  }
}
function addThing(kind, x, lane) {
  const thing = { kind, x, lane, spin: x * 0.01, gone: false, fly: 0 };
  if (kind === 'stage') thing.folk = Array.from({ length: 2 + Math.floor(Math.random() * 3) }, (_, i) => ({ dx: -84 + i * 56, face: Math.floor(Math.random() * FOLK.length), hop: 0 }));
  run.things.push(thing);
}

// ---- update
function update(dt) {
  clock += dt;
  steer();
  const speed = speedNow();
  run.at += speed * dt;
  run.far += speed * dt;
  run.slide = Math.min(1, run.slide + dt / LANE_TIME);
  run.safe = Math.max(0, run.safe - dt);
  run.shake = Math.max(0, run.shake - dt * 3);
  run.banner = Math.max(0, run.banner - dt);
  if (run.boost > 0) {
    run.boost = Math.max(0, run.boost - dt);
    run.fuel = run.boost / BOOST_TIME;
    puff(view.busX - 150, laneY(laneNow()) - 30, '#FFD13B', 2);
  }
  spring(dt);
  layRoad();
  for (const thing of run.things) moveThing(thing, speed, dt);
  run.things = run.things.filter((thing) => screenX(thing.x) > -400);
  if (Math.random() < dt * 9) puff(view.busX - 140, laneY(laneNow()) - 8, '#FFE0AE', 1);
  fade(dt);
  endOfRoute(dt);
}

function changeLane(change) {
  moves += 1;
  const lane = Math.max(0, Math.min(2, run.lane + change));
  if (lane === run.lane) return;
  run.from = laneNow();
  run.lane = lane;
  run.slide = 0;
  Kiddo.sound.tone({ freq: 300, to: 420, ms: 90, vol: 0.18, type: 'triangle' });
}
function steer() {
  if (Kiddo.input.pressed('ArrowUp', 'KeyW')) changeLane(-1);
  if (Kiddo.input.pressed('ArrowDown', 'KeyS')) changeLane(1);
  if (Kiddo.input.pressed('Space', 'ArrowRight', 'KeyD')) {
    moves += 1;
    if (run.fuel >= 1 && run.boost <= 0) {
      run.boost = BOOST_TIME;
      run.shake = 0.6;
      Kiddo.sound.tone({ freq: 140, to: 900, ms: 500, vol: 0.3, type: 'sawtooth' });
    }
  }
}
const ease = (t) => 1 - (1 - t) * (1 - t);
const laneNow = () => run.from + (run.lane - run.from) * ease(run.slide);

/** The body and the bags on the roof bounce on springs of their own. */
function spring(dt) {
  run.hopSpeed -= 900 * dt;
  run.hop += run.hopSpeed * dt;
  if (run.hop < 0) {
    run.hop = 0;
    run.hopSpeed = run.hopSpeed < -90 ? -run.hopSpeed * 0.35 : 0;
  }
  run.bagsSpeed -= 1100 * dt;
  run.bags += run.bagsSpeed * dt;
  if (run.bags < 0) {
    run.bags = 0;
    run.bagsSpeed = run.bagsSpeed < -80 ? -run.bagsSpeed * 0.4 : 0;
  }
}
function kick(power) {
  run.hopSpeed = power;
  run.bagsSpeed = power * 1.7;
}

function moveThing(thing, speed, dt) {
  thing.spin += dt * 4;
  const ahead = thing.x - run.at;
  if (MOVES[thing.kind] && ahead < view.width) thing.x += speed * MOVES[thing.kind] * dt;
  if (thing.kind === 'goat' && thing.row === undefined) thing.row = thing.lane;
  // A goat reaches its own lane just as the bus gets there, however fast the bus is: fair on every route.
  if (thing.kind === 'goat' && !thing.gone) thing.lane = thing.row - Math.max(-0.6, ahead / view.width) * 2.2;
  if (thing.fly > 0) thing.fly += dt;
  if (thing.kind === 'stage') return board(thing, dt);
  if (thing.gone) return;
  const half = HALF[thing.kind];
  const touchesX = ahead + half > BUS_HIT.back && ahead - half < BUS_HIT.front;
  const sameLane = thing.kind === 'bump' || Math.abs(thing.lane - laneNow()) < 0.52;
  if (touchesX && sameLane) meet(thing);
}

function meet(thing) {
  const y = laneY(thing.lane);
  const x = screenX(thing.x);
  if (thing.kind === 'coin') return takeCoin(thing, x, y);
  if (thing.kind === 'bump') return overBump(thing, y);
  if (thing.kind === 'cone' && run.boost > 0) {
    thing.gone = true;
    thing.fly = 0.01;
    earn(POINTS.smash, x, y - 90, '#FF8A3D');
    Kiddo.sfx.hit();
    run.shake = 0.5;
    return;
  }
  thing.gone = thing.kind !== 'car' && thing.kind !== 'handcart';
  if (thing.kind === 'cone' || thing.kind === 'goat') thing.fly = 0.01;
  hurt(thing.kind === 'goat' ? 'Pole! Sorry, goat!' : 'Ouch!');
}
function takeCoin(thing, x, y) {
  thing.gone = true;
  thing.x = -1e6;
  run.streak += 1;
  Kiddo.sound.tone({ freq: 880 + Math.min(run.streak, 8) * 60, ms: 90, vol: 0.25, type: 'triangle' });
  if (run.boost <= 0 && run.fuel < 1) {
    run.fuel = Math.min(1, run.fuel + 1 / BOOST_COINS);
    if (run.fuel >= 1) note('Boost is ready!', view.busX, y - 230, '#FFE28A');
  }
  earn(POINTS.coin, 0, 0);
  for (let i = 0; i < 4; i++) bit(x, y - 44, '#FFE28A', 130, 5);
}
function overBump(thing, y) {
  if (screenX(thing.x) > view.busX + 70) return;
  thing.gone = true;
  Kiddo.sound.tone({ freq: 130, to: 80, ms: 130, vol: 0.4, type: 'sine' });
  if (run.boost > 0) {
    kick(420);
    run.boost = 0;
    run.fuel = 0;
    return hurt('Too fast for a bump!');
  }
  kick(190);
  earn(POINTS.smooth, view.busX, y - 220, '#8DE8AC', 'Smooth! +10');
}
function hurt(words) {
  run.streak = 0;
  if (run.safe > 0) return;
  run.hearts -= 1;
  run.safe = SAFE_TIME;
  run.shake = 1;
  kick(260);
  Kiddo.sfx.hit();
  note(words, view.busX + 20, laneY(laneNow()) - 230, '#FFFFFF');
  for (let i = 0; i < 12; i++) bit(view.busX + 120, laneY(laneNow()) - 40, i % 2 ? '#FFE0AE' : '#FFC629', 320, 9);
  showHud();
  if (run.hearts <= 0) finish(false);
}
function earn(points, x, y, colour, words) {
  run.fares += points;
  Kiddo.hud('Fares', run.fares);
  if (x) note(words || `+${points}`, x, y, colour);
}

/** People at a stage jump in while the bus passes in the kerb lane. */
function board(thing, dt) {
  for (const person of thing.folk) {
    if (person.hop > 0) person.hop = Math.min(1, person.hop + dt * 3.2);
    const ahead = thing.x + person.dx - run.at;
    if (person.hop || ahead > 110 || ahead < -90 || laneNow() > 0.5) continue;
    person.hop = 0.01;
    person.x0 = screenX(thing.x + person.dx);
    run.riders += 1;
    Kiddo.sfx.pop();
    earn(POINTS.rider, screenX(thing.x + person.dx), view.roadTop - 110, '#FFFFFF');
    kick(60);
  }
}

function endOfRoute(dt) {
  const route = ROUTES[run.route];
  if (!run.done && run.at >= route.length - 300) {
    run.done = true;
    const bonus = POINTS.route + run.riders * POINTS.home;
    run.fares += bonus;
    run.wipe = 0.001;
    note(`${route.name}! +${bonus}`, view.width / 2, view.roadTop - 150, '#FFFFFF', 44);
    Kiddo.sfx.win();
    for (let i = 0; i < 46; i++) bit(view.width * Math.random(), view.roadTop - 260 * Math.random(), ['#FFC629', '#FF5C8A', '#4FD0C4', '#FFFFFF'][i % 4], 260, 10);
    showHud();
  }
  if (!run.wipe) return;
  const before = run.wipe;
  run.wipe += dt / 2.4;
  if (before < 0.75 && run.wipe >= 0.75) {
    if (run.route === ROUTES.length - 1) return finish(true);
    run.route += 1;
    run.riders = 0;
    if (run.hearts < START_HEARTS) run.hearts += 1; // a rest at the end of the line
    newRoute();
  }
  if (run.wipe >= 1) run.wipe = 0;
}
function finish(won) {
  const name = ROUTES[run.route].name;
  run.wipe = 0;
  Kiddo.over({ score: run.fares, won, text: won ? 'All six routes done. Hongera! (Well done!)' : `You drove ${run.route ? `${run.route} of 6 routes` : 'well'}, on the way to ${name}.` });
}

// ---- little moving bits
const MAX_BITS = 140;
function bit(x, y, colour, power, size) {
  if (bits.length >= MAX_BITS) return;
  const angle = Math.random() * 6.3;
  bits.push({ x, y, vx: Math.cos(angle) * power * Math.random(), vy: Math.sin(angle) * power * Math.random() - power * 0.5, life: 1, size, colour, fall: 500 });
}
function puff(x, y, colour, count) {
  for (let i = 0; i < count && bits.length < MAX_BITS; i++) bits.push({ x, y: y + (Math.random() - 0.5) * 20, vx: -160 - Math.random() * 120, vy: -30 * Math.random(), life: 0.8, size: 10 + Math.random() * 8, colour, fall: -40 });
}
function note(words, x, y, colour, size = 34) {
  notes.push({ words, x: Math.max(150, Math.min(view.width - 150, x)), y, colour, size, life: 1.2 });
}
function fade(dt) {
  for (let i = bits.length - 1; i >= 0; i--) {
    const b = bits[i];
    b.life -= dt * 1.5;
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    b.vy += b.fall * dt;
    if (b.life <= 0) {
      bits[i] = bits[bits.length - 1];
      bits.pop();
    }
  }
  for (let i = notes.length - 1; i >= 0; i--) {
    notes[i].life -= dt;
    notes[i].y -= 60 * dt;
    if (notes[i].life <= 0) notes.splice(i, 1);
  }
}

Kiddo.buttons([
  { code: 'Space', label: 'GO', side: 'left', aria: 'Boost' },
  { code: 'ArrowUp', label: '▲', side: 'right', aria: 'Lane up' },
  { code: 'ArrowDown', label: '▼', side: 'right', aria: 'Lane down' },
]);

// A finger may also swipe anywhere: up or down changes lane.
const SWIPE = 34; // screen pixels
let swipe = null;
stage.canvas.addEventListener('pointerdown', (event) => (swipe = event.clientY));
stage.canvas.addEventListener('pointermove', (event) => {
  if (swipe === null || Kiddo.state !== 'playing') return;
  const moved = event.clientY - swipe;
  if (Math.abs(moved) < SWIPE) return;
  changeLane(Math.sign(moved));
  swipe = null;
});
window.addEventListener('pointerup', () => (swipe = null));
