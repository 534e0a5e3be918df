// Draws the reef from the state in window.Dive. Flat shapes in the cover's hand; light falls from the top left.
(function () {
  'use strict';
  const { WORLD, ZONES, ITEMS } = window.Reef;
  // bands of water from the top: [where it begins, colour]
  const WATER = [[0, '#48A8E0'], [170, '#2F94D2'], [420, '#1B7FC4'], [800, '#126FB4'], [1250, '#0B5FA5'], [1800, '#0A4F90'], [2350, '#083F78'], [2900, '#07315F']];
  const HAZE_BAKE = 4; // the darkness is smooth, so a quarter of the dots will do

  let ctx;
  let view;
  let G;
  let haze = null;

  const seen = (y, margin = 120) => y > G.cam.y - margin && y < G.cam.y + view.height + margin;

  function draw(givenView, state) {
    view = givenView;
    ctx = view.ctx;
    G = state;
    ctx.save();
    water();
    const shakeX = G.shake ? Math.sin(G.time * 70) * G.shake * 22 : 0;
    ctx.translate(Math.round(-G.cam.x + shakeX), Math.round(-G.cam.y));
    currents();
    walls();
    surface();
    G.reef.ledges.forEach((ledge) => seen(ledge.y, 200) && drawLedge(ledge));
    seabed();
    treasures();
    animals();
    drawDiver();
    bits();
    ctx.restore();
    darkness();
    overDark();
    Gauges.draw(view, G);
  }

  // ---- water and sky
  function water() {
    ctx.fillStyle = '#BFEFFF';
    ctx.fillRect(0, 0, view.width, view.height);
    if (G.cam.y < 0) sky();
    WATER.forEach(([top, colour], i) => {
      const y = top - G.cam.y;
      const next = i + 1 < WATER.length ? WATER[i + 1][0] - G.cam.y : view.height + 100;
      if (y > view.height + 30 || next < -30) return;
      ctx.fillStyle = colour;
      wavyFill(y, i === 0 ? 7 : 16, i === 0 ? 1.6 : 0.25, i * 2);
    });
    rays();
    farReef();
  }

  function sky() {
    const horizon = -G.cam.y;
    ctx.fillStyle = '#DDF6FF';
    ctx.beginPath();
    ctx.arc(view.width * 0.24, horizon - 70, 150, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#FFF2B8';
    ctx.beginPath();
    ctx.arc(view.width * 0.24, horizon - 70, 62, 0, 7);
    ctx.fill();
    Art.draw(ctx, 'palms', view.width * 0.78 - (G.cam.x - 300) * 0.12, horizon + 6, 1.1);
  }

  /** Fills everything below y with a gently moving wave on top. */
  function wavyFill(y, height, speed, phase) {
    ctx.beginPath();
    ctx.moveTo(0, view.height);
    for (let x = 0; x <= view.width + 60; x += 60) {
      ctx.lineTo(x, y + Math.sin((x + G.cam.x) * 0.012 + phase + G.time * speed) * height);
    }
    ctx.lineTo(view.width + 60, view.height);
    ctx.fill();
  }

  function rays() {
    const strength = 1 - (G.cam.y - 200) / 1500;
    if (strength <= 0) return;
    const top = Math.max(0, -G.cam.y);
    ctx.globalAlpha = Math.min(1, strength);
    ctx.fillStyle = '#FFFFFF12';
    ctx.beginPath();
    [0.12, 0.42, 0.74].forEach((at, i) => {
      const x = view.width * at + Math.sin(G.time * 0.3 + i) * 20;
      ctx.moveTo(x, top);
      ctx.lineTo(x + 90 + i * 20, top);
      ctx.lineTo(x + 10 + i * 20, view.height);
      ctx.lineTo(x - 190, view.height);
    });
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  /** Hills of far reef, moving at half speed: they make the water feel deep. */
  function farReef() {
    ctx.fillStyle = G.cam.y > 2000 ? '#062a5466' : '#083F7840';
    for (let i = 0; i < 9; i++) {
      const y = 520 + i * 260 - G.cam.y * 0.6;
      if (y > view.height + 260 || y < -320) continue;
      const x = (i % 2 ? view.width * 0.82 : view.width * 0.16) - (G.cam.x - 300) * 0.3;
      ctx.beginPath();
      ctx.ellipse(x, y, 190, 74, 0, 0, 7);
      ctx.ellipse(x + 40, y - 56, 96, 62, 0, 0, 7);
      ctx.fill();
    }
  }

  // ---- fixed things
  function surface() {
    if (!seen(0, 260)) return;
    Art.draw(ctx, 'dhow', WORLD.boatX, -26 + Math.sin(G.time * 1.4) * 5, 1, Math.sin(G.time * 1.1) * 0.02);
    ctx.fillStyle = '#48A8E0';
    ctx.beginPath(); // the sea washes over the hull's foot
    ctx.moveTo(WORLD.boatX - 200, 30);
    for (let x = -200; x <= 200; x += 25) ctx.lineTo(WORLD.boatX + x, 2 + Math.sin((WORLD.boatX + x) * 0.012 + G.time * 1.6) * 7);
    ctx.lineTo(WORLD.boatX + 200, 30);
    ctx.fill();
  }

  function walls() {
    const top = Math.max(-20, Math.floor((G.cam.y - 80) / 80) * 80);
    const foot = G.cam.y + view.height + 80;
    if (foot < 0) return;
    const rock = ZONES[window.Reef.zoneAt(G.cam.y + view.height / 2)].rock;
    ctx.fillStyle = rock;
    [-1, 1].forEach((side) => {
      const edge = side < 0 ? 0 : WORLD.width;
      ctx.beginPath();
      ctx.moveTo(edge + side * 900, top);
      for (let y = top; y <= foot; y += 40) ctx.lineTo(edge + side * (14 + Math.sin(y * 0.021 + side) * 16), Math.max(6, y));
      ctx.lineTo(edge + side * 900, foot);
      ctx.fill();
    });
  }

  function drawLedge(ledge) {
    const colours = ZONES[ledge.zone];
    const r = ledge.h / 2;
    ledge.plants.forEach((plant) => {
      const kind = plant.kind === 'weed' && ledge.zone > 0 ? 'weedDark' : plant.kind;
      const sway = plant.kind === 'weed' ? Math.sin(G.time * 1.3 + plant.at) * 0.09 : 0;
      Art.draw(ctx, kind, ledge.x + plant.at, ledge.y + 10, plant.scale, sway);
    });
    ctx.fillStyle = colours.ledge;
    ctx.beginPath();
    ctx.arc(ledge.x + r, ledge.y + r, r, Math.PI / 2, Math.PI * 1.5);
    ctx.arc(ledge.x + ledge.w - r, ledge.y + r, r, Math.PI * 1.5, Math.PI / 2);
    ctx.fill();
    ctx.beginPath(); // knobs under it, so it is a rock and not a pill
    ctx.ellipse(ledge.x + ledge.w * 0.34, ledge.y + ledge.h - 8, ledge.w * 0.2, 34, 0, 0, 7);
    ctx.ellipse(ledge.x + ledge.w * 0.64, ledge.y + ledge.h - 12, ledge.w * 0.16, 22, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = colours.cap;
    ctx.beginPath();
    ctx.arc(ledge.x + r, ledge.y + r, r, Math.PI * 1.08, Math.PI * 1.5);
    ctx.arc(ledge.x + ledge.w - r, ledge.y + r, r, Math.PI * 1.5, Math.PI * 1.92);
    ctx.quadraticCurveTo(ledge.x + ledge.w * 0.72, ledge.y + 14, ledge.x + ledge.w * 0.5, ledge.y + 24);
    ctx.quadraticCurveTo(ledge.x + ledge.w * 0.3, ledge.y + 34, ledge.x + 4, ledge.y + r * 0.75);
    ctx.fill();
  }

  function seabed() {
    if (!seen(WORLD.bottom, 300)) return;
    ctx.fillStyle = '#0B3A70';
    ctx.beginPath();
    ctx.moveTo(-900, WORLD.bottom + 200);
    for (let x = -900; x <= WORLD.width + 900; x += 50) ctx.lineTo(x, WORLD.bottom - 44 + Math.sin(x * 0.008) * 18);
    ctx.lineTo(WORLD.width + 900, WORLD.bottom + 200);
    ctx.fill();
    for (let x = 60; x < WORLD.width; x += 190) Art.draw(ctx, x % 380 < 190 ? 'coralPink' : 'weedDark', x, WORLD.bottom - 30, 1, Math.sin(G.time + x) * 0.05);
  }

  /** A current is told by moving dashes that point where it pushes. */
  function currents() {
    ctx.lineCap = 'round';
    ctx.lineWidth = 7;
    ctx.strokeStyle = '#FFFFFF2E';
    G.reef.currents.forEach((c) => {
      if (!seen(c.y, 200)) return;
      ctx.beginPath();
      for (let row = 0; row < 4; row++) {
        const y = c.y + 22 + row * 36;
        const shift = (((G.time * c.push * 1.6 + row * 97) % 240) + 240) % 240;
        for (let x = -240 + shift; x < WORLD.width + 60; x += 240) {
          ctx.moveTo(x, y + Math.sin(x * 0.02 + row) * 6);
          ctx.lineTo(x + 90, y + Math.sin((x + 90) * 0.02 + row) * 6);
        }
      }
      ctx.stroke();
    });
  }

  // ---- treasure and animals
  function treasures() {
    G.reef.coins.forEach((coin) => {
      if (coin.taken || !seen(coin.y)) return;
      const turn = Math.cos(G.time * 3 + coin.x);
      ctx.save();
      ctx.translate(coin.x, coin.y + Math.sin(G.time * 2 + coin.x) * 4);
      ctx.scale(0.55 + 0.45 * Math.abs(turn), 1);
      Art.draw(ctx, 'coin', 0, 0);
      ctx.restore();
    });
    G.reef.items.forEach((item) => seen(item.y) && drawItem(item));
    G.reef.bubbles.forEach((b) => seen(b.y) && Art.draw(ctx, 'bubble', b.x + Math.sin(b.beat + b.age * 2) * 12, b.y, Math.min(1, b.age * 2)));
  }

  function drawItem(item) {
    if (item.kind === 'pearl' && !item.loose) {
      const open = !item.taken && G.clamOpen(item);
      Art.draw(ctx, open ? 'clamOpen' : 'clamShut', item.x, item.y);
      if (open) Art.draw(ctx, 'pearl', item.x, item.y - 18);
      return;
    }
    if (item.taken) return;
    const hover = item.loose ? Math.sin(G.time * 3) * 5 : 0;
    Art.draw(ctx, item.kind, item.x, item.y + hover);
    glint(item.x + 24, item.y - 46 + hover, 8 + Math.sin(G.time * 4 + item.x) * 5);
    if (item.relic !== undefined) {
      ctx.globalAlpha = 0.5 + Math.sin(G.time * 3) * 0.3;
      for (let i = 0; i < 3; i++) glint(item.x + Math.cos(G.time + i * 2.1) * 58, item.y - 30 + Math.sin(G.time + i * 2.1) * 44, 14);
      ctx.globalAlpha = 1;
    }
  }

  function glint(x, y, r) {
    ctx.fillStyle = '#FFF2B8';
    ctx.beginPath();
    ctx.moveTo(x, y - r);
    ctx.quadraticCurveTo(x, y, x + r, y);
    ctx.quadraticCurveTo(x, y, x, y + r);
    ctx.quadraticCurveTo(x, y, x - r, y);
    ctx.quadraticCurveTo(x, y, x, y - r);
    ctx.fill();
  }

  function animals() {
    G.reef.friends.forEach((f) => !f.gone && seen(f.y) && Art.draw(ctx, f.kind, f.x, f.y, 0.8, Math.sin(f.beat * 6) * 0.06, f.flip));
    G.reef.turtles.forEach((t) => {
      if (!seen(t.y)) return;
      const y = t.y + Math.sin(t.beat) * 14;
      Art.draw(ctx, 'turtle', t.x, y, 1, 0, t.dir);
      Art.draw(ctx, 'turtleFin', t.x + t.dir * 22, y + 16, 1, Math.sin(t.beat * 3) * 0.5, t.dir);
      if (!t.given) Art.draw(ctx, 'bubble', t.x + t.dir * 20, y - 66 + Math.sin(t.beat * 2) * 4, 0.8);
    });
    G.reef.puffers.forEach((p) => seen(p.y) && Art.draw(ctx, 'puffer', p.x, p.y + Math.sin(p.bob * 2) * 6, 0.72 + p.puff * 0.62, p.puff * Math.sin(p.bob * 22) * 0.04, p.dir));
    G.reef.jellies.forEach((j) => seen(j.y) && drawJelly(j));
  }

  function drawJelly(j) {
    ctx.strokeStyle = '#D79BFF';
    ctx.lineWidth = 6;
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (let i = -1; i <= 1; i++) {
      const x = j.x + i * 20;
      ctx.moveTo(x, j.y + 8);
      ctx.quadraticCurveTo(x + Math.sin(j.beat * 3 + i) * 14, j.y + 34, x + Math.sin(j.beat * 3 + i + 1) * 10, j.y + 58);
    }
    ctx.stroke();
    Art.draw(ctx, 'jelly', j.x, j.y, 1 + Math.sin(j.beat * 3) * 0.05);
  }

  function drawDiver() {
    const d = G.diver;
    if (G.hurt > 0 && Math.floor(G.time * 12) % 2) return;
    const kick = Math.sin(d.kick) * 0.42;
    ctx.save();
    ctx.translate(d.x, d.y + Math.sin(G.time * 2) * 3);
    ctx.scale(d.face * 0.74, 0.74);
    ctx.rotate(d.tilt - 0.12);
    Art.draw(ctx, 'leg', -32, 36, 1, kick - 0.1);
    Art.draw(ctx, 'leg', -32, 28, 1, -kick + 0.15);
    Art.draw(ctx, 'diver', 0, 0);
    ctx.restore();
  }

  function bits() {
    G.bits.forEach((b) => {
      ctx.globalAlpha = 1 - b.age / b.life;
      ctx.fillStyle = b.colour;
      ctx.beginPath();
      ctx.arc(b.x, b.y, b.r, 0, 7);
      ctx.fill();
    });
    ctx.globalAlpha = 1;
  }

  // ---- the dark of the deep: one baked picture with a soft hole, laid over the diver
  function bakeHaze() {
    const size = 2400 / HAZE_BAKE;
    haze = document.createElement('canvas');
    haze.width = haze.height = size;
    const h = haze.getContext('2d');
    const light = h.createRadialGradient(size / 2, size / 2, size * 0.06, size / 2, size / 2, size * 0.2);
    light.addColorStop(0, '#04193500');
    light.addColorStop(0.55, '#04193566');
    light.addColorStop(1, '#041935F2');
    h.fillStyle = light;
    h.fillRect(0, 0, size, size);
  }

  function darkness() {
    const dark = Math.min(1, Math.max(0, (G.diver.y - 2150) / 400)) * [1, 0.85, 0.7][G.levels.lamp];
    if (!dark) return;
    if (!haze) bakeHaze();
    const size = 2400 * [1, 1.5, 2.1][G.levels.lamp];
    ctx.globalAlpha = dark;
    ctx.drawImage(haze, G.diver.x - G.cam.x - size / 2, G.diver.y - G.cam.y - size / 2, size, size);
    ctx.globalAlpha = 1;
  }

  /** Words, and the glimmer of a relic, stay readable in the dark. */
  function overDark() {
    ctx.textAlign = 'center';
    ctx.font = Gauges.font(view, 22);
    G.notes.forEach((n) => {
      ctx.globalAlpha = Math.min(1, (1.4 - n.age) * 3);
      const half = ctx.measureText(n.text).width / 2 + 10;
      const x = Math.min(view.width - half, Math.max(half, n.x - G.cam.x));
      Gauges.label(ctx, n.text, x, n.y - G.cam.y - n.age * 34, n.colour);
    });
    ctx.globalAlpha = 1;
    G.reef.items.forEach((item) => {
      if (item.taken || item.relic === undefined || !seen(item.y)) return;
      glint(item.x - G.cam.x, item.y - G.cam.y - 34, 12 + Math.sin(G.time * 4) * 6);
    });
  }

  window.Scene = { draw, ITEMS };
})();
