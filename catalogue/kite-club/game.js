// Kite Club: the run, its rounds, and what the player sees.
'use strict';
// As wide as a phone that lies down, so that no bars stand at its sides.
const WIDE = Math.round(540 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
const stage = Kiddo.stage({ width: WIDE, height: 540, portrait: { width: 540, height: Math.round(540 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#186753' });
const { ctx } = stage;
const MAX_BOWS = 3;
const CUT_RADIUS = 36; // how near a nose must come to a bow
const CUT_SPEED = 90; // a kite that hangs still cuts nothing
const SAFE_SECONDS = 2.4;
const BANNER_SECONDS = 2.3;
const LATE_SECONDS = 18; // extra time after the clock took a bow
const TUNE = [0, null, 4, 7, 9, null, 7, 4, 2, null, 4, 9, 7, null, null, null, 0, null, 4, 7, 12, null, 9, 7, 4, null, 2, 4, 0, null, null, null];

let game = null;
let pushes = 0; // what the player did, for the browser test
let finger = null; // where the pointer is held, in stage units
let banner = null;
const sparks = [];
const streaks = Array.from({ length: 14 }, () => ({ x: Math.random(), y: Math.random(), z: 0.5 + Math.random() }));
const clouds = [{ x: 0.1, y: 0.22, s: 1.5 }, { x: 0.55, y: 0.13, s: 1 }, { x: 0.82, y: 0.34, s: 1.9 }];

/** Where things stand in this shape of frame. */
function field() {
  const tall = stage.height > stage.width;
  const w = stage.width;
  const h = stage.height;
  return tall
    ? { hand: { x: 250, y: h - 148 }, reach: h - 220, sky: { left: 90, right: 450, top: 215, bottom: h - 350 }, floor: h - 190, sock: { x: 66, y: h - 110 }, w, h, tall }
    : { hand: { x: 470, y: 448 }, reach: 520, sky: { left: 170, right: 790, top: 120, bottom: 330 }, floor: 425, sock: { x: 90, y: 486 }, w, h, tall };
}

function begin() {
  const f = field();
  game = {
    score: 0, round: -1, time: 0, left: null, rings: [], next: 0, rivals: [], trail: [], streak: 0, lastHit: -9, cheer: 0, shake: 0, over: 0,
    wind: Physics.makeWind(), me: Physics.makeKite(f.hand.x, f.floor - 160, 'mine', MAX_BOWS), rand: Kiddo.rng(Date.now()),
  };
  sparks.length = 0;
  finger = null;
  Kiddo.music.play(TUNE, 300, { vol: 0.1 });
  nextRound();
}

function nextRound() {
  game.round++;
  const round = Rounds.LIST[game.round];
  if (!round) return finish(true);
  game.wind.wild = round.wild;
  game.wind.wait = Math.min(game.wind.wait, 4);
  game.rings = [];
  game.rivals = [];
  game.trail.length = 0;
  game.next = 0;
  game.pause = BANNER_SECONDS;
  game.left = null;
  Kiddo.hud('Time', null);
  const rings = round.kind === 'rings';
  say(`Round ${game.round + 1}: ${rings ? round.figure : 'Duel'}`, rings ? `${game.round > 0 ? 'Fly' : matchMedia('(pointer: coarse)').matches ? 'Drag the kite' : 'Fly with the arrows'} through the gold ring` : 'Snip the bows on their tails', BANNER_SECONDS);
}

function openRound() {
  const round = Rounds.LIST[game.round];
  const f = field();
  if (round.kind === 'rings') {
    game.rings = Rounds.placeRings(round, f.sky);
    game.left = round.seconds;
  } else game.rivals = Array.from({ length: round.rivals }, (_, i) => Rounds.makeRival(i, round, f.sky));
  Kiddo.sfx.jump();
}

function finish(won) {
  const bonus = won ? game.me.bows * 100 : 0;
  const rounds = Math.min(game.round, Rounds.LIST.length);
  const text = won ? `All ${rounds} rounds flown. You are the star of Kite Club!` : `Rounds flown: ${rounds} of ${Rounds.LIST.length}.`;
  Kiddo.over({ score: game.score + bonus, text, won });
}

function say(title, line, seconds) {
  banner = { title, line, seconds, age: 0 };
}
function points(n, x, y, text = `+${n}`) {
  game.score += n;
  sparks.push({ x, y, vx: 0, vy: -70, age: 0, life: 0.9, text });
}
function burst(x, y, tone, count, speed) {
  for (let i = 0; i < count; i++) {
    const a = game.rand() * 6.28;
    const v = speed * (0.4 + game.rand() * 0.8);
    sparks.push({ x, y, vx: Math.cos(a) * v, vy: Math.sin(a) * v - 60, age: 0, life: 0.5 + game.rand() * 0.4, tone, size: 4 + game.rand() * 6, turn: a });
  }
}

// ---- what the player wants
function wish() {
  const { held } = Kiddo.input;
  let x = (held('ArrowRight', 'KeyD') ? 1 : 0) - (held('ArrowLeft', 'KeyA') ? 1 : 0);
  let y = (held('ArrowDown', 'KeyS') ? 1 : 0) - (held('ArrowUp', 'KeyW') ? 1 : 0);
  if (!x && !y && finger) {
    x = (finger.x - game.me.x) / 80;
    y = (finger.y - game.me.y) / 80;
  }
  const size = Math.max(1, Math.hypot(x, y));
  return { x: x / size, y: y / size };
}
const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'KeyA', 'KeyD', 'KeyW', 'KeyS'];
function readPresses(steer) {
  if (Kiddo.input.pressed(...MOVES)) pushes++;
  if (!Kiddo.input.pressed('Space')) return;
  pushes++;
  if (!Physics.tug(game.me, steer)) return;
  Kiddo.sound.tone({ freq: 240, to: 520, ms: 140, vol: 0.25, type: 'sawtooth' });
  burst(game.me.x, game.me.y + 40, '#FFF6E6', 5, 90);
}
const lift = (event) => (event.pointerType === 'touch' ? 70 : 0); // so a finger does not hide the kite
function aim(event) {
  const p = stage.point(event);
  finger = { x: p.x, y: p.y - lift(event) };
}
stage.canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  pushes++;
  aim(event);
});
window.addEventListener('pointermove', (event) => finger && aim(event));
['pointerup', 'pointercancel', 'blur'].forEach((type) => window.addEventListener(type, () => (finger = null)));

// ---- one step of the world
function update(dt) {
  const f = field();
  const { me, wind } = game;
  game.time += dt;
  Physics.blow(wind, dt, game.rand);
  const steer = wish();
  readPresses(steer);
  Physics.fly(me, steer, wind, f.hand, f.reach, dt);
  keepIn(me, f);
  checkString(me);
  if (game.pause > 0) {
    game.pause -= dt;
    if (game.pause <= 0) openRound();
  } else if (Rounds.LIST[game.round].kind === 'rings') flyRings(dt);
  else duel(dt, f);
  moveSparks(dt);
  game.cheer = Math.max(0, game.cheer - dt);
  game.shake = Math.max(0, game.shake - dt * 2.5);
  Kiddo.hud('Score', game.score);
  if (banner && (banner.age += dt) > banner.seconds) banner = null;
  if (me.bows <= 0 && (game.over += dt) > 1.3) finish(false);
}

function keepIn(k, f) {
  if (k.x < 50) { k.x = 50; k.vx = Math.abs(k.vx) * 0.3; }
  if (k.x > f.w - 50) { k.x = f.w - 50; k.vx = -Math.abs(k.vx) * 0.3; }
  const top = f.tall ? 150 : 80;
  if (k.y < top && k.mood !== Rounds.MOODS.leave) { k.y += (top - k.y) * 0.12; k.vy = Math.max(k.vy, 0); }
  if (k.y > f.floor - 20) { k.y = f.floor - 20; k.vy = -Math.abs(k.vy) * 0.3 - 40; }
}

function checkString(me) {
  if (me.tension > 1 && Math.floor(game.time * 8) !== Math.floor((game.time - 0.016) * 8)) Kiddo.sound.tone({ freq: 150, to: 210, ms: 70, vol: 0.22, type: 'sawtooth' });
  if (me.tension > 1 && me.fray > 0.15 && !banner) say('String too tight!', 'Stop tugging. Go with the wind.', 1.2);
  if (me.fray < Physics.SNAP_AFTER || me.bows <= 0) return;
  me.fray = me.heat = 0;
  me.vy += 360;
  loseBow(me.x, me.y, 'Snap!');
}

function loseBow(x, y, why) {
  const { me } = game;
  me.bows--;
  me.safe = SAFE_SECONDS;
  game.shake = 1;
  game.streak = 0;
  burst(x, y, Art.LOOKS.mine.bow, 14, 190);
  Kiddo.sfx.hit();
  say(why, me.bows > 0 ? `Bows left: ${me.bows}` : 'The last bow is gone', 1.4);
}

function flyRings(dt) {
  const { me, rings } = game;
  rings.forEach((ring, i) => (ring.grow += ((ring.done ? 0 : 1) - ring.grow) * (1 - Math.exp(-dt * (6 - Math.min(4, i * 0.4))))));
  const ring = rings[game.next];
  if (!ring) return;
  game.trail.push({ x: me.x, y: me.y });
  if (game.trail.length > 60) game.trail.shift();
  const far = Math.hypot(me.x - ring.x, me.y - ring.y);
  if (far < ring.r * 0.85) passRing(ring, far);
  if (game.pause > 0) return; // that was the last ring
  game.left -= dt;
  Kiddo.hud('Time', Math.max(0, Math.ceil(game.left)));
  if (game.left > 0 || me.bows <= 0) return;
  game.left = LATE_SECONDS;
  const last = Physics.bowPoint(me, me.bows - 1);
  loseBow(last.x, last.y, 'Out of time!');
}

function passRing(ring, far) {
  ring.done = 1;
  game.next++;
  game.streak = game.time - game.lastHit < 4 ? Math.min(game.streak + 1, 5) : 1;
  game.lastHit = game.time;
  const clean = far < ring.r * 0.3;
  points(10 * game.streak + (clean ? 10 : 0), ring.x, ring.y - 40, clean ? `Clean! +${10 * game.streak + 10}` : undefined);
  burst(ring.x, ring.y, '#FFC629', 12, 220);
  game.me.squash = 1;
  const note = 520 * 2 ** (([0, 2, 4, 7, 9, 12][game.streak]) / 12);
  Kiddo.sound.tone({ freq: note, ms: 110, vol: 0.3, type: 'triangle' });
  Kiddo.sound.tone({ freq: note * 1.5, ms: 200, vol: 0.25, type: 'triangle', at: 0.08 });
  if (game.next >= game.rings.length) roundDone(`${Rounds.LIST[game.round].figure} done!`, Math.round(game.left) * 2);
}

function roundDone(title, bonus) {
  const { me } = game;
  const regained = me.bows < MAX_BOWS && game.rings.length > 0;
  if (regained) me.bows++;
  game.score += bonus;
  game.cheer = 2;
  burst(me.x, me.y, '#FF5C8A', 16, 260);
  burst(me.x, me.y, '#12A5A5', 16, 260);
  Kiddo.sfx.win();
  const note = regained ? 'You win a bow back' : `Bonus +${bonus}`;
  nextRound();
  if (banner) banner.line = `${note}. ${banner.line}`;
  if (Kiddo.state === 'playing') sparks.push({ x: field().w / 2, y: me.y - 60, vx: 0, vy: -50, age: 0, life: 1.3, text: title });
}

function duel(dt, f) {
  const round = Rounds.LIST[game.round];
  const { me } = game;
  game.rivals.forEach((rival, i) => {
    const steer = Rounds.think(rival, me, round, f.sky, dt, game.rand);
    const hand = rivalHand(i, f);
    Physics.fly(rival, steer, game.wind, hand, rival.mood === Rounds.MOODS.leave ? 9999 : f.reach, dt);
    rival.tension = Math.min(rival.tension, 0.9);
    keepIn(rival, f);
    bump(me, rival);
    snip(me, rival);
    if (rival.mood === Rounds.MOODS.attack) snip(rival, me);
  });
  game.rivals.slice().forEach((a, i) => game.rivals.slice(i + 1).forEach((b) => bump(a, b)));
  const busy = game.rivals.some((rival) => rival.mood !== Rounds.MOODS.leave);
  if (!busy && game.rivals.every((rival) => rival.y < -100)) roundDone('Duel won!', 100);
}
const rivalHand = (i, f) => ({ x: f.hand.x + (f.tall ? [75, -85, 135][i] : [150, 260, -140][i]), y: f.hand.y + (f.tall ? 8 : 14) });

function bump(a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const far = Math.hypot(dx, dy) || 1;
  if (far > 62) return;
  const push = (62 - far) * 6;
  a.vx -= (dx / far) * push;
  a.vy -= (dy / far) * push;
  b.vx += (dx / far) * push;
  b.vy += (dy / far) * push;
  if (far < 50 && a.squash === 0) {
    a.squash = b.squash = 1;
    Kiddo.sfx.pop();
  }
}

/** The cutter's body meets a bow on the other's tail. */
function snip(cutter, other) {
  if (other.safe > 0 || other.bows <= 0 || cutter.bows <= 0) return;
  if (Math.hypot(cutter.vx, cutter.vy) < CUT_SPEED) return;
  for (let i = 0; i < other.bows; i++) {
    const bow = Physics.bowPoint(other, i);
    const near = Math.min(Math.hypot(cutter.x - bow.x, cutter.y - bow.y), Math.hypot(cutter.x + Math.sin(cutter.angle) * 32 - bow.x, cutter.y - Math.cos(cutter.angle) * 32 - bow.y));
    if (near > CUT_RADIUS) continue;
    if (other === game.me) {
      cutter.mood = Rounds.MOODS.wander;
      cutter.clock = 4;
      Rounds.roam(cutter, field().sky, game.rand);
      return loseBow(bow.x, bow.y, `${cutter.name} snips a bow!`);
    }
    return cutRival(other, bow);
  }
}
function cutRival(rival, bow) {
  rival.bows--;
  rival.safe = 1.1;
  rival.mood = Rounds.MOODS.wander;
  rival.clock = 2.5;
  rival.goal = { x: rival.x < stage.width / 2 ? stage.width - 120 : 120, y: field().sky.top };
  points(50, bow.x, bow.y - 30, 'Snip! +50');
  burst(bow.x, bow.y, Art.LOOKS[rival.look].bow, 16, 220);
  game.cheer = 1;
  game.shake = 0.4;
  Kiddo.sfx.coin();
  if (rival.bows > 0) return;
  rival.mood = Rounds.MOODS.leave;
  say(`${rival.name} waves: good game!`, '', 1.4);
}

function moveSparks(dt) {
  for (let i = sparks.length - 1; i >= 0; i--) {
    const s = sparks[i];
    s.age += dt;
    s.x += (s.vx + (s.text ? 0 : game.wind.x * 130)) * dt;
    s.y += s.vy * dt;
    if (!s.text) s.vy += 330 * dt;
    if (s.age > s.life) sparks.splice(i, 1);
  }
}
