// The pictures: everything is drawn in a cell of size 1, so one scale fits phone and desk.
'use strict';
const Art = (() => {
  const FLOOR = '#132F2B';
  const CHECK = '#173A34';
  const GATE_TONES = { K: '#FFC629', B: '#4FB7FF', G: '#FF5C8A', Q: '#C58BFF' };
  const FRUIT_TONES = [['#E8432E', '#B3261E', '#FF8F78'], ['#FFC629', '#D18A00', '#FFE28A'], ['#FF5C8A', '#C23561', '#FFA9C2']];

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

  /** Floor checks and wall pipes of one maze; spot(cell) gives a cell's middle on screen. */
  function scenery(c, maze, spot, size, width, height) {
    c.fillStyle = FLOOR;
    c.fillRect(0, 0, width, height);
    c.fillStyle = CHECK;
    const first = spot(0);
    const startX = (first.x - size / 2) % (size * 2) - size * 2;
    const startY = (first.y - size / 2) % (size * 2) - size * 2;
    for (let y = 0; startY + y * size < height; y++) for (let x = y % 2; startX + x * size < width; x += 2) c.fillRect(startX + x * size, startY + y * size, size, size);
    pipes(c, maze, spot, size * 0.56, '#0C211E', size * 0.16);
    pipes(c, maze, spot, size * 0.5, '#2E6B5C', size * 0.04);
    pipes(c, maze, spot, size * 0.34, '#4A9680', -size * 0.05);
    pipes(c, maze, spot, size * 0.08, '#6DB59E', -size * 0.13);
  }
  function pipes(c, maze, spot, thick, tone, lift) {
    c.strokeStyle = tone;
    c.lineWidth = thick;
    c.lineCap = c.lineJoin = 'round';
    c.beginPath();
    maze.cells.forEach((sign, cell) => {
      if (sign !== '#') return;
      const p = spot(cell);
      const alone = ![1, -1, Rules.WIDE, -Rules.WIDE].some((step) => maze.cells[cell + step] === '#');
      if (alone) {
        c.moveTo(p.x, p.y + lift);
        c.lineTo(p.x + 0.1, p.y + lift);
      }
      [1, Rules.WIDE].forEach((step) => {
        const edge = step === 1 && cell % Rules.WIDE === Rules.WIDE - 1;
        if (edge || maze.cells[cell + step] !== '#') return;
        const q = spot(cell + step);
        c.moveTo(p.x, p.y + lift);
        c.lineTo(q.x, q.y + lift);
      });
    });
    c.stroke();
  }

  const at = (c, p, size, paint) => {
    c.save();
    c.translate(p.x, p.y);
    c.scale(size, size);
    paint();
    c.restore();
  };

  function fruit(c, p, cellSize, cell, time) {
    const size = cellSize * 1.2;
    const [tone, dark, light] = FRUIT_TONES[cell % 3];
    const bob = Math.sin(time * 3 + cell) * 0.04;
    at(c, p, size, () => {
      disc(c, '#0A1C1988', 0, 0.2, 0.25);
      disc(c, dark, 0.03, 0.04 + bob, 0.29);
      disc(c, tone, 0, 0.01 + bob, 0.28);
      disc(c, light, -0.1, -0.09 + bob, 0.07);
      c.fillStyle = '#7ED957';
      c.beginPath();
      c.ellipse(0.14, -0.29 + bob, 0.15, 0.075, -0.4, 0, 7);
      c.fill();
    });
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
        c.strokeStyle = '#FFC629';
        c.lineWidth = 0.07;
        c.globalAlpha = 0.5 + Math.sin(time * 6) * 0.4;
        c.beginPath();
        c.arc(0, 0, 0.46 + Math.sin(time * 6) * 0.05, 0, 7);
        c.stroke();
        c.globalAlpha = 1;
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

  /** points: head first. turn: where the head looks. */
  function mamba(c, points, size, turn, mood, time) {
    if (points.length > 1) {
      c.save();
      c.translate(0, size * 0.12);
      trace(c, points, '#0A1C19', size * 0.66);
      c.restore();
      trace(c, points, '#3DBA55', size * 0.62);
      c.setLineDash([size * 0.05, size * 0.46]);
      c.lineDashOffset = -size * 0.3;
      trace(c, points, '#9BE86A', size * 0.24);
      c.setLineDash([]);
    }
    const tip = points[0];
    c.save();
    c.translate(tip.x, tip.y);
    c.rotate(turn);
    c.scale((size / 62) * (1 + mood.squash * 0.25), (size / 62) * (1 - mood.squash * 0.2));
    head(c, mood, time);
    c.restore();
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
    c.fillStyle = '#3DBA55';
    c.fill(HEAD);
    c.fillStyle = '#5FD46B';
    c.fill(SHINE);
    [-1, 1].forEach((side) => {
      disc(c, '#5FD46B', 8, 20 * side, 13);
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

  return { scenery, fruit, key, gate, plate, burrow, skin, mamba, mongoose, heart, disc, box, FLOOR, CHECK };
})();
