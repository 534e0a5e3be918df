// Draws a robot from its parts, in the hand of the cover: flat, round, big visor. Origin is the floor between its feet, facing right.
'use strict';

const Robot = {
  rect(c, x, y, w, h, r, fill) {
    c.fillStyle = fill;
    c.beginPath();
    c.roundRect(x, y, w, h, r);
    c.fill();
  },
  disc(c, x, y, r, fill) {
    c.fillStyle = fill;
    c.beginPath();
    c.arc(x, y, r, 0, Math.PI * 2);
    c.fill();
  },
  line(c, points, width, stroke) {
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.lineCap = 'round';
    c.lineJoin = 'round';
    c.beginPath();
    points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.stroke();
  },

  /** pose: { walk, bob, lean, reach (0..1 punch out), wind (0..1 arm back), block, hurt, dizzy, time, air, glow } */
  draw(c, build, paint, pose) {
    const colours = PAINTS[paint];
    const [arms, legs, core] = [ARMS[build[0]], LEGS[build[1]], CORES[build[2]]];
    c.save();
    this.legs(c, legs.id, colours, pose);
    c.translate(0, -48 + pose.bob);
    c.rotate(pose.lean);
    this.arm(c, arms, colours, pose, true);
    this.body(c, core.id, colours, pose);
    this.head(c, colours, pose);
    this.arm(c, arms, colours, pose, false);
    c.restore();
  },

  legs(c, id, [light, shade, trim], pose) {
    if (id === 'wheels') {
      this.rect(c, -34, -48, 68, 22, 10, trim);
      for (const x of [-26, 26]) {
        this.disc(c, x, -20, 20, '#141B33');
        this.disc(c, x, -20, 10, light);
        const a = pose.walk * 0.08;
        this.line(c, [[x - Math.cos(a) * 7, -20 - Math.sin(a) * 7], [x + Math.cos(a) * 7, -20 + Math.sin(a) * 7]], 4, trim);
      }
    } else if (id === 'tracks') {
      this.rect(c, -54, -40, 108, 40, 20, '#141B33');
      this.rect(c, -46, -33, 92, 26, 13, trim);
      for (const x of [-30, 0, 30]) this.disc(c, x, -20, 9, shade);
      for (let i = 0; i < 6; i++) this.disc(c, -44 + ((i * 18 + pose.walk * 0.8) % 106 + 106) % 106 * 0.84, -3, 3, '#4B5478');
      this.rect(c, -20, -56, 40, 20, 8, shade);
    } else {
      const swing = Math.sin(pose.walk * 0.06) * 9;
      const stretch = pose.air ? 5 : 0;
      for (const [x, d] of [[-20, swing], [20, -swing]]) {
        this.line(c, [[x, -50], [x + 9, -41], [x - 9 + d, -32], [x + 9 + d, -23], [x + d, -14 + stretch]], 7, shade);
        this.rect(c, x + d - 20, -14 + stretch, 40, 14, 7, trim);
      }
    }
  },

  body(c, id, [light, shade, trim], pose) {
    if (id === 'turbo') {
      // exhaust pipes on the back
      this.rect(c, -56, -44, 26, 14, 7, '#141B33');
      this.rect(c, -56, -24, 26, 14, 7, '#141B33');
      const puff = 6 + Math.sin(pose.time * 30) * 3;
      this.disc(c, -60, -37, puff, '#FF8A3D');
      this.disc(c, -60, -17, puff, '#FFC629');
    }
    this.rect(c, -38, -60, 76, 62, 18, light);
    this.rect(c, -38, -28, 76, 30, 15, shade);
    if (id === 'iron') {
      this.rect(c, -24, -50, 48, 36, 8, trim);
      for (const [x, y] of [[-16, -43], [16, -43], [-16, -21], [16, -21]]) this.disc(c, x, y, 4, light);
    } else if (id === 'solar') {
      this.rect(c, -25, -52, 50, 38, 6, '#15306F');
      for (const x of [-22, -6, 10]) for (const y of [-49, -32]) this.rect(c, x, y, 13, 14, 2, pose.glow ? '#7DF9FF' : '#4F8FF0');
    } else {
      this.disc(c, 2, -32, 18, trim);
      const a = pose.time * 9;
      for (let i = 0; i < 3; i++) this.line(c, [[2, -32], [2 + Math.cos(a + i * 2.1) * 12, -32 + Math.sin(a + i * 2.1) * 12]], 6, '#fff');
    }
  },

  head(c, [light, shade, trim, eyes], pose) {
    const shake = pose.hurt ? Math.sin(pose.time * 60) * 4 : 0;
    c.save();
    c.translate(6 + shake, -62);
    c.rotate(pose.hurt ? -0.18 : pose.block ? 0.1 : 0);
    this.line(c, [[-4, -70], [-4 + Math.sin(pose.time * 6) * 3, -86]], 6, trim);
    this.disc(c, -4 + Math.sin(pose.time * 6) * 3, -90, 8, pose.glow ? '#7DF9FF' : trim);
    this.rect(c, -54, -50, 14, 28, 6, trim);
    this.rect(c, 38, -50, 14, 28, 6, trim);
    this.rect(c, -48, -74, 94, 76, 23, light);
    this.rect(c, -48, -34, 94, 36, 20, shade);
    this.rect(c, -48, -60, 94, 40, 6, light);
    this.rect(c, -32, -60, 74, 42, 16, '#141B33');
    this.eyes(c, eyes, pose);
    this.line(c, pose.hurt || pose.dizzy ? [[-4, -8], [2, -11], [8, -8], [14, -11]] : [[-5, -9], [15, -9]], 5, trim);
    c.restore();
  },

  eyes(c, colour, pose) {
    if (pose.dizzy) {
      for (const x of [-12, 22]) {
        this.line(c, [[x - 8, -48], [x + 8, -32]], 5, colour);
        this.line(c, [[x + 8, -48], [x - 8, -32]], 5, colour);
      }
      return;
    }
    c.fillStyle = colour;
    c.beginPath();
    const blink = pose.time % 3.4 < 0.12 || pose.hurt ? 0.25 : 1;
    c.moveTo(-24, -39 - 10 * blink);
    c.lineTo(-1, -39 - 2 * blink);
    c.lineTo(-1, -39 + 9 * blink);
    c.lineTo(-18, -39 + 9 * blink);
    c.closePath();
    c.moveTo(34, -39 - 10 * blink);
    c.lineTo(11, -39 - 2 * blink);
    c.lineTo(11, -39 + 9 * blink);
    c.lineTo(28, -39 + 9 * blink);
    c.closePath();
    c.fill();
  },

  arm(c, arms, colours, pose, back) {
    const [, shade, trim] = colours;
    const shoulder = [back ? 26 : -30, -44];
    const sway = Math.sin(pose.time * 5 + (back ? 2 : 0)) * 3;
    let hand = [back ? 58 : 2, (back ? -26 : -4) + sway];
    if (pose.block) hand = [back ? 58 : 46, back ? -78 : -46];
    // fists take turns: the front arm punches, the back arm on every other blow
    else if (pose.backPunch === back && (pose.reach > 0 || pose.wind > 0)) {
      hand = [hand[0] - pose.wind * 42 + pose.reach * (arms.reach - 10), hand[1] - pose.wind * (arms.id === 'hammer' ? 70 : 14) - pose.reach * (back ? 22 : 44)];
    }
    if (arms.id === 'spring' && pose.backPunch === back && pose.reach > 0.1) this.coil(c, shoulder, hand, shade);
    else this.line(c, [shoulder, [(shoulder[0] + hand[0]) / 2 - 4, (shoulder[1] + hand[1]) / 2 + 10], hand], 15, shade);
    this.disc(c, shoulder[0], shoulder[1], 12, trim);
    this.fist(c, arms.id, hand[0], hand[1], colours, pose);
  },

  coil(c, [x1, y1], [x2, y2], colour) {
    const points = [[x1, y1]];
    for (let i = 1; i < 9; i++) points.push([x1 + ((x2 - x1) * i) / 9, y1 + ((y2 - y1) * i) / 9 + (i % 2 ? -11 : 11)]);
    points.push([x2, y2]);
    this.line(c, points, 6, colour);
  },

  fist(c, id, x, y, [light, shade, trim], pose) {
    if (id === 'hammer') {
      this.rect(c, x - 15, y - 27, 42, 54, 10, trim);
      this.rect(c, x + 17, y - 27, 14, 54, 7, shade);
      this.rect(c, x - 9, y - 21, 10, 42, 5, light);
    } else if (id === 'drill') {
      this.rect(c, x - 12, y - 17, 20, 34, 8, trim);
      c.fillStyle = '#E8ECF8';
      c.beginPath();
      c.moveTo(x + 6, y - 16);
      c.lineTo(x + 44, y);
      c.lineTo(x + 6, y + 16);
      c.fill();
      const turn = ((pose.time * (pose.reach > 0 ? 9 : 2)) % 1) * 10;
      this.line(c, [[x + 8 + turn, y - 9], [x + 14 + turn, y + 8]], 4, '#9AA3C0');
      this.line(c, [[x + 22 + turn * 0.6, y - 5], [x + 26 + turn * 0.6, y + 4]], 4, '#9AA3C0');
    } else {
      this.disc(c, x + 6, y, 21, trim);
      this.disc(c, x + 2, y - 5, 9, shade);
      this.rect(c, x - 15, y - 13, 10, 26, 4, light);
    }
  },

  star(c, x, y, size, turn, colour) {
    c.fillStyle = colour;
    c.beginPath();
    for (let i = 0; i < 20; i++) {
      const r = i % 2 ? size * 0.58 : size;
      const a = turn + (i / 20) * Math.PI * 2;
      c.lineTo(x + Math.cos(a) * r, y + Math.sin(a) * r);
    }
    c.fill();
  },
};
