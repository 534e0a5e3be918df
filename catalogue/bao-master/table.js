// The wooden board: where its pits are, its seeds, and how they move. Lying on a wide screen, upright on a phone.
(function () {
  'use strict';
  const { STORE, ownerOf } = window.Kalah;
  const GOLDEN = 2.39996; // the angle that packs seeds evenly, like a sunflower's
  const LYING = { pit: 47, step: 116, row: 66, store: 98, storeLong: 246, pad: 26 };
  const UPRIGHT = { pit: 42, step: 90, row: 74, store: 84, storeLong: 250, pad: 22 };
  const SEED_GAP = 10.4;

  let view;
  let backdrop = null; // the cloth and the empty board, drawn once for each shape of the window
  const spots = Array.from({ length: 14 }, () => ({ x: 0, y: 0 }));
  let shape = LYING;
  let upright = false;
  let centre = { x: 0, y: 0 };

  const seeds = []; // { pit, x, y, tx, ty, z, kind }

  function lay(givenView) {
    view = givenView;
    upright = view.height > view.width;
    shape = upright ? UPRIGHT : LYING;
    centre = upright ? { x: view.width / 2, y: 118 + (view.height - 118) / 2 } : { x: view.width / 2, y: view.height * 0.55 };
    const along = shape.step * 3 + shape.store / 2 + 6;
    for (let i = 0; i < 6; i++) {
      const at = (i - 2.5) * shape.step;
      spots[i] = upright ? { x: centre.x - shape.row, y: centre.y + at } : { x: centre.x + at, y: centre.y + shape.row };
      spots[12 - i] = upright ? { x: centre.x + shape.row, y: centre.y + at } : { x: centre.x + at, y: centre.y - shape.row };
    }
    [0, 1].forEach((side) => {
      const at = side === 0 ? along : -along;
      spots[STORE[side]] = upright ? { x: centre.x, y: centre.y + at } : { x: centre.x + at, y: centre.y };
    });
    backdrop = null;
    for (let pit = 0; pit < 14; pit++) arrange(pit);
    snap();
  }

  /** Gives every seed of a pit its place in it. */
  function arrange(pit) {
    const inside = seeds.filter((seed) => seed.pit === pit);
    const store = STORE.includes(pit);
    inside.forEach((seed, k) => {
      const turn = k * GOLDEN + pit;
      const far = SEED_GAP * Math.sqrt(k + 0.4) * (inside.length > 14 && !store ? 0.8 : 1);
      // a store is long and thin, so its seeds spread along it
      const wideX = store ? (upright ? 1.45 : 0.44) : 1;
      const wideY = store ? (upright ? 0.4 : 1.45) : 1;
      seed.tx = spots[pit].x + Math.cos(turn) * far * wideX;
      seed.ty = spots[pit].y + Math.sin(turn) * far * wideY;
    });
  }

  /** Puts every seed where it belongs at once, without a flight. */
  function snap() {
    seeds.forEach((seed) => {
      seed.x = seed.tx;
      seed.y = seed.ty;
      seed.z = 0;
    });
  }

  function fill(board) {
    seeds.length = 0;
    board.forEach((count, pit) => {
      for (let k = 0; k < count; k++) seeds.push({ pit, x: centre.x, y: centre.y, tx: 0, ty: 0, z: 0, kind: (k + pit) % Art.SEED_KINDS });
    });
    for (let pit = 0; pit < 14; pit++) arrange(pit);
  }

  const inPit = (pit) => seeds.filter((seed) => seed.pit === pit);
  const count = (pit) => seeds.reduce((n, seed) => n + (seed.pit === pit ? 1 : 0), 0);

  function moveSeeds(dt) {
    const ease = 1 - Math.exp(-dt * 13);
    seeds.forEach((seed) => {
      seed.x += (seed.tx - seed.x) * ease;
      seed.y += (seed.ty - seed.y) * ease;
      const lift = seed.pit === -1 ? 26 : Math.min(30, Math.hypot(seed.tx - seed.x, seed.ty - seed.y) * 0.35);
      seed.z += (lift - seed.z) * ease;
    });
  }

  // ---- drawing
  function makeBackdrop() {
    const canvas = document.createElement('canvas');
    const dots = view.canvas.width / view.width;
    canvas.width = view.canvas.width;
    canvas.height = view.canvas.height;
    const c = canvas.getContext('2d');
    c.scale(dots, dots);
    cloth(c);
    wood(c);
    return canvas;
  }

  /** A kanga on the ground: plain middle, diamonds, a border. */
  function cloth(c) {
    c.fillStyle = '#0B6E69';
    c.fillRect(0, 0, view.width, view.height);
    c.fillStyle = '#FFFFFF12';
    const size = 44;
    for (let row = 0; row * size < view.height + size; row++) {
      for (let x = row % 2 ? size : 0; x < view.width + size; x += size * 2) diamond(c, x, row * size, size * 0.62);
    }
    c.fillStyle = '#FFC629';
    const edge = view.height - 22;
    c.fillRect(0, edge, view.width, 22);
    c.fillStyle = '#D8341C';
    for (let x = 0; x < view.width + 30; x += 30) diamond(c, x + 15, edge + 11, 9);
  }
  function diamond(c, x, y, r) {
    c.beginPath();
    c.moveTo(x, y - r);
    c.lineTo(x + r, y);
    c.lineTo(x, y + r);
    c.lineTo(x - r, y);
    c.fill();
  }

  function boardBox() {
    const long = shape.step * 6 + shape.store * 2 + shape.pad * 2 + 6;
    const across = shape.row * 2 + shape.pit * 2 + shape.pad * 2;
    const w = upright ? across : long;
    const h = upright ? long : across;
    return { x: centre.x - w / 2, y: centre.y - h / 2, w, h };
  }

  function wood(c) {
    const b = boardBox();
    c.fillStyle = '#00000026';
    Art.box(c, b.x + 8, b.y + 16, b.w, b.h, 46);
    c.fillStyle = '#7A4520';
    Art.box(c, b.x, b.y + 10, b.w, b.h, 46);
    c.fillStyle = '#B9793A';
    Art.box(c, b.x, b.y, b.w, b.h, 46);
    c.fillStyle = '#CB8E4C';
    Art.box(c, b.x + 9, b.y + 8, b.w - 18, b.h - 22, 38);
    c.strokeStyle = '#B9793A';
    c.lineWidth = 4;
    c.lineCap = 'round';
    c.beginPath(); // the grain
    for (let i = 1; i < 6; i++) {
      const y = b.y + (b.h * i) / 6;
      c.moveTo(b.x + 40 + i * 17, y);
      c.bezierCurveTo(b.x + b.w * 0.3, y - 9, b.x + b.w * 0.6, y + 10, b.x + b.w - 60 + i * 6, y - 3);
    }
    c.stroke();
    for (let pit = 0; pit < 14; pit++) hollow(c, pit);
  }

  function hollow(c, pit) {
    const { x, y } = spots[pit];
    const tint = ownerOf(pit) === 0 ? ['#8E4A22', '#6B3516'] : ['#7E5530', '#5C3A1C'];
    const ring = (dx, dy, grow, colour) => {
      c.fillStyle = colour;
      if (STORE.includes(pit)) {
        const w = (upright ? shape.storeLong : shape.store - 16) + grow * 2;
        const h = (upright ? shape.store - 16 : shape.storeLong) + grow * 2;
        Art.box(c, x - w / 2 + dx, y - h / 2 + dy, w, h, Math.min(w, h) / 2);
      } else {
        c.beginPath();
        c.arc(x + dx, y + dy, shape.pit + grow, 0, 7);
        c.fill();
      }
    };
    ring(2, 3, 2, '#E3AE6C');
    ring(0, 0, 0, tint[1]);
    ring(2, 4, -5, tint[0]);
  }

  function draw(ctx) {
    if (!backdrop || backdrop.width !== view.canvas.width) backdrop = makeBackdrop();
    ctx.drawImage(backdrop, 0, 0, view.width, view.height);
  }

  function drawSeeds(ctx) {
    const scale = upright ? 1.05 : 1.2;
    const raised = [];
    seeds.forEach((seed) => {
      if (seed.z > 4) raised.push(seed);
      else Art.draw(ctx, `seed${seed.kind}`, seed.x, seed.y - seed.z, scale);
    });
    ctx.fillStyle = '#00000030';
    raised.forEach((seed) => {
      ctx.beginPath();
      ctx.ellipse(seed.x + 3, seed.y + 8, 9, 6, 0, 0, 7);
      ctx.fill();
    });
    raised.forEach((seed) => Art.draw(ctx, `seed${seed.kind}`, seed.x, seed.y - seed.z, scale * (1 + seed.z * 0.006)));
  }

  /** A ring around a pit: the chosen one, or the one where the last seed will land. */
  function ring(ctx, pit, colour, width, grow, dash) {
    const { x, y } = spots[pit];
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(dash || []);
    ctx.beginPath();
    if (STORE.includes(pit)) {
      const w = (upright ? shape.storeLong : shape.store - 16) + grow * 2;
      const h = (upright ? shape.store - 16 : shape.storeLong) + grow * 2;
      const r = Math.min(w, h) / 2;
      ctx.moveTo(x, y - h / 2);
      ctx.arcTo(x + w / 2, y - h / 2, x + w / 2, y + h / 2, r);
      ctx.arcTo(x + w / 2, y + h / 2, x - w / 2, y + h / 2, r);
      ctx.arcTo(x - w / 2, y + h / 2, x - w / 2, y - h / 2, r);
      ctx.arcTo(x - w / 2, y - h / 2, x + w / 2, y - h / 2, r);
      ctx.closePath();
    } else ctx.arc(x, y, shape.pit + grow, 0, 7);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** How many seeds lie in each pit, on little plates at the edge of the board. */
  function numbers(ctx) {
    ctx.textAlign = 'center';
    for (let pit = 0; pit < 14; pit++) {
      const store = STORE.includes(pit);
      const side = ownerOf(pit);
      const { x, y } = spots[pit];
      const b = boardBox();
      let at;
      if (store) at = upright ? { x, y: side === 0 ? b.y + b.h + 2 : b.y } : { x: side === 0 ? b.x + b.w : b.x, y };
      else if (upright) at = { x: side === 0 ? b.x - 20 : b.x + b.w + 20, y };
      else at = { x, y: side === 0 ? b.y + b.h + 26 : b.y - 20 };
      const r = store ? 24 : 17;
      ctx.fillStyle = store ? '#FFC629' : '#0C2A30E6';
      ctx.beginPath();
      ctx.arc(at.x, at.y, r, 0, 7);
      ctx.fill();
      ctx.fillStyle = store ? '#0C2A30' : '#fff';
      ctx.font = Art.font(store ? 28 : 21);
      ctx.fillText(String(count(pit)), at.x, at.y + (store ? 10 : 7.5));
    }
  }

  /** Which pit is under this point, or -1. */
  function hit(point) {
    for (let pit = 0; pit < 14; pit++) {
      if (!STORE.includes(pit) && Math.hypot(point.x - spots[pit].x, point.y - spots[pit].y) < shape.pit + 6) return pit;
    }
    return -1;
  }

  window.Table = {
    lay, fill, snap, arrange, inPit, count, moveSeeds, draw, drawSeeds, ring, numbers, hit, boardBox, spots,
    get upright() { return upright; },
    get centre() { return centre; },
  };
})();
