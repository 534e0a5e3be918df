// Draws a frame: land, branch and bunches, the elephant and her aim, then words.
'use strict';

const DISPLAY = '"Bagel Fat One", system-ui, sans-serif';
let landCanvas = null;
let crownCanvas = null;

function sheet(width, height, scale, painter) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const c = canvas.getContext('2d');
  c.scale(scale, scale);
  painter(c);
  return canvas;
}
function paintSheets() {
  const dots = stage.canvas.width / stage.width;
  lay.dots = dots;
  const land = LANDS[Math.floor((run ? run.level : 0) / 3) % LANDS.length];
  landCanvas = sheet(stage.width, stage.height, dots, (c) => paintLand(c, stage.width, stage.height, land, lay));
  crownCanvas = sheet(stage.width / lay.s, CROWN, dots * lay.s, (c) => paintCrown(c, stage.width / lay.s));
  makeSprites(dots * lay.s);
}

function drawFrame() {
  if (lay.dots !== stage.canvas.width / stage.width) paintSheets();
  ctx.drawImage(landCanvas, 0, 0, stage.width, stage.height);
  const show = run || SHOWCASE;
  ctx.save();
  ctx.translate(lay.x, 0);
  ctx.scale(lay.s, lay.s);
  if (show.shake > 0) ctx.translate(Math.sin(clock * 60) * 6 * show.shake, 0);
  drawLine();
  drawTree(show);
  drawShooter(show);
  drawLoose();
  for (const n of notes) {
    ctx.globalAlpha = Math.min(1, n.life * 3);
    words(n.text, n.x, n.y, n.size * Math.min(1, 0.5 + (1.2 - n.life) * 5), '#FFFFFF');
  }
  ctx.globalAlpha = 1;
  if (run && Kiddo.state !== 'title') drawBanner();
  if (run && Kiddo.state === 'playing') drawLesson();
  ctx.restore();
  if (run && run.mode === 'play' && !lay.tall && Kiddo.state !== 'title') drawPlates();
  if (run && run.mode === 'map' && Kiddo.state !== 'title') drawMap();
}
const SHOWCASE = { mode: 'play', level: 0, rows: newBoard(LEVELS[10]), sunk: 0, drops: 0, shake: 0, now: 'a', next: 'c', puffed: 0, happy: 0, calm: 9, shot: null, done: 0, banner: 0 };

/** Where bunches must not reach: a row of grass tips. */
function drawLine() {
  ctx.fillStyle = '#5F8F3A';
  for (let x = 0; x < BOARD_WIDE; x += 40) ctx.fillRect(x + 6, lay.lineY + 4, 24, 6);
}
function drawTree(show) {
  const sway = show.calm <= 2 ? Math.sin(clock * 18) * 2.5 : 0; // the branch trembles before it sinks
  const top = lay.ceil + show.sunk;
  ctx.save();
  ctx.translate(sway, 0);
  eachBubble(show.rows, (kind, r, c) => drawBubble(ctx, kind, cellX(r, c), cellY(r) + top));
  ctx.drawImage(crownCanvas, -lay.x / lay.s, top - CROWN, stage.width / lay.s, CROWN);
  ctx.restore();
  if (show.shot) drawBubble(ctx, show.shot.kind, show.shot.x, show.shot.y);
}

function drawShooter(show) {
  if (show.mode === 'play' && Kiddo.state === 'playing' && !show.shot && !show.done && !show.lost) drawGuide(show);
  drawBasket(show);
  ctx.save();
  ctx.translate(lay.from.x, lay.from.y);
  const bob = Math.sin(clock * 3) * 2 - Math.abs(Math.sin(clock * 9)) * 14 * show.happy;
  ctx.translate(0, bob);
  drawCalf(ctx, aim, clock, show.puffed, show.happy);
  ctx.restore();
  const at = tip();
  if (!show.done) drawBubble(ctx, show.now, at.x, at.y + bob, 1 - show.puffed * 0.8);
}
function drawBasket(show) {
  const { x, y } = lay.next;

  drawBubble(ctx, show.next, x, y - 20, 0.9);
  ctx.save();
  ctx.translate(x, y);
  paint(ctx, BASKET_FRONT);
  ctx.restore();
  if (lay.tall) words('Next', x, y + 90, 40, '#FFFFFF');
  else words('Next', x - 112, y + 24, 40, '#FFFFFF'); // beside it: a low screen ends just under the basket
}
const BASKET_FRONT = picture(['#B4763C', 'M-54 4H54L42 52H-42Z'], ['#D99A55', box(-58, 0, 116, 12, 6)], ['#8E5728', 'M-48 22H48L46 29H-46ZM-45 38H45L43 45H-43Z']);

/** Dots along the way the bubble will take. */
function drawGuide(show) {
  const ghost = { ...tip(), angle: aim };
  const reach = GUIDE[Math.min(show.level, GUIDE.length - 1)];
  const gap = 40;
  ctx.fillStyle = '#FFFFFF';
  for (let gone = 0, i = 0; gone < reach; gone += gap, i++) {
    if (flyShot(show.rows, ghost, gap, lay.ceil + show.sunk)) break;
    ctx.beginPath();
    ctx.arc(ghost.x, ghost.y, 9 - (gone / reach) * 4, 0, 7);
    ctx.fillStyle = '#0C2A30';
    ctx.fill();
    ctx.beginPath();
    ctx.arc(ghost.x, ghost.y, 6.5 - (gone / reach) * 3, 0, 7);
    ctx.fillStyle = '#FFFFFF';
    ctx.fill();
  }
}

function drawLoose() {
  for (const f of falls) drawBubble(ctx, f.kind, f.x, f.y);
  for (const p of pops) {
    const t = p.wait > 0 ? 0 : 1 - p.life / 0.22;
    ctx.globalAlpha = 1 - t;
    drawBubble(ctx, p.kind, p.x, p.y, 1 + t * 0.6);
  }
  ctx.globalAlpha = 1;
  for (const b of bits) {
    ctx.fillStyle = b.colour;
    ctx.beginPath();
    ctx.arc(b.x, b.y, b.size * Math.min(1, b.life * 3), 0, 7);
    ctx.fill();
  }
}

const LEAST = 14.2; // screen pixels: no word is smaller
function words(text, x, y, wanted, colour) {
  const size = Math.max(wanted, LEAST / (stage.scale * lay.s));
  ctx.font = `${size}px ${DISPLAY}`;
  ctx.textAlign = 'center';
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.22;
  ctx.strokeStyle = '#0C2A30';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
function drawBanner() {
  const mid = BOARD_WIDE / 2;
  const y = lay.ceil + 330;
  if (run.done > 0) {
    words('Tree picked!', mid, y, 88, '#FFC629');
    words(run.spare ? `Few shots: +${run.spare}` : 'Nice aim!', mid, y + 70, 50, '#FFFFFF');
  } else if (run.lost > 0) words('They reached the grass!', mid, y, 54, '#FFFFFF');
  else if (run.banner > 0) {
    ctx.globalAlpha = Math.min(1, run.banner * 2);
    words(LEVELS[run.level].name, mid, lay.lineY - 60, 72, '#FFFFFF');
    words(`Tree ${run.level + 1} of ${LEVELS.length}`, mid, lay.lineY - 4, 44, '#FFE28A');
    ctx.globalAlpha = 1;
  }
}
const finger = window.matchMedia('(pointer: coarse)').matches;
/** Until the first bubble flies: what to do. */
function drawLesson() {
  if (run.mode !== 'play' || run.level > 0 || run.used > 0) return;
  const text = finger ? 'Drag to aim, let go to blow' : 'Aim and click, or ← → and Space';
  const size = Math.max(38, LEAST / (stage.scale * lay.s));
  const y = lay.lineY - 210;
  ctx.font = `${size}px ${DISPLAY}`;
  const half = ctx.measureText(text).width / 2 + size * 0.8;
  ctx.fillStyle = '#0C2A30E6';
  ctx.beginPath();
  ctx.roundRect(BOARD_WIDE / 2 - half, y - size, half * 2, size * 2, size);
  ctx.fill();
  ctx.textAlign = 'center';
  ctx.fillStyle = '#FFC629';
  ctx.fillText(text, BOARD_WIDE / 2, y + size * 0.34);
}

/** Two wooden plates on the trunks of a wide screen: which tree this is, and how long until the branch sinks. */
function drawPlates() {
  const wide = Math.min(210, lay.x - 60);
  const y = stage.height * 0.4;
  plate(lay.x - 14 - wide, y, wide, 124);
  const left = lay.x - 14 - wide / 2;
  plateText(`Tree ${run.level + 1} of ${LEVELS.length}`, left, y + 50, 26, '#FFE28A', wide);
  plateText(LEVELS[run.level].name, left, y + 90, 30, '#FFFFFF', wide);
  const x = lay.x + lay.wide + 14;
  plate(x, y, wide, 124);
  plateText('Branch sinks in', x + wide / 2, y + 46, 22, '#FFE28A', wide);
  const { calm } = LEVELS[run.level];
  const step = Math.min(22, (wide - 30) / calm);
  for (let i = 0; i < calm; i++) {
    ctx.fillStyle = i < run.calm ? (run.calm <= 2 ? '#FF8A5C' : '#8FD14F') : '#5A3418';
    ctx.beginPath();
    ctx.arc(x + wide / 2 + (i - (calm - 1) / 2) * step, y + 84 + (i < run.calm && run.calm <= 2 ? Math.sin(clock * 10) * 3 : 0), step * 0.38, 0, 7);
    ctx.fill();
  }
}
function plate(x, y, w, h) {
  for (const [colour, dy] of [['#4A2A14', 6], ['#8E5728', 0]]) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.roundRect(x, y + dy, w, h, 18);
    ctx.fill();
  }
  ctx.fillStyle = '#7A481F';
  ctx.beginPath();
  ctx.roundRect(x + 8, y + 8, w - 16, h - 16, 12);
  ctx.fill();
}
function plateText(text, x, y, size, colour, fit) {
  ctx.font = `${Math.max(size, LEAST / stage.scale)}px ${DISPLAY}`;
  ctx.textAlign = 'center';
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y, fit - 26);
}
function drawMap() {
  ctx.fillStyle = '#0C2A30B3';
  ctx.fillRect(0, 0, stage.width, stage.height);
  const top = stage.height / 2 - (lay.tall ? 400 : 190);
  words('Pick a tree', stage.width / 2, top, 60, '#FFFFFF');
  words(LEVELS[run.chosen].name, stage.width / 2, top + 62, 42, '#FFE28A');
  const { reached } = kept();
  mapSpots().forEach((spot, i) => {
    ctx.globalAlpha = i <= reached ? 1 : 0.35;
    drawBubble(ctx, 'abcdef'[i % 6], spot.x, spot.y, i === run.chosen ? 1.9 + Math.sin(clock * 6) * 0.06 : 1.6);
    words(String(i + 1), spot.x, spot.y + 20, 56, '#FFFFFF');
  });
  ctx.globalAlpha = 1;
}

measure();
Kiddo.start({
  title: 'Bubble Baobab',
  help: finger ? 'Drag to aim, let go to blow. Match three fruits of a kind!' : 'Aim with the mouse or ← →, click or press Space. Match three fruits of a kind!',
  onStart: newRun,
  probe: () => (run ? [run.shots, Math.round(aim * 40)] : 0),
});
Kiddo.loop(update, drawFrame);
