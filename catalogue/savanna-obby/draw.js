// Draws the course: sky, hills, islands, things, the runner, then words.
'use strict';

const DISPLAY = '"Bagel Fat One", system-ui, sans-serif';
// As wide as a phone that lies down and as high as one that stands, so that no bars are left.
const WIDE = Math.round(720 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
const stage = Kiddo.stage({ width: WIDE, height: 720, portrait: { width: 720, height: Math.round(720 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#22908C' });
const ctx = stage.ctx;
const CLOUD = new Path2D('M0 0a25 25 0 0 1 8 -48a38 38 0 0 1 71 -10a29 29 0 0 1 46 21a19 19 0 0 1 4 38Z');
const CLOUDS = [[80, 150, 1], [420, 300, 1.5], [760, 110, 0.8], [1010, 420, 1.2], [1300, 220, 1.4], [1560, 520, 1]];
const CLOUD_LAP = 1800;
const view = { width: 1280, height: 720, zoom: 1, tall: false }; // what the camera sees, in course units
let backdrop = null; // sky and sun, painted once a course and size

function paintBackdrop(look) {
  const scale = stage.canvas.width / stage.width;
  const canvas = document.createElement('canvas');
  canvas.width = stage.canvas.width;
  canvas.height = stage.canvas.height;
  const c = canvas.getContext('2d');
  c.scale(scale, scale);
  c.fillStyle = look.sky;
  c.fillRect(0, 0, stage.width, stage.height);
  const x = stage.width * 0.76;
  const y = stage.height * 0.24;
  c.fillStyle = look.ray;
  c.beginPath();
  for (let i = 0; i < 14; i++) {
    const a = (i / 14) * Math.PI * 2;
    c.moveTo(x, y);
    c.lineTo(x + Math.cos(a) * 2000, y + Math.sin(a) * 2000);
    c.lineTo(x + Math.cos(a + 0.224) * 2000, y + Math.sin(a + 0.224) * 2000);
  }
  c.fill();
  for (const [colour, r] of [[look.halo, 100], [look.sun, 70]]) {
    c.fillStyle = colour;
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.fill();
  }
  backdrop = { canvas, look };
}

function drawBackdrop(look, cam) {
  if (!backdrop || backdrop.look !== look || backdrop.canvas.width !== stage.canvas.width || backdrop.canvas.height !== stage.canvas.height) paintBackdrop(look);
  ctx.drawImage(backdrop.canvas, 0, 0, stage.width, stage.height);
  ctx.fillStyle = look.cloud;
  for (const [x, y, size] of CLOUDS) {
    const left = ((((x - cam.x * 0.12 * size) % CLOUD_LAP) + CLOUD_LAP) % CLOUD_LAP) - 200;
    if (left > stage.width) continue;
    ctx.save();
    ctx.translate(left, y * (stage.height / 720) - cam.y * 0.05);
    ctx.scale(size, size);
    ctx.fill(CLOUD);
    ctx.restore();
  }
  hills(look.hill, 0.12, 190, 46, 620, cam);
  hills(look.hill2, 0.22, 110, 34, 470, cam);
}
function hills(colour, depth, high, swell, wide, cam) {
  const base = stage.height - high - Math.max(-60, Math.min(120, -cam.y * depth * 0.1));
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(0, stage.height);
  for (let x = 0; x <= stage.width + 40; x += 40) ctx.lineTo(x, base + Math.sin(((x + cam.x * depth) / wide) * 6.28) * swell);
  ctx.lineTo(stage.width + 40, stage.height);
  ctx.fill();
}

// ---- the course
function pictureOf(s) {
  if (!s.picture) {
    if (s.kind === 'island') s.picture = islandPicture(s.w);
    else if (s.kind === 'clay') s.picture = clayPicture(s.w);
    else if (s.kind === 'rock') s.picture = rockPicture(s.w);
    else s.picture = wallPicture(s.w, s.h, s.kind === 'hang');
  }
  return s.picture;
}
function drawSolid(s, time) {
  if (s.away > 0.35) return;
  ctx.save();
  const jitter = s.shake > 0 ? Math.sin(time * 70) * 3 : 0;
  ctx.translate(s.x + jitter, s.y + (s.shake > 0 ? s.shake * 8 : 0));
  if (s.away > 0) ctx.globalAlpha = 1 - s.away / 0.35;
  paint(ctx, pictureOf(s));
  // Wide islands carry a tree or some grass, always the same ones.
  if (s.kind === 'island') {
    if (s.order % 3 === 0 && s.w >= 300) standing(ACACIA, s.w - 48, 1.5);
    standing(TUFT, 26 + ((s.order * 37) % 60), 0.9);
    if (s.w > 260) standing(TUFT, s.w * 0.55, 0.7);
  }
  ctx.restore();
}
function standing(parts, x, size) {
  ctx.save();
  ctx.translate(x, 2);
  ctx.scale(size, size);
  paint(ctx, parts);
  ctx.restore();
}
function put(parts, x, y, sx = 1, sy = 1) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(sx, sy);
  paint(ctx, parts);
  ctx.restore();
}

function drawCourse(world, cam) {
  const seen = (x, room = 200) => x > cam.x - room && x < cam.x + view.width + room;
  for (const s of world.solids) if (s.x < cam.x + view.width + 60 && s.x + s.w > cam.x - 60) drawSolid(s, world.time);
  for (const flag of world.flags) {
    if (!seen(flag.x)) continue;
    put(FLAG_POLE, flag.x, flag.y + 4);
    if (flag.up) put(FLAG_UP, flag.x, flag.y + 4, 1, 1 + Math.sin(world.time * 7 + flag.x) * 0.06);
    else put(FLAG_DOWN, flag.x, flag.y + 4);
  }
  if (world.goal && seen(world.goal.x)) {
    put(GOAL, world.goal.x, world.goal.y + 3);
    put(DRUM_BODY, world.goal.x, world.goal.y + 3, 1.2, 1.2 + Math.sin(world.time * 8) * 0.05);
  }
  for (const thorn of world.thorns) if (seen(thorn.x)) put(THORNS, thorn.x, thorn.y + 3);
  for (const drum of world.drums) if (seen(drum.x)) put(DRUM_BODY, drum.x, drum.y + 3, 1 + drum.squash * 0.2, 1 - drum.squash * 0.4);
  for (const coin of world.coins) {
    if (coin.taken || !seen(coin.x)) continue;
    put(COIN, coin.x, coin.y + Math.sin(world.time * 3 + coin.x) * 4, Math.abs(Math.cos(world.time * 2.2 + coin.x * 0.01)) * 0.8 + 0.2, 1);
  }
  for (const heart of world.hearts) if (!heart.taken && seen(heart.x)) put(HEART, heart.x, heart.y + Math.sin(world.time * 4) * 5, 1.2, 1.2);
  for (const bird of world.birds) {
    if (!seen(bird.x)) continue;
    ctx.save();
    ctx.translate(bird.x, bird.y + Math.sin(world.time * 6) * 5);
    ctx.scale(bird.face, 1);
    paint(ctx, BIRD);
    ctx.scale(1, Math.cos(world.time * 14));
    paint(ctx, WING);
    ctx.restore();
  }
}

function drawRunner(world, blink) {
  const hero = world.hero;
  if (blink) return;
  ctx.save();
  ctx.translate(hero.x, hero.y + 3);
  if (hero.on) {
    ctx.fillStyle = '#00000026';
    ctx.beginPath();
    ctx.ellipse(0, 0, 24, 5, 0, 0, 7);
    ctx.fill();
  }
  ctx.scale(hero.face * (1 + hero.squash * 0.6), 1 - hero.squash);
  const climbing = hero.wall && !hero.on;
  if (climbing) ctx.rotate(-0.12);
  drawHero(ctx, { stride: hero.x * 0.05 + (climbing ? hero.y * 0.08 : 0), run: hero.on || climbing ? Math.min(1, Math.max(Math.abs(hero.vx) / RUN, climbing ? 1 : 0)) : 0, air: !hero.on && !climbing, rise: hero.vy < 0, cling: climbing });
  ctx.restore();
}

// ---- words
function words(text, x, y, size, colour = '#FFFFFF', align = 'center') {
  ctx.font = `${size}px ${DISPLAY}`;
  ctx.textAlign = align;
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.22;
  ctx.strokeStyle = '#0C2A30';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
/** Fits a sentence between margins, over as many lines as it needs. */
function paragraph(text, y, size, colour) {
  ctx.font = `${size}px ${DISPLAY}`;
  let line = '';
  for (const word of [...text.split(' '), null]) {
    if (word === null || ctx.measureText(`${line} ${word}`).width > stage.width - 120) {
      words(line, stage.width / 2, y, size, colour);
      y += size * 1.25;
      line = word || '';
    } else line = line ? `${line} ${word}` : word;
  }
}

/** One line on a dark ground, to be read at a glance. */
function pill(text, x, y) {
  const size = Math.max(32, 17 / stage.scale);
  ctx.font = `${size}px ${DISPLAY}`;
  const half = ctx.measureText(text).width / 2 + size;
  ctx.fillStyle = '#0C2A30E6';
  ctx.beginPath();
  ctx.roundRect(x - half, y - size, half * 2, size * 2, size);
  ctx.fill();
  ctx.textAlign = 'center';
  ctx.fillStyle = '#FFC629';
  ctx.fillText(text, x, y + size * 0.34);
}

/** The map: one round stone a course; those not reached yet are pale. Also tells where each stone is. */
function stones() {
  const tall = stage.height > stage.width;
  const columns = tall ? 2 : 4;
  const gapX = tall ? 250 : 230;
  const gapY = 190;
  const rows = Math.ceil(LEVELS.length / columns);
  return LEVELS.map((_, i) => ({
    x: stage.width / 2 + ((i % columns) - (columns - 1) / 2) * gapX,
    y: stage.height / 2 + 60 + (Math.floor(i / columns) - (rows - 1) / 2) * gapY, r: 66,
  }));
}
function drawMap(chosen, reached, time) {
  ctx.fillStyle = '#0C2A3099';
  ctx.fillRect(0, 0, stage.width, stage.height);
  const top = stage.height / 2 - (stage.height > stage.width ? 420 : 200);
  words('Pick a course', stage.width / 2, top, 56);
  words(LEVELS[chosen].name, stage.width / 2, top + 58, 40, '#FFE28A');
  stones().forEach((stone, i) => {
    const open = i <= reached;
    const grow = i === chosen ? 1.08 + Math.sin(time * 6) * 0.04 : 1;
    ctx.save();
    ctx.translate(stone.x, stone.y);
    ctx.scale(grow, grow);
    ctx.translate(-66, -24);
    ctx.globalAlpha = open ? 1 : 0.4;
    paint(ctx, STONE);
    ctx.restore();
    ctx.globalAlpha = open ? 1 : 0.5;
    words(String(i + 1), stone.x, stone.y + 4, 54, i === chosen ? '#FFC629' : '#FFFFFF');
    ctx.globalAlpha = 1;
  });
}
const STONE = islandPicture(132);
