// The pictures: six fruits, seed and rainbow as ready-made sprites; the elephant; the tree and the land behind.
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
/** Petals or seeds: the same small disc turned round the middle. */
function ring(count, far, r, ry = r) {
  return Array.from({ length: count }, (_, i) => disc(Math.cos((i / count) * 6.283 - 1.571) * far, Math.sin((i / count) * 6.283 - 1.571) * far, r, ry)).join('');
}

// ---- one bubble: [skin, shade, light, the fruit inside it]
const FRUIT = {
  a: { name: 'mango', skin: '#FFB71F', shade: '#EE8A12', light: '#FFDD78', inside: picture(['#FFF0B8', 'M-15 6C-18 -12 2 -20 12 -10C20 -2 12 16 -4 16C-10 16 -14 12 -15 6Z'], ['#4CA64F', 'M6 -13Q10 -24 22 -22Q20 -12 6 -13Z']) },
  b: { name: 'passion fruit', skin: '#8E4FB5', shade: '#6C3593', light: '#B884DA', inside: picture(['#F7D7FF', disc(0, 0, 17)], ['#FFC629', disc(0, 0, 13)], ['#5B2B7E', ring(6, 7.5, 2.8, 3.6)]) },
  c: { name: 'hibiscus', skin: '#FF5C8A', shade: '#DE3169', light: '#FF9DB8', inside: picture(['#FFE3EC', ring(5, 10, 8.5)], ['#FFC629', disc(0, 0, 6.5)]) },
  d: { name: 'avocado', skin: '#5DBB46', shade: '#3F9630', light: '#9ADD7C', inside: picture(['#E8F7B5', 'M0 -19C8 -19 8 -8 13 0C18 12 8 19 0 19S-18 12 -13 0C-8 -8 -8 -19 0 -19Z'], ['#8A4B2B', disc(0, 6, 8)], ['#B27446', disc(-2.500, 3.500, 2.5)]) },
  e: { name: 'berry', skin: '#2D8FE0', shade: '#1B6BB5', light: '#7CC2F5', inside: picture(['#D9F0FF', 'M0 -19L5 -7L18 -6L8 3L12 16L0 9L-12 16L-8 3L-18 -6L-5 -7Z'], ['#1B6BB5', disc(0, 0, 4.5)]) },
  f: { name: 'pawpaw', skin: '#F4562E', shade: '#CC3917', light: '#FF9672', inside: picture(['#FFE0BD', 'M0 -19Q18 0 0 19Q-18 0 0 -19Z'], ['#4A2418', disc(0, -7, 3) + disc(0, 1, 3) + disc(0, 9, 3)]) },
};

let sprites = {};
const SPRITE = R * 2 + 4;
/** Bubbles are drawn once at this screen's sharpness, then only copied. */
function makeSprites(scale) {
  sprites = {};
  for (const kind of [...Object.keys(FRUIT), SEED, RAINBOW]) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(SPRITE * scale);
    const c = canvas.getContext('2d');
    c.scale(canvas.width / SPRITE, canvas.width / SPRITE);
    c.translate(SPRITE / 2, SPRITE / 2);
    if (kind === SEED) seedBubble(c);
    else if (kind === RAINBOW) rainbowBubble(c);
    else fruitBubble(c, FRUIT[kind]);
    sprites[kind] = canvas;
  }
}
function fruitBubble(c, fruit) {
  paint(c, picture([fruit.shade, disc(0, 0, R - 1)], [fruit.skin, disc(-2, -3, R - 5)]));
  paint(c, fruit.inside);
  paint(c, picture([fruit.light, 'M-27 -6Q-24 -24 -6 -28L-5 -23Q-19 -19 -22 -5Z'], ['#FFFFFF', disc(-20, -19, 4)]));
}
function seedBubble(c) {
  paint(c, picture(['#4A3A36', disc(0, 0, R - 1)], ['#6E5850', disc(-2, -3, R - 5)], ['#8C746A', 'M-27 -6Q-24 -24 -6 -28L-5 -23Q-19 -19 -22 -5Z'], ['#4A3A36', 'M-3 -16Q3 0 -3 16Q3 18 5 14Q10 0 5 -15Q1 -19 -3 -16ZM-14 -8Q-9 0 -14 8L-10 9Q-5 0 -10 -10Z']));
}
function rainbowBubble(c) {
  ['#F4562E', '#FFB71F', '#5DBB46', '#2D8FE0', '#8E4FB5', '#FF5C8A'].forEach((colour, i) => {
    c.fillStyle = colour;
    c.beginPath();
    c.moveTo(0, 0);
    c.arc(0, 0, R - 1, (i / 6) * 6.283, ((i + 1) / 6) * 6.283 + 0.01);
    c.fill();
  });
  paint(c, picture(['#FFFFFF', 'M0 -20L6 -6L20 0L6 6L0 20L-6 6L-20 0L-6 -6Z'], ['#FFFFFFAA', 'M-27 -6Q-24 -24 -6 -28L-5 -23Q-19 -19 -22 -5Z']));
}
function drawBubble(ctx, kind, x, y, size = 1) {
  const w = SPRITE * size;
  ctx.drawImage(sprites[kind], x - w / 2, y - w / 2, w, w);
}

// ---- the elephant calf, seen from the front; the trunk is drawn apart so that it can aim. (0, 0) = root of the trunk
const EAR = picture(['#7F93B8', 'M-52 -34C-104 -84 -164 -54 -156 14C-150 64 -100 72 -62 42Z'], ['#E9A3B4', 'M-70 -22C-104 -54 -142 -34 -136 12C-132 44 -100 50 -74 28Z']);
const CALF = picture(
  ['#7F93B8', 'M-100 210C-110 110 -70 60 0 60S110 110 100 210Z'], ['#93A7CB', 'M-86 210C-92 116 -60 72 0 72Q-30 110 -26 210Z'], ['#6A7DA3', box(-92, 150, 54, 70, 26)], ['#6A7DA3', box(38, 150, 54, 70, 26)]);
const CALF_HEAD = picture(['#8DA1C6', disc(0, 8, 80, 72)], ['#A3B6D8', 'M-76 -8C-66 -62 -6 -76 36 -56C-10 -50 -44 -30 -58 20Q-76 20 -76 -8Z'], ['#F1B3C0', disc(-48, 38, 13, 9)], ['#F1B3C0', disc(48, 38, 13, 9)]);
const CALF_EYES = picture(['#FFFFFF', disc(-34, 4, 15)], ['#FFFFFF', disc(34, 4, 15)]);
const CALF_CLOTH = picture(['#E23B24', 'M-52 -50Q0 -88 52 -50L44 -30Q0 -64 -44 -30Z'], ['#FFC629', 'M0 -72L8 -60L0 -48L-8 -60ZM-28 -62L-21 -52L-30 -42L-36 -52ZM28 -62L36 -52L30 -42L21 -52Z']);

function drawCalf(ctx, angle, time, puffed, happy) {
  const flap = Math.sin(time * 2.2) * 0.05 + happy * 0.25;
  for (const side of [1, -1]) {
    ctx.save();
    ctx.scale(side, 1);
    ctx.rotate(flap);
    paint(ctx, EAR);
    ctx.restore();
  }
  paint(ctx, CALF);
  paint(ctx, CALF_HEAD);
  paint(ctx, CALF_CLOTH);
  paint(ctx, CALF_EYES);
  ctx.fillStyle = '#1b1020';
  for (const x of [-34, 34]) {
    ctx.beginPath();
    ctx.arc(x + Math.cos(angle) * 6, 4 + Math.sin(angle) * 6, 8.5, 0, 7);
    ctx.fill();
  }
  drawTrunk(ctx, angle, puffed);
}
/** A chain of discs gets thinner towards the tip and bends from the face to the aim. */
const TRUNK_LONG = 100;
function drawTrunk(ctx, angle, puffed) {
  const parts = 9;
  for (let i = 0; i <= parts; i++) {
    const t = i / parts;
    const far = TRUNK_LONG * t * (1 - puffed * 0.22);
    const bend = Math.sin(t * Math.PI) * 10 * Math.sign(Math.cos(angle) || 1);
    const x = Math.cos(angle) * far - Math.sin(angle) * bend * -0.6;
    const y = 34 + (Math.sin(angle) * TRUNK_LONG - 34) * t * (1 - puffed * 0.22);
    ctx.fillStyle = i % 2 ? '#8DA1C6' : '#7F93B8';
    ctx.beginPath();
    ctx.arc(x, y, 34 - t * 13 + puffed * 10 * (1 - t), 0, 7);
    ctx.fill();
  }
}

// ---- land and tree. Three times of day follow one another through the twelve trees
const LANDS = [
  { sky: '#FFD873', ring: '#FFE08C', sun: '#FFF2C2', hill: '#F2A83B', hill2: '#D9822B', grass: '#8BB63C', grass2: '#6F9A2B' },
  { sky: '#8FDDE0', ring: '#A3E5E6', sun: '#FFF4C4', hill: '#5EC0B4', hill2: '#3DA394', grass: '#7DBB4A', grass2: '#62A035' },
  { sky: '#FF9F8A', ring: '#FFB09B', sun: '#FFE3B0', hill: '#E0706F', hill2: '#BF5465', grass: '#6E9C54', grass2: '#58833F' },
  { sky: '#5267B5', ring: '#6076C2', sun: '#FFF2C9', hill: '#3F4F9C', hill2: '#313E83', grass: '#3E7F6B', grass2: '#2F6858' },
];
const BARK = '#9A6A4F';
const BARK_DARK = '#7E5340';
const BARK_LIGHT = '#B58565';
function baobab(c, x, base, size) {
  c.save();
  c.translate(x, base);
  c.scale(size, size);
  paint(c, picture(
    [BARK, 'M-150 0Q-96 -20 -100 -150Q-108 -330 -90 -420L-150 -520L-128 -530L-74 -462L-40 -560L-14 -556L-16 -470L36 -560L60 -548L40 -452L116 -520L132 -504L84 -410Q104 -300 100 -150Q98 -20 150 0Z'],
    [BARK_DARK, 'M40 -452L116 -520L132 -504L84 -410Q104 -300 100 -150Q98 -20 150 0H50Q66 -200 40 -452Z'],
    [BARK_LIGHT, 'M-70 -400Q-84 -240 -70 -90L-58 -90Q-68 -240 -52 -400ZM-20 -330Q-30 -200 -16 -50L-6 -50Q-14 -200 -4 -330Z']));
  for (const [dx, dy, r] of [[-150, -540, 62], [-60, -590, 78], [50, -590, 74], [130, -530, 60]]) paint(c, picture(['#4E9B4A', disc(dx, dy, r, r * 0.7)], ['#6DB85C', disc(dx - r * 0.2, dy - r * 0.2, r * 0.7, r * 0.4)]));
  c.restore();
}
function acacia(c, x, y, s, dark) {
  c.save();
  c.translate(x, y);
  c.scale(s, s);
  paint(c, picture([dark, 'M-3 0C-4 -16 -6 -24 -4 -34L-22 -41L-20 -44L-4 -36L0 -22C6 -30 12 -34 18 -42L21 -39C14 -32 6 -26 3 -18L4 0Z'], [dark, disc(-14, -44, 24, 9)], [dark, disc(16, -45, 24, 9)], [dark, disc(0, -52, 26, 9)]));
  c.restore();
}

/** Everything that stands still, painted once on a canvas of its own. `lay`: where the board is (see game.js). */
function paintLand(c, width, height, land, lay) {
  c.fillStyle = land.sky;
  c.fillRect(0, 0, width, height);
  const sunX = width * (lay.tall ? 0.84 : 0.5);
  const sunY = height * (lay.tall ? 0.34 : 0.5);
  for (const [colour, r] of [[land.ring, 330], [land.sun, 110]]) {
    c.fillStyle = colour;
    c.beginPath();
    c.arc(sunX, sunY, r, 0, 7);
    c.fill();
  }
  const ground = height * (lay.tall ? 0.86 : 0.82);
  paint(c, picture([land.hill, `M0 ${ground - 120}Q${width * 0.3} ${ground - 220} ${width * 0.55} ${ground - 110}T${width} ${ground - 150}V${height}H0Z`], [land.hill2, `M0 ${ground - 40}Q${width * 0.25} ${ground - 100} ${width * 0.5} ${ground - 46}T${width} ${ground - 70}V${height}H0Z`]));
  acacia(c, width * (lay.tall ? 0.93 : 0.955), ground - 40, 2.2, land.hill2);
  if (lay.tall) acacia(c, width * 0.76, ground - 30, 1.5, land.hill2);
  acacia(c, width * (lay.tall ? 0.1 : 0.05), ground - 30, lay.tall ? 2 : 1.7, land.hill2);
  paint(c, picture([land.grass, `M0 ${ground + 12}Q${width / 2} ${ground - 22} ${width} ${ground + 12}V${height}H0Z`]));
  c.fillStyle = land.grass2;
  for (let i = 0; i < 26; i++) {
    const x = (i * 397) % width;
    const y = ground + 44 + ((i * 83) % Math.max(20, height - ground - 40));
    c.fill(new Path2D(`M${x - 12} ${y}l6 -18l5 14l5 -22l5 22l5 -14l4 18z`));
  }
  // The board's own air: a pale pane, so that every fruit stands out from the land.
  c.save();
  c.translate(lay.x, 0);
  c.fillStyle = '#FFFBEA';
  c.globalAlpha = 0.55;
  c.fillRect(0, 0, lay.wide, lay.line);
  c.restore();
  if (lay.tall) return;
  trunk(c, lay.x - 4, ground + 34, -1, Math.min(230, lay.x - 40));
  trunk(c, lay.x + lay.wide + 4, ground + 34, 1, Math.min(230, lay.x - 40));
}

/** A baobab's trunk that stands beside the board: the wall that bubbles bounce off. edge: its straight side; side: where the rest of it is. */
function trunk(c, edge, foot, side, wide) {
  c.save();
  c.translate(edge, foot);
  c.scale(side, 1);
  const w = wide;
  paint(c, picture([BARK_DARK, `M0 0C-4 -60 2 -120 0 -200V-700H${w * 0.9}C${w * 0.8} -400 ${w * 0.72} -160 ${w * 1.04} 0Q${w * 0.86} 12 ${w * 0.74} -6Q${w * 0.6} 22 ${w * 0.44} 2Q${w * 0.24} 22 0 0Z`]));
  paint(c, picture([BARK, `M0 0C-4 -60 2 -120 0 -200V-700H${w * 0.62}C${w * 0.56} -400 ${w * 0.5} -160 ${w * 0.66} -4Q${w * 0.5} 14 ${w * 0.44} 2Q${w * 0.24} 22 0 0Z`]));
  c.globalAlpha = 0.5;
  paint(c, picture([BARK_LIGHT, box(w * 0.14, -520, 10, 180, 5), box(w * 0.3, -430, 8, 120, 4), box(w * 0.2, -170, 10, 110, 5), box(w * 0.42, -250, 8, 130, 4)]));
  c.restore();
}

// ---- the crown of the tree: leaves over the whole width and the branch the fruit hangs from; it sinks as the game goes on
const CROWN = 640; // tall enough to fill the screen's top however far it sinks; the branch is its last part
const LEAF = ['#3F8A42', '#4E9B4A', '#6DB85C'];
function paintCrown(c, wide) {
  c.fillStyle = LEAF[0];
  c.fillRect(0, 0, wide, CROWN - 40);
  for (let row = 0; row < 5; row++) {
    const y = CROWN - 84 - (4 - row) * 74;
    for (let i = -1; i * 96 < wide + 96; i++) {
      const x = i * 96 + (row % 2) * 48;
      const r = 50 + (((i + 3) * 29 + row * 13) % 20);
      paint(c, picture([row === 4 ? LEAF[0] : LEAF[1], disc(x, y + ((i * 17) % 12), r, r * 0.62)]));
      if (row % 2 === 0) paint(c, picture([row === 4 ? LEAF[1] : LEAF[2], disc(x - r * 0.18, y - 12 + ((i * 17) % 12), r * 0.62, r * 0.3)]));
    }
  }
  paint(c, picture([BARK_DARK, box(-30, CROWN - 44, wide + 60, 44, 18)], [BARK, box(-30, CROWN - 48, wide + 60, 34, 16)]));
  for (let x = 40; x < wide; x += 260) paint(c, picture([BARK_LIGHT, box(x, CROWN - 42, 120, 8, 4)], [LEAF[2], `M${x + 180} ${CROWN - 40}q30 -34 62 -8q-26 26 -62 8z`], [LEAF[1], `M${x + 190} ${CROWN - 36}q-30 -30 -58 -4q24 24 58 4z`]));
}
