// Draws the valley of Dragon Post from window.Post. Flat colours; light from the top left; the sky follows the clock.
(function () {
  'use strict';
  const { WORLD, LAKE } = window.Town;
  const INK = '#0C2A30';
  const LEAST = 14.2; // screen pixels: no word is smaller
  const FONT = (px) => `400 ${Math.max(px, LEAST / view.scale)}px "Bagel Fat One", system-ui, sans-serif`;
  // the day from morning to dusk: [share of the day, sky, ring, inner ring, far hills, near hills, grass]
  const HOURS = [
    [0, '#7CCBEB', '#A3DDF2', '#FFEDC2', '#3E9A9C', '#227C80', '#3FA06B'],
    [0.18, '#2FA7DC', '#45B5E6', '#66C6EE', '#1F8A90', '#14707A', '#2E9E63'],
    [0.58, '#2FA7DC', '#45B5E6', '#66C6EE', '#1B7F86', '#14636B', '#2A9159'],
    [0.7, '#7C9BE8', '#93AFF0', '#B4C8F6', '#4C6FA0', '#34547F', '#2F8760'],
    [0.84, '#FF9A70', '#FFB07C', '#FFC98A', '#7A5C86', '#4F4776', '#3C7A5C'],
    [1, '#4A3F86', '#5A4C99', '#6E5DAA', '#352F66', '#272454', '#2A5552'],
  ].map(([at, ...colours]) => [at, ...colours.map((c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)))]);
  const FINGER = window.matchMedia('(pointer: coarse)').matches;
  const LESSONS = {
    fly: FINGER ? 'Hold where you want to fly' : 'Fly: ← → and flap with ↑',
    follow: 'Follow the yellow arrow',
    above: 'Fly over the basket',
    drop: FINGER ? 'Now tap Drop!' : 'Now press Space!',
    fetch: 'Swoop down to fetch it',
  };
  const DOTS = Array.from({ length: 15 }, () => ({ x: 0, y: 0 }));

  let ctx;
  let view;
  let G;

  const seen = (x, margin = 200) => x > G.cam.x - margin && x < G.cam.x + G.shot.width + margin;
  /** A place of the valley, on the screen. */
  const onScreen = (p) => ({ x: (p.x - G.cam.x) * G.shot.zoom, y: (p.y - G.cam.y) * G.shot.zoom });

  /** The six colours of this moment, mixed between the two nearest hours. */
  function hour(share) {
    let i = 0;
    while (i < HOURS.length - 2 && share > HOURS[i + 1][0]) i++;
    const a = HOURS[i];
    const b = HOURS[i + 1];
    const k = Math.min(1, Math.max(0, (share - a[0]) / (b[0] - a[0])));
    return [1, 2, 3, 4, 5, 6].map((n) => `rgb(${a[n].map((v, c) => Math.round(v + (b[n][c] - v) * k)).join(',')})`);
  }

  function draw(givenView, state) {
    view = givenView;
    ctx = view.ctx;
    G = state;
    const share = 1 - G.left / G.day.seconds;
    const colours = hour(share);
    ctx.save();
    sky(colours, share);
    hills(colours);
    ctx.scale(G.shot.zoom, G.shot.zoom);
    ctx.translate(-G.cam.x, -G.cam.y);
    ground(colours);
    town(share);
    G.clouds.forEach((cloud) => seen(cloud.x) && drawCloud(cloud));
    G.birds.forEach((bird) => seen(bird.x) && drawBird(bird));
    aimLine();
    mail();
    drawDragon();
    bits();
    windStreaks();
    ctx.restore();
    notes();
    panel(share);
    way();
    guide();
    lesson();
    banner();
  }

  // ---- far away
  function sky(colours, share) {
    ctx.fillStyle = colours[0];
    ctx.fillRect(0, 0, view.width, view.height);
    const x = view.width * (0.14 + share * 0.72);
    const y = view.height * (0.5 - Math.sin(share * Math.PI) * 0.26) + share * 90;
    [[260, colours[1]], [150, colours[2]]].forEach(([r, colour]) => disc(x, y, r, colour));
    disc(x, y, 56, share > 0.8 ? '#FFB03B' : '#FFE28A');
    if (share > 0.86) {
      ctx.globalAlpha = (share - 0.86) / 0.14;
      for (let i = 0; i < 14; i++) disc((i * 173 + 60) % view.width, 70 + ((i * 97) % (view.height * 0.4)), 2.5, '#fff');
      ctx.globalAlpha = 1;
    }
  }

  function ring(x, y, r, colour) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = 6;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.stroke();
  }

  function disc(x, y, r, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
  }

  function hills(colours) {
    const base = (WORLD.ground - G.cam.y) * G.shot.zoom;
    ridge(colours[3], base - 130, 120, 340, G.cam.x * 0.25, true);
    ridge(colours[4], base - 50, 60, 460, G.cam.x * 0.5, false);
  }

  /** A row of peaks or round hills that slides slower than the ground. */
  function ridge(colour, top, height, width, shift, peaks) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    const first = Math.floor(shift / width);
    ctx.moveTo(first * width - shift, view.height);
    for (let i = first; (i - 1) * width - shift < view.width; i++) {
      const x = i * width - shift;
      const up = height * (0.7 + 0.3 * Math.sin(i * 2.4));
      if (peaks) {
        ctx.lineTo(x, top + height * 0.5);
        ctx.lineTo(x + width * 0.5, top - up * 0.5);
      } else ctx.quadraticCurveTo(x + width * 0.5, top - up, x + width, top + 10 * Math.sin(i));
    }
    ctx.lineTo(view.width + width, view.height);
    ctx.fill();
  }

  // ---- the ground and the houses
  function ground(colours) {
    const left = G.cam.x - 10;
    ctx.fillStyle = colours[5];
    ctx.fillRect(left, WORLD.ground, G.shot.width + 20, 300);
    ctx.fillStyle = '#FFFFFF26';
    ctx.fillRect(left, WORLD.ground, G.shot.width + 20, 10);
    ctx.fillStyle = '#00000014';
    for (let x = Math.floor(left / 160) * 160; x < left + G.shot.width + 160; x += 160) {
      ctx.beginPath();
      ctx.ellipse(x + 60, WORLD.ground + 58, 54, 12, 0, 0, 7);
      ctx.fill();
    }
    for (let x = Math.floor(left / 310) * 310; x < left + G.shot.width + 310; x += 310) {
      if (x < LAKE.left - 60 || x > LAKE.right + 40) Art.draw(ctx, 'tuft', x + 40, WORLD.ground + 2, 0.9);
    }
    ctx.fillStyle = '#2B86B8';
    ctx.beginPath();
    ctx.ellipse((LAKE.left + LAKE.right) / 2, WORLD.ground + 22, (LAKE.right - LAKE.left) / 2, 34, 0, 0, 7);
    ctx.fill();
  }

  function town(share) {
    if (seen(WORLD.postX)) Art.draw(ctx, 'post', WORLD.postX, WORLD.ground + 4);
    G.houses.forEach((spot) => {
      if (!seen(spot.x, 260) || (spot.house.floats && !spot.open)) return;
      const rock = spot.house.kind === 'boat' ? Math.sin(G.time * 1.4) * 4 + 10 : 4;
      const y = WORLD.ground + spot.lift + rock;
      Art.draw(ctx, `house-${spot.house.seal}`, spot.x, y);
      if (spot.house.kind === 'mill') for (let i = 0; i < 4; i++) Art.draw(ctx, 'sail', spot.x, y - 160, 0.9, G.time * (0.5 + G.wind * 0.012) + (i * Math.PI) / 2);
      if (share > 0.78 && !spot.house.floats && spot.house.kind !== 'boat') lamp(spot, Math.min(1, (share - 0.78) * 8));
      if (spot.open) basket(spot);
    });
  }

  /** Somebody lights a lamp at the door when evening comes. */
  function lamp(spot, strength) {
    ctx.globalAlpha = strength;
    disc(spot.x, WORLD.ground - 22, 9, '#FFE28A');
    ctx.globalAlpha = strength * 0.25;
    disc(spot.x, WORLD.ground - 22, 26, '#FFE28A');
    ctx.globalAlpha = 1;
  }

  function basket(spot) {
    const b = G.basketOf(spot);
    const squash = Math.sin(spot.bump * Math.PI) * 0.25;
    if (spot.house.basket[1] === -34) { // a post to stand on, beside houses without a ledge
      ctx.fillStyle = '#6B3820';
      ctx.fillRect(b.x - 7, b.y + 20, 14, WORLD.ground - b.y - 16);
    }
    Art.draw(ctx, 'basket', b.x, b.y, 1 + squash, 0, 1 - squash);
    Art.seal(ctx, spot.house, b.x, b.y + 9, 15);
    if (spot === G.target()) {
      const y = b.y - 58 + Math.sin(G.time * 5) * 8;
      if (G.sure) ring(b.x, b.y + 6, 58 + Math.sin(G.time * 9) * 5, '#FFC629');
      ctx.fillStyle = '#FFC629';
      ctx.beginPath();
      ctx.moveTo(b.x - 22, y - 14);
      ctx.lineTo(b.x + 22, y - 14);
      ctx.lineTo(b.x, y + 16);
      ctx.fill();
    }
  }

  // ---- the air
  function drawCloud(c) {
    if (c.rain) {
      ctx.strokeStyle = '#BFE3F5';
      ctx.lineWidth = 4;
      ctx.lineCap = 'round';
      ctx.beginPath();
      for (let i = 0; i < 9; i++) {
        const y = ((G.time * 420 + i * 71) % 300) + 24;
        const x = c.x - 60 * c.size + i * 15 * c.size;
        ctx.moveTo(x, c.y + y);
        ctx.lineTo(x + G.wind * 0.05, c.y + y + 22);
      }
      ctx.stroke();
    }
    const squash = Math.sin(c.squash * Math.PI) * 0.22;
    Art.draw(ctx, c.rain ? 'rain' : 'cloud', c.x, c.y + Math.sin(c.beat) * 5 + squash * 40, c.size * (1 + squash), 0, c.size * (1 - squash));
  }

  function drawBird(b) {
    const y = b.now || b.y;
    Art.draw(ctx, 'bird', b.x, y, b.dir, 0, 1);
    Art.draw(ctx, 'birdWing', b.x - b.dir * 4, y - 2, b.dir, 0, Math.sin(b.beat * 9));
  }

  function windStreaks() {
    if (Math.abs(G.wind) < 12) return;
    ctx.strokeStyle = '#FFFFFF55';
    ctx.lineWidth = 5;
    ctx.lineCap = 'round';
    ctx.beginPath();
    const span = G.shot.width + 300;
    for (let i = 0; i < 7; i++) {
      const run = (((i * 331 + G.time * G.wind * 5 - G.cam.x) % span) + span) % span;
      const x = G.cam.x + run - 150;
      const y = G.cam.y + 120 + ((i * 137) % Math.max(200, G.shot.height - 240));
      const long = Math.sign(G.wind) * (50 + Math.abs(G.wind));
      ctx.moveTo(x, y);
      ctx.bezierCurveTo(x + long * 0.4, y - 12, x + long * 0.6, y + 12, x + long, y);
    }
    ctx.stroke();
  }

  function aimLine() {
    if (G.mail || G.rest || Kiddo.state === 'title') return;
    const colour = G.target() ? G.target().house.colour : '#fff';
    G.fallLine(DOTS).forEach((dot, i) => {
      if (dot.y > WORLD.ground) return;
      disc(dot.x, dot.y, (G.sure ? 9 : 6.5) - i * 0.2, G.sure ? '#FFC629' : '#FFFFFFCC');
      disc(dot.x, dot.y, 3.6 - i * 0.1, colour);
    });
  }

  function mail() {
    const m = G.mail;
    if (!m || !G.target()) return;
    const hop = m.lies ? Math.abs(Math.sin(G.time * 4)) * 10 : 0;
    Art.letter(ctx, G.target().house, m.x, m.y - hop - (m.lies ? 12 : 0), 50, m.lies ? 0.1 : Math.sin(m.turn * 2) * 0.5);
  }

  function drawDragon() {
    const d = G.dragon;
    const tilt = Math.max(-0.45, Math.min(0.7, d.vy / 700)) + (d.dizzy ? Math.sin(G.time * 26) * 0.25 : 0);
    // a beat throws the wing down; a glide holds it up and out, a dive folds it
    const up = d.diving ? 0.5 : 1 - d.wing * 1.75 + Math.sin(G.time * 3) * 0.05;
    ctx.save();
    ctx.translate(d.x, d.y);
    ctx.scale(d.face * 0.56, 0.56);
    ctx.rotate(tilt - 0.1);
    Art.draw(ctx, 'wing', -6, 0, 1.15, d.diving ? -0.3 : 0, up * 1.15);
    Art.draw(ctx, 'dragon', 0, 0);
    ctx.restore();
    if (!G.mail && G.target() && !G.rest) Art.letter(ctx, G.target().house, d.x + d.face * 50, d.y + 26, 40, d.face * 0.2);
  }

  function bits() {
    G.bits.forEach((b) => {
      ctx.globalAlpha = 1 - b.age / b.life;
      disc(b.x, b.y, b.r, b.colour);
    });
    ctx.globalAlpha = 1;
  }

  // ---- words and signs
  function label(text, x, y, colour) {
    ctx.lineWidth = 6;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = INK;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }

  function notes() {
    ctx.textAlign = 'center';
    ctx.font = FONT(22);
    G.notes.forEach((n) => {
      ctx.globalAlpha = Math.min(1, (1.6 - n.age) * 3);
      const half = ctx.measureText(n.text).width / 2 + 10;
      const p = onScreen(n);
      label(n.text, Math.min(view.width - half, Math.max(half, p.x)), p.y - n.age * 34, n.colour);
    });
    ctx.globalAlpha = 1;
  }

  /** While its goal is out of the picture a disc at the edge says whose house it is, and a chevron flies before the dragon. */
  function guide() {
    const spot = G.target();
    if (!spot || G.rest || Kiddo.state === 'title') return;
    const to = onScreen(G.whereTo());
    if (to.x > 20 && to.x < view.width - 20) return;
    const side = to.x < 0 ? -1 : 1;
    const px = side < 0 ? 52 : view.width - 52;
    const low = (WORLD.ground - G.cam.y) * G.shot.zoom - 60;
    const py = Math.min(low, Math.max(G.shot.bar + 80, to.y));
    const nudge = Math.sin(G.time * 6) * 5 * side;
    disc(px + nudge, py, 34, '#0C2A30E6');
    arrow(px + nudge + side * 34, py, side, 16);
    Art.seal(ctx, spot.house, px + nudge, py, 24);
    const d = onScreen(G.dragon);
    const hop = 82 + ((G.time * 40) % 24);
    ctx.globalAlpha = 0.9;
    arrow(d.x + side * hop, d.y - 6, side, 13);
    arrow(d.x + side * (hop - 18), d.y - 6, side, 10);
    ctx.globalAlpha = 1;
  }
  function arrow(x, y, side, r) {
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.moveTo(x + side * r, y);
    ctx.lineTo(x - side * r * 0.3, y - r);
    ctx.lineTo(x - side * r * 0.3, y + r);
    ctx.fill();
  }

  /** The valley road, small, on the grass: every house that has post, the next one large, and the dragon. */
  function way() {
    if (Kiddo.state === 'title') return;
    const tall = view.height > view.width;
    const y = view.height - (tall ? 164 : 50);
    const left = tall ? 34 : 290;
    const right = view.width - (tall ? 34 : FINGER ? 100 / view.scale : 34);
    const at = (x) => left + (x / WORLD.width) * (right - left);
    ctx.fillStyle = '#0C2A30B3';
    roundBox(left - 18, y - 7, right - left + 36, 14, 7);
    const next = G.target();
    G.houses.forEach((spot) => spot.open && spot !== next && Art.seal(ctx, spot.house, at(spot.x), y, 13));
    if (next && !G.rest) {
      disc(at(next.x), y, 24 + Math.sin(G.time * 5) * 2, '#FFC629');
      Art.seal(ctx, next.house, at(next.x), y, 19);
    }
    const x = at(G.dragon.x);
    disc(x, y, 12, '#fff');
    disc(x, y, 9, '#E8503A');
    arrow(x + G.dragon.face * 9, y, G.dragon.face, 8);
  }

  /** What to do next, for who plays for the first time. */
  function lesson() {
    const words = LESSONS[G.lesson];
    if (!words || Kiddo.state === 'title') return;
    const y = G.shot.bar + 58;
    ctx.font = FONT(24);
    const half = ctx.measureText(words).width / 2 + 24;
    ctx.fillStyle = '#0C2A30E6';
    roundBox(view.width / 2 - half, y - 24, half * 2, 48, 24);
    ctx.textAlign = 'center';
    ctx.fillStyle = '#FFC629';
    ctx.fillText(words, view.width / 2, y + 8);
    if (G.lesson !== 'fly' || !FINGER || G.goal) return;
    const d = onScreen(G.dragon);
    const side = G.whereTo().x > G.dragon.x ? 1 : -1;
    const beat = (G.time * 0.9) % 1;
    ctx.globalAlpha = 1 - beat;
    ring(d.x + side * 150, d.y - 110, 20 + beat * 34, '#fff');
    ctx.globalAlpha = 1;
    disc(d.x + side * 150, d.y - 110, 20, '#FFFFFFE6');
  }

  function roundBox(x, y, w, h, r) {
    ctx.beginPath();
    ctx.moveTo(x + r, y);
    ctx.arcTo(x + w, y, x + w, y + h, r);
    ctx.arcTo(x + w, y + h, x, y + h, r);
    ctx.arcTo(x, y + h, x, y, r);
    ctx.arcTo(x, y, x + w, y, r);
    ctx.fill();
  }

  /** The clock (a sun that runs to the moon) and the letter in the claws. */
  function panel(share) {
    const tall = view.height > view.width;
    const w = tall ? 250 : 300;
    const x = (view.width - w) / 2;
    const y = G.shot.bar;
    ctx.fillStyle = '#0C2A30E6';
    roundBox(x - 16, y - 17, w + 32, 34, 17);
    ctx.fillStyle = '#FFFFFF2E';
    roundBox(x, y - 4, w - 18, 8, 4);
    ctx.fillStyle = '#FFC629';
    roundBox(x, y - 4, Math.max(8, (w - 18) * share), 8, 4);
    disc(x + w, y, 10, '#BFD6F5');
    disc(x + w + 5, y - 3, 8, '#0C2A30');
    const pulse = G.left < 10 ? Math.sin(G.time * 10) * 3 : 0;
    disc(x + (w - 18) * share, y, 13 + pulse, G.left < 10 ? '#FF6F5E' : '#FFC629');
    const spot = G.target();
    if (!spot || Kiddo.state === 'title') return;
    ctx.fillStyle = '#0C2A30E6';
    roundBox(16, view.height - 84, 236, 68, 20);
    Art.letter(ctx, spot.house, 60, view.height - 50, 60);
    ctx.textAlign = 'left';
    ctx.font = FONT(22);
    ctx.fillStyle = '#fff';
    ctx.fillText(spot.house.name, 102, view.height - 43, 142);
  }

  function banner() {
    if (!G.banner || Kiddo.state === 'title') return;
    const { big, small, age } = G.banner;
    const fade = Math.max(0, Math.min(1, age * 5, (3.2 - age) * 3));
    ctx.globalAlpha = fade;
    ctx.textAlign = 'center';
    const y = Math.max(view.height * 0.29, G.shot.bar + 136) - (1 - fade) * 20;
    ctx.font = FONT(view.width < 600 ? 34 : 44);
    label(big, view.width / 2, y, '#FFC629');
    ctx.font = FONT(view.width < 600 ? 23 : 24);
    label(small, view.width / 2, y + 40, '#fff');
    ctx.globalAlpha = 1;
  }

  window.Scene = { draw };
})();
