// Small drawing helpers: SVG art drawn once into a bitmap, and a fixed pool of particles.
(function () {
  'use strict';
  const sprites = {};

  /** Turns SVG markup into a bitmap. box is [x, y, width, height]; 0,0 in the markup is the point it is placed by. */
  function sprite(name, box, body, sharp = 3) {
    const [x, y, width, height] = box;
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * sharp);
    canvas.height = Math.ceil(height * sharp);
    const image = new Image();
    image.onload = () => canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}" viewBox="${box.join(' ')}">`;
    image.src = 'data:image/svg+xml,' + encodeURIComponent(`${head}${body}</svg>`);
    sprites[name] = { canvas, x, y, width, height };
  }

  /** Draws a sprite with its origin at x, y. */
  function put(ctx, name, x, y, sx = 1, sy = sx, turn = 0) {
    const art = sprites[name];
    if (!art) return;
    ctx.save();
    ctx.translate(x, y);
    if (turn) ctx.rotate(turn);
    ctx.scale(sx, sy);
    ctx.drawImage(art.canvas, art.x, art.y, art.width, art.height);
    ctx.restore();
  }

  // ---- particles: one pool, reused, so nothing is allocated while playing
  const POOL = 140;
  const bits = Array.from({ length: POOL }, () => ({ life: 0, age: 0, x: 0, y: 0, vx: 0, vy: 0, size: 0, colour: '', pull: 0, round: true }));
  let next = 0;

  /** Throws `count` bits from x, y. options: { colours, speed, life, size, pull (gravity), spread, turn, round } */
  function burst(x, y, count, options = {}) {
    const { colours = ['#fff'], speed = 160, life = 0.6, size = 6, pull = 400, spread = Math.PI * 2, turn = -Math.PI / 2, round = true } = options;
    for (let i = 0; i < count; i++) {
      const bit = bits[next];
      next = (next + 1) % POOL;
      const angle = turn + (Math.random() - 0.5) * spread;
      const fast = speed * (0.4 + Math.random() * 0.6);
      bit.x = x;
      bit.y = y;
      bit.vx = Math.cos(angle) * fast;
      bit.vy = Math.sin(angle) * fast;
      bit.life = life * (0.6 + Math.random() * 0.4);
      bit.age = 0;
      bit.size = size * (0.5 + Math.random() * 0.5);
      bit.colour = colours[i % colours.length];
      bit.pull = pull;
      bit.round = round;
    }
  }

  function moveBits(dt) {
    for (const bit of bits) {
      if (bit.age >= bit.life) continue;
      bit.age += dt;
      bit.vy += bit.pull * dt;
      bit.x += bit.vx * dt;
      bit.y += bit.vy * dt;
    }
  }

  function drawBits(ctx) {
    for (const bit of bits) {
      if (bit.age >= bit.life) continue;
      const size = bit.size * (1 - bit.age / bit.life);
      ctx.fillStyle = bit.colour;
      if (bit.round) {
        ctx.beginPath();
        ctx.arc(bit.x, bit.y, size, 0, Math.PI * 2);
        ctx.fill();
      } else ctx.fillRect(bit.x - size, bit.y - size * 0.6, size * 2, size * 1.2);
    }
  }

  const clearBits = () => bits.forEach((bit) => (bit.life = 0));

  // ---- words that float up and fade
  const notes = [];
  const say = (text, x, y, colour = '#fff', size = 24) => notes.push({ text, x, y, colour, size, age: 0 });
  function moveNotes(dt) {
    for (const note of notes) note.age += dt;
    while (notes.length && notes[0].age > 1.1) notes.shift();
  }
  function drawNotes(ctx) {
    for (const note of notes) {
      const rise = 1 - (1 - Math.min(1, note.age)) ** 2;
      ctx.globalAlpha = Math.max(0, Math.min(1, (1.1 - note.age) * 3));
      label(ctx, note.text, note.x, note.y - rise * 46, note.size, note.colour, 'center', '#0C2A30');
    }
    ctx.globalAlpha = 1;
  }

  /** Text in the display face, with an optional die-cut edge. */
  function label(ctx, text, x, y, wanted, colour, align = 'center', edge = null) {
    const size = Math.max(wanted, window.Fx.least());
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    if (edge) {
      ctx.lineJoin = 'round';
      ctx.lineWidth = size * 0.28;
      ctx.strokeStyle = edge;
      ctx.strokeText(text, x, y);
    }
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }

  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const ease = (from, to, rate, dt) => from + (to - from) * (1 - Math.exp(-rate * dt));

  /** A portrait shape that follows the phone's own height, so that little is letterboxed. Call before Kiddo.stage. */
  function tallShape(width, low, high) {
    const shape = { width, height: low };
    const fit = () => (shape.height = clamp(Math.round((width * window.innerHeight) / window.innerWidth), low, high));
    fit();
    window.addEventListener('resize', fit);
    return shape;
  }

  // older phones' browsers have no rounded rectangles
  const pen = CanvasRenderingContext2D.prototype;
  if (!pen.roundRect) {
    pen.roundRect = function (x, y, w, h, r) {
      const round = Math.max(0, Math.min(r, w / 2, h / 2));
      this.moveTo(x + round, y);
      this.arcTo(x + w, y, x + w, y + h, round);
      this.arcTo(x + w, y + h, x, y + h, round);
      this.arcTo(x, y + h, x, y, round);
      this.arcTo(x, y, x + w, y, round);
      this.closePath();
    };
  }

  window.Fx = {
    least: () => 0, // the smallest text size, in stage units; the game sets it
    sprites, sprite, put, burst, moveBits, drawBits, clearBits, say, moveNotes, drawNotes, label, clamp, ease, tallShape };
})();
