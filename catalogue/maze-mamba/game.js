// Maze Mamba: the run, its time, the player's turns and the screen.
'use strict';
const stage = Kiddo.stage({ width: 960, height: 540, portrait: { width: 360, height: Math.round(360 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#1C7A4C' });
const { ctx } = stage;
const HEARTS = 3;
const SPEED = 4.6; // cells a second in the first maze
const SPEED_UP = 0.14; // more for each maze after
const BEAST_SPEED = 2.1;
const BITE_NEAR = 0.62; // in cells, nose to mongoose
const STUCK_WAIT = 1.3;
const TIME_BONUS = 90; // points, less one a second
const SWIPE = 22; // px a finger moves to mean a turn
const TUNE = [-9, null, -5, null, -2, -5, null, 0, -9, null, -5, null, 3, null, 0, -2, -9, null, -5, null, -2, -5, null, 0, 3, null, 5, 3, 0, null, -2, null];
const KEYS = { ArrowLeft: 'left', KeyA: 'left', ArrowRight: 'right', KeyD: 'right', ArrowUp: 'up', KeyW: 'up', ArrowDown: 'down', KeyS: 'down' };
const TURNED = { left: 'up', up: 'left', right: 'down', down: 'right' }; // the maze lies on its side on an upright phone

let run = null; // hearts, score, level, screen: 'pick' | 'maze' | 'home' (sliding into the burrow)
let play = null; // the maze in hand
let asked = 0; // turns asked for: what the browser test reads
const sparks = [];
let scenery = null;

// ---- where things are on screen
function layout() {
  const tall = stage.height > stage.width;
  const size = tall ? 32 : 42;
  const left = tall ? 4 : (960 - size * Rules.WIDE) / 2;
  const top = tall ? 74 + (stage.height - 640) * 0.3 : 73;
  return { tall, size, left, top };
}
function spotXY(x, y, l = layout()) {
  return l.tall ? { x: l.left + (y + 0.5) * l.size, y: l.top + (x + 0.5) * l.size } : { x: l.left + (x + 0.5) * l.size, y: l.top + (y + 0.5) * l.size };
}
const spot = (cell) => spotXY(cell % Rules.WIDE, Math.floor(cell / Rules.WIDE));

// ---- the run
const unlocked = () => Math.min(LEVELS.length - 1, (Kiddo.data && Kiddo.data.level) || 0);
function begin() {
  run = { hearts: HEARTS, score: 0, level: 0, screen: 'maze', pick: unlocked(), atStart: 0 };
  sparks.length = 0;
  Kiddo.music.play(TUNE, 280, { vol: 0.1, type: 'sine' });
  if (unlocked() === 0) return openLevel(0);
  run.screen = 'pick';
  showTouch('KeyR', false);
  showTouch('Space', false);
}
function openLevel(n) {
  run.level = n;
  run.screen = 'maze';
  run.atStart = run.score;
  if (n > unlocked()) Kiddo.save({ level: n });
  fillMaze();
}
/** (Re)starts the maze in hand; its points start over too, so trying again is never a way to earn. */
function fillMaze() {
  run.score = run.atStart;
  const maze = Rules.load(LEVELS[run.level]);
  play = { maze, dir: null, want: null, part: 1, ghost: null, turn: 0, clock: 0, stuck: 0, bumped: false, quick: 0, meals: [], moved: false, skins: [], gone: {}, mood: { squash: 0, hurt: 0, happy: 0 }, wipe: 1, shake: 0, card: 0 };
  scenery = null;
  document.documentElement.style.background = document.body.style.background = Places.of(run.level).out;
  showTouch('KeyR', true);
  showTouch('Space', play.maze.skins > 0);
}
function loseHeart(why) {
  if (play.mood.hurt > 0) return;
  run.hearts--;
  play.mood.hurt = 1.1;
  play.why = why;
  play.shake = 1;
  Kiddo.sfx.hit();
  const p = headPoint();
  burst(p.x, p.y, '#FF6B78', 14, 130);
}
function afterHurt() {
  if (run.hearts > 0) return fillMaze();
  Kiddo.over({ score: run.score, text: `Maze ${run.level + 1} of ${LEVELS.length}: ${LEVELS[run.level].name}`, won: false });
}
function reachBurrow() {
  const level = run.level + 1;
  const bonus = Math.max(0, Math.round(TIME_BONUS - play.clock)) + 30 * level;
  run.score += bonus;
  run.screen = 'home';
  play.slide = 0;
  play.note = `Maze ${level} done! +${bonus}`;
  Kiddo.sfx.win();
}
function afterHome() {
  const next = run.level + 1;
  if (next >= LEVELS.length) return Kiddo.over({ score: run.score, text: 'You found the way through every maze!', won: true });
  if (next % 5 === 0 && run.hearts < HEARTS) run.hearts++;
  openLevel(next);
}

// ---- what the player asks
function ask(screenDir) {
  asked++;
  if (run.screen === 'pick') return movePick(screenDir);
  if (!play) return;
  play.want = layout().tall ? TURNED[screenDir] : screenDir;
  play.moved = true;
}
function shed() {
  asked++;
  if (run.screen !== 'maze' || play.mood.hurt > 0) return;
  const cells = play.maze.body.slice();
  if (!Rules.shed(play.maze)) return Kiddo.sound.tone({ freq: 160, ms: 90, vol: 0.25 });
  play.skins.push(cells);
  play.part = 1;
  play.ghost = null;
  play.dir = play.want = null;
  play.mood.squash = 1;
  cells.forEach((cell) => {
    const p = spot(cell);
    burst(p.x, p.y, '#C8F27A', 3, 70);
  });
  Kiddo.sound.tone({ type: 'noise', ms: 220, vol: 0.25 });
  Kiddo.sound.tone({ freq: 300, to: 900, ms: 240, vol: 0.25, type: 'triangle' });
}
function readKeys() {
  Object.keys(KEYS).forEach((code) => Kiddo.input.pressed(code) && ask(KEYS[code]));
  if (run.screen === 'pick' && Kiddo.input.pressed('Space', 'Enter')) return openLevel(run.pick);
  if (Kiddo.input.pressed('Space')) shed();
  if (Kiddo.input.pressed('KeyR') && run.screen === 'maze' && play.mood.hurt <= 0) fillMaze();
}
let swipe = null;
stage.canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  swipe = { x: event.clientX, y: event.clientY, turned: false };
  if (run.screen === 'pick') tapPick(stage.point(event));
});
window.addEventListener('pointermove', (event) => {
  if (!swipe || run.screen === 'pick') return;
  const dx = event.clientX - swipe.x;
  const dy = event.clientY - swipe.y;
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
  ask(towards(dx, dy));
  swipe = { x: event.clientX, y: event.clientY, turned: true }; // one finger can draw a whole road
});
window.addEventListener('pointerup', (event) => {
  if (swipe && !swipe.turned && run.screen === 'maze' && Kiddo.state === 'playing') {
    const p = stage.point(event);
    const head = headPoint();
    ask(towards(p.x - head.x, p.y - head.y)); // a plain tap: go that way
  }
  swipe = null;
});
const towards = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up');

// ---- choosing a maze already reached
function pickSpots() {
  const { tall } = layout();
  const cols = tall ? 4 : 7;
  const gap = tall ? 80 : 112;
  const left = stage.width / 2 - ((cols - 1) * gap) / 2;
  return { cols, gap, r: tall ? 32 : 44, at: (i) => ({ x: left + (i % cols) * gap, y: (tall ? 190 : 230) + Math.floor(i / cols) * gap }) };
}
function movePick(dir) {
  const { cols } = pickSpots();
  const next = run.pick + { left: -1, right: 1, up: -cols, down: cols }[dir];
  if (next >= 0 && next <= unlocked()) run.pick = next;
  scenery = null; // the picture behind is of the place chosen
  Kiddo.sfx.click();
}
function tapPick(p) {
  const spots = pickSpots();
  for (let i = 0; i <= unlocked(); i++) {
    const q = spots.at(i);
    if (Math.hypot(p.x - q.x, p.y - q.y) < spots.r + 6) {
      asked++;
      swipe = null;
      return openLevel(i);
    }
  }
}

// ---- time
function update(dt) {
  readKeys();
  if (Kiddo.state !== 'playing') return;
  moveSparks(dt);
  showHud();
  if (run.screen === 'pick') return;
  const { mood } = play;
  play.wipe = Math.max(0, play.wipe - dt * 2.6);
  play.shake = Math.max(0, play.shake - dt * 2.5);
  mood.squash = Math.max(0, mood.squash - dt * 4);
  mood.happy = Math.max(0, mood.happy - dt);
  play.quick = Math.max(0, play.quick - dt);
  play.meals = play.meals.map((meal) => meal + dt * 0.9).filter((meal) => meal < 1);
  if (mood.hurt > 0) {
    mood.hurt -= dt;
    if (mood.hurt <= 0) afterHurt();
    return;
  }
  moveGates(dt);
  if (run.screen === 'home') return slideHome(dt);
  if (play.moved) play.clock += dt;
  crawl(dt);
  if (run.screen !== 'maze') return;
  moveBeasts(dt);
  checkStuck(dt);
}
function showHud() {
  Kiddo.hud('Maze', run.screen === 'pick' ? null : `${run.level + 1}/${LEVELS.length}`);
  Kiddo.hud('Score', run.score);
}

/** The wanted turn is taken as soon as the way is free; else straight on; else the mamba waits at the wall. */
function crawl(dt) {
  const { maze } = play;
  play.part += dt * (SPEED + SPEED_UP * run.level);
  while (play.part >= 1) {
    const tail = maze.body[maze.body.length - 1];
    const before = maze.body.length;
    const way = [play.want, play.dir].find((d) => d && Rules.free(maze, maze.body[0] + Rules.at(Rules.DIRS[d].x, Rules.DIRS[d].y)));
    if (!way) {
      if (play.dir) bump(play.dir);
      play.part = 1;
      play.dir = null;
      return;
    }
    const events = Rules.step(maze, Rules.DIRS[way]);
    play.dir = way;
    play.ghost = maze.body.length > before ? null : tail;
    play.part -= 1;
    events.forEach(happen);
    if (run.screen !== 'maze') return;
  }
}
/** The nose meets a wall: a dull sound, and something falls off it. */
function bump(dir) {
  Kiddo.sound.tone({ freq: 120, ms: 50, vol: 0.18, type: 'sine' });
  const step = Rules.DIRS[dir];
  const nose = headFloat();
  const p = spotXY(nose.x + step.x * 0.6, nose.y + step.y * 0.6);
  burst(p.x, p.y, Places.of(run.level).wall[3], 4, 70);
}
function happen(event) {
  const p = spot(play.maze.body[0]);
  if (event === 'fruit') {
    const n = 10 * (run.level + 1);
    run.score += n;
    play.mood.squash = play.mood.happy = 1;
    const far = play.quick > 0 ? Math.min(5, play.far + 1) : 0; // one fruit soon after another sounds higher and higher
    Object.assign(play, { quick: 3, far });
    play.meals.push(0);
    burst(p.x, p.y, '#FFC629', 9, 120);
    burst(p.x, p.y, ['#E8432E', '#F0405E', '#A03CB0', '#FF5C8A'][play.maze.body[0] % 4], 9, 150);
    sparks.push({ x: p.x, y: p.y - 16, vx: 0, vy: -46, age: 0, life: 0.9, text: `+${n}` });
    [0, 4].forEach((step, i) => Kiddo.sound.tone({ freq: 740 * 2 ** ((step + far * 2) / 12), ms: i ? 150 : 70, vol: 0.28, at: i * 0.07, type: 'triangle' }));
    if (play.maze.fruit.size === 0) openBurrow();
  }
  if (event === 'key') {
    burst(p.x, p.y, '#FFE28A', 14, 150);
    [660, 880, 1100].forEach((freq, i) => Kiddo.sound.tone({ freq, ms: 110, vol: 0.28, type: 'triangle', at: i * 0.07 }));
  }
  if (event === 'exit') reachBurrow();
}

/** The last fruit is eaten: the stone rolls off the burrow, for all to see and hear. */
function openBurrow() {
  const p = spot(play.maze.exit);
  burst(p.x, p.y, '#FFE28A', 16, 190);
  sparks.push({ x: p.x, y: p.y - 20, vx: 0, vy: -30, age: 0, life: 1.6, text: 'Open!' });
  play.shake = 0.5;
  Kiddo.sound.tone({ freq: 392, to: 784, ms: 320, vol: 0.3, type: 'triangle', at: 0.2 });
}

function moveGates(dt) {
  Object.entries(play.maze.gates).forEach(([cell, kind]) => {
    const goal = Rules.open(play.maze, kind) || play.maze.body.includes(+cell) ? 1 : 0;
    const was = play.gone[cell] || 0;
    play.gone[cell] = was + Math.sign(goal - was) * Math.min(Math.abs(goal - was), dt * 5);
    if ((was === 0) !== (play.gone[cell] === 0)) Kiddo.sound.tone({ freq: goal ? 200 : 150, to: goal ? 330 : 90, ms: 130, vol: 0.3, type: 'square' });
  });
}

function moveBeasts(dt) {
  const { maze } = play;
  const nose = headFloat();
  maze.beasts.forEach((beast) => {
    if (!play.moved) return; // nobody starts before the player
    beast.step += dt * (BEAST_SPEED + run.level * 0.06);
    if (beast.step >= 1) {
      beast.step -= 1;
      Rules.walk(maze, beast);
    }
    const b = beastFloat(beast);
    if (Math.hypot(b.x - nose.x, b.y - nose.y) < BITE_NEAR) loseHeart('Bonk! The mongoose!');
  });
}
function beastFloat(beast) {
  const fx = beast.from % Rules.WIDE;
  const fy = Math.floor(beast.from / Rules.WIDE);
  return { x: fx + (beast.x - fx) * beast.step, y: fy + (beast.y - fy) * beast.step };
}
function checkStuck(dt) {
  const waits = play.part === 1 && play.dir === null && play.moved && Rules.stuck(play.maze);
  play.stuck = waits ? play.stuck + dt : 0;
  if (play.stuck > STUCK_WAIT && play.maze.skins === 0) loseHeart('Stuck! Try again');
}
/** After the last step the body follows the head into the burrow, cell by cell. */
function slideHome(dt) {
  play.slide += dt;
  play.part = Math.min(1, play.part + dt * 8);
  const { body } = play.maze;
  if (body.length > 1 && play.part >= 1) {
    play.ghost = body.pop();
    play.part = 0;
    const p = spot(play.maze.exit);
    burst(p.x, p.y, ['#FFC629', '#FF5C8A', '#7ED957'][body.length % 3], 4, 170);
  }
  if (body.length <= 1 && play.slide > 1.5) afterHome();
}

function burst(x, y, tone, count, speed) {
  for (let i = 0; i < count && sparks.length < 120; i++) {
    const a = Math.random() * 6.28;
    const v = speed * (0.3 + Math.random() * 0.9);
    sparks.push({ x, y, vx: Math.cos(a) * v, vy: Math.sin(a) * v, age: 0, life: 0.35 + Math.random() * 0.4, tone, size: 3 + Math.random() * 4 });
  }
}
function moveSparks(dt) {
  for (let i = sparks.length - 1; i >= 0; i--) {
    const s = sparks[i];
    s.age += dt;
    s.x += s.vx * dt;
    s.y += s.vy * dt;
    if (s.age > s.life) sparks.splice(i, 1);
  }
}
