// What the player sees, from the state in game.js.
'use strict';
const BAGEL = '"Bagel Fat One", system-ui, sans-serif';
const PLAIN = 'Lexend, system-ui, sans-serif';

/** The nose between two cells, in cells. */
function headFloat() {
  const { body } = play.maze;
  const to = body[0];
  const from = body[1] === undefined ? to : body[1];
  const t = run.screen === 'home' ? 1 : Math.min(1, play.part);
  const x = (cell) => cell % Rules.WIDE;
  const y = (cell) => Math.floor(cell / Rules.WIDE);
  return { x: x(from) + (x(to) - x(from)) * t, y: y(from) + (y(to) - y(from)) * t };
}
function headPoint() {
  const nose = headFloat();
  return spotXY(nose.x, nose.y);
}
/** The whole mamba as points, head first; the tail glides out of the cell it leaves. */
function mambaPoints() {
  const points = [headPoint()];
  const { body } = play.maze;
  for (let i = 1; i < body.length; i++) points.push(spot(body[i]));
  if (play.ghost !== null && play.part < 1) {
    const a = spot(play.ghost);
    const b = spot(body[body.length - 1]);
    points.push({ x: a.x + (b.x - a.x) * play.part, y: a.y + (b.y - a.y) * play.part });
  }
  return points;
}

function draw() {
  const time = performance.now() / 1000;
  if (!run || run.screen === 'pick') {
    if (scenery && scenery.maze) scenery = null;
    cachedScenery(layout(), null);
    ctx.drawImage(scenery, 0, 0, stage.width, stage.height);
    if (run) drawPick(time);
    else drawTitle(time);
    return;
  }
  const l = layout();
  const place = Places.of(run.level);
  cachedScenery(l, play.maze);
  ctx.drawImage(scenery, 0, 0, stage.width, stage.height);
  ctx.save();
  if (play.shake > 0) ctx.translate(Math.sin(time * 70) * play.shake * 4, Math.cos(time * 61) * play.shake * 4);
  drawThings(l, time);
  drawTurn();
  if (place.glow) nightGlow(l, place);
  Art.mamba(ctx, mambaPoints(), l.size, play.turn, play.mood, time, play.meals);
  Object.entries(play.maze.gates).forEach(([cell, kind]) => Art.gate(ctx, spot(+cell), l.size, kind, play.gone[cell] || 0, wayIsSideways(+cell) !== l.tall));
  play.maze.beasts.forEach((beast) => drawBeast(beast, l, time));
  Places.air(ctx, place, time, stage.width, stage.height);
  ctx.restore();
  drawSparks();
  drawPanel(l, time);
  drawCard(l);
  drawWipe(l);
}
/** The still picture of a maze, or without one the garden behind the title and the choice. */
function cachedScenery(l, maze) {
  if (scenery && scenery.maze === maze && scenery.width === stage.canvas.width && scenery.height === stage.canvas.height && scenery.tall === l.tall) return;
  scenery = document.createElement('canvas');
  scenery.width = stage.canvas.width;
  scenery.height = stage.canvas.height;
  scenery.tall = l.tall;
  scenery.maze = maze;
  const c = scenery.getContext('2d');
  c.scale(scenery.width / stage.width, scenery.height / stage.height);
  if (maze) Places.paint(c, Places.of(run.level), maze, spot, l.size, stage.width, stage.height);
  else Places.surroundings(c, Places.of(run ? run.pick : 0), stage.width, stage.height, Kiddo.rng(5));
}
/** At night and in the palace the mamba carries its own light. */
function nightGlow(l, place) {
  const p = headPoint();
  ctx.globalAlpha = 0.1;
  for (const r of [2.6, 1.8, 1.1]) Art.disc(ctx, place.glow, p.x, p.y, l.size * r);
  ctx.globalAlpha = 1;
}
const wayIsSideways = (cell) => play.maze.cells[cell - 1] === '.' && play.maze.cells[cell + 1] === '.';

function drawThings(l, time) {
  const { maze } = play;
  Object.entries(maze.plates).forEach(([cell, kind]) => Art.plate(ctx, spot(+cell), l.size, kind, maze.body.includes(+cell) || maze.skin.has(+cell)));
  play.skins.forEach((cells) => Art.skin(ctx, cells.map(spot), l.size));
  Art.burrow(ctx, spot(maze.exit), l.size, maze.fruit.size === 0, time);
  maze.fruit.forEach((cell) => Art.fruit(ctx, spot(cell), l.size, cell, time));
  Object.entries(maze.keys).forEach(([cell, kind]) => Art.key(ctx, spot(+cell), l.size, kind, time));
}
/** The head turns smoothly towards the way it goes. */
function drawTurn() {
  const { body } = play.maze;
  if (body.length < 2) return;
  const a = spot(body[1]);
  const b = spot(body[0]);
  const goal = Math.atan2(b.y - a.y, b.x - a.x);
  const off = Math.atan2(Math.sin(goal - play.turn), Math.cos(goal - play.turn));
  play.turn += off * 0.35;
}
function drawBeast(beast, l, time) {
  const b = beastFloat(beast);
  const p = spotXY(b.x, b.y);
  const away = Math.sign(beast.dir);
  const sideways = (Math.abs(beast.dir) === 1) !== l.tall;
  const angle = sideways ? (away > 0 ? 0 : Math.PI) : (away * Math.PI) / 2;
  Art.mongoose(ctx, p, l.size * 1.08, angle, time);
}

function drawSparks() {
  sparks.forEach((s) => {
    ctx.globalAlpha = Math.min(1, (1 - s.age / s.life) * 2);
    if (s.text) outlined(s.text, s.x, s.y, layout().tall ? 20 : 26, '#fff');
    else Art.disc(ctx, s.tone, s.x, s.y, s.size * (1 - s.age / s.life));
  });
  ctx.globalAlpha = 1;
}

/** Hearts and skins: under the maze on a phone, beside it on a desk. */
function drawPanel(l, time) {
  const mid = l.tall ? 180 : 82;
  const bottom = l.top + l.size * Rules.WIDE;
  const y = l.tall ? bottom + 30 : 190;
  if (!l.tall) for (const x of [82, 878]) Art.box(ctx, '#0A1C19CC', x - 78, 92, 156, x < 400 ? (LEVELS[run.level].skins ? 180 : 134) : 190, 22);
  else Art.box(ctx, '#0A1C19B3', mid - 62, y - 20, 124, LEVELS[run.level].skins ? 70 : 38, 19);
  const r = l.tall ? 11 : 15;
  for (let i = 0; i < HEARTS; i++) Art.heart(ctx, mid + (i - 1) * r * 2.7, y, r, i < run.hearts);
  if (LEVELS[run.level].skins) {
    const call = play.maze.skins > 0 && play.stuck > 0.3;
    const words = `Skins ${play.maze.skins}`;
    const size = (l.tall ? 19 : 26) * (call ? 1.1 + Math.sin(time * 10) * 0.1 : 1);
    text(call ? 'Shed now!' : words, mid, y + (l.tall ? 38 : 58), size, call ? '#FFC629' : '#C8F27A');
  }
  if (l.tall) return;
  text(LEVELS[run.level].name, mid, 124, 24, '#C8F27A', BAGEL, 150);
  wrap(hintOf(run.level), 878, 126, 23.5, '#DCEBE8', 148, 28); // 14 px on the smallest sideways phone
}

const finger = matchMedia('(pointer: coarse)').matches;
/** The first maze also says how to steer. */
const hintOf = (level) => (level > 0 ? '' : finger ? 'Swipe where to go. ' : 'Steer with the arrows. ') + LEVELS[level].hint;

/** Before the first turn a card says what is new; after a mishap, what went wrong. */
function drawCard(l) {
  const level = LEVELS[run.level];
  const hurt = play.mood.hurt > 0;
  const show = !play.moved || hurt || run.screen === 'home';
  play.card += ((show ? 1 : 0) - play.card) * 0.2;
  if (play.card < 0.02) return;
  const title = hurt ? play.why : run.screen === 'home' ? play.note : level.name;
  const line = hurt || run.screen === 'home' ? '' : hintOf(run.level);
  const w = l.tall ? 320 : 470;
  const h = line ? (l.tall ? 104 : 112) : 64;
  const bottom = spot(play.maze.body[0]).y < stage.height / 2; // never over the mamba
  const y = l.tall ? l.top + (bottom ? 350 : 126) : bottom ? 380 : 190;
  ctx.save();
  ctx.globalAlpha = Math.min(1, play.card);
  ctx.translate(stage.width / 2, y);
  ctx.scale(1, play.card);
  Art.box(ctx, '#0A1C19F0', -w / 2, -h / 2, w, h, 24);
  text(title, 0, line ? -h / 2 + 38 : 9, l.tall ? 24 : 30, '#FFC629', BAGEL, w - 30);
  if (line) wrap(line, 0, -h / 2 + (l.tall ? 64 : 74), l.tall ? 16 : 24, '#fff', w - 30, l.tall ? 22 : 28);
  ctx.restore();
}
/** Each maze opens like an eye around the mamba. */
function drawWipe(l) {
  if (play.wipe <= 0) return;
  const p = headPoint();
  const far = Math.hypot(stage.width, stage.height);
  ctx.fillStyle = '#0A1C19';
  ctx.beginPath();
  ctx.rect(0, 0, stage.width, stage.height);
  ctx.arc(p.x, p.y, Math.max(1, (1 - play.wipe) ** 2 * far + l.size), 0, 7, true);
  ctx.fill();
}

/** Behind the title card a big mamba winds along. */
function drawTitle(time) {
  const tall = stage.height > stage.width;
  const size = tall ? 52 : 74;
  const y = stage.height * (tall ? 0.84 : 0.86);
  const points = [];
  for (let i = 0; i < 26; i++) points.push({ x: stage.width * 0.74 - i * size * 0.34, y: y + Math.sin(time * 2 - i * 0.45) * size * 0.32 });
  Art.mamba(ctx, points, size, Math.cos(time * 2) * 0.25, { squash: 0, hurt: 0, happy: 1 }, time);
  Places.air(ctx, Places.ALL[0], time, stage.width, stage.height);
  Art.fruit(ctx, { x: stage.width * 0.9, y }, size * 1.3, 0, time);
}
function drawPick(time) {
  const spots = pickSpots();
  const tall = layout().tall;
  outlined('Choose a maze', stage.width / 2, tall ? 122 : 126, tall ? 30 : 42, '#fff');
  LEVELS.forEach((level, i) => {
    const p = spots.at(i);
    const open = i <= unlocked();
    const here = i === run.pick;
    const r = spots.r * (here ? 1.08 + Math.sin(time * 5) * 0.03 : 1);
    Art.disc(ctx, here ? '#fff' : '#0A1C19', p.x, p.y + (here ? 0 : 4), r + (here ? 4 : 0));
    const place = Places.of(i);
    Art.disc(ctx, open ? place.floor : '#1B3B36', p.x, p.y, r);
    Art.disc(ctx, open ? place.wall[2] : '#24504A', p.x, p.y, r * 0.78);
    outlined(`${i + 1}`, p.x, p.y + spots.r * 0.28, spots.r * 0.85, open ? '#fff' : '#8FB5AE');
  });
  outlined(`${LEVELS[run.pick].name} · ${Places.of(run.pick).name}`, stage.width / 2, tall ? 545 : 460, tall ? 22 : 32, '#FFC629');
}

function outlined(words, x, y, size, tone) {
  ctx.font = `${size}px ${BAGEL}`;
  ctx.textAlign = 'center';
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.26;
  ctx.strokeStyle = '#0A1C19';
  ctx.strokeText(words, x, y);
  ctx.fillStyle = tone;
  ctx.fillText(words, x, y);
}
function text(words, x, y, size, tone, face = BAGEL, fit) {
  ctx.font = `${size}px ${face}`;
  ctx.textAlign = 'center';
  ctx.fillStyle = tone;
  ctx.fillText(words, x, y, fit);
}
function wrap(words, x, y, size, tone, width, gap) {
  ctx.font = `${size}px ${PLAIN}`;
  let line = '';
  words.split(' ').forEach((word) => {
    if (line && ctx.measureText(`${line} ${word}`).width > width) {
      text(line, x, y, size, tone, PLAIN);
      y += gap;
      line = word;
    } else line = line ? `${line} ${word}` : word;
  });
  text(line, x, y, size, tone, PLAIN);
}

Kiddo.buttons([
  { code: 'KeyR', label: '↺', side: 'left', aria: 'Try this maze again' },
  { code: 'Space', label: 'Shed', aria: 'Shed your skin' },
]);
/** A touch button is there only while it does something: none over the choice of mazes, and Shed only in mazes that give skins. */
function showTouch(code, on) {
  document.querySelector(`.kk-touch[data-code=${code}]`).style.visibility = on ? '' : 'hidden';
}
Kiddo.loop(update, draw);
Kiddo.start({
  title: 'Maze Mamba',
  help: 'Karibu! Welcome! Turn with the arrows, or swipe. Eat the fruit, then find the burrow. Later, Space or the Shed button drops your old skin.',
  onStart: begin,
  probe: () => asked,
});
