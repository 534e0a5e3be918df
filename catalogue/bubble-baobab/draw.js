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
  ctx.restore();
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
const finger = window.matchMedia('(pointer: coarse)').matches;
Kiddo.start({
  title: 'Bubble Baobab',
  help: finger ? 'Drag to aim, let go to blow. Match three fruits of a kind!' : 'Aim with the mouse or ← →, click or press Space. Match three fruits of a kind!',
  onStart: newRun,
  probe: () => (run ? [run.shots, Math.round(aim * 40)] : 0),
});
Kiddo.loop(update, drawFrame);
