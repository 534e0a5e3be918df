// The pictures: everything is drawn in a cell of size 1, so one scale fits phone and desk.
'use strict';
const Art = (() => {
  const FLOOR = '#132F2B';
  const GATE_TONES = { K: '#FFC629', B: '#4FB7FF', G: '#FF5C8A', Q: '#C58BFF' };

  function disc(c, tone, x, y, r) {
    c.fillStyle = tone;
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.fill();
  }
  function box(c, tone, x, y, w, h, r) {
    c.fillStyle = tone;
    c.beginPath();
    c.roundRect(x, y, w, h, r);
    c.fill();
  }

  const at = (c, p, size, paint) => {
    c.save();
    c.translate(p.x, p.y);
    c.scale(size, size);
    paint();
    c.restore();
  };

  const LEAF = new Path2D('M0-.26Q.04-.46.3-.46Q.28-.24 0-.26Z');
  const MANGO = new Path2D('M-.27 .06Q-.3-.26 .02-.27Q.32-.26 .28 .04Q.22 .31-.04 .3Q-.25 .28-.27 .06Z');
  const WEDGE = new Path2D('M-.34-.12H.34Q.32 .28 0 .3Q-.32 .28-.34-.12Z');
  const FLESH = new Path2D('M-.28-.12H.28Q.25 .2 0 .22Q-.25 .2-.28-.12Z');
  /** Mango, melon, passion fruit and a bunch of berries, by the cell they lie in. They hop a little, and shine now and then. */
  function fruit(c, p, cellSize, cell, time) {
    const hop = Math.max(0, Math.sin(time * 3 + cell)) * 0.1;
    at(c, p, cellSize * 1.24, () => {
      c.fillStyle = '#00000033';
      c.beginPath();
      c.ellipse(0, 0.32, 0.25 - hop * 0.6, 0.09, 0, 0, 7);
      c.fill();
      c.translate(0, -hop);
      c.rotate(Math.sin(time * 3 + cell) * 0.06);
      [mango, melon, passion, berries][cell % 4](c);
      const shine = (time * 0.5 + cell * 0.37) % 1;
      if (shine < 0.2) {
        c.globalAlpha = Math.sin((shine / 0.2) * Math.PI);
        c.fillStyle = '#fff';
        for (const turn of [0, Math.PI / 2]) {
          c.beginPath();
          c.ellipse(-0.14, -0.14, 0.16, 0.03, turn, 0, 7);
          c.fill();
        }
        c.globalAlpha = 1;
      }
    });
  }
  function paintShape(c, tone, shape) {
    c.fillStyle = tone;
    c.fill(shape);
  }
  function mango(c) {
    paintShape(c, '#E8432E', MANGO);
    c.save();
    c.translate(-0.04, -0.03);
    c.scale(0.86, 0.86);
    paintShape(c, '#FFC629', MANGO);
    c.restore();
    disc(c, '#FFE99A', -0.12, -0.1, 0.07);
    paintShape(c, '#3DBA55', LEAF);
  }
  function melon(c) {
    paintShape(c, '#1E7A3C', WEDGE);
    paintShape(c, '#C8F27A', WEDGE_RIM);
    paintShape(c, '#F0405E', FLESH);
    for (const [x, y] of [[-0.14, -0.02], [0, 0.08], [0.14, -0.02]]) disc(c, '#3A1420', x, y, 0.032);
  }
  const WEDGE_RIM = new Path2D('M-.31-.12H.31Q.29 .24 0 .26Q-.29 .24-.31-.12Z');
  function passion(c) {
    disc(c, '#7A2A86', 0.02, 0.03, 0.28);
    disc(c, '#A03CB0', -0.01, 0, 0.26);
    disc(c, '#FFE28A', 0, 0.02, 0.17);
    for (let i = 0; i < 6; i++) disc(c, '#3A2433', Math.cos(i * 1.05) * 0.09, 0.02 + Math.sin(i * 1.05) * 0.09, 0.03);
    paintShape(c, '#3DBA55', LEAF);
  }
  function berries(c) {
    for (const [x, y, tone] of [[-0.14, 0.02, '#D61F69'], [0.14, 0.02, '#D61F69'], [0, -0.12, '#FF5C8A'], [0, 0.16, '#FF5C8A']]) {
      disc(c, '#8A0F46', x + 0.015, y + 0.025, 0.145);
      disc(c, tone, x, y, 0.14);
      disc(c, '#FFC2D6', x - 0.045, y - 0.05, 0.035);
    }
    paintShape(c, '#3DBA55', LEAF);
  }

  function key(c, p, size, kind, time) {
    const tone = GATE_TONES[kind === 'k' ? 'K' : 'B'];
    at(c, p, size * (1 + Math.sin(time * 4) * 0.05), () => {
      c.rotate(-0.7);
      disc(c, '#0A1C1988', 0, 0.06, 0.36);
      if (kind === 'k') disc(c, tone, -0.17, 0, 0.19);
      else box(c, tone, -0.36, -0.18, 0.36, 0.36, 0.06);
      disc(c, FLOOR, -0.18, 0, 0.075);
      box(c, tone, -0.02, -0.06, 0.44, 0.12, 0.05);
      box(c, tone, 0.2, 0, 0.08, 0.18, 0.02);
      box(c, tone, 0.33, 0, 0.08, 0.2, 0.02);
    });
  }

  /** A gate slides into its two posts as `gone` goes 0..1. `upright`: the way through is left and right. */
  function gate(c, p, size, kind, gone, upright) {
    const tone = GATE_TONES[kind];
    at(c, p, size, () => {
      if (!upright) c.rotate(Math.PI / 2);
      const half = 0.5 * (1 - gone * 0.72);
      [-1, 1].forEach((side) => {
        const y = side < 0 ? -0.5 : 0.5 - half;
        box(c, '#0C211E', -0.19, y + 0.05, 0.44, half, 0.08);
        box(c, tone, -0.22, y, 0.44, half, 0.08);
        box(c, '#FFFFFF55', -0.18, y + 0.04, 0.09, Math.max(0.02, half - 0.08), 0.04);
      });
      if (gone < 0.3) sign(c, kind, FLOOR, 0.15);
    });
  }
  /** Every pair has a shape as well as a colour: round, square, diamond, ring. */
  function sign(c, kind, tone, r) {
    if (kind === 'K') return disc(c, tone, 0, 0, r);
    if (kind === 'B') return box(c, tone, -r * 0.9, -r * 0.9, r * 1.8, r * 1.8, 0.02);
    if (kind === 'Q') {
      disc(c, tone, 0, 0, r * 1.15);
      return disc(c, GATE_TONES.Q, 0, 0, r * 0.55);
    }
    c.fillStyle = tone;
    c.beginPath();
    c.moveTo(0, -r * 1.3);
    c.lineTo(r * 1.1, 0);
    c.lineTo(0, r * 1.3);
    c.lineTo(-r * 1.1, 0);
    c.fill();
  }

  function plate(c, p, size, kind, down) {
    const gateKind = kind === 'p' ? 'G' : 'Q';
    at(c, p, size, () => {
      box(c, '#0A1C19', -0.4, -0.34, 0.8, 0.78, 0.16);
      box(c, GATE_TONES[gateKind], -0.38, down ? -0.34 : -0.42, 0.76, 0.74, 0.14);
      c.translate(0, down ? 0.02 : -0.05);
      sign(c, gateKind, down ? '#fff' : FLOOR, 0.17);
    });
  }

  function burrow(c, p, size, ready, time) {
    at(c, p, size, () => {
      if (ready) {
        c.fillStyle = '#FFE28A';
        for (let i = 0; i < 8; i++) {
          c.save();
          c.rotate(i * 0.785 + time * 0.8);
          c.beginPath();
          c.moveTo(-0.1, -0.42);
          c.lineTo(0, -0.72 - Math.sin(time * 6) * 0.06);
          c.lineTo(0.1, -0.42);
          c.fill();
          c.restore();
        }
      }
      disc(c, '#6E3A16', 0, 0.02, 0.42);
      disc(c, '#8F5127', 0, -0.03, 0.4);
      disc(c, '#0A1C19', 0, 0.02, 0.3);
      if (!ready) {
        disc(c, '#5B7A74', 0, 0.02, 0.28); // a stone lies in it till the fruit is gone
        disc(c, '#7FA099', -0.03, -0.02, 0.23);
      }
    });
  }

  function skin(c, points, size) {
    if (!points.length) return;
    trace(c, points, '#DDF3C055', size * 0.56);
    c.setLineDash([size * 0.06, size * 0.22]);
    trace(c, points, '#F2FFDC99', size * 0.42);
    c.setLineDash([]);
  }
  function trace(c, points, tone, thick) {
    c.strokeStyle = tone;
    c.lineWidth = thick;
    c.lineCap = c.lineJoin = 'round';
    c.beginPath();
    points.forEach((p, i) => (i ? c.lineTo(p.x, p.y) : c.moveTo(p.x, p.y)));
    if (points.length === 1) c.lineTo(points[0].x + 0.1, points[0].y);
    c.stroke();
  }

  /** points: head first. turn: where the head looks. meals: how far along the body (0..1) each bite has gone. */
  function mamba(c, points, size, turn, mood, time, meals = []) {
    if (points.length > 1) {
      const tail = points.length > 2 ? points.slice(0, -1) : points;
      c.save();
      c.translate(0, size * 0.14);
      trace(c, points, '#00000040', size * 0.5);
      trace(c, tail, '#00000040', size * 0.62);
      c.restore();
      for (const [tone, thick, thin] of [['#12703A', 0.68, 0.46], ['#35B153', 0.58, 0.36]]) {
        trace(c, points, tone, size * thin);
        trace(c, tail, tone, size * thick);
      }
      meals.forEach((meal) => {
        const p = along(points, meal);
        disc(c, '#12703A', p.x, p.y, size * 0.42);
        disc(c, '#4FC968', p.x, p.y, size * 0.37);
      });
      c.save();
      c.translate(-size * 0.06, -size * 0.11);
      trace(c, tail, '#7FE08A', size * 0.12);
      c.restore();
      c.setLineDash([size * 0.02, size * 0.5]);
      c.lineDashOffset = -size * 0.3;
      trace(c, tail, '#12703A', size * 0.3);
      trace(c, tail, '#FFE26A', size * 0.2);
      c.setLineDash([]);
    }
    const tip = points[0];
    c.save();
    c.translate(tip.x, tip.y);
    c.rotate(turn);
    c.scale((size / 60) * (1 + mood.squash * 0.3), (size / 60) * (1 - mood.squash * 0.2));
    head(c, mood, time);
    c.restore();
  }
  function along(points, part) {
    const far = part * (points.length - 1);
    const i = Math.min(points.length - 2, Math.floor(far));
    const t = far - i;
    return { x: points[i].x + (points[i + 1].x - points[i].x) * t, y: points[i].y + (points[i + 1].y - points[i].y) * t };
  }
  const HEAD = new Path2D('M38 0Q34-28 0-26Q-26-24-26 0T0 26Q34 28 38 0Z');
  const SHINE = new Path2D('M38 0Q34-28 0-26Q-20-24-24-10Q10-20 38 0Z');
  function head(c, mood, time) {
    if (Math.sin(time * 5) > 0.3 || mood.happy > 0) {
      c.strokeStyle = '#FF5C8A';
      c.lineWidth = 5;
      c.lineCap = 'round';
      c.stroke(TONGUE);
    }
    c.save();
    c.scale(1.12, 1.16);
    c.fillStyle = '#12703A';
    c.fill(HEAD);
    c.restore();
    c.fillStyle = '#35B153';
    c.fill(HEAD);
    c.fillStyle = '#63D672';
    c.fill(SHINE);
    disc(c, '#12703A', 30, -4, 2.2);
    disc(c, '#12703A', 30, 5, 2.2);
    [-1, 1].forEach((side) => {
      disc(c, '#12703A', 8, 20 * side, 15.5);
      disc(c, '#63D672', 8, 20 * side, 13);
      disc(c, '#fff', 10, 20.5 * side, 9.5);
      if (mood.hurt > 0 || Math.sin(time * 1.3) > 0.985) box(c, '#10201d', 4, 20.5 * side - 2, 13, 4, 2);
      else disc(c, '#10201d', 13, 20.5 * side, 5.5);
    });
  }
  const TONGUE = new Path2D('M34-2L52-2M52-2l10 7M52-2l10-8');

  /** dir: 1 looks right, -1 left; upright phones turn the same drawing. */
  function mongoose(c, p, size, angle, time) {
    c.save();
    c.translate(p.x, p.y);
    if (Math.abs(angle) > 2) c.scale(-1, 1);
    else c.rotate(angle);
    c.scale(size, size);
    const run = Math.sin(time * 14) * 0.05;
    c.fillStyle = '#00000038';
    c.beginPath();
    c.ellipse(0.04, 0.34, 0.42, 0.1, 0, 0, 7);
    c.fill();
    c.strokeStyle = '#8F5127';
    c.lineWidth = 0.13;
    c.lineCap = 'round';
    c.beginPath();
    c.moveTo(-0.3, 0.02);
    c.quadraticCurveTo(-0.48, -0.06 + run * 2, -0.5, -0.24);
    c.stroke();
    [-0.22, -0.02, 0.16].forEach((x, i) => box(c, '#6E3A16', x + (i % 2 ? run : -run), 0.14, 0.1, 0.2, 0.05));
    c.fillStyle = '#B5713A';
    c.beginPath();
    c.ellipse(-0.06, 0.04, 0.33, 0.2, 0, 0, 7);
    c.fill();
    [-0.18, -0.05, 0.08].forEach((x) => box(c, '#8F5127', x, -0.13, 0.055, 0.17, 0.02));
    disc(c, '#8F5127', 0.16, -0.22, 0.08);
    disc(c, '#C98A52', 0.24, -0.07, 0.2);
    box(c, '#E3B483', 0.26, -0.08, 0.24, 0.15, 0.07);
    disc(c, '#2B1A1A', 0.48, -0.03, 0.05);
    disc(c, '#2B1A1A', 0.27, -0.13, 0.045);
    c.restore();
  }

  function heart(c, x, y, r, full) {
    c.save();
    c.translate(x, y);
    c.scale(r / 10, r / 10);
    c.fillStyle = full ? '#FF6B78' : '#0A1C19';
    c.fill(HEART);
    c.restore();
  }
  const HEART = new Path2D('M0 9C-14-1-9-10-4-9C-1.500-9 0-6 0-5C0-6 1.500-9 4-9C9-10 14-1 0 9Z');

  return { fruit, key, gate, plate, burrow, skin, mamba, mongoose, heart, disc, box };
})();
