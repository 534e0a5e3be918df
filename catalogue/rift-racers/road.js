// Draws the valley: a sky that slides with the bends, then the road as a stack of flat slices (raster road).
'use strict';

const HALF_ROAD = 1500; // road units from the middle to the edge
const CAMERA_HEIGHT = 1100;
const CAMERA_DEPTH = 0.84;
const DRAW_SEGMENTS = 130;
const BACK_WIDTH = 1440; // the background strip repeats after this many units

const Road = {
  // for each shape of screen: how wide and tall the world looks, where the horizon lies and where the wheels stand
  layouts: {
    wide: { kx: 480, ky: 300, horizon: 0.46, wheels: 0.9, car: 620 },
    tall: { kx: 250, ky: 330, horizon: 0.42, wheels: 0.78, car: 640 },
  },
  layout: null,
  playerZ: 0,
  backdrop: null,

  setShape(width, height) {
    this.width = width;
    this.height = height;
    this.layout = height > width ? this.layouts.tall : this.layouts.wide;
    this.horizonY = height * this.layout.horizon;
    this.wheelsY = height * this.layout.wheels;
    // the depth at which flat road meets the line the wheels stand on
    const scale = (this.wheelsY - this.horizonY) / (this.layout.ky * CAMERA_HEIGHT);
    this.playerZ = CAMERA_DEPTH / scale;
    this.carScale = (scale * this.layout.car * this.layout.kx) / Art.player.w;
    this.points = Array.from({ length: DRAW_SEGMENTS + 1 }, () => ({ x: 0, y: 0, s: 0, clip: 0 }));
  },

  /** Paints the hills of a stage once; drawing then only copies the strip. */
  setStage(stage) {
    this.stage = stage;
    const canvas = document.createElement('canvas');
    canvas.width = BACK_WIDTH;
    canvas.height = 260;
    const c = canvas.getContext('2d');
    const range = (colour, cap, base, tops) => {
      tops.forEach(([x, w, h]) => {
        for (const shift of [0, -BACK_WIDTH, BACK_WIDTH]) this.hill(c, stage.shape, x + shift, w, h, base, colour, cap);
      });
    };
    range(stage.far, stage.farCap, 260, [[40, 300, 150], [330, 260, 110], [560, 340, 170], [900, 280, 120], [1160, 300, 160]]);
    if (stage.shape === 'lake') this.lake(c, stage);
    else range(stage.near, stage.nearCap, 260, [[-60, 260, 70], [240, 240, 90], [520, 300, 60], [800, 260, 96], [1090, 280, 74]]);
    this.backdrop = canvas;
  },

  hill(c, shape, x, w, h, base, colour, cap) {
    const top = base - h;
    c.fillStyle = colour;
    c.beginPath();
    if (shape === 'cliff') {
      c.moveTo(x - 30, base);
      c.lineTo(x + 14, top);
      c.lineTo(x + w * 0.7, top);
      c.lineTo(x + w * 0.8, top + h * 0.3);
      c.lineTo(x + w, top + h * 0.3);
      c.lineTo(x + w + 40, base);
    } else if (shape === 'volcano') {
      c.moveTo(x - 60, base);
      c.lineTo(x + w * 0.36, top);
      c.lineTo(x + w * 0.46, top + 12);
      c.lineTo(x + w * 0.58, top + 2);
      c.lineTo(x + w + 60, base);
    } else {
      c.ellipse(x + w / 2, base, w * 0.62, h * 0.8, 0, Math.PI, 0);
    }
    c.fill();
    c.fillStyle = cap;
    c.beginPath();
    if (shape === 'cliff') {
      c.rect(x + 14, top, w * 0.56, 10);
      c.rect(x + 30, top + h * 0.42, w * 0.36, 8);
    } else if (shape === 'volcano') {
      c.moveTo(x + w * 0.36, top);
      c.lineTo(x + w * 0.46, top + 12);
      c.lineTo(x + w * 0.2, base);
      c.lineTo(x - 60, base);
    } else {
      c.ellipse(x + w * 0.4, base, w * 0.4, h * 0.62, 0, Math.PI, 0);
    }
    c.fill();
  },

  lake(c, stage) {
    c.fillStyle = '#5FC3DB';
    c.fillRect(0, 196, BACK_WIDTH, 64);
    c.fillStyle = '#A5E4EF';
    for (let x = 20; x < BACK_WIDTH; x += 180) c.fillRect(x, 208, 90, 5);
    for (let i = 0; i < 5; i++) {
      // a flock looks like a pink cloud lying on the water
      c.fillStyle = i % 2 ? stage.near : stage.nearCap;
      c.beginPath();
      c.ellipse(120 + i * 290, 236, 130, 15, 0, 0, 7);
      c.fill();
    }
  },

  sky(ctx, slide) {
    const { width, horizonY, stage } = this;
    ctx.fillStyle = stage.sky;
    ctx.fillRect(0, 0, width, this.height);
    if (stage.stars) {
      ctx.fillStyle = '#fff';
      for (let i = 0; i < 26; i++) ctx.fillRect((i * 173 + 40) % width, 20 + ((i * 97) % (horizonY * 0.7)), 3, 3);
    }
    const sunX = width * 0.5;
    const sunY = horizonY - Math.min(120, horizonY * 0.4);
    stage.sun.forEach((colour, i) => {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.arc(sunX, sunY, i ? 52 : 74, 0, 7);
      ctx.fill();
    });
    const tall = Math.min(260, horizonY * 0.8);
    let x = -(((slide % BACK_WIDTH) + BACK_WIDTH) % BACK_WIDTH);
    for (; x < width; x += BACK_WIDTH) ctx.drawImage(this.backdrop, x, horizonY - tall + 26, BACK_WIDTH + 1, tall + 14);
    ctx.fillStyle = stage.ground[0];
    ctx.fillRect(0, horizonY + 38, width, this.height - horizonY);
  },

  /** Projects the slices ahead, paints them near to far behind the crest of each hill, and remembers where things go. */
  draw(ctx, race) {
    const { segments } = race.track;
    const base = Math.floor(race.position / SEGMENT);
    const part = (race.position % SEGMENT) / SEGMENT;
    const at = (i) => segments[Math.min(segments.length - 1, i)];
    const feet = race.heightAt(race.position + this.playerZ);
    this.sky(ctx, race.slide);
    let bend = -at(base).bend * part;
    let x = 0;
    let crest = this.height;
    const { kx, ky } = this.layout;
    for (let n = 0; n <= DRAW_SEGMENTS; n++) {
      const segment = at(base + n);
      const z = Math.max(60, (n - part) * SEGMENT);
      const point = this.points[n];
      point.s = CAMERA_DEPTH / z;
      point.x = this.width / 2 + point.s * (-race.player.x * HALF_ROAD + x) * kx;
      point.y = this.horizonY + point.s * (CAMERA_HEIGHT + feet - segment.y) * ky;
      point.clip = crest;
      x += bend;
      bend += segment.bend;
      if (n === 0) continue;
      const near = this.points[n - 1];
      if (point.y >= crest - 0.4 || near.y <= point.y) continue;
      this.slice(ctx, near, point, crest, base + n);
      crest = point.y;
    }
    return base;
  },

  slice(ctx, near, far, crest, index) {
    const { stage, width } = this;
    const odd = (index >> 2) & 1;
    const { kx } = this.layout;
    const wn = near.s * HALF_ROAD * kx;
    const wf = far.s * HALF_ROAD * kx;
    const bottom = Math.min(near.y, this.height + 400);
    ctx.fillStyle = stage.ground[odd];
    ctx.fillRect(0, far.y, width, Math.min(crest, bottom) - far.y);
    this.band(ctx, stage.edge[odd], near.x, bottom, wn * 1.09, far.x, far.y, wf * 1.09);
    this.band(ctx, stage.road[odd], near.x, bottom, wn, far.x, far.y, wf, 2.5);
    if (odd) {
      for (const lane of [-1 / 3, 1 / 3]) this.band(ctx, stage.line, near.x + wn * lane, bottom, wn * 0.02, far.x + wf * lane, far.y, wf * 0.02, 2.5);
    }
  },

  /** A slice of road; it spills a little over the slice in front, or hair lines would show between them. */
  band(ctx, colour, x1, y1, w1, x2, y2, w2, spill = 1.5) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x1 - w1, y1 + spill);
    ctx.lineTo(x2 - w2, y2);
    ctx.lineTo(x2 + w2, y2);
    ctx.lineTo(x1 + w1, y1 + spill);
    ctx.fill();
  },

  /** Everything that stands up, far to near, each cut off by the crest in front of it. */
  drawThings(ctx, race, base) {
    const { segments } = race.track;
    for (let n = DRAW_SEGMENTS; n > 0; n--) {
      const point = this.points[n];
      const segment = segments[base + n];
      if (!segment) continue;
      if (segment.mud) this.puddle(ctx, point, segment.mud.x);
      if (segment.gate) this.place(ctx, Art.gate, point, 0, 4000);
      for (const prop of segment.props) this.place(ctx, Art[prop.art], point, prop.x, Art[prop.art].w * 8, prop.flip);
      if (segment.can) this.place(ctx, Art.can, point, segment.can.x, 330, false, 60 + 40 * Math.sin(race.time * 5));
      for (const rival of race.rivals) {
        if (Math.floor(rival.z / SEGMENT) === base + n) this.rival(ctx, race, rival, base, n);
      }
    }
  },

  rival(ctx, race, rival, base, n) {
    const near = this.points[n];
    const far = this.points[Math.min(n + 1, DRAW_SEGMENTS)];
    const t = (rival.z % SEGMENT) / SEGMENT; // between two slices, or cars would jerk along
    const blend = { s: near.s + (far.s - near.s) * t, x: near.x + (far.x - near.x) * t, y: near.y + (far.y - near.y) * t, clip: near.clip };
    this.place(ctx, rival.art, blend, rival.x, this.layout.car, false, Math.sin(race.time * 30 + rival.seed) * 5);
  },

  puddle(ctx, point, x) {
    if (point.y > point.clip) return;
    const w = point.s * 330 * this.layout.kx;
    const px = point.x + point.s * x * HALF_ROAD * this.layout.kx;
    ctx.fillStyle = '#6B3A1E';
    ctx.beginPath();
    ctx.ellipse(px, point.y, w, w * 0.2, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#8A5230';
    ctx.beginPath();
    ctx.ellipse(px - w * 0.2, point.y - w * 0.04, w * 0.5, w * 0.08, 0, 0, 7);
    ctx.fill();
  },

  /** Stands a sprite on a slice. x is in half roads from the middle, size is its width in road units. */
  place(ctx, art, point, x, size, flip = false, lift = 0) {
    const w = point.s * size * this.layout.kx;
    if (w < 2) return;
    const h = (w * art.h) / art.w;
    const left = point.x + point.s * x * HALF_ROAD * this.layout.kx - w / 2;
    const top = point.y - h - point.s * lift * this.layout.ky;
    const shown = Math.min(h, point.clip - top); // the part above the hill in front
    if (shown <= 0 || left > this.width || left + w < 0) return;
    const cut = (shown / h) * art.canvas.height;
    if (!flip) ctx.drawImage(art.canvas, 0, 0, art.canvas.width, cut, left, top, w, shown);
    else {
      ctx.save();
      ctx.translate(left + w, top);
      ctx.scale(-1, 1);
      ctx.drawImage(art.canvas, 0, 0, art.canvas.width, cut, 0, 0, w, shown);
      ctx.restore();
    }
  },
};
