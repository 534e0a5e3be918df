// The arena behind the robots and everything loose in it: the backdrop of the cover, the crowd, bolts, bursts and fallen parts.
'use strict';

const BITS_MOST = 90;

const Arena = {
  bits: [],
  bursts: [],
  shake: 0,
  cheer: 0,
  back: null,

  /** Paints the still backdrop once for a size of screen: two halves with rays and the bolt-bright line between them. */
  paint(width, height, floor) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const c = canvas.getContext('2d');
    const middle = [width / 2, floor * 0.5];
    const far = Math.hypot(width, height);
    const half = (base, ray, clip) => {
      c.save();
      c.beginPath();
      clip.forEach(([x, y]) => c.lineTo(x, y));
      c.clip();
      c.fillStyle = base;
      c.fillRect(0, 0, width, height);
      c.fillStyle = ray;
      for (let i = 0; i < 20; i++) {
        const a = (i / 20) * Math.PI * 2;
        c.beginPath();
        c.moveTo(...middle);
        c.lineTo(middle[0] + Math.cos(a) * far, middle[1] + Math.sin(a) * far);
        c.lineTo(middle[0] + Math.cos(a + 0.157) * far, middle[1] + Math.sin(a + 0.157) * far);
        c.fill();
      }
      c.restore();
    };
    const lean = width * 0.08;
    const top = [width / 2 + lean, 0];
    const foot = [width / 2 - lean, height];
    half('#E23B24', '#F0563A', [[0, 0], top, foot, [0, height]]);
    half('#1C4FD1', '#2F63E6', [top, [width, 0], [width, height], foot]);
    for (const [w, colour] of [[12, '#fff'], [6, '#FFC629']]) {
      c.strokeStyle = colour;
      c.lineWidth = w;
      c.beginPath();
      c.moveTo(...top);
      c.lineTo(...foot);
      c.stroke();
    }
    this.paintFloor(c, width, height, floor);
    this.back = canvas;
    this.size = [width, height, floor];
  },

  paintFloor(c, width, height, floor) {
    c.fillStyle = '#101830';
    c.fillRect(0, floor - 26, width, height);
    c.fillStyle = '#1B2647';
    c.fillRect(0, floor - 26, width, 60);
    c.fillStyle = '#FFC629';
    c.fillRect(0, floor - 30, width, 6);
    for (let i = 0; i * 40 < width + 40; i++) {
      c.fillStyle = i % 2 ? '#FFC629' : '#fff';
      c.beginPath();
      c.moveTo(i * 40, floor + 74);
      c.lineTo(i * 40 + 20, floor + 42);
      c.lineTo(i * 40 + 40, floor + 74);
      c.fill();
    }
  },

  drawBack(ctx, time, crowd) {
    const [width, height, floor] = this.size;
    ctx.drawImage(this.back, 0, 0, width, height);
    if (!crowd) return;
    // small robots watch from the stand; they hop when a hit lands
    for (let i = 0; i * 62 < width + 62; i++) {
      const hop = Math.abs(Math.sin(time * 7 + i * 1.7)) * 14 * this.cheer;
      const y = floor - 58 - hop + (i % 2) * 6;
      const x = i * 62 + 8;
      Robot.rect(ctx, x, y, 44, 40, 13, i % 3 ? '#101830' : '#1B2647');
      Robot.disc(ctx, x + 15, y + 17, 4, i % 2 ? '#FFC629' : '#3DF0C8');
      Robot.disc(ctx, x + 29, y + 17, 4, i % 2 ? '#FFC629' : '#3DF0C8');
    }
    ctx.fillStyle = '#101830';
    ctx.fillRect(0, floor - 30, width, 8);
    ctx.fillStyle = '#FFC629';
    ctx.fillRect(0, floor - 30, width, 6);
  },

  bolts(x, y, count, force, colours) {
    for (let i = 0; i < count && this.bits.length < BITS_MOST; i++) {
      this.bits.push({ x, y, vx: (Math.random() - 0.5) * force, vy: -Math.random() * force * 0.9 - 80, r: 4 + Math.random() * 5, spin: Math.random() * 6, life: 1.4, colour: colours[i % colours.length], nut: i % 2 === 0 });
    }
  },

  burst(x, y, size, word = '') {
    this.bursts.push({ x, y, size, word, t: 0, turn: Math.random() * 3 });
  },

  /** A beaten robot comes apart: head, body and fists roll about. */
  scatter(fighter) {
    const colours = PAINTS[fighter.paint];
    this.bolts(fighter.x, fighter.y - 80, 40, 900, [colours[0], colours[1], '#D5D9E8', colours[2]]);
    for (let i = 0; i < 5; i++) this.bits.push({ x: fighter.x, y: -60, vx: (Math.random() - 0.5) * 460, vy: -300 - Math.random() * 300, r: 20, spin: 0, life: 5, colour: colours[i % 3], part: true });
  },

  update(dt) {
    this.shake = Math.max(0, this.shake - dt * 3.2);
    this.cheer = Math.max(0, this.cheer - dt * 0.9);
    for (const bit of this.bits) {
      bit.vy += 1500 * dt;
      bit.x += bit.vx * dt;
      bit.y += bit.vy * dt;
      bit.spin += bit.vx * dt * 0.04;
      bit.life -= dt;
      if (bit.y > -bit.r && bit.vy > 0) {
        bit.y = -bit.r;
        bit.vy *= -0.5;
        bit.vx *= 0.7;
      }
    }
    this.bits = this.bits.filter((bit) => bit.life > 0);
    for (const burst of this.bursts) burst.t += dt;
    this.bursts = this.bursts.filter((burst) => burst.t < 0.38);
  },

  drawBits(ctx) {
    for (const bit of this.bits) {
      ctx.globalAlpha = Math.min(1, bit.life * 3);
      ctx.save();
      ctx.translate(bit.x, bit.y);
      ctx.rotate(bit.spin);
      if (bit.part) Robot.rect(ctx, -bit.r, -bit.r, bit.r * 2, bit.r * 2, 12, bit.colour);
      else if (bit.nut) {
        Robot.disc(ctx, 0, 0, bit.r, bit.colour);
        Robot.disc(ctx, 0, 0, bit.r * 0.45, '#101830');
      } else {
        Robot.rect(ctx, -bit.r * 0.4, -bit.r, bit.r * 0.8, bit.r * 2, 2, bit.colour);
        Robot.rect(ctx, -bit.r, -bit.r, bit.r * 2, bit.r * 0.7, 2, bit.colour);
      }
      ctx.restore();
    }
    ctx.globalAlpha = 1;
    for (const burst of this.bursts) {
      const grow = Math.min(1, burst.t * 12);
      const size = burst.size * (0.5 + 0.5 * grow) * (burst.t > 0.25 ? 1 - (burst.t - 0.25) * 5 : 1);
      Robot.star(ctx, burst.x, burst.y, size, burst.turn, '#0C1530');
      Robot.star(ctx, burst.x, burst.y, size * 0.86, burst.turn, '#fff');
      Robot.star(ctx, burst.x, burst.y, size * 0.5, burst.turn + 0.2, '#FFC629');
    }
  },
};
