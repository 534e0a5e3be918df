// The picture of Mars: ground, rocks, crystals, the flag and the rover of the cover seen from above.
'use strict';
window.Mars = (function () {
  const GROUND = ['#E8744A', '#E06A40'];
  function dot(ctx, x, y, r, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
  }
  function box(ctx, x, y, w, h, r, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, r);
    ctx.fill();
  }
  function shape(ctx, colour, ...points) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    for (let i = 0; i < points.length; i += 2) ctx.lineTo(points[i], points[i + 1]);
    ctx.fill();
  }

  /** Everything that stands still, for the kept picture. */
  function ground(ctx, w, h, puzzle, view) {
    ctx.fillStyle = '#A83A20';
    ctx.fillRect(0, 0, w, h);
    const mx = view.x + view.w / 2;
    const my = view.y + view.h / 2;
    const big = Math.max(w, h);
    for (const [r, colour] of [[0.62, '#B3422A'], [0.48, '#BF4C30'], [0.34, '#CB5737']]) dot(ctx, mx, my, big * r, colour);
    const horizon = view.y - 46;
    const chance = window.Kiddo.rng(puzzle.map.join('').length * 13 + puzzle.par);
    for (let i = 0; i < 16; i++) crater(ctx, chance() * w, chance() * h, 12 + chance() * 30);
    if (horizon > 120) sky(ctx, w, horizon);
    if (h - view.y - view.h > 110) foreground(ctx, w, h);
    const { c } = view;
    box(ctx, view.x - 12, view.y - 6, view.w + 24, view.h + 24, 26, '#6E1F18');
    box(ctx, view.x - 12, view.y - 12, view.w + 24, view.h + 24, 26, '#F08A5C');
    puzzle.map.forEach((row, y) => [...row].forEach((sign, x) => {
      const px = view.x + x * c;
      const py = view.y + y * c;
      ctx.fillStyle = GROUND[(x + y) % 2];
      ctx.fillRect(px, py, c + 0.5, c + 0.5);
      if (sign === '#') rock(ctx, px + c / 2, py + c / 2, c / 100, x * 7 + y * 13);
      else if ((x * 5 + y * 3) % 4 === 0) dot(ctx, px + c * 0.3, py + c * 0.7, c * 0.05, '#C95A33');
    }));
  }
  /** Above a flat map: the evening of Mars, far table mountains, the dome people live in and the ship that brought the rover. */
  function sky(ctx, w, horizon) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, w, horizon);
    ctx.clip();
    const bands = ['#F7B98A', '#F5A775', '#F29563', '#EE8455'];
    bands.forEach((colour, i) => {
      ctx.fillStyle = colour;
      ctx.fillRect(0, (horizon * i) / bands.length, w, horizon);
    });
    for (const [r, colour] of [[70, '#FFFFFF33'], [46, '#FFFFFF55'], [26, '#FFF3DC']]) dot(ctx, w * 0.66, horizon * 0.52, r, colour);
    mesa(ctx, w * 0.36, horizon, w * 0.2, 74, '#D9653F');
    mesa(ctx, w * 0.92, horizon, w * 0.3, 96, '#D9653F');
    mesa(ctx, w * 0.08, horizon, w * 0.24, 58, '#C9552F');
    mesa(ctx, w * 0.64, horizon, w * 0.26, 46, '#C9552F');
    dome(ctx, w * 0.2, horizon);
    ship(ctx, w * 0.84, horizon);
    ctx.restore();
    ctx.fillStyle = '#8C2B1C';
    ctx.fillRect(0, horizon - 3, w, 6);
  }
  const mesa = (ctx, x, foot, wide, high, colour) => {
    shape(ctx, colour, x - wide / 2, foot, x - wide * 0.34, foot - high, x + wide * 0.3, foot - high, x + wide / 2, foot);
    shape(ctx, '#00000018', x + wide * 0.08, foot, x + wide * 0.12, foot - high, x + wide * 0.3, foot - high, x + wide / 2, foot);
  };
  function dome(ctx, x, y) {
    for (const [dx, r] of [[-52, 30], [0, 50], [56, 24]]) {
      dot(ctx, x + dx, y, r, '#F2FAF6');
      ctx.fillStyle = '#C9D8DE';
      ctx.beginPath();
      ctx.arc(x + dx, y, r, -1.1, 1);
      ctx.fill();
    }
    for (const dx of [-22, 0, 22]) box(ctx, x + dx - 7, y - 30, 14, 16, 5, '#2F63E6');
    box(ctx, x - 2, y - 78, 4, 32, 2, '#F2FAF6');
    dot(ctx, x, y - 80, 6, '#FFC629');
  }
  function ship(ctx, x, y) {
    shape(ctx, '#D8341C', x - 34, y, x - 14, y - 46, x + 14, y - 46, x + 34, y);
    ctx.fillStyle = '#F2FAF6';
    ctx.beginPath();
    ctx.moveTo(x - 20, y - 10);
    ctx.quadraticCurveTo(x - 26, y - 84, x, y - 116);
    ctx.quadraticCurveTo(x + 26, y - 84, x + 20, y - 10);
    ctx.fill();
    ctx.fillStyle = '#D8341C';
    ctx.beginPath();
    ctx.moveTo(x - 13, y - 96);
    ctx.quadraticCurveTo(x - 6, y - 110, x, y - 116);
    ctx.quadraticCurveTo(x + 6, y - 110, x + 13, y - 96);
    ctx.fill();
    dot(ctx, x, y - 68, 10, '#2F63E6');
    dot(ctx, x - 3, y - 71, 4, '#8FD0FF');
  }
  function foreground(ctx, w, h) {
    shape(ctx, '#8C2B1C', 0, h, 0, h - 44, w * 0.16, h - 62, w * 0.34, h - 22, w * 0.6, h - 34, w * 0.82, h - 70, w, h - 40, w, h);
    [[0.1, 0.62, 3], [0.9, 0.7, 8], [0.24, 0.4, 4]].forEach(([x, s, seed]) => rock(ctx, w * x, h - 44, s, seed));
  }
  function crater(ctx, x, y, r) {
    ctx.fillStyle = '#8C2B1C';
    ctx.beginPath();
    ctx.ellipse(x, y, r, r * 0.6, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#C4512F';
    ctx.beginPath();
    ctx.ellipse(x + r * 0.1, y + r * 0.12, r * 0.78, r * 0.42, 0, 0, 7);
    ctx.fill();
  }
  function rock(ctx, x, y, s, seed) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(seed % 2 ? s : -s, s);
    const lit = seed % 2 ? '#B5526A' : '#8E3F5C';
    shape(ctx, '#8C2B1C66', -40, 34, 46, 34, 40, 44, -34, 44);
    shape(ctx, '#6B2A4A', -44, 38, -38, -6, -14, -36, 20, -34, 42, -4, 44, 38);
    shape(ctx, lit, -44, 38, -38, -6, -14, -36, 2, -10, -8, 38);
    shape(ctx, seed % 2 ? '#8E3F5C' : '#B5526A', -14, -36, 20, -34, 30, -14, 2, -10);
    ctx.restore();
  }
  function crystal(ctx, x, y, s, time) {
    ctx.save();
    ctx.translate(x, y + Math.sin(time * 3 + x) * 3 * s);
    ctx.scale(s, s);
    ctx.fillStyle = '#6E1F1866';
    ctx.beginPath();
    ctx.ellipse(2, 28, 26, 8, 0, 0, 7);
    ctx.fill();
    for (const [dx, k] of [[-14, 0.7], [15, 0.62], [0, 1]]) {
      shape(ctx, '#45C9C1', dx - 13 * k, -6 * k + 10, dx, -36 * k + 6, dx + 13 * k, -6 * k + 10, dx, 26);
      shape(ctx, '#A6F0EA', dx - 13 * k, -6 * k + 10, dx, -36 * k + 6, dx, 26);
    }
    ctx.restore();
  }
  function flag(ctx, x, y, s, time, ready) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(s, s);
    ctx.strokeStyle = ready ? '#FFE28A' : '#F8B08C';
    ctx.lineWidth = 6;
    ctx.setLineDash([14, 10]);
    ctx.lineDashOffset = ready ? -time * 24 : 0;
    ctx.beginPath();
    ctx.ellipse(0, 14, 40, 28, 0, 0, 7);
    ctx.stroke();
    ctx.setLineDash([]);
    box(ctx, -14, -44, 6, 64, 3, '#F2FAF6');
    const wave = Math.sin(time * 4) * 4;
    const bands = ['#1b1020', '#ffffff', '#D8341C', '#ffffff', '#1E9E5A'];
    const heights = [10, 2, 10, 2, 10];
    let top = -42;
    bands.forEach((colour, i) => {
      shape(ctx, colour, -8, top, 14, top + wave * 0.5, 36, top - wave * 0.4, 36, top + heights[i] - wave * 0.4, 14, top + heights[i] + wave * 0.5, -8, top + heights[i]);
      top += heights[i];
    });
    ctx.restore();
  }
  /** The rover from above, looking along +x. look: where the eyes go; hop: bounce while it drives. */
  function rover(ctx, x, y, angle, s, { time, moving, mood }) {
    ctx.save();
    ctx.translate(x + 4 * s, y + 9 * s);
    ctx.rotate(angle);
    box(ctx, -40 * s, -32 * s, 80 * s, 64 * s, 18 * s, '#6E1F1880');
    ctx.restore();
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle + (mood === 'bump' ? Math.sin(time * 40) * 0.08 : 0));
    const bounce = moving ? 1 + Math.sin(time * 30) * 0.02 : 1;
    ctx.scale(s * bounce, s / bounce);
    for (const wx of [-30, 0, 30]) {
      for (const side of [-1, 1]) {
        box(ctx, wx - 11, side * 32 - 8, 22, 16, 6, '#241430');
        box(ctx, wx - 8 + (moving ? (time * 60) % 8 : 0) - 2, side * 32 - 5, 4, 10, 2, '#8B7BA8');
      }
    }
    box(ctx, -40, -28, 76, 56, 14, '#F2FAF6');
    box(ctx, -40, 6, 76, 22, 14, '#C9D8DE');
    box(ctx, -36, -24, 42, 48, 8, '#2F63E6');
    box(ctx, -36, 2, 42, 22, 8, '#123E8C');
    ctx.fillStyle = '#8FD0FF';
    ctx.fillRect(-36, -1.5, 42, 3);
    ctx.fillRect(-17, -24, 3, 48);
    box(ctx, 10, -20, 30, 40, 14, '#FFFFFF');
    box(ctx, 16, -16, 20, 32, 10, '#241430');
    for (const side of [-8, 8]) {
      dot(ctx, 27, side, 6.5, mood === 'bump' ? '#FFC629' : '#45C9C1');
      dot(ctx, 29, side, 3.4, '#0C2A30');
    }
    box(ctx, -34, -4, 6, 8, 3, '#FFC629');
    ctx.restore();
  }
  return { ground, crystal, flag, rover, dot };
})();
