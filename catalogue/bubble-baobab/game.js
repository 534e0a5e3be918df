// Bubble Baobab: aim, blow, match three. The grid's own rules are in board.js.
'use strict';

const POINTS = { pop: 10, fall: 20, tree: 200, spare: 15 };
const MATCH = 3;
const RAINBOW_AT = 9; // so many bubbles gone with one shot earns a rainbow
const SHOT_SPEED = 1700;
const AIM_SPEED = 1.5; // radians a second, by keys
const AIM_EDGE = 0.14; // the trunk never points flatter than this
const DONE_TIME = 2.6;
const GUIDE = [1500, 1500, 1500, 1100, 1000, 900, 800, 700]; // how far the dots reach, shorter from tree to tree
const TUNE = [0, null, 4, null, 7, null, 4, 9, null, 7, null, 4, 5, null, 2, null, 4, null, 7, null, 12, null, 9, 7, null, 4, 5, 2, 0, null, null, null];

// As wide as a phone that lies down, so that no bars stand at its sides.
const WIDE = Math.round(720 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
const stage = Kiddo.stage({ width: WIDE, height: 720, portrait: { width: 720, height: Math.round(720 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#6F9A2B' });
const ctx = stage.ctx;
const lay = {}; // where the board is on this screen; board units are 720 to the board's width
let run = null;
let aim = -Math.PI / 2;
let clock = 0;
const falls = [];
const pops = [];
const bits = [];
const notes = [];

function measure() {
  lay.tall = stage.height > stage.width;
  lay.s = lay.tall ? 1 : 0.68;
  lay.wide = BOARD_WIDE * lay.s;
  lay.x = (stage.width - lay.wide) / 2;
  lay.ceil = lay.tall ? 208 + (stage.height - 1280) * 0.4 : Math.max(118, 54 / (stage.scale * lay.s)); // the kit's buttons stay above the fruit
  lay.lineY = lay.ceil + LAST_ROW * ROW_HIGH;
  lay.line = lay.lineY * lay.s;
  lay.from = { x: BOARD_WIDE / 2, y: lay.lineY + (lay.tall ? 190 : 140) };
  lay.next = { x: BOARD_WIDE / 2 - 230, y: lay.from.y + (lay.tall ? 66 : 20) };
  lay.dots = 0; // pictures of the old size are thrown away
}
stage.onResize = measure;

// ---- runs and trees
function kept() {
  const data = Kiddo.data;
  return data && Array.isArray(data.points) ? { reached: Math.min(LEVELS.length - 1, data.reached || 0), points: data.points.slice(0, LEVELS.length) } : { reached: 0, points: [] };
}
function newRun() {
  const { reached } = kept();
  run = { mode: reached > 0 ? 'map' : 'play', chosen: reached, score: 0, level: 0, shots: 0, rows: newBoard(LEVELS[reached]), sunk: 0, drops: 0, now: 'a', next: 'c', puffed: 0, happy: 0, shake: 0, calm: 9, shot: null, done: 0, lost: 0, banner: 0 };
  falls.length = pops.length = bits.length = notes.length = 0;
  Kiddo.music.play(TUNE, 290);
  if (run.mode === 'play') startTree(0);
  else for (const pill of ['Score', 'Tree', 'Sinks in']) Kiddo.hud(pill, null);
}
/** Starting at a later tree brings along your best points of the trees before it. */
function startFrom(level) {
  run.score = kept().points.slice(0, level).reduce((sum, n) => sum + (n || 0), 0);
  startTree(level);
}
function startTree(level) {
  const rows = newBoard(LEVELS[level]);
  Object.assign(run, { mode: 'play', level, rows, drops: 0, sunk: -260, calm: LEVELS[level].calm, earned: 0, used: 0, shot: null, puffed: 0, happy: 0, done: 0, banner: 2.4, lost: 0, shake: 0, streak: 0 });
  lay.dots = 0;
  run.now = pickFruit();
  run.next = pickFruit();
  showHud();
}
function showHud() {
  Kiddo.hud('Tree', run.level + 1);
  Kiddo.hud('Score', run.score + run.earned);
  Kiddo.hud('Sinks in', run.calm);
}
function pickFruit() {
  const left = fruitsLeft(run.rows);
  return left.length ? left[Math.floor(Math.random() * left.length)] : 'a';
}

// ---- update
function update(dt) {
  clock += dt;
  moveBits(dt);
  if (run.mode === 'map') return onMap();
  run.banner = Math.max(0, run.banner - dt);
  run.happy = Math.max(0, run.happy - dt * 1.5);
  run.puffed = Math.max(0, run.puffed - dt * 5);
  run.shake = Math.max(0, run.shake - dt * 2);
  run.sunk += (run.drops * ROW_HIGH - run.sunk) * Math.min(1, dt * 7);
  if (run.lost > 0) return losing(dt);
  if (run.done > 0) return leaving(dt);
  keys(dt);
  if (run.shot && flyShot(run.rows, run.shot, SHOT_SPEED * dt, ceiling())) settle();
}
const ceiling = () => lay.ceil + run.drops * ROW_HIGH;

function keys(dt) {
  const turn = (Kiddo.input.held('ArrowRight', 'KeyD') ? 1 : 0) - (Kiddo.input.held('ArrowLeft', 'KeyA') ? 1 : 0);
  run.turn = turn ? Math.min(1, (run.turn || 0.25) + dt * 1.6) : 0; // a short press moves a little, a long one more
  setAim(aim + turn * run.turn * AIM_SPEED * dt);
  if (Kiddo.input.pressed('Space', 'ArrowUp', 'KeyW')) shoot();
  if (Kiddo.input.pressed('ArrowDown', 'KeyS')) swap();
}
function setAim(angle) {
  aim = Math.max(-Math.PI + AIM_EDGE, Math.min(-AIM_EDGE, angle));
}
const tip = () => ({ x: lay.from.x + Math.cos(aim) * 100, y: lay.from.y + Math.sin(aim) * 100 });
function shoot() {
  if (run.shot || run.done || run.lost || run.mode !== 'play') return;
  run.shot = { ...tip(), angle: aim, kind: run.now, bounced: false };
  run.shots += 1;
  run.used += 1;
  run.puffed = 1;
  run.now = run.next;
  run.next = pickFruit();
  Kiddo.sound.tone({ freq: 240, to: 620, ms: 130, vol: 0.3, type: 'sine' });
}
function swap() {
  if (run.done || run.lost) return;
  [run.now, run.next] = [run.next, run.now];
  Kiddo.sfx.click();
}

/** The shot has come to rest: put it in the grid and see what goes. */
function settle() {
  const { x, y, kind } = run.shot;
  const cell = nearestCell(run.rows, x, y, ceiling());
  run.shot = null;
  if (!cell) return;
  const [row, col] = cell;
  run.rows[row][col] = kind;
  let gone = kind === RAINBOW ? rainbowReach(row, col) : bunch(run.rows, row, col);
  if (kind !== RAINBOW && gone.length < MATCH) gone = [];
  if (gone.length) burst(gone, row, col);
  else {
    run.streak = 0;
    Kiddo.sound.tone({ freq: 200, to: 150, ms: 70, vol: 0.3, type: 'sine' });
  }
  afterShot();
}
function rainbowReach(row, col) {
  const gone = new Map([[row * 100 + col, [row, col]]]);
  for (const [r, c] of neighbours(row, col)) {
    const fruit = fruitAt(run.rows, r, c);
    if (!fruit) continue;
    const cells = fruit === SEED ? [[r, c]] : bunch(run.rows, r, c);
    for (const cell of cells) gone.set(cell[0] * 100 + cell[1], cell);
  }
  return [...gone.values()];
}
function burst(gone, row, col) {
  gone.forEach(([r, c], i) => {
    pops.push({ x: cellX(r, c), y: cellY(r) + ceiling(), kind: run.rows[r][c], wait: i * 0.035, life: 0.22 });
    run.rows[r][c] = null;
  });
  const free = loose(run.rows);
  free.forEach(([r, c]) => {
    falls.push({ x: cellX(r, c), y: cellY(r) + ceiling(), kind: run.rows[r][c], vx: (Math.random() - 0.5) * 160, vy: -120 * Math.random(), turn: 0 });
    run.rows[r][c] = null;
  });
  run.streak += 1;
  const points = gone.length * POINTS.pop * Math.min(run.streak, 3) + free.length * POINTS.fall;
  run.earned += points;
  run.happy = 1;
  run.shake = Math.min(1, (gone.length + free.length) / 16);
  note(free.length > 3 ? `Bunch! +${points}` : `+${points}`, cellX(row, col), cellY(row) + ceiling(), free.length > 3 ? 62 : 46);
  if (gone.length + free.length >= RAINBOW_AT && run.next !== RAINBOW) {
    run.next = RAINBOW;
    note('Rainbow!', lay.next.x + 40, lay.next.y - 70, 44);
    Kiddo.sound.tone({ freq: 500, to: 1500, ms: 400, vol: 0.25, type: 'triangle' });
  }
}
function afterShot() {
  const left = fruitsLeft(run.rows);
  if (lowestRow(run.rows) < 0) return clearTree();
  if (run.now !== RAINBOW && !left.includes(run.now)) run.now = pickFruit();
  if (run.next !== RAINBOW && !left.includes(run.next)) run.next = pickFruit();
  run.calm -= 1;
  if (run.calm <= 0) {
    run.calm = LEVELS[run.level].calm;
    run.drops += 1;
    run.shake = 0.6;
    Kiddo.sound.tone({ freq: 110, to: 70, ms: 260, vol: 0.5, type: 'triangle' });
  }
  showHud();
  if (lowestRow(run.rows) + run.drops < LAST_ROW) return;
  run.lost = 1.5;
  eachBubble(run.rows, (kind, r, c) => falls.push({ x: cellX(r, c), y: cellY(r) + ceiling(), kind, vx: (Math.random() - 0.5) * 200, vy: -300 * Math.random(), turn: 0 }));
  for (const row of run.rows) row.fill(null);
}
function losing(dt) {
  run.lost -= dt;
  if (run.lost > 0) return;
  run.lost = 0;
  Kiddo.over({ score: run.score + run.earned, text: `Tree ${run.level + 1}, ${LEVELS[run.level].name}. You can go on from here.` });
}

function clearTree() {
  const level = LEVELS[run.level];
  run.spare = Math.max(0, level.par - run.used) * POINTS.spare;
  run.earned += POINTS.tree + run.spare;
  run.score += run.earned;
  const saved = kept();
  saved.points[run.level] = Math.max(saved.points[run.level] || 0, run.earned);
  saved.reached = Math.max(saved.reached, Math.min(LEVELS.length - 1, run.level + 1));
  Kiddo.save(saved);
  run.earned = 0;
  run.done = DONE_TIME;
  showHud();
  Kiddo.sfx.win();
  for (let i = 0; i < 60; i++) spray(Math.random() * BOARD_WIDE, lay.lineY - Math.random() * 400, FRUIT['abcdef'[i % 6]].skin, 1, 420);
}
function leaving(dt) {
  run.done -= dt;
  run.happy = 1;
  if (run.done > 0) return;
  run.done = 0;
  if (run.level + 1 < LEVELS.length) return startTree(run.level + 1);
  Kiddo.over({ score: run.score, won: true, text: 'All twelve trees are picked. Hongera! (Well done!)' });
}

// ---- the map of trees
const mapColumns = () => (lay.tall ? 3 : 6);
function mapSpots() {
  const columns = mapColumns();
  const gap = lay.tall ? 200 : 170;
  const rows = LEVELS.length / columns;
  return LEVELS.map((_, i) => ({ x: stage.width / 2 + ((i % columns) - (columns - 1) / 2) * gap, y: stage.height / 2 + 60 + (Math.floor(i / columns) - (rows - 1) / 2) * gap }));
}
function onMap() {
  const { reached } = kept();
  const go = (Kiddo.input.pressed('ArrowRight', 'KeyD') ? 1 : 0) - (Kiddo.input.pressed('ArrowLeft', 'KeyA') ? 1 : 0);
  if (go) run.shots += 1;
  run.chosen = Math.max(0, Math.min(reached, run.chosen + go));
  if (Kiddo.input.pressed('Space', 'Enter')) startFrom(run.chosen);
}

// ---- fingers and the mouse
const toBoard = (event) => {
  const p = stage.point(event);
  return { x: (p.x - lay.x) / lay.s, y: p.y / lay.s };
};
function aimAt(p) {
  // A finger on the grass aims from side to side, and hides nothing of the tree.
  if (p.y > lay.from.y - 20) return setAim(-Math.PI / 2 + ((p.x - lay.from.x) / (BOARD_WIDE / 2)) * 1.3);
  const dy = Math.min(-20, p.y - lay.from.y);
  setAim(Math.atan2(dy, p.x - lay.from.x));
}
let pressing = false;
stage.canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  if (run.mode === 'map') {
    const p = stage.point(event);
    run.shots += 1;
    return mapSpots().forEach((spot, i) => i <= kept().reached && Math.hypot(p.x - spot.x, p.y - spot.y) < 76 && startFrom(i));
  }
  const p = toBoard(event);
  if (Math.hypot(p.x - lay.next.x, p.y - lay.next.y) < 84) return swap();
  pressing = true;
  aimAt(p);
});
stage.canvas.addEventListener('pointermove', (event) => {
  if (Kiddo.state !== 'playing' || run.mode === 'map') return;
  if (event.pointerType !== 'mouse' && !pressing) return;
  const p = toBoard(event);
  aimAt(p);
});
window.addEventListener('pointerup', () => {
  if (pressing && Kiddo.state === 'playing') shoot();
  pressing = false;
});
window.addEventListener('pointercancel', () => (pressing = false));

// ---- things that fly about
const MAX_BITS = 160;
function spray(x, y, colour, count, power) {
  for (let i = 0; i < count && bits.length < MAX_BITS; i++) {
    const a = Math.random() * 6.3;
    const v = power * (0.4 + Math.random() * 0.6);
    bits.push({ x, y, vx: Math.cos(a) * v, vy: Math.sin(a) * v - power * 0.3, life: 0.5 + Math.random() * 0.3, size: 5 + Math.random() * 6, colour });
  }
}
function note(text, x, y, size) {
  notes.push({ text, x: Math.max(150, Math.min(BOARD_WIDE - 150, x)), y: Math.max(lay.ceil + 40, y), size, life: 1.2 });
}
const colourOf = (kind) => (FRUIT[kind] ? FRUIT[kind].skin : '#8C746A');
function moveBits(dt) {
  for (let i = pops.length - 1; i >= 0; i--) {
    const p = pops[i];
    if (p.wait > 0) {
      p.wait -= dt;
      if (p.wait <= 0) {
        spray(p.x, p.y, colourOf(p.kind), 5, 260);
        Kiddo.sound.tone({ freq: 480 + Math.random() * 320, to: 240, ms: 80, vol: 0.25, type: 'sine' });
      }
      continue;
    }
    p.life -= dt;
    if (p.life <= 0) pops.splice(i, 1);
  }
  for (let i = falls.length - 1; i >= 0; i--) {
    const f = falls[i];
    f.vy += 1900 * dt;
    f.x += f.vx * dt;
    f.y += f.vy * dt;
    if (f.y < lay.from.y + 60) continue;
    spray(f.x, f.y, colourOf(f.kind), 6, 300);
    Kiddo.sound.tone({ freq: 700 + Math.random() * 300, to: 300, ms: 70, vol: 0.15, type: 'sine' });
    falls.splice(i, 1);
  }
  for (let i = bits.length - 1; i >= 0; i--) {
    const b = bits[i];
    b.life -= dt;
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    b.vy += 600 * dt;
    if (b.life <= 0) bits.splice(i, 1);
  }
  for (let i = notes.length - 1; i >= 0; i--) {
    notes[i].life -= dt;
    notes[i].y -= 60 * dt;
    if (notes[i].life <= 0) notes.splice(i, 1);
  }
}
