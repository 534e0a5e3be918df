// Volcano Dash pictures: one sky per zone (drawn once and kept), ledges, lava. The runner and the balloon are in runner.js.
'use strict';
window.Art = (function () {
  const M = window.Mountain;
  const ZONES = [
    { name: 'Hot Hills', sky: '#3A1030', ray: '#4A163A', hill: '#5B1B3B', cone: '#2A0C26', dark: '#1D081C', rock: '#6B2A4A', top: '#A64D77', deep: '#521D39' },
    { name: 'Ash Field', sky: '#2E2748', ray: '#3A325A', hill: '#4A406E', cone: '#1F1936', dark: '#161128', rock: '#5A4A78', top: '#9A8BBE', deep: '#45385F' },
    { name: 'Crystal Cave', sky: '#0B2E40', ray: '#103C52', hill: '#155068', cone: '#08222F', dark: '#061A25', rock: '#1B6278', top: '#45C9C1', deep: '#124A5C' },
    { name: 'Fire Rim', sky: '#6B1720', ray: '#7F2024', hill: '#99321F', cone: '#3B0C1A', dark: '#2B0814', rock: '#4A1530', top: '#FF8A3D', deep: '#360E24' },
    { name: 'Star Top', sky: '#141B4A', ray: '#1C2560', hill: '#2F3C86', cone: '#0E1338', dark: '#0A0E2B', rock: '#6273B8', top: '#F4F8FF', deep: '#4A5998' },
  ];
  const FLAME = new Path2D('M-24 60Q-64 24-44-24Q-28-6-26-40Q0-20 0 10Q20-4 18-28Q48 16 12 60Z');
  const FLAME_IN = new Path2D('M-16 60Q-32 36-18 8Q-8 20-4-4Q16 24 6 60Z');

  /** The still background of a zone: rays from the crater, far hills, the volcano. */
  function backdrop(zone, w, h) {
    const canvas = document.createElement('canvas');
    canvas.width = w;
    canvas.height = h;
    const ctx = canvas.getContext('2d');
    const z = ZONES[zone];
    const cx = w * 0.56;
    const top = h * 0.3;
    ctx.fillStyle = z.sky;
    ctx.fillRect(0, 0, w, h);
    ctx.fillStyle = z.ray;
    const far = w + h;
    for (let i = 0; i < 36; i += 2) {
      ctx.beginPath();
      ctx.moveTo(cx, top);
      ctx.lineTo(cx + Math.cos((i * Math.PI) / 18) * far, top + Math.sin((i * Math.PI) / 18) * far);
      ctx.lineTo(cx + Math.cos(((i + 1) * Math.PI) / 18) * far, top + Math.sin(((i + 1) * Math.PI) / 18) * far);
      ctx.fill();
    }
    if (zone === 4) stars(ctx, w, h);
    cone(ctx, z, cx, top, h);
    return canvas;
  }
  function stars(ctx, w, h) {
    const chance = window.Kiddo.rng(5);
    ctx.fillStyle = '#FFE28A';
    for (let i = 0; i < 40; i++) {
      const x = chance() * w;
      const y = chance() * h * 0.7;
      const r = 2 + chance() * 5;
      ctx.beginPath();
      ctx.moveTo(x, y - r);
      ctx.quadraticCurveTo(x, y, x + r, y);
      ctx.quadraticCurveTo(x, y, x, y + r);
      ctx.quadraticCurveTo(x, y, x - r, y);
      ctx.quadraticCurveTo(x, y, x, y - r);
      ctx.fill();
    }
  }
  function cone(ctx, z, cx, top, h) {
    const half = h * 0.1;
    const base = h * 0.52;
    ctx.fillStyle = z.cone;
    ctx.beginPath();
    ctx.moveTo(cx - half - base, h);
    ctx.lineTo(cx - half, top);
    ctx.lineTo(cx + half, top);
    ctx.lineTo(cx + half + base, h);
    ctx.fill();
    ctx.fillStyle = z.dark;
    ctx.beginPath();
    ctx.moveTo(cx, top);
    ctx.lineTo(cx + half, top);
    ctx.lineTo(cx + half + base, h);
    ctx.lineTo(cx + half * 0.4, h);
    ctx.fill();
    ctx.fillStyle = '#FF5A1F';
    ctx.beginPath();
    ctx.moveTo(cx - half * 1.15, top + half * 0.3);
    ctx.lineTo(cx - half, top);
    ctx.lineTo(cx + half, top);
    ctx.lineTo(cx + half * 1.15, top + half * 0.3);
    ctx.quadraticCurveTo(cx + half, top + half, cx + half * 0.7, top + half * 0.5);
    ctx.quadraticCurveTo(cx + half * 0.4, top + half * 2.6, cx + half * 0.1, top + half);
    ctx.quadraticCurveTo(cx - half * 0.2, top + half * 3.4, cx - half * 0.5, top + half * 1.1);
    ctx.quadraticCurveTo(cx - half * 0.9, top + half * 1.2, cx - half * 1.15, top + half * 0.3);
    ctx.fill();
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.moveTo(cx - half * 0.75, top);
    ctx.lineTo(cx + half * 0.7, top);
    ctx.quadraticCurveTo(cx + half * 0.3, top + half * 0.7, cx + half * 0.4, top + half * 1.3);
    ctx.quadraticCurveTo(cx + half * 0.1, top + half * 0.4, cx - half * 0.05, top + half * 0.5);
    ctx.quadraticCurveTo(cx - half * 0.25, top + half * 2, cx - half * 0.42, top + half * 0.6);
    ctx.fill();
    ctx.fillStyle = '#FF8A3D';
    ctx.beginPath();
    ctx.ellipse(cx, top, half, half * 0.2, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#FFE28A';
    ctx.beginPath();
    ctx.ellipse(cx, top - half * 0.02, half * 0.76, half * 0.12, 0, 0, 7);
    ctx.fill();
    ctx.save();
    ctx.translate(cx, top - half * 1.0);
    ctx.scale(half / 60, half / 60);
    ctx.fillStyle = '#FF5A1F';
    ctx.fill(FLAME);
    ctx.fillStyle = '#FFC629';
    ctx.fill(FLAME_IN);
    ctx.restore();
  }

  /** Hills that slide by slowly behind the ledges. */
  function hills(ctx, zone, w, h, shift) {
    ctx.fillStyle = ZONES[zone].hill;
    const step = 340;
    const start = -((shift % step) + step) % step;
    ctx.beginPath();
    ctx.moveTo(0, h);
    ctx.lineTo(0, h * 0.74);
    for (let x = start - step; x < w + step; x += step) ctx.quadraticCurveTo(x + step / 2, h * 0.6, x + step, h * 0.74);
    ctx.lineTo(w, h);
    ctx.fill();
  }

  function ledge(ctx, on, time) {
    const z = ZONES[on.zone];
    const shake = on.fall && !on.drop ? Math.sin(time * 60) * 3 : 0;
    ctx.save();
    ctx.translate(on.x + shake, on.y + on.drop);
    ctx.fillStyle = z.deep;
    if (on.crumble) {
      ctx.beginPath();
      ctx.roundRect(0, 8, on.w, 44, 14);
      ctx.fill();
      ctx.fillStyle = z.sky;
      for (let x = 40; x < on.w - 20; x += 74) {
        ctx.beginPath();
        ctx.moveTo(x, 12);
        ctx.lineTo(x + 16, 30);
        ctx.lineTo(x + 6, 52);
        ctx.lineTo(x + 4, 30);
        ctx.fill();
      }
    } else {
      // A pillar that narrows downwards into the lava.
      ctx.beginPath();
      ctx.moveTo(4, 10);
      ctx.lineTo(on.w - 4, 10);
      ctx.lineTo(on.w - 40, 120);
      ctx.lineTo(on.w - 60, 900);
      ctx.lineTo(60, 900);
      ctx.lineTo(30, 120);
      ctx.fill();
      ctx.fillStyle = z.rock;
      ctx.beginPath();
      ctx.moveTo(4, 10);
      ctx.lineTo(on.w - 4, 10);
      ctx.lineTo(on.w - 34, 92);
      for (let x = on.w - 34; x > 60; x -= 110) ctx.lineTo(Math.max(30, x - 55), 52), ctx.lineTo(Math.max(26, x - 110), 92);
      ctx.fill();
    }
    ctx.fillStyle = z.rock;
    ctx.beginPath();
    ctx.roundRect(0, 0, on.w, 30, 12);
    ctx.fill();
    ctx.fillStyle = z.top;
    ctx.beginPath();
    ctx.roundRect(0, 0, on.w, 13, 7);
    ctx.fill();
    ctx.restore();
  }

  function rock(ctx, x, y) {
    ctx.save();
    ctx.translate(x, y);
    ctx.fillStyle = STONE.mid;
    ctx.beginPath();
    ctx.moveTo(-2, 0);
    ctx.lineTo(4, -30);
    ctx.lineTo(20, -48);
    ctx.lineTo(40, -44);
    ctx.lineTo(54, -20);
    ctx.lineTo(56, 0);
    ctx.fill();
    ctx.fillStyle = STONE.lit;
    ctx.beginPath();
    ctx.moveTo(6, -27);
    ctx.lineTo(20, -46);
    ctx.lineTo(38, -43);
    ctx.lineTo(24, -28);
    ctx.fill();
    ctx.strokeStyle = STONE.dark;
    ctx.lineWidth = 5;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(26, -18);
    ctx.lineTo(38, -8);
    ctx.stroke();
    ctx.restore();
  }
  function meteor(ctx, x, y, size, time) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size, size);
    ctx.fillStyle = '#FF8A3D';
    ctx.beginPath();
    ctx.moveTo(0, -72 - Math.sin(time * 30) * 8);
    ctx.quadraticCurveTo(30, -26, 28, 0);
    ctx.lineTo(-28, 0);
    ctx.quadraticCurveTo(-30, -26, 0, -72);
    ctx.fill();
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.moveTo(0, -46);
    ctx.quadraticCurveTo(18, -18, 16, 0);
    ctx.lineTo(-16, 0);
    ctx.quadraticCurveTo(-18, -18, 0, -46);
    ctx.fill();
    ctx.rotate(time * 5);
    ctx.fillStyle = '#1D081C';
    ctx.beginPath();
    ctx.moveTo(-28, 0);
    ctx.lineTo(-11, -25);
    ctx.lineTo(20, -20);
    ctx.lineTo(28, 9);
    ctx.lineTo(6, 28);
    ctx.lineTo(-20, 20);
    ctx.fill();
    ctx.restore();
  }
  function arch(ctx, thing, zone) {
    const z = ZONES[zone];
    const bottom = thing.y - M.ARCH.clear;
    ctx.fillStyle = z.deep;
    ctx.fillRect(thing.x + 10, bottom - 700, thing.w - 20, 500);
    ctx.fillStyle = STONE.mid;
    ctx.beginPath();
    ctx.moveTo(thing.x - 14, bottom - M.ARCH.h);
    ctx.lineTo(thing.x + thing.w + 14, bottom - M.ARCH.h);
    ctx.lineTo(thing.x + thing.w, bottom - 12);
    ctx.lineTo(thing.x + thing.w / 2, bottom);
    ctx.lineTo(thing.x, bottom - 12);
    ctx.fill();
    ctx.fillStyle = STONE.lit;
    ctx.beginPath();
    ctx.moveTo(thing.x - 14, bottom - M.ARCH.h);
    ctx.lineTo(thing.x + 20, bottom - M.ARCH.h);
    ctx.lineTo(thing.x + 16, bottom - 18);
    ctx.lineTo(thing.x, bottom - 12);
    ctx.fill();
    // A bright band so that a quick eye sees where the stone ends.
    ctx.fillStyle = '#E23B24';
    ctx.fillRect(thing.x + 1, bottom - 44, thing.w - 2, 9);
  }
  function vent(ctx, thing, zone, blow, time) {
    const z = ZONES[zone];
    const mid = thing.x + thing.w / 2;
    if (blow > 0) {
      const tall = 300 * blow;
      ctx.globalAlpha = 0.85;
      ctx.fillStyle = '#BFF3F0';
      ctx.beginPath();
      ctx.moveTo(mid - 20, thing.y);
      ctx.quadraticCurveTo(mid - 26 + Math.sin(time * 20) * 5, thing.y - tall * 0.6, mid - 34, thing.y - tall);
      ctx.lineTo(mid + 34, thing.y - tall);
      ctx.quadraticCurveTo(mid + 26, thing.y - tall * 0.6, mid + 20, thing.y);
      ctx.fill();
      ctx.fillStyle = '#FFFFFF';
      for (let i = 0; i < 5; i++) {
        ctx.beginPath();
        ctx.arc(mid + Math.sin(i * 2.4 + time * 9) * 26, thing.y - tall + Math.cos(i * 1.7 + time * 7) * 12, 20 + (i % 3) * 5, 0, 7);
        ctx.fill();
      }
      ctx.globalAlpha = 1;
    }
    ctx.fillStyle = z.dark;
    ctx.beginPath();
    ctx.moveTo(thing.x - 8, thing.y + 2);
    ctx.quadraticCurveTo(thing.x + 8, thing.y - 26, mid - 16, thing.y - 26);
    ctx.lineTo(mid + 16, thing.y - 26);
    ctx.quadraticCurveTo(thing.x + thing.w - 8, thing.y - 26, thing.x + thing.w + 8, thing.y + 2);
    ctx.fill();
    ctx.fillStyle = '#45C9C1';
    ctx.beginPath();
    ctx.ellipse(mid, thing.y - 25, 19, 6, 0, 0, 7);
    ctx.fill();
  }
  function coin(ctx, x, y, time) {
    const turn = Math.abs(Math.cos(time * 4 + x * 0.01)) * 0.75 + 0.25;
    ctx.fillStyle = '#D18A00';
    ctx.beginPath();
    ctx.ellipse(x, y + 3, 16 * turn, 16, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.ellipse(x, y, 16 * turn, 16, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#FFE28A';
    ctx.beginPath();
    ctx.ellipse(x, y, 9 * turn, 9, 0, 0, 7);
    ctx.fill();
  }

  const ICONS = {
    magnet: ['#E23B24', 'M-11-12V2A11 11 0 0 0 11 2V-12H4V2A4 4 0 0 1-4 2V-12Z'],
    feather: ['#FFFFFF', 'M-12 14Q-10-12 12-14Q12 6-6 8Z'],
    bubble: ['#45C9C1', 'M0-13A13 13 0 1 1-.1-13ZM-4-8A8 8 0 0 0-9-2L-6-1A6 6 0 0 1-3-5Z'],
    chili: ['#E23B24', 'M8-14L12-10Q14 8-12 14Q4 4 2-8Z'],
    heart: ['#FF5C8A', 'M0 13Q-16 2-14-6T0-7Q6-18 14-6T0 13Z'],
  };
  const PATHS = Object.fromEntries(Object.entries(ICONS).map(([kind, [, d]]) => [kind, new Path2D(d)]));
  function power(ctx, thing, time) {
    ctx.save();
    ctx.translate(thing.x, thing.y + Math.sin(time * 3) * 8);
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.arc(0, 0, 30 + Math.sin(time * 6) * 2, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#3A1030';
    ctx.beginPath();
    ctx.arc(0, 0, 24, 0, 7);
    ctx.fill();
    ctx.fillStyle = ICONS[thing.kind][0];
    ctx.fill(PATHS[thing.kind]);
    ctx.restore();
  }

  function lava(ctx, left, width, y, time) {
    const wave = (lift, size, colour, speed) => {
      const start = Math.floor(left / size) * size - size;
      const slide = (time * speed) % size;
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.moveTo(start + slide, y + lift);
      for (let x = start + slide; x < left + width + size; x += size) {
        ctx.quadraticCurveTo(x + size / 4, y + lift - 16, x + size / 2, y + lift);
        ctx.quadraticCurveTo(x + (size * 3) / 4, y + lift + 16, x + size, y + lift);
      }
      ctx.lineTo(left + width + size, y + 2400);
      ctx.lineTo(start, y + 2400);
      ctx.fill();
    };
    wave(0, 220, '#FF5A1F', 60);
    wave(30, 160, '#FF8A3D', -50);
    wave(58, 240, '#FFC629', 40);
  }

  // What hurts is pale stone in every zone, so that it stands out from the dark mountain.
  const STONE = { lit: '#F2DCC6', mid: '#CFAE94', dark: '#97766A' };
  return { ZONES, backdrop, hills, ledge, rock, meteor, arch, vent, coin, power, lava, ICONS, PATHS };
})();
