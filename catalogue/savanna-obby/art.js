// Pictures of the course and the runner, in the cover's hand. Built once as paths; y = 0 is the ground.
'use strict';

/** A rounded box as path text (roundRect is missing on older phones). */
function box(x, y, w, h, r = 0) {
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}
const disc = (x, y, r, ry = r) => `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`;
const picture = (...parts) => parts.map(([fill, path]) => [fill, new Path2D(path)]);
function paint(ctx, parts) {
  for (const [fill, path] of parts) {
    ctx.fillStyle = fill;
    ctx.fill(path);
  }
}

// Four skies: morning (the cover's own), noon, evening, night.
const SKIES = [
  { sky: '#45C9C1', ray: '#5BD3CA', halo: '#FFF2B8', sun: '#FFD13B', cloud: '#D5F5EF', hill: '#2EA8A2', hill2: '#22908C' },
  { sky: '#6FC3F2', ray: '#86CEF5', halo: '#FFF6CC', sun: '#FFD84D', cloud: '#E6F6FF', hill: '#4C9BD6', hill2: '#3A84BF' },
  { sky: '#FF9D66', ray: '#FFAE78', halo: '#FFE9B0', sun: '#FFD13B', cloud: '#FFE0C4', hill: '#E5703F', hill2: '#C9552F' },
  { sky: '#2B3A86', ray: '#34459A', halo: '#5566B8', sun: '#FFF2C9', cloud: '#5B6BC0', hill: '#212D6E', hill2: '#182259' },
];

// ---- ground. Islands are any width, so their paths are made once each and kept on the solid itself.
const SOIL = '#C9612F';
const SOIL_DARK = '#A94A24';
const GRASS = '#8FD14F';
const GRASS_LIGHT = '#B4E575';
function islandPicture(w) {
  const slope = Math.min(w / 2 - 26, 110); // wide islands have a flat bottom, narrow ones come to a point
  const deep = 56 + slope * 0.7;
  const flat = w - 52 - 2 * slope;
  const dark = Math.max(w / 2, w - slope - 60);
  return picture(
    [SOIL, `M6 10H${w - 6}V36Q${w - 6} 50 ${w - 20} 54L${w - 20 - slope} ${deep}q-6 8 -14 6H${w - 40 - slope - flat * 0.9}q-8 2 -14 -6L20 54Q6 50 6 36Z`],
    [SOIL_DARK, `M${dark} 10H${w - 6}V36Q${w - 6} 50 ${w - 20} 54L${w - 20 - slope} ${deep}q-6 8 -14 6H${dark - 20}z`],
    [GRASS, box(0, 0, w, 24, 12)], [GRASS_LIGHT, box(0, 0, w, 11, 5.5)]);
}
function wallPicture(w, h, hanging) {
  const bands = [];
  for (let y = 50; y < h - 30; y += 84) bands.push(`M0 ${y}h${w * 0.55}v16h${-w * 0.55}zM${w * 0.62} ${y + 42}h${w * 0.38}v16h${-w * 0.38}z`);
  return picture(
    ['#D9793F', box(0, 0, w, h, 12)], ['#B9582B', `M${w * 0.62} 0h${w * 0.38 - 12}a12 12 0 0 1 12 12v${h - 24}a12 12 0 0 1-12 12h${12 - w * 0.38}z`], ['#A94A24', bands.join('') || 'M0 0z'],
    ...(hanging ? [['#8FD14F', `M0 ${h - 12}q6 34 12 4q8 44 18 4q8 30 16 2q8 36 14 -10z`]] : [['#8FD14F', box(-6, 0, w + 12, 22, 11)], ['#B4E575', box(-6, 0, w + 12, 10, 5)]]));
}
function clayPicture(w) {
  return picture(['#8A5A8F', box(3, 4, w - 6, 24, 8)], ['#B583B8', box(2, 0, w - 4, 20, 8)], ['#D5AFD6', box(2, 0, w - 4, 8, 4)], ['#7A4B80', `M${w * 0.28} 0l7 8l-5 4l8 8h-4l-9 -8l5 -4l-6 -8zM${w * 0.74} 0l-8 6l6 5l-9 9h-4l8 -9l-6 -5l8 -6z`]);
}
function rockPicture(w) {
  return picture(['#5D5A86', `M8 14H${w - 8}L${w - 30} 40Q${w / 2} 60 30 40Z`], ['#4A4770', `M${w / 2} 14H${w - 8}L${w - 30} 40Q${w * 0.7} 50 ${w / 2} 50Z`], ['#8E8BC0', box(0, 0, w, 22, 11)], ['#B9B7E2', box(0, 0, w, 9, 4.5)]);
}

const ACACIA = picture(
  ['#7A3B22', 'M-3 0C-4 -16 -6 -24 -4 -34L-22 -41L-20 -44L-4 -36L0 -22C6 -30 12 -34 18 -42L21 -39C14 -32 6 -26 3 -18L4 0Z'],
  ['#3E9B4F', disc(-14, -44, 24, 9)], ['#3E9B4F', disc(16, -45, 24, 9)], ['#55B85C', disc(0, -52, 26, 9)]);
const TUFT = picture(['#6DB83A', 'M-14 0L-9 -20L-4 -4L0 -26L5 -4L10 -18L14 0Z']);
const THORNS = picture(['#2F6B4A', 'M-30 2L-24 -22L-15 -6L-8 -36L0 -8L9 -38L15 -6L24 -24L30 2Z'], ['#43875F', 'M-30 2L-24 -22L-20 2ZM-12 2L-8 -36L-4 2ZM5 2L9 -38L13 2Z'], ['#FF5C8A', disc(-8, -36, 4)], ['#FF5C8A', disc(9, -38, 4)]);
const DRUM_BODY = picture(['#8A4B2B', 'M-34 -34H34L24 0H-24Z'], ['#E23B24', 'M-33 -30H33L30 -20H-30Z'], ['#FFC629', 'M-30 -20L-20 -4L-10 -20L0 -4L10 -20L20 -4L30 -20L26 -6H-26Z'], ['#FFF1D2', disc(0, -34, 36, 9)], ['#EBD3A0', disc(0, -33, 26, 5.5)]);
const COIN = picture(['#D18A00', disc(0, 3, 17)], ['#FFC629', disc(0, 0, 17)], ['#E0A112', 'M0 -13.500a13.5 13.5 0 1 0 .1 0zM0 -11a11 11 0 1 1 -.1 0z'], ['#C98A00', 'M-4 -7L8.500 0L-4 7Z']);
const HEART = picture(['#E2325F', 'M0 18C-30 -2 -22 -22 -8 -20Q-2 -19 0 -12Q2 -19 8 -20C22 -22 30 -2 0 18Z'], ['#FF7FA0', disc(-9, -10, 5)]);
const BIRD = picture(['#2B2350', 'M-34 -4Q-50 -8 -54 2Q-42 8 -30 6Z'], ['#3D3278', disc(-6, 0, 28, 18)], ['#FFFFFF', disc(-2, 8, 18, 9)], ['#3D3278', disc(20, -12, 14)], ['#FF8A3D', 'M30 -22Q52 -18 54 -4Q42 -8 30 -6Z'], ['#FFFFFF', disc(23, -15, 5)], ['#1b1020', disc(24.500, -15, 2.8)]);
const WING = picture(['#5A4BA6', 'M14 0Q0 -34 -32 -32Q-26 -8 -8 4Z']);
const FLAG_POLE = picture(['#7A3B22', box(-4, -120, 8, 120, 3)], ['#FFC629', disc(0, -122, 8)]);
const FLAG_UP = picture(['#E23B24', 'M4 -114H62L50 -92L62 -70H4Z'], ['#FFC629', 'M4 -100H54L50 -92L54 -84H4Z']);
const FLAG_DOWN = picture(['#CFE0D8', 'M4 -40H40L32 -26L40 -12H4Z']);
// The goal: a gate of two posts with a kanga banner and the big drum under it.
const GOAL = picture(['#7A3B22', box(-84, -170, 14, 170, 4)], ['#7A3B22', box(70, -170, 14, 170, 4)], ['#0E7C86', 'M-90 -178H90V-132Q0 -112 -90 -132Z'], ['#FFC629', 'M-70 -168L-56 -152L-70 -136L-84 -152ZM-28 -168L-14 -150L-28 -132L-42 -150ZM14 -168L28 -150L14 -132L0 -150ZM56 -168L70 -152L56 -136L42 -152Z'], ['#E23B24', 'M-90 -178H90V-170H-90Z']);

// ---- the runner: the cover's hero, with legs and arms that move
const HERO_BODY = picture(['#FFC629', box(-15, -2, 30, 36, 10)], ['#E23B24', 'M-15 14h30v7h-30z']);
const HERO_HEAD = picture(
  ['#2B1A1A', disc(0, -20, 25)], ['#2B1A1A', disc(-17, -32, 12)], ['#2B1A1A', disc(17, -32, 12)], ['#2B1A1A', disc(0, -42, 13)], ['#8A5030', box(-17, -30, 34, 32, 14)], ['#FF5C8A', box(-18, -30, 36, 8, 4)],
  ['#FFFFFF', disc(-5, -14, 4.6)], ['#FFFFFF', disc(10, -14, 4.6)], ['#1b1020', disc(-3.6, -14, 2.6)], ['#1b1020', disc(11.4, -14, 2.6)], ['#FFFFFF', 'M-3 -6H10Q8 2 3 2T-3 -6Z']);
const HERO_SCALE = 0.68;

function limb(ctx, colour, width, x0, y0, x1, y1) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}
/** The runner with feet at (0, 0). `pose`: { stride, run, air, rise, cling }. */
function drawHero(ctx, pose) {
  ctx.save();
  ctx.scale(HERO_SCALE, HERO_SCALE);
  ctx.translate(0, -50);
  ctx.lineCap = 'round';
  const swing = Math.sin(pose.stride) * 20 * pose.run;
  const lift = Math.max(0, Math.cos(pose.stride)) * 8 * pose.run;
  const legs = pose.air ? (pose.rise ? [[-22, 40], [20, 36]] : [[-14, 46], [14, 42]]) : [[-6 - swing, 46 - lift], [7 + swing, 46 - (8 * pose.run - lift)]];
  legs.forEach(([x, y], i) => {
    limb(ctx, '#263A8B', 12, i ? 7 : -6, 28, x, y - 4);
    limb(ctx, '#E23B24', 11, x, y, x + 7, y);
  });
  const arms = pose.air ? [[-28, -12], [30, -8]] : [[-20 + swing * 0.6, 22], [20 - swing * 0.6, 20]];
  if (pose.cling) arms[0] = arms[1] = [24, -8];
  limb(ctx, '#7A4528', 9, -12, 6, arms[0][0], arms[0][1]);
  paint(ctx, HERO_BODY);
  limb(ctx, '#7A4528', 9, 12, 6, arms[1][0], arms[1][1]);
  ctx.translate(0, Math.abs(swing) * -0.08);
  paint(ctx, HERO_HEAD);
  ctx.restore();
}
