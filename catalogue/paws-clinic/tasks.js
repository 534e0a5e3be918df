// The five treatments. Each is a small game in a 340 x 340 close-up round (0, 0):
// press(x, y) one tap or Space; move(x, y) a pointer held; update(dt, keys); draw(); done when finished; slips spoil "perfect".
'use strict';

const CLOSE_UP = 160; // radius of the round close-up

function ball(x, y, r, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.fill();
}
function oval(x, y, rx, ry, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
  ctx.fill();
}
function slab(x, y, w, h, r, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
  ctx.fill();
}

class Task {
  constructor(animal, level) {
    Object.assign(this, { animal, level, time: 0, done: false, slips: 0, count: 0, pop: 0 });
  }
  tick(dt) {
    this.time += dt;
    this.pop = Math.max(0, this.pop - dt * 4);
  }
  good() {
    this.count++;
    this.pop = 1;
    Kiddo.sound.tone({ freq: 440 * 2 ** (this.count / 6), ms: 120, vol: 0.35, type: 'triangle' });
    if (this.count >= this.need) this.done = true;
  }
  slip() {
    this.slips++;
    Kiddo.sound.tone({ freq: 200, to: 140, ms: 160, vol: 0.3 });
  }
  press() {}
  move() {}
  /** How far along, as dots under the close-up. */
  get share() { return this.count / this.need; }
}

/** Drops: the dropper swings; let go over the open mouth. */
class DropsTask extends Task {
  constructor(animal, level) {
    super(animal, level);
    Object.assign(this, { need: 3, tip: 'Drop it in the mouth', drop: null, swing: 1.7 + level * 0.35 });
  }
  get dropperX() { return Math.sin(this.time * this.swing) * 84; }
  get mouthX() { return this.level > 2 ? Math.sin(this.time * 0.9) * 30 : 0; }
  press() {
    if (!this.drop) this.drop = { x: this.dropperX, y: -52 };
  }
  update(dt, keys) {
    this.tick(dt);
    if (keys.tap) this.press();
    if (!this.drop) return;
    this.drop.y += 420 * dt;
    if (this.drop.y < 66) return;
    if (Math.abs(this.drop.x - this.mouthX) < 42) this.good();
    else this.slip();
    Sparks.burst(this.drop.x, this.drop.y, '#2D9CDB', 8);
    this.drop = null;
  }
  draw() {
    ball(0, 0, CLOSE_UP, '#6CC3A6'); // dark enough for the glass of the dropper to show
    oval(0, 96, 132, 116, this.animal.fur);
    oval(0, 100, 92, 74, this.animal.light);
    oval(0, 10, 16, 11, '#E8637A');
    oval(this.mouthX, 70, 46, 28 + this.pop * 8, '#7A2A3A');
    oval(this.mouthX, 84, 28, 12, '#FF8FA3');
    const x = this.dropperX;
    slab(x - 20, -136, 40, 38, 16, '#E8432E');
    slab(x - 9, -102, 18, 44, 6, '#fff');
    slab(x - 6, -82, 12, 22, 4, '#2D9CDB');
    if (this.drop) {
      ball(this.drop.x, this.drop.y, 12, '#2D9CDB');
      ball(this.drop.x - 4, this.drop.y - 4, 4, '#BFE6FF');
    }
  }
}

/** Calm: a ring closes on the heart; tap as they meet. Each good beat slows the heart a little. */
class CalmTask extends Task {
  constructor(animal, level) {
    super(animal, level);
    Object.assign(this, { need: 5, tip: 'Tap as the ring meets the heart', beat: 0, period: 1.25 - level * 0.09, tried: false });
  }
  get ring() { return 150 - 110 * (this.beat / this.period); }
  press() {
    if (this.tried) return;
    this.tried = true;
    if (Math.abs(this.ring - 70) < 22) {
      this.good();
      this.period *= 1.06;
      Sparks.burst(0, 0, '#FF8FA3', 10);
    } else this.slip();
  }
  update(dt, keys) {
    this.tick(dt);
    this.beat += dt;
    if (keys.tap) this.press();
    if (this.beat < this.period) return;
    this.beat = 0;
    this.tried = false;
    Kiddo.sound.tone({ freq: 80, to: 50, ms: 120, vol: 0.5, type: 'sine' });
  }
  draw() {
    ball(0, 0, CLOSE_UP, '#FFE1E6');
    const near = Math.abs(this.ring - 70) < 22;
    ctx.strokeStyle = this.tried ? '#E9B8C2' : near ? '#1E9E5A' : '#2D6BFF';
    ctx.lineWidth = 10;
    ctx.beginPath();
    ctx.arc(0, 0, Math.max(6, this.ring), 0, Math.PI * 2);
    ctx.stroke();
    const calm = this.count / this.need;
    const beat = 1 + Math.max(0, 0.16 - this.beat) + this.pop * 0.12 + (1 - calm) * Math.sin(this.time * 26) * 0.03;
    ctx.save();
    ctx.scale(beat * 1.55, beat * 1.55);
    ctx.drawImage(Icon.calm.canvas, -40, -42, 80, 80);
    ctx.restore();
  }
}

/** Wash: rub every muddy spot away with the sponge. */
class SoapTask extends Task {
  constructor(animal, level) {
    super(animal, level);
    const spots = 4 + level;
    this.spots = Array.from({ length: spots }, (_, i) => {
      const a = (i / spots) * Math.PI * 2 + Math.random() * 0.6;
      const d = 40 + Math.random() * 70;
      return { x: Math.cos(a) * d, y: Math.sin(a) * d, r: 22 + Math.random() * 10, mud: 1 };
    });
    Object.assign(this, { need: spots, tip: 'Rub the mud away', sponge: { x: 0, y: 0 }, foam: 0 });
  }
  move(x, y) {
    this.rub(x, y);
  }
  rub(x, y) {
    const far = Math.min(60, Math.hypot(x - this.sponge.x, y - this.sponge.y));
    const limit = Math.hypot(x, y) / 140;
    this.sponge.x = limit > 1 ? x / limit : x;
    this.sponge.y = limit > 1 ? y / limit : y;
    for (const spot of this.spots) {
      if (spot.mud <= 0 || Math.hypot(spot.x - this.sponge.x, spot.y - this.sponge.y) > spot.r + 30) continue;
      spot.mud -= far / 170;
      this.foam += far;
      if (this.foam > 26) {
        this.foam = 0;
        Sparks.burst(spot.x, spot.y, '#E6FAFF', 2);
      }
      if (spot.mud <= 0) this.good();
    }
  }
  update(dt, keys) {
    this.tick(dt);
    if (keys.x || keys.y) this.rub(this.sponge.x + keys.x * 300 * dt, this.sponge.y + keys.y * 300 * dt);
  }
  draw() {
    ball(0, 0, CLOSE_UP, this.animal.fur);
    ctx.strokeStyle = this.animal.light;
    ctx.lineWidth = 7;
    ctx.lineCap = 'round';
    for (let i = 0; i < 9; i++) {
      // tufts of fur, so that it is an animal and not a ball
      const x = ((i * 97) % 220) - 110;
      const y = ((i * 61) % 220) - 110;
      ctx.beginPath();
      ctx.arc(x, y, 14, 0.4, 2.4);
      ctx.stroke();
    }
    for (const spot of this.spots) {
      if (spot.mud <= 0) continue;
      ctx.globalAlpha = 0.25 + 0.75 * spot.mud;
      ball(spot.x, spot.y, spot.r, '#6B3A1E');
      ball(spot.x + spot.r * 0.7, spot.y + spot.r * 0.5, spot.r * 0.5, '#6B3A1E');
      ball(spot.x - spot.r * 0.3, spot.y - spot.r * 0.3, spot.r * 0.35, '#8A5230');
      ctx.globalAlpha = 1;
    }
    ctx.save();
    ctx.translate(this.sponge.x, this.sponge.y);
    ctx.rotate(Math.sin(this.time * 8) * 0.1);
    ctx.drawImage(Icon.soap.canvas, -44, -48, 88, 88);
    ctx.restore();
  }
}

/** Bandage: round and round, left then right then left. */
class WrapTask extends Task {
  constructor(animal, level) {
    super(animal, level);
    Object.assign(this, { need: 6 + level, tip: 'Left, right, left, right', side: -1, wobble: 0 });
  }
  press(x) {
    this.turn(x < 0 ? -1 : 1);
  }
  turn(side) {
    if (side === this.side) {
      this.side = -side;
      this.good();
      Sparks.burst(side * 60, 90 - this.share * 150, '#FFE3C2', 4);
    } else {
      this.wobble = 1;
      this.slip();
      this.count = Math.max(0, this.count - 1);
    }
  }
  update(dt, keys) {
    this.tick(dt);
    this.wobble = Math.max(0, this.wobble - dt * 3);
    if (keys.left) this.turn(-1);
    if (keys.right) this.turn(1);
  }
  draw() {
    ball(0, 0, CLOSE_UP, '#D9F7EC');
    ctx.save();
    ctx.rotate(Math.sin(this.time * 40) * 0.05 * this.wobble);
    slab(-48, -150, 96, 230, 44, this.animal.fur);
    oval(0, 92, 66, 50, this.animal.fur);
    for (const [x, y] of [[-34, 74], [0, 62], [34, 74]]) ball(x, y, 13, '#FF9FB0');
    oval(0, 108, 30, 22, '#FF9FB0');
    ctx.strokeStyle = '#D84A3A';
    ctx.lineWidth = 7;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(-18, -30);
    ctx.lineTo(20, -14);
    ctx.moveTo(-20, -6);
    ctx.lineTo(14, 8);
    ctx.stroke();
    const strip = 128 / this.need;
    for (let i = 0; i < this.count; i++) {
      ctx.save();
      ctx.translate(0, 30 - i * strip);
      ctx.rotate(i % 2 ? 0.12 : -0.12);
      slab(-55, -strip * 0.75, 110, strip * 1.5, 6, i % 2 ? '#FFF6E6' : '#FFE3C2');
      ctx.restore();
    }
    ctx.restore();
    const nudge = Math.sin(this.time * 9) * 6;
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.moveTo(this.side * (132 + nudge), -20);
    ctx.lineTo(this.side * (86 + nudge), -54);
    ctx.lineTo(this.side * (86 + nudge), 14);
    ctx.fill();
    ball(this.side * -96, 0, 26, '#FFF6E6');
    ball(this.side * -96, 0, 10, '#F5C896');
  }
}

/** Tweezers: hold to pull, let go to rest; stay in the green and the thorn slides out. */
class ThornTask extends Task {
  constructor(animal, level) {
    super(animal, level);
    Object.assign(this, { need: 1, tip: 'Hold to pull. Stay in the green', pull: 0, out: 0, holding: false, zone: 0.5, wide: 0.19 - level * 0.016, sore: 0 });
  }
  get share() { return this.out; }
  press() { this.holding = true; }
  update(dt, keys) {
    this.tick(dt);
    const held = this.holding || keys.hold;
    this.pull = Math.max(0, Math.min(1, this.pull + dt * (held ? 0.62 : -0.72)));
    this.zone = 0.56 + (this.level > 1 ? Math.sin(this.time * (0.7 + this.level * 0.12)) * 0.16 : 0);
    this.sore = Math.max(0, this.sore - dt * 2);
    if (Math.abs(this.pull - this.zone) < this.wide) this.out += dt / 1.9;
    if (this.pull >= 1) {
      this.pull = 0.1;
      this.sore = 1;
      this.holding = false;
      this.slip();
    }
    if (this.out >= 1 && !this.done) {
      Sparks.burst(0, 0, '#FFC629', 18);
      this.good();
    }
  }
  draw() {
    ball(0, 0, CLOSE_UP, '#E8F6D9');
    oval(-20, 96, 100, 66, this.animal.fur);
    for (const [x, y] of [[-74, 52], [-20, 38], [34, 52]]) ball(x + Math.sin(this.time * 50) * 3 * this.sore, y, 26, this.animal.fur);
    for (const [x, y] of [[-74, 54], [-20, 42], [34, 54]]) ball(x, y, 14, '#FF9FB0');
    oval(-20, 98, 46, 30, '#FF9FB0');
    const y = 86 - this.out * 46 - this.pull * 10;
    ctx.fillStyle = '#5A3A1E';
    ctx.beginPath();
    ctx.moveTo(-28, y - 40);
    ctx.lineTo(-12, y - 40);
    ctx.lineTo(-20, y + 8);
    ctx.fill();
    ctx.drawImage(Icon.tweezers.canvas, -62, y - 142, 84, 108);
    slab(92, -112, 34, 224, 17, '#fff');
    slab(96, 108 - 216 * (this.zone + this.wide), 26, 432 * this.wide, 13, '#43CF7E');
    ball(109, 104 - 208 * this.pull, 19, '#17302A');
    ball(109, 104 - 208 * this.pull, 11, '#FFC629');
  }
}

const TASK_OF = { drops: DropsTask, calm: CalmTask, soap: SoapTask, wrap: WrapTask, tweezers: ThornTask };
