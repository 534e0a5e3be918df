// How the railway looks. The map is drawn in grid units through `at`, so that it can also lie on its side on a phone.
'use strict';
window.Art = (function () {
  const R = window.Railway;
  const GOODS = window.GOODS;
  const GREENS = ['#8CCB5E', '#84C456'];
  const ROOFS = ['#D8341C', '#0B6E69', '#FF8A3D', '#9C1452', '#2F63E6', '#6E3A16', '#C98A00'];
  const ENGINE = [{ body: '#D8341C', roof: '#1b1020', nose: '#FFC629' }, { body: '#FFC629', roof: '#D8341C', nose: '#FFF6E6' }, { body: '#0E8F9B', roof: '#F2FAF6', nose: '#FFC629' }];

  function circle(ctx, x, y, r, colour) {
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

  // ---- land
  function land(ctx, world, view) {
    const { c } = view;
    for (let y = 0; y < R.H; y++) {
      for (let x = 0; x < R.W; x++) {
        const p = view.at(x, y);
        const kind = world.land[R.key(x, y)];
        ctx.fillStyle = kind === 'p' ? ['#DCCB6E', '#D5C364'][(x + y) % 2] : GREENS[(x + y) % 2];
        ctx.fillRect(p.x - c / 2 - 0.5, p.y - c / 2 - 0.5, c + 1, c + 1);
      }
    }
    water(ctx, world, view, 0.66, '#F5DDA0');
    water(ctx, world, view, 0.56, '#3DB5B5');
    water(ctx, world, view, 0.46, '#0E8F9B');
    for (let y = 0; y < R.H; y++) for (let x = 0; x < R.W; x++) scenery(ctx, world, view, x, y);
  }
  function water(ctx, world, view, grow, colour) {
    const { c } = view;
    const wet = (x, y) => x >= 0 && y >= 0 && x < R.W && y < R.H && world.land[R.key(x, y)] === 'w';
    ctx.fillStyle = colour;
    for (let y = 0; y < R.H; y++) {
      for (let x = 0; x < R.W; x++) {
        if (!wet(x, y)) continue;
        const p = view.at(x, y);
        ctx.beginPath();
        ctx.arc(p.x, p.y, c * grow, 0, 7);
        ctx.fill();
        for (const [dx, dy] of [[1, 0], [0, 1]]) {
          if (!wet(x + dx, y + dy)) continue;
          const q = view.at(x + dx, y + dy);
          const g = c * grow;
          ctx.fillRect(Math.min(p.x, q.x) - (p.x === q.x ? g : 0), Math.min(p.y, q.y) - (p.y === q.y ? g : 0), Math.abs(p.x - q.x) + (p.x === q.x ? 2 * g : 0), Math.abs(p.y - q.y) + (p.y === q.y ? 2 * g : 0));
        }
        if (wet(x + 1, y) && wet(x, y + 1) && wet(x + 1, y + 1)) {
          const q = view.at(x + 1, y + 1);
          ctx.fillRect(Math.min(p.x, q.x), Math.min(p.y, q.y), c, c);
        }
        // The sea goes on past the edge of the map.
        if (x === R.W - 1) edgeWater(ctx, view, p, 1, 0, grow);
        if (x === 0) edgeWater(ctx, view, p, -1, 0, grow);
      }
    }
  }
  function edgeWater(ctx, view, p, dx, dy, grow) {
    const g = view.c * grow;
    const out = view.tall ? { x: dy, y: dx } : { x: dx, y: dy };
    ctx.fillRect(p.x - (out.x ? 0 : g) + (out.x < 0 ? -view.c : 0), p.y - (out.y ? 0 : g) + (out.y < 0 ? -view.c : 0), out.x ? view.c : 2 * g, out.y ? view.c : 2 * g);
  }
  function scenery(ctx, world, view, x, y) {
    const cell = R.key(x, y);
    const kind = world.land[cell];
    const { c } = view;
    const p = view.at(x, y);
    const hash = ((x * 73856093) ^ (y * 19349663)) >>> 0;
    if (kind === 'w' && hash % 3 === 0) {
      ctx.strokeStyle = '#7FD6DB';
      ctx.lineWidth = c * 0.05;
      ctx.lineCap = 'round';
      ctx.beginPath();
      ctx.moveTo(p.x - c * 0.18, p.y);
      ctx.quadraticCurveTo(p.x - c * 0.08, p.y - c * 0.1, p.x, p.y);
      ctx.quadraticCurveTo(p.x + c * 0.08, p.y + c * 0.1, p.x + c * 0.18, p.y);
      ctx.stroke();
    }
    if (R.townAt(world, cell) || (world.links.get(cell) && world.links.get(cell).size)) return;
    if (kind === 'h') hill(ctx, p, c, hash);
    if (kind === 'f') for (const [dx, dy, s] of [[-0.2, 0.02, 1], [0.18, -0.1, 0.85], [0.08, 0.28, 0.95]]) tree(ctx, p.x + dx * c, p.y + dy * c, c * 0.2 * s);
    if (kind === 'p') hash % 3 === 0 ? elephant(ctx, p, c * 0.011) : hash % 3 === 1 && acacia(ctx, p, c * 0.012);
    if (kind === 'g' && hash % 11 === 0) tree(ctx, p.x + c * 0.1, p.y, c * 0.17);
  }
  function hill(ctx, p, c, hash) {
    const lift = 0.52 + (hash % 5) * 0.04;
    for (const [dx, s, colour, lit] of [[0.16, 0.8, '#A9854E', '#BC985E'], [-0.1, 1, '#B8925A', '#CDA86C']]) {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.moveTo(p.x + dx * c - c * 0.36 * s, p.y + c * 0.34);
      ctx.quadraticCurveTo(p.x + dx * c - c * 0.1, p.y - c * lift * s, p.x + dx * c, p.y + c * (0.3 - lift) * s);
      ctx.quadraticCurveTo(p.x + dx * c + c * 0.14, p.y - c * 0.2 * s, p.x + dx * c + c * 0.36 * s, p.y + c * 0.34);
      ctx.fill();
      ctx.fillStyle = lit;
      ctx.beginPath();
      ctx.moveTo(p.x + dx * c - c * 0.36 * s, p.y + c * 0.34);
      ctx.quadraticCurveTo(p.x + dx * c - c * 0.1, p.y - c * lift * s, p.x + dx * c, p.y + c * (0.3 - lift) * s);
      ctx.quadraticCurveTo(p.x + dx * c - c * 0.04, p.y, p.x + dx * c - c * 0.06, p.y + c * 0.34);
      ctx.fill();
    }
  }
  function tree(ctx, x, y, r) {
    circle(ctx, x + r * 0.25, y + r * 0.5, r, '#5F9A3C');
    box(ctx, x - r * 0.14, y, r * 0.28, r * 1.3, 1, '#6B3820');
    circle(ctx, x, y - r * 0.2, r, '#2E8B4E');
    circle(ctx, x - r * 0.25, y - r * 0.45, r * 0.6, '#43A765');
  }
  function acacia(ctx, p, s) {
    ctx.save();
    ctx.translate(p.x, p.y + 24 * s);
    ctx.scale(s, s);
    ctx.strokeStyle = '#6B3820';
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(0, -34);
    ctx.moveTo(0, -18);
    ctx.lineTo(14, -36);
    ctx.stroke();
    ctx.fillStyle = '#4F8F3A';
    ctx.beginPath();
    ctx.ellipse(2, -42, 32, 11, 0, 0, 7);
    ctx.fill();
    ctx.restore();
  }
  function elephant(ctx, p, s) {
    ctx.save();
    ctx.translate(p.x, p.y);
    ctx.scale(s, s);
    box(ctx, -26, -8, 42, 26, 13, '#7C8C9A');
    box(ctx, -22, 8, 9, 20, 4, '#6B7B89');
    box(ctx, 4, 8, 9, 20, 4, '#6B7B89');
    circle(ctx, 18, -8, 14, '#8C9CAA');
    circle(ctx, 11, -8, 10, '#6B7B89');
    box(ctx, 24, -6, 7, 26, 4, '#8C9CAA');
    circle(ctx, 21, -11, 2.2, '#1b1020');
    ctx.restore();
  }

  // ---- track
  const mid = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  /** Centre lines through a cell: one curve for a bend or a straight, half lines for ends and junctions. */
  function lines(world, view, cell) {
    const here = view.cell(cell);
    const ends = [...(world.links.get(cell) || [])].map((other) => mid(here, view.cell(other)));
    if (ends.length === 2) return [sample(ends[0], here, ends[1])];
    return ends.map((end) => sample(here, mid(here, end), end));
  }
  function sample(a, b, d) {
    const points = [];
    for (let i = 0; i <= 8; i++) {
      const t = i / 8;
      const u = 1 - t;
      points.push({ x: u * u * a.x + 2 * u * t * b.x + t * t * d.x, y: u * u * a.y + 2 * u * t * b.y + t * t * d.y });
    }
    return points;
  }
  function stroke(ctx, points, width, colour, dash, offset = 0) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(dash || []);
    ctx.beginPath();
    points.forEach((p, i) => {
      const a = points[Math.max(0, i - 1)];
      const b = points[Math.min(points.length - 1, i + 1)];
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      ctx.lineTo(p.x - ((b.y - a.y) / long) * offset, p.y + ((b.x - a.x) / long) * offset);
    });
    ctx.stroke();
    ctx.setLineDash([]);
  }
  function track(ctx, world, view) {
    const { c } = view;
    const all = [];
    for (const cell of world.links.keys()) for (const line of lines(world, view, cell)) all.push({ cell, line });
    ctx.lineCap = 'butt';
    for (const { cell, line } of all) {
      if (world.land[cell] === 'w') stroke(ctx, line, c * 0.56, '#8A4B2B');
    }
    for (const { line } of all) stroke(ctx, line, c * 0.44, '#D9BE93');
    for (const { line } of all) stroke(ctx, line, c * 0.36, '#7A4A2A', [c * 0.07, c * 0.11]);
    for (const { line } of all) for (const side of [-0.11, 0.11]) stroke(ctx, line, c * 0.05, '#4A5A62', null, side * c);
  }

  // ---- towns
  function town(ctx, place, view) {
    const { c } = view;
    const p = view.at(place.x, place.y);
    circle(ctx, p.x, p.y, c * 0.47, '#F5E6C4');
    const roof = ROOFS[place.id % ROOFS.length];
    for (const [dx, dy, s] of [[-0.2, -0.2, 0.8], [0.2, -0.16, 0.9], [0, 0.14, 1]]) house(ctx, p.x + dx * c, p.y + dy * c, c * 0.32 * s, roof);
  }
  function house(ctx, x, y, s, roof) {
    box(ctx, x - s * 0.5, y - s * 0.3, s, s * 0.75, s * 0.08, '#FFF6E6');
    ctx.fillStyle = '#E8D3AE';
    ctx.fillRect(x + s * 0.15, y - s * 0.3, s * 0.35, s * 0.75);
    ctx.fillStyle = roof;
    ctx.beginPath();
    ctx.moveTo(x - s * 0.66, y - s * 0.25);
    ctx.lineTo(x, y - s * 0.85);
    ctx.lineTo(x + s * 0.66, y - s * 0.25);
    ctx.fill();
    ctx.fillStyle = '#54301F';
    ctx.fillRect(x - s * 0.22, y + s * 0.05, s * 0.24, s * 0.4);
  }
  /** The name and what is waiting to be carried: a coloured square and a number for each good. */
  function label(ctx, place, view, lit, time) {
    const { c } = view;
    const p = view.at(place.x, place.y);
    const size = Math.max(14, c * 0.24);
    ctx.font = `650 ${size}px Lexend, system-ui`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const wide = ctx.measureText(place.name).width + 16;
    const x = Math.max(wide / 2 + 2, Math.min(view.right - wide / 2 - 2, p.x));
    const y = p.y + c * 0.5 + size * 0.35;
    if (lit) {
      ctx.strokeStyle = '#FFC629';
      ctx.lineWidth = 5;
      ctx.beginPath();
      ctx.arc(p.x, p.y, c * 0.56 + Math.sin(time * 6) * 3, 0, 7);
      ctx.stroke();
    }
    box(ctx, x - wide / 2, y - size * 0.7, wide, size * 1.4, size * 0.7, lit ? '#FFC629' : '#0C2A30');
    ctx.fillStyle = lit ? '#0C2A30' : '#fff';
    ctx.fillText(place.name, x, y + 1);
    const goods = Object.keys(place.stock);
    const step = size * 2.05;
    goods.forEach((good, i) => {
      const gx = p.x + (i - (goods.length - 1) / 2) * step;
      const gy = p.y - c * 0.62;
      box(ctx, gx - step * 0.48, gy - size * 0.6, step * 0.96, size * 1.2, 5, '#FFFFFFE6');
      box(ctx, gx - step * 0.4, gy - size * 0.3, size * 0.6, size * 0.6, 3, GOODS[good].colour);
      ctx.fillStyle = '#0C2A30';
      ctx.textAlign = 'left';
      ctx.fillText(Math.floor(place.stock[good]), gx - step * 0.4 + size * 0.7, gy + 1);
      ctx.textAlign = 'center';
    });
    ctx.textBaseline = 'alphabetic';
  }

  // ---- trains
  /** Where a train is: s counts cells along its path, whole numbers are cell middles. */
  function along(path, view, s) {
    const last = path.length - 1;
    const i = Math.max(0, Math.min(last, Math.round(s)));
    const here = view.cell(path[i]);
    const a = i > 0 ? mid(view.cell(path[i - 1]), here) : here;
    const b = i < last ? mid(here, view.cell(path[i + 1])) : here;
    const t = Math.max(0, Math.min(1, s - i + 0.5));
    const u = 1 - t;
    return { x: u * u * a.x + 2 * u * t * here.x + t * t * b.x, y: u * u * a.y + 2 * u * t * here.y + t * t * b.y };
  }
  function train(ctx, one, world, view, time) {
    const { c } = view;
    const look = ENGINE[world.level.engine];
    const wagons = 2 + world.level.wagon;
    const perWagon = R.WAGONS[world.level.wagon].load / wagons;
    for (let k = wagons; k >= 0; k--) {
      const s = one.at - one.way * k * 0.46;
      if (k && (s < -0.2 || s > one.path.length - 0.8)) continue;
      const p = along(one.path, view, s);
      const q = along(one.path, view, s + one.way * 0.12);
      const angle = Math.abs(q.x - p.x) + Math.abs(q.y - p.y) < 0.01 ? one.angle || 0 : Math.atan2(q.y - p.y, q.x - p.x);
      if (!k) one.angle = angle;
      ctx.save();
      ctx.translate(p.x, p.y + Math.sin(time * 18 + k) * (one.wait > 0 ? 0 : c * 0.008));
      ctx.rotate(angle);
      box(ctx, -c * 0.19, -c * 0.13, c * 0.42, c * 0.3, c * 0.05, '#0C2A3040');
      if (k) wagon(ctx, c, one.cargo[Math.floor((k - 1) * perWagon)]);
      else engine(ctx, c, look);
      ctx.restore();
    }
  }
  function wagon(ctx, c, unit) {
    box(ctx, -c * 0.2, -c * 0.14, c * 0.4, c * 0.28, c * 0.05, '#6B3820');
    box(ctx, -c * 0.16, -c * 0.1, c * 0.32, c * 0.2, c * 0.04, unit ? GOODS[unit.good].colour : '#54301F');
    if (unit) box(ctx, -c * 0.13, -c * 0.08, c * 0.26, c * 0.06, c * 0.03, '#FFFFFF66');
  }
  function engine(ctx, c, look) {
    box(ctx, -c * 0.22, -c * 0.15, c * 0.48, c * 0.3, c * 0.09, look.body);
    box(ctx, -c * 0.2, -c * 0.13, c * 0.2, c * 0.26, c * 0.04, look.roof);
    box(ctx, c * 0.16, -c * 0.12, c * 0.08, c * 0.24, c * 0.04, look.nose);
    circle(ctx, c * 0.08, 0, c * 0.06, look.roof);
  }

  return { land, track, town, label, train, along, circle, box };
})();
