// Rhinos from above, the drum, the mud and the crowd. Flat shapes, no outlines, built once as paths.
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

// ---- a rhino that looks to the right; (0, 0) is the middle of its body
const rhinos = {};
function rhinoParts(hide, belt) {
  const key = hide + belt;
  if (rhinos[key]) return rhinos[key];
  const [back, light, shade] = HIDES[hide];
  const [cloth, pattern] = BELTS[belt];
  rhinos[key] = {
    foot: picture([shade, disc(0, 0, 17, 14)], ['#F4E7C8', disc(13, -7, 4.5) + disc(15, 0, 4.5) + disc(13, 7, 4.5)]),
    body: picture(
      [shade, 'M-52 -4Q-74 -10 -80 -2Q-74 4 -68 2Q-60 6 -52 6Z'], [shade, disc(-8, 3, 56, 45)], [back, disc(-8, 0, 56, 44)], [light, 'M-58 -14Q-40 -42 0 -40Q34 -38 40 -16Q10 -30 -20 -24Q-44 -20 -58 -14Z'],
      [cloth, 'M-30 -41Q-16 -45 -2 -44Q6 0 -2 44Q-16 45 -30 41Q-22 0 -30 -41Z'], [pattern, 'M-12 -34l8 10l-8 10l-8 -10zM-10 -10l8 10l-8 10l-8 -10zM-12 14l8 10l-8 10l-8 -10z']),
    head: picture(
      [shade, 'M26 -20Q16 -44 28 -46Q42 -42 40 -22Z'], [shade, 'M26 20Q16 44 28 46Q42 42 40 22Z'], ['#E9A3B4', 'M30 -24Q24 -38 29 -40Q36 -36 36 -24Z'], ['#E9A3B4', 'M30 24Q24 38 29 40Q36 36 36 24Z'],
      [shade, disc(48, 2, 35, 29)], [back, disc(48, 0, 35, 28)], [light, disc(72, 0, 17, 21)], [shade, disc(80, -9, 3, 4) + disc(80, 9, 3, 4)],
      ['#FFFFFF', disc(52, -19, 9) + disc(52, 19, 9)], ['#1b1020', disc(55, -19, 5) + disc(55, 19, 5)], ['#FFFFFF', disc(53.500, -21, 1.8) + disc(53.500, 17, 1.8)],
      ['#DCC590', 'M60 -7Q76 -10 100 0Q76 10 60 7Z'], ['#FFF6DF', 'M60 -7Q76 -10 100 0L62 1Q58 -4 60 -7Z'], ['#F4E7C8', 'M40 -5Q50 -7 60 0Q50 7 40 5Z'], [cloth, 'M20 -25Q28 -27 33 -26Q27 0 33 26Q28 27 20 25Q14 0 20 -25Z'], [pattern, 'M24 -9l6 9l-6 9l-6 -9z']),
  };
  return rhinos[key];
}
const FEET = [[24, -36], [-34, -36], [24, 36], [-34, 36]];
function drawRhino(ctx, r, clock) {
  const parts = rhinoParts(r.hide, r.belt);
  FEET.forEach(([x, y], i) => {
    ctx.save();
    ctx.translate(x + Math.sin(r.step * 3 + (i === 0 || i === 3 ? 0 : 3.14)) * 9, y);
    paint(ctx, parts.foot);
    ctx.restore();
  });
  paint(ctx, parts.body);
  ctx.save();
  const nod = r.state === 'wind' ? -8 - Math.sin(clock * 40) * 1.5 : r.state === 'dash' ? 8 : Math.sin(r.step * 3) * 2;
  ctx.translate(nod, 0);
  if (r.state === 'stun') ctx.rotate(Math.sin(clock * 9) * 0.25);
  paint(ctx, parts.head);
  ctx.restore();
}
const STAR = new Path2D('M0 -11L3.2 -3.4L11 -3L5 2.6L7 11L0 6L-7 11L-5 2.6L-11 -3L-3.2 -3.4Z');

// ---- the drum from above: hide with rings, painted rim
function paintDrum(c, r) {
  const circle = (radius, colour) => {
    c.fillStyle = colour;
    c.beginPath();
    c.arc(0, 0, radius, 0, 7);
    c.fill();
  };
  circle(r + 34, '#96200D');
  circle(r + 30, '#D8341C');
  c.fillStyle = '#FFC629';
  const teeth = 36;
  for (let i = 0; i < teeth; i++) {
    const a = (i / teeth) * Math.PI * 2;
    const b = ((i + 1) / teeth) * Math.PI * 2;
    const mid = (a + b) / 2;
    c.beginPath();
    c.moveTo(Math.cos(a) * (r + 30), Math.sin(a) * (r + 30));
    c.lineTo(Math.cos(b) * (r + 30), Math.sin(b) * (r + 30));
    c.lineTo(Math.cos(mid) * (r + 10), Math.sin(mid) * (r + 10));
    c.fill();
  }
  circle(r + 8, '#8A4B2B');
  circle(r, '#FFF1D2');
  circle(r * 0.84, '#F6DFAE');
  circle(r * 0.8, '#FFF1D2');
  // a ring of kanga diamonds, and a sun in the middle
  c.fillStyle = '#EFC98B';
  for (let i = 0; i < 24; i++) {
    c.save();
    c.rotate((i / 24) * Math.PI * 2);
    c.translate(r * 0.66, 0);
    c.fill(DIAMOND);
    c.restore();
  }
  circle(r * 0.4, '#F6DFAE');
  c.fillStyle = '#EFC98B';
  for (let i = 0; i < 14; i++) {
    c.save();
    c.rotate((i / 14) * Math.PI * 2);
    c.beginPath();
    c.moveTo(0, 0);
    c.lineTo(r * 0.4, -r * 0.045);
    c.lineTo(r * 0.4, r * 0.045);
    c.fill();
    c.restore();
  }
  circle(r * 0.22, '#FFF1D2');
}
const DIAMOND = new Path2D('M0 -13L18 0L0 13L-18 0Z');

// ---- the crowd: simple faces, one recipe and five animals
const CROWD = [
  { skin: '#F0B23C', light: '#FFD06B', ear: 'round', mane: '#B4631F' },
  { skin: '#93A7CB', light: '#B3C3E0', ear: 'big' },
  { skin: '#B583B8', light: '#D5AFD6', ear: 'small' },
  { skin: '#FFD873', light: '#FFE9A8', ear: 'horn' },
  { skin: '#A9693F', light: '#E8C59A', ear: 'round' },
];
function paintFace(c, kind) {
  const { skin, light, ear, mane } = CROWD[kind];
  if (mane) paint(c, picture([mane, disc(0, 0, 44, 42)]));
  if (ear === 'big') paint(c, picture([skin, disc(-38, -2, 24, 28) + disc(38, -2, 24, 28)], ['#E9A3B4', disc(-38, 0, 14, 18) + disc(38, 0, 14, 18)]));
  if (ear === 'round') paint(c, picture([skin, disc(-28, -24, 12) + disc(28, -24, 12)], ['#E9A3B4', disc(-28, -24, 6) + disc(28, -24, 6)]));
  if (ear === 'small') paint(c, picture([skin, disc(-22, -30, 9) + disc(22, -30, 9)]));
  if (ear === 'horn') paint(c, picture(['#8A5A3A', box(-17, -52, 7, 24, 3) + box(10, -52, 7, 24, 3)], ['#8A5A3A', disc(-13.500, -52, 7) + disc(13.500, -52, 7)], [skin, disc(-34, -18, 14, 7) + disc(34, -18, 14, 7)]));
  paint(c, picture([skin, box(-44, 30, 88, 70, 30)], [skin, disc(0, 0, 34, 33)], [light, disc(0, 14, 23, 17)], ['#FFFFFF', disc(-13, -8, 8) + disc(13, -8, 8)], ['#1b1020', disc(-12, -7, 4.8) + disc(12, -7, 4.8)], ['#5B3A28', disc(0, 6, 6, 4)], ['#5B3A28', 'M-10 15Q0 26 10 15Q0 20 -10 15Z']));
}

/** Everything that stands still: grass, mud pool, painted once. Middle of the ring at (x, y), `s` screen units a ring unit. */
function paintGround(c, width, height, x, y, s) {
  c.fillStyle = '#7DB648';
  c.fillRect(0, 0, width, height);
  c.fillStyle = '#8AC255';
  c.beginPath();
  for (let i = 0; i < 18; i++) {
    const a = (i / 18) * Math.PI * 2;
    c.moveTo(x, y);
    c.lineTo(x + Math.cos(a) * 1800, y + Math.sin(a) * 1800);
    c.lineTo(x + Math.cos(a + 0.1745) * 1800, y + Math.sin(a + 0.1745) * 1800);
  }
  c.fill();
  for (const [r, colour] of [[468, '#C98D55'], [446, '#8B5A37'], [436, '#7A4B2C']]) {
    c.fillStyle = colour;
    c.beginPath();
    for (let i = 0; i <= 120; i++) {
      const a = (i / 120) * Math.PI * 2;
      const wave = r * s + Math.sin(a * 13) * 6 * s;
      c.lineTo(x + Math.cos(a) * wave, y + Math.sin(a) * wave);
    }
    c.fill();
  }
  c.fillStyle = '#8B5A37';
  for (let i = 0; i < 16; i++) {
    const a = i * 2.4;
    c.beginPath();
    c.ellipse(x + Math.cos(a) * (372 + (i % 3) * 22) * s, y + Math.sin(a) * (372 + (i % 3) * 22) * s, 26 * s, 8 * s, 0, 0, 7);
    c.fill();
  }
}
