// Where the mazes lie: four places with their own colours, walls, ground and things in the air.
// Everything that stands still is painted once a maze, on a canvas of its own.
'use strict';
const Places = (() => {
  const ALL = [
    { name: 'Garden', from: 0, out: '#1C7A4C', shade: '#176640', leaf: ['#2E9E5B', '#23864D', '#57C46A'], floor: '#F6DC9C', check: '#F1D189', ground: ['#E5BE6B', '#8FBF5A'], wall: ['#14563A', '#23864D', '#37A85C', '#6ACB6F'], kind: 'hedge', bloom: ['#FF5C8A', '#FFFFFF', '#FFC629'], air: 'butterfly', glow: '' },
    { name: 'Old city', from: 5, out: '#A8472A', shade: '#963C22', leaf: ['#3E8F5A', '#2F7A4B', '#62B26B'], floor: '#F7CFA0', check: '#F2C391', ground: ['#DFA56D', '#B98A5E'], wall: ['#5B3F45', '#8A6A66', '#B8968A', '#DCC0AC'], kind: 'stone', bloom: ['#62B26B', '#3E8F5A'], air: 'leaf', glow: '' },
    { name: 'Night forest', from: 9, out: '#10244A', shade: '#0D1E3F', leaf: ['#14564F', '#10463F', '#1E7A66'], floor: '#34568F', check: '#2F4E84', ground: ['#284576', '#4C74B5'], wall: ['#071F2C', '#0F4A4A', '#17695D', '#2E9478'], kind: 'hedge', bloom: ['#7FF0E0', '#FF8FD0', '#B9F5FF'], air: 'firefly', glow: '#FFE28A' },
    { name: 'Palace', from: 12, out: '#431A5C', shade: '#39144F', leaf: ['#6B2E86', '#5A2473', '#8E4BAA'], floor: '#A565B8', check: '#9A5AAE', ground: ['#8A4A9E', '#C58BD6'], wall: ['#6B3F08', '#B57A14', '#E8A92B', '#FFD766'], kind: 'stone', bloom: ['#E23B24', '#FFF3DC'], air: 'dust', glow: '#FFE28A' },
  ];
  const of = (level) => ALL.reduce((found, place) => (level >= place.from ? place : found), ALL[0]);

  /** The whole still picture of one maze; spot(cell) gives a cell's middle on the screen. */
  function paint(c, place, maze, spot, size, width, height) {
    const chance = Kiddo.rng(maze.exit * 31 + maze.body[0] * 7 + maze.fruit.size);
    surroundings(c, place, width, height, chance);
    const a = spot(0);
    const b = spot(maze.cells.length - 1);
    const box = { x: a.x - size * 0.4, y: a.y - size * 0.4, w: b.x - a.x + size * 0.8, h: b.y - a.y + size * 0.8 };
    rim(c, place, box, size, chance);
    Art.box(c, place.floor, box.x, box.y, box.w, box.h, size * 0.4);
    c.fillStyle = place.check;
    maze.cells.forEach((sign, cell) => {
      const p = spot(cell);
      if (sign === '.' && (cell % Rules.WIDE + Math.floor(cell / Rules.WIDE)) % 2) c.fillRect(p.x - size / 2, p.y - size / 2, size, size);
    });
    maze.cells.forEach((sign, cell) => sign === '.' && ground(c, place, spot(cell), size, chance));
    walls(c, place, maze, spot, size, chance);
  }

  /** Cloth of diamonds in the place's colour, where no maze is. */
  function surroundings(c, place, width, height, chance) {
    c.fillStyle = place.out;
    c.fillRect(0, 0, width, height);
    c.fillStyle = place.shade;
    for (let y = 0, row = 0; y < height + 30; y += 24, row++) {
      for (let x = row % 2 ? 24 : 0; x < width + 30; x += 48) {
        c.beginPath();
        c.moveTo(x, y - 14);
        c.lineTo(x + 14, y);
        c.lineTo(x, y + 14);
        c.lineTo(x - 14, y);
        c.fill();
      }
    }
    for (let i = 0; i < 26; i++) {
      const along = chance();
      const edge = Math.floor(chance() * 4);
      const x = edge === 0 ? -8 : edge === 1 ? width + 8 : along * width;
      const y = edge === 2 ? -8 : edge === 3 ? height + 8 : along * height;
      frond(c, x, y, 44 + chance() * 50, Math.atan2(height / 2 - y, width / 2 - x) + (chance() - 0.5) * 1.4, place.leaf[i % 3]);
    }
  }
  /** Leaves that look out from under the maze, all round it. */
  function rim(c, place, box, size, chance) {
    const round = 2 * (box.w + box.h);
    for (let d = 0; d < round; d += size * 1.1) {
      const side = d < box.w ? 0 : d < box.w + box.h ? 1 : d < box.w * 2 + box.h ? 2 : 3;
      const x = side === 0 ? box.x + d : side === 1 ? box.x + box.w : side === 2 ? box.x + box.w * 2 + box.h - d : box.x;
      const y = side === 0 ? box.y : side === 1 ? box.y + d - box.w : side === 2 ? box.y + box.h : box.y + round - d;
      const turn = [-Math.PI / 2, 0, Math.PI / 2, Math.PI][side] + (chance() - 0.5) * 1.2;
      frond(c, x, y, size * (0.5 + chance() * 0.5), turn, place.leaf[Math.floor(chance() * 3)]);
    }
    Art.box(c, '#00000038', box.x - size * 0.1, box.y + size * 0.12, box.w + size * 0.2, box.h + size * 0.16, size * 0.5);
  }
  function frond(c, x, y, long, turn, tone) {
    c.save();
    c.translate(x, y);
    c.rotate(turn);
    c.fillStyle = tone;
    c.beginPath();
    c.moveTo(0, 0);
    c.quadraticCurveTo(long * 0.45, -long * 0.42, long, 0);
    c.quadraticCurveTo(long * 0.45, long * 0.42, 0, 0);
    c.fill();
    c.strokeStyle = '#00000022';
    c.lineWidth = long * 0.05;
    c.beginPath();
    c.moveTo(0, 0);
    c.lineTo(long * 0.86, 0);
    c.stroke();
    c.restore();
  }

  /** Pebbles and tufts on the way. */
  function ground(c, place, p, size, chance) {
    const luck = chance();
    const x = p.x + (chance() - 0.5) * size * 0.5;
    const y = p.y + (chance() - 0.5) * size * 0.5;
    if (luck < 0.22) {
      c.fillStyle = place.ground[0];
      for (const [dx, dy, r] of [[0, 0, 0.07], [0.16, 0.05, 0.045], [-0.1, 0.1, 0.035]]) {
        c.beginPath();
        c.ellipse(x + dx * size, y + dy * size, r * size * 1.3, r * size, 0, 0, 7);
        c.fill();
      }
    } else if (luck < 0.34) {
      c.strokeStyle = place.ground[1];
      c.lineWidth = size * 0.06;
      c.lineCap = 'round';
      c.beginPath();
      for (const [dx, dy] of [[-0.12, -0.16], [0, -0.22], [0.12, -0.16]]) {
        c.moveTo(x + dx * size * 0.3, y);
        c.lineTo(x + dx * size, y + dy * size);
      }
      c.stroke();
    }
  }

  // ---- walls: one thick line for the foot, the side and the top, then what grows or is laid on them
  function walls(c, place, maze, spot, size, chance) {
    const [foot, side, top, light] = place.wall;
    run(c, maze, spot, size * 0.74, '#00000030', size * 0.2);
    run(c, maze, spot, size * 0.72, foot, size * 0.1);
    run(c, maze, spot, size * 0.68, side, 0);
    run(c, maze, spot, size * 0.58, top, -size * 0.08);
    const marks = [];
    joints(maze, (cell, step, t) => {
      const p = spot(cell);
      const q = spot(cell + step);
      marks.push({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t - size * 0.08, turn: Math.atan2(q.y - p.y, q.x - p.x), whole: t === 0 });
    });
    for (const mark of marks) (place.kind === 'hedge' ? leaves : stones)(c, mark, size, light, side, chance);
    marks.filter((mark) => mark.whole && chance() < 0.3).forEach((mark) => bloom(c, place, mark, size, chance));
  }
  /** Every wall cell, and the middle between it and its neighbours. */
  function joints(maze, tell) {
    maze.cells.forEach((sign, cell) => {
      if (sign !== '#') return;
      tell(cell, 1, 0);
      for (const step of [1, Rules.WIDE]) if (joined(maze, cell, step)) tell(cell, step, 0.5);
    });
  }
  const joined = (maze, cell, step) => !(step === 1 && cell % Rules.WIDE === Rules.WIDE - 1) && maze.cells[cell + step] === '#';
  function run(c, maze, spot, thick, tone, lift) {
    c.strokeStyle = tone;
    c.lineWidth = thick;
    c.lineCap = c.lineJoin = 'round';
    c.beginPath();
    maze.cells.forEach((sign, cell) => {
      if (sign !== '#') return;
      const p = spot(cell);
      c.moveTo(p.x, p.y + lift);
      c.lineTo(p.x + 0.1, p.y + lift);
      for (const step of [1, Rules.WIDE]) {
        if (!joined(maze, cell, step)) continue;
        const q = spot(cell + step);
        c.moveTo(p.x, p.y + lift);
        c.lineTo(q.x, q.y + lift);
      }
    });
    c.stroke();
  }
  function leaves(c, { x, y }, size, light, dark, chance) {
    for (let i = 0; i < 4; i++) {
      const turn = chance() * 6.3;
      const far = chance() * size * 0.22;
      c.fillStyle = i === 0 ? dark : light;
      c.globalAlpha = i === 0 ? 0.55 : 0.4 + chance() * 0.5;
      c.beginPath();
      c.ellipse(x + Math.cos(turn) * far, y + Math.sin(turn) * far - size * 0.02, size * 0.1, size * 0.055, turn + 0.8, 0, 7);
      c.fill();
    }
    c.globalAlpha = 1;
  }
  function stones(c, { x, y, turn, whole }, size, light, dark) {
    c.save();
    c.translate(x, y);
    c.rotate(turn);
    if (whole) Art.box(c, light, -size * 0.17, -size * 0.17, size * 0.34, size * 0.34, size * 0.07);
    else Art.box(c, dark, -size * 0.03, -size * 0.24, size * 0.06, size * 0.48, size * 0.02);
    c.restore();
  }
  function bloom(c, place, { x, y }, size, chance) {
    const tone = place.bloom[Math.floor(chance() * place.bloom.length)];
    const px = x + (chance() - 0.5) * size * 0.2;
    const py = y + (chance() - 0.5) * size * 0.2;
    if (place.glow && place.kind === 'hedge') { // mushrooms that shine at night
      Art.disc(c, `${tone}30`, px, py, size * 0.34);
      Art.box(c, '#EAF8FF', px - size * 0.04, py, size * 0.08, size * 0.13, size * 0.03);
      c.fillStyle = tone;
      c.beginPath();
      c.arc(px, py, size * 0.13, Math.PI, 0);
      c.fill();
      return;
    }
    if (place.kind === 'stone') { // moss, or inlaid gems
      for (const [dx, dy, r] of [[0, 0, 0.1], [0.12, 0.04, 0.07], [-0.11, 0.05, 0.06]]) Art.disc(c, tone, px + dx * size, py + dy * size, r * size * (place.glow ? 0.7 : 1));
      return;
    }
    for (let i = 0; i < 5; i++) Art.disc(c, tone, px + Math.cos(i * 1.257) * size * 0.085, py + Math.sin(i * 1.257) * size * 0.085, size * 0.068);
    Art.disc(c, tone === '#FFC629' ? '#B56A00' : '#FFC629', px, py, size * 0.055);
  }

  // ---- the air: a handful of small things that drift, in front of everything
  function air(c, place, time, width, height) {
    for (let i = 0; i < 9; i++) {
      const pace = 12 + (i % 4) * 7;
      const x = ((i * 173 + time * pace) % (width + 80)) - 40;
      const y = ((i * 97) % height) + Math.sin(time * (0.6 + (i % 3) * 0.3) + i) * 26;
      AIR[place.air](c, x, place.air === 'leaf' ? (y + time * 22) % (height + 40) : y, time, i);
    }
  }
  const AIR = {
    butterfly(c, x, y, time, i) {
      if (i % 2) return;
      const open = 0.35 + Math.abs(Math.sin(time * 7 + i)) * 0.65;
      c.fillStyle = ['#FF8FB1', '#FFFFFF', '#FFB03B'][i % 3];
      for (const side of [-1, 1]) {
        c.beginPath();
        c.ellipse(x + side * 5 * open, y - 2, 5.5 * open, 6, side * 0.5, 0, 7);
        c.ellipse(x + side * 4 * open, y + 5, 4 * open, 4, 0, 0, 7);
        c.fill();
      }
      Art.box(c, '#3A2433', x - 1.2, y - 6, 2.4, 13, 1.2);
    },
    leaf(c, x, y, time, i) {
      c.fillStyle = ['#D8341C', '#FFC629', '#8FBF5A'][i % 3];
      c.beginPath();
      c.ellipse(x, y, 7, 3.4 * Math.abs(Math.sin(time * 1.3 + i)) + 0.8, time * 0.8 + i, 0, 7);
      c.fill();
    },
    firefly(c, x, y, time, i) {
      const shine = 0.35 + 0.65 * Math.abs(Math.sin(time * 1.7 + i * 1.3));
      c.globalAlpha = shine * 0.3;
      Art.disc(c, '#FFE28A', x, y, 11);
      c.globalAlpha = shine;
      Art.disc(c, '#FFF6C9', x, y, 3);
      c.globalAlpha = 1;
    },
    dust(c, x, y, time, i) {
      const r = 2 + 3 * Math.abs(Math.sin(time * 2 + i));
      c.fillStyle = '#FFE28A';
      c.beginPath();
      c.moveTo(x, y - r * 1.6);
      c.lineTo(x + r * 0.6, y);
      c.lineTo(x, y + r * 1.6);
      c.lineTo(x - r * 0.6, y);
      c.fill();
    },
  };

  return { ALL, of, paint, surroundings, air };
})();
