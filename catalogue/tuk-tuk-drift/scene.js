// Draws the race from window.Drift: ground tiles, tyre marks, ghost, tuk-tuk, smoke, words and the little map.
(function () {
  'use strict';
  const INK = '#0C2A30';
  const GHOST_ALPHA = 0.5;
  const CAR_SCALE = 1.14;
  let ctx;
  let view;
  let G;

  function draw(givenView, state) {
    view = givenView;
    ctx = view.ctx;
    G = state;
    if (G.screen === 'menu' && Kiddo.state !== 'title') {
      return Menu.draw(ctx, view, G.best, G.open, G.time, G.banner ? G.banner.text : '');
    }
    ctx.fillStyle = window.Ground.LOOKS[G.track.look].ground;
    ctx.fillRect(0, 0, view.width, view.height);
    ctx.save();
    const shake = G.shake ? Math.sin(G.time * 80) * G.shake * 24 : 0;
    ctx.translate(-G.cam.x + shake, -G.cam.y);
    window.Ground.draw(ctx, view, G.cam);
    marks();
    if (G.showGhost) ghost();
    tukTuk();
    bits();
    notes();
    ctx.restore();
    if (Kiddo.state === 'title') return null;
    map();
    chain();
    goals();
    count();
    return banner();
  }

  function marks() {
    if (!G.marks.length) return;
    ctx.strokeStyle = '#1B142259';
    ctx.lineWidth = 8;
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (let i = 0; i < G.marks.length; i += 4) {
      if (G.marks[i] < G.cam.x - 40 || G.marks[i] > G.cam.x + view.width + 40) continue;
      ctx.moveTo(G.marks[i], G.marks[i + 1]);
      ctx.lineTo(G.marks[i + 2], G.marks[i + 3]);
    }
    ctx.stroke();
  }

  function ghost() {
    ctx.globalAlpha = GHOST_ALPHA;
    Art.draw(ctx, 'ghost', G.ghostAt.x, G.ghostAt.y, G.ghostAt.a, CAR_SCALE);
    ctx.globalAlpha = 1;
  }

  function tukTuk() {
    const { car } = G;
    const lean = Math.max(-1, Math.min(1, car.vl / 240)); // the body leans out of the bend
    ctx.fillStyle = '#00000038';
    ctx.save();
    ctx.translate(car.x + 7, car.y + 10);
    ctx.rotate(car.a);
    Art.box(ctx, -50, -28, 100, 56, 18);
    ctx.restore();
    const cos = Math.cos(car.a);
    const sin = Math.sin(car.a);
    Art.draw(ctx, 'wheel', car.x + cos * 46, car.y + sin * 46, car.a + car.steer * 0.5);
    if (car.boost > 0) flame(cos, sin);
    ctx.save();
    ctx.translate(car.x - sin * lean * 3, car.y + cos * lean * 3);
    ctx.rotate(car.a);
    ctx.scale(CAR_SCALE, CAR_SCALE * (1 - Math.abs(lean) * 0.07));
    Art.draw(ctx, 'tuktuk', 0, 0);
    ctx.restore();
  }

  function flame(cos, sin) {
    const { car } = G;
    const long = 34 + Math.sin(G.time * 60) * 10;
    [[1, '#FF8A3D'], [0.55, '#FFE28A']].forEach(([size, colour]) => {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.moveTo(car.x - cos * 42 - sin * 11 * size, car.y - sin * 42 + cos * 11 * size);
      ctx.lineTo(car.x - cos * (42 + long * size), car.y - sin * (42 + long * size));
      ctx.lineTo(car.x - cos * 42 + sin * 11 * size, car.y - sin * 42 - cos * 11 * size);
      ctx.fill();
    });
  }

  function bits() {
    G.bits.forEach((b) => {
      ctx.globalAlpha = (1 - b.age / b.life) * 0.7;
      ctx.fillStyle = b.colour;
      ctx.beginPath();
      ctx.arc(b.x, b.y, b.r * (0.6 + b.age * 1.6), 0, 7);
      ctx.fill();
    });
    ctx.globalAlpha = 1;
  }

  // ---- words
  function label(text, x, y, colour, width = 6) {
    ctx.lineWidth = width;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = INK;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }

  function notes() {
    ctx.textAlign = 'center';
    ctx.font = Art.font(28);
    G.notes.forEach((n) => {
      ctx.globalAlpha = Math.min(1, (1.2 - n.age) * 3);
      label(n.text, n.x, n.y - n.age * 60, n.colour);
    });
    ctx.globalAlpha = 1;
  }

  /** The drift that runs now grows over the tuk-tuk. */
  function chain() {
    if (G.chain < 3) return;
    const x = G.car.x - G.cam.x;
    const y = G.car.y - G.cam.y - 62;
    const size = Math.min(44, 24 + G.chain * 0.08);
    ctx.textAlign = 'center';
    ctx.font = Art.font(Math.round(size));
    label(`${Math.round(G.chain)}${G.times > 1 ? ` x${G.times}` : ''}`, x + Math.sin(G.time * 30) * 1.5, y, ['#fff', '#FFE28A', '#FFC629', '#FF9F5A', '#FF7F6B'][G.times - 1]);
  }

  const CARD = 190; // how wide the map and the medal card are on a wide screen
  const mapTop = (upright) => (upright ? 112 : Math.max(72, 60 / view.scale)); // under the kit's buttons

  function map() {
    const upright = view.height > view.width;
    const w = upright ? 150 : CARD;
    const h = upright ? 112 : 122;
    const x = view.width - w - 16;
    const y = mapTop(upright);
    ctx.fillStyle = '#0C2A30CC';
    Art.box(ctx, x, y, w, h, 18);
    Menu.map(ctx, G.at, x, y, w, h, '#5B7A80');
    const { size } = G.track;
    const scale = Math.min((w - 24) / size.w, (h - 12) / size.h);
    const place = (p) => [x + w / 2 + (p.x - size.w / 2) * scale, y + h / 2 + (p.y - size.h / 2) * scale];
    if (G.showGhost) spot(...place(G.ghostAt), 5, '#BFD6F5');
    spot(...place(G.car), 8, INK);
    spot(...place(G.car), 6, '#FFC629');
  }

  function spot(x, y, r, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
  }

  /** The medal times, and yours: a small card under the map (on a phone, beside it). */
  function goals() {
    const upright = view.height > view.width;
    const x = upright ? 16 : view.width - CARD - 16;
    const y = upright ? 136 : mapTop(upright) + 130;
    const best = G.best[G.at];
    ctx.fillStyle = '#0C2A30CC';
    Art.box(ctx, x, y, upright ? 190 : CARD, upright ? 88 : 84, 18);
    const medal = Math.min(2, Menu.medalOf(G.at, best) + 1);
    Menu.drawMedal(ctx, x + 30, y + 40, medal, 0.95);
    ctx.textAlign = 'left';
    ctx.font = Art.font(24);
    ctx.fillStyle = '#FFC629';
    ctx.fillText(`${G.track.medals[medal]} s`, x + 60, y + 34);
    ctx.font = Art.font(upright ? 23 : 20);
    ctx.fillStyle = '#fff';
    ctx.fillText(best ? `You ${best.toFixed(2)}` : 'No lap yet', x + 60, y + 64, 124);
  }

  function count() {
    ctx.textAlign = 'center';
    if (G.count > 0) {
      const n = Math.ceil(G.count / 0.8);
      const part = 1 - (G.count / 0.8 - (n - 1));
      ctx.save();
      ctx.translate(view.width / 2, view.height * 0.24);
      ctx.scale(1.5 - part * 0.5, 1.5 - part * 0.5);
      ctx.font = Art.font(110);
      label(String(n), 0, 30, '#FFC629', 14);
      ctx.restore();
      ctx.font = Art.font(30);
      label(G.track.name, view.width / 2, view.height * 0.24 + 88, '#fff');
      if (G.hint) label(G.hint, view.width / 2, view.height * 0.24 + 132, '#FFE28A');
    } else if (G.wrong > 0.8) {
      ctx.font = Art.font(36);
      label('Turn round!', view.width / 2, view.height * 0.32, '#FFE28A', 8);
    } else if (G.off && Math.abs(G.car.vf) < 40 && !G.done) {
      ctx.font = Art.font(26);
      label('Back to the road', view.width / 2, view.height * 0.32, '#fff');
    }
  }

  function banner() {
    if (!G.banner || Kiddo.state === 'title') return;
    const { text, small, age } = G.banner;
    const fade = Math.max(0, Math.min(1, age * 6, (2.2 - age) * 3));
    const narrow = view.width < 700;
    ctx.globalAlpha = fade;
    ctx.textAlign = 'center';
    const y = Math.max(view.height * (narrow ? 0.31 : 0.27), 100 / view.scale);
    ctx.font = Art.font(text.length > 16 ? (narrow ? 32 : 40) : narrow ? 54 : 60);
    label(text, view.width / 2, y - (1 - fade) * 24, '#FFC629', 9);
    ctx.font = Art.font(26);
    if (small) label(small, view.width / 2, y + 44, '#fff');
    ctx.globalAlpha = 1;
  }

  window.Scene = { draw };
})();
