// How the kitchen looks; the last lines open the game.
'use strict';
const BAGEL = '"Bagel Fat One", system-ui, sans-serif';
const PLAIN = 'Lexend, system-ui, sans-serif';
const FINE = window.matchMedia('(pointer: fine)').matches; // a mouse: so there is a keyboard to name
let scenery = null;

function draw() {
  const time = performance.now() / 1000;
  cachedScenery();
  ctx.drawImage(scenery, 0, 0, stage.width, stage.height);
  if (!run) return drawTitle(time);
  if (run.screen === 'pick') return drawPick(time);
  ctx.save();
  drawGuests(time);
  ctx.drawImage(scenery.front, 0, 0, stage.width, stage.height);
  drawTray();
  drawStations(time);
  drawBoard();
  drawJars();
  drawHint(time);
  drawEffects();
  ctx.restore();
  drawGoal();
  if (run.screen === 'cook') drawBanner();
  else drawOver(time);
}

/** Wall and front (counter, stove, table) never change: two pictures, kept. */
function cachedScenery() {
  const { width, height } = stage.canvas;
  if (scenery && scenery.width === width && scenery.height === height) return;
  const layer = (paint) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const c = canvas.getContext('2d');
    c.scale(width / stage.width, height / stage.height);
    paint(c);
    return canvas;
  };
  scenery = layer(paintWall);
  scenery.front = layer(paintFront);
}
function paintWall(c) {
  const w = stage.width;
  const h = stage.height;
  Art.box(c, '#FFB84D', 0, 0, w, h);
  c.fillStyle = '#FFC466';
  const cx = place('counter').w / 2;
  const cy = place('counter').y;
  for (let i = 0; i < 12; i++) {
    const a = (i * Math.PI) / 6 + 0.13;
    c.beginPath();
    c.moveTo(cx, cy);
    c.lineTo(cx + Math.cos(a) * 1400, cy + Math.sin(a) * 1400);
    c.lineTo(cx + Math.cos(a + 0.26) * 1400, cy + Math.sin(a + 0.26) * 1400);
    c.fill();
  }
  // an awning's edge, as over every stall on the street
  for (let x = 0, i = 0; x < w; x += 45, i++) Art.box(c, i % 2 ? '#FFF3DA' : '#D8341C', x, -30, 45, 90, [0, 0, 22, 22]);
  Art.box(c, '#FFFFFF22', 0, 0, w, 8);
}
function paintFront(c) {
  const counter = place('counter');
  const stove = place('stove');
  const w = stage.width;
  const h = stage.height;
  const top = tall() ? stove.y : counter.y + counter.h;
  Art.box(c, '#0E7C86', 0, top, w, h - top);
  c.fillStyle = '#0A6A73';
  for (let y = top; y < h; y += 34) for (let x = ((y - top) / 34) % 2 ? 0 : 34; x < w; x += 68) c.fillRect(x, y, 34, 34);
  Art.box(c, '#6B3820', stove.x, stove.y, stove.w, h - stove.y); // brick under the pans
  c.save();
  c.beginPath();
  c.rect(stove.x, stove.y, stove.w, stove.h);
  c.clip();
  c.fillStyle = '#5A2E1A';
  for (let y = stove.y + 6, r = 0; y < stove.y + stove.h; y += 26, r++) for (let x = stove.x - (r % 2) * 30; x < w; x += 60) c.fillRect(x + 2, y, 56, 22);
  c.restore();
  Art.box(c, '#8A4B2B', stove.x, stove.y, stove.w, 12);
  const table = tall() ? { x: 0, y: stove.y + stove.h } : { x: stove.x, y: stove.y + stove.h };
  Art.box(c, '#C98343', table.x, table.y, w - table.x, h - table.y);
  Art.box(c, '#E0A05C', table.x, table.y, w - table.x, 9);
  Art.box(c, '#8A4B2B', counter.x, counter.y, counter.w, counter.h);
  Art.box(c, '#C98343', counter.x, counter.y, counter.w, 18);
  Art.box(c, '#E0A05C', counter.x, counter.y, counter.w, 6);
  if (tall()) Art.box(c, '#B06C33', 0, 846, w, h);
  for (let i = 0; i < TRAY; i++) {
    const spot = place('tray', i);
    Art.box(c, '#6B3820', spot.x - spot.w / 2 + 4, spot.y - 24, spot.w - 8, 64, 16);
  }
}

function drawGuests(time) {
  const floor = place('counter').y;
  kitchen.guests.forEach((guest, i) => {
    if (!guest) return;
    const spot = place('guest', i);
    const part = guest.left / guest.wait;
    const rise = guest.going > 0.5 ? Math.max(0, 1 - (guest.going - 0.5) * 1.2) : 1 - (1 - guest.come) ** 2;
    const hop = guest.going > 0 && guest.paid ? Math.abs(Math.sin(guest.going * 9)) * 14 : part < 0.25 ? Math.sin(time * 18) * 2 : 0;
    const mood = guest.paid ? 1 : part;
    Art.guest(ctx, guest.kind, spot.x, floor - 58 - hop + (1 - rise) * 190, 0.98, mood, Math.sin(time * 1.3 + i * 2) > 0.993);
    if (guest.going > 0 || guest.come < 1) return;
    drawOrder(guest, spot, part);
    keyCap('ZXC'[i], spot.x - 72, floor - 22);
  });
}
function drawOrder(guest, spot, part) {
  const all = guest.want.length;
  const gap = all > 3 ? 39 : 50;
  const w = Math.max(74, all * gap + 22);
  const y = tall() ? 176 : 109;
  Art.box(ctx, '#0C2A30', spot.x - w / 2, y - 31, w, 68, 20);
  Art.box(ctx, '#fff', spot.x - w / 2, y - 35, w, 68, 20);
  ctx.save();
  ctx.translate(spot.x, y + 32);
  Art.fill(ctx, '#fff', 'M-10 0H10L0 12Z');
  ctx.restore();
  guest.want.forEach((food, n) => Art.food(ctx, food, spot.x + (n - (all - 1) / 2) * gap, y - 8, all > 3 ? 0.6 : 0.72));
  const wide = w - 24;
  Art.box(ctx, '#DDEBE4', spot.x - wide / 2, y + 19, wide, 8, 4);
  Art.box(ctx, part > 0.5 ? '#1E9E5A' : part > 0.25 ? '#F0A000' : '#D8341C', spot.x - wide / 2, y + 19, Math.max(8, wide * part), 8, 4);
}

function drawTray() {
  kitchen.tray.forEach((dish, i) => {
    const spot = place('tray', i);
    if (kitchen.clock - dish.born < 0.22) return; // still flying
    Art.food(ctx, dish.food, spot.x, spot.y + 6, 0.98, dish.dark ? Menu.DARK : 1);
  });
}

function drawStations(time) {
  kitchen.stations.forEach((station, i) => {
    const spot = place('station', i);
    const size = tall() ? 1 : 0.86;
    if (!station.open) return Art.at(ctx, spot.x, spot.y + 8, size, () => Art.oval(ctx, '#45230F', 0, 6, 52, 28));
    const busy = Boolean(station.item);
    ctx.save();
    ctx.translate(spot.x, spot.y + 46 * size);
    Art.oval(ctx, '#45230F', 0, 0, 50, 9);
    if (busy || station.cups > 0) Art.flame(ctx, time + i);
    ctx.restore();
    Art.at(ctx, spot.x, spot.y, size, () => {
      if (station.kind === 'karai') Art.karai(ctx, time, busy);
      else if (station.kind === 'tawa') Art.tawa(ctx);
      else Art.pot(ctx, station.cups > 0 || busy ? 1 : 0, time, busy);
    });
    if (station.kind === 'pot') drawPot(station, spot, size);
    else if (busy) drawCooking(station.item, spot, size, time);
    keyCap('QWEASD'[i], spot.x - spot.w / 2 + 18, spot.y - 38);
  });
}
function drawPot(pot, spot, size) {
  if (pot.item) return ring(spot, size, pot.item.cooked);
  text(pot.cups > 0 ? `${pot.cups} cups` : 'Brew', spot.x, spot.y + 22 * size, 23, '#0C2A30');
}
function drawCooking(item, spot, size, time) {
  if (item.late <= 0) {
    const jump = item.cooked >= Menu.GOLDEN && item.cooked < Menu.BURNT ? Math.abs(Math.sin(time * 7)) * 6 : 0;
    ctx.save();
    ctx.translate(spot.x, spot.y - 4 - jump - Math.sin(item.flip * Math.PI) * 40);
    ctx.scale(1, Math.cos(item.flip * Math.PI) || 0.05);
    Art.food(ctx, item.food, 0, 0, size * 0.98, item.side === 2 && item.cooked < 1 ? 0.4 : item.cooked);
    ctx.restore();
  }
  ring(spot, size, item.cooked);
  if (Menu.FOODS[item.food].flips && item.side === 1 && item.cooked >= Menu.GOLDEN && item.cooked < Menu.BURNT) text('Flip!', spot.x, spot.y + 12, 24, '#fff');
}
/** A clock round the pan: fills till golden, then turns green, then warns. */
function ring(spot, size, cooked) {
  const x = spot.x + 44 * size;
  const y = spot.y - 30 * size;
  const done = cooked >= Menu.GOLDEN;
  const part = done ? Math.min(1, (cooked - 1) / (Menu.BURNT - 1)) : cooked;
  Art.disc(ctx, '#0C2A30', x, y, 18);
  ctx.fillStyle = !done ? '#FFC629' : cooked < Menu.DARK ? '#43CF7E' : cooked < Menu.BURNT ? '#FF8A3D' : '#D8341C';
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, 13.5, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * (done ? 1 - part * 0.95 : part));
  ctx.fill();
}

function drawBoard() {
  const spot = place('board');
  const { board } = kitchen;
  const w = tall() ? 330 : 230;
  Art.box(ctx, '#8A4B2B', spot.x - w / 2, spot.y - 42, w, 96, 22);
  Art.box(ctx, '#F0C58A', spot.x - w / 2, spot.y - 50, w, 94, 22);
  Art.box(ctx, '#F8D9A8', spot.x - w / 2 + 10, spot.y - 44, w - 20, 10, 5);
  const chefX = tall() ? 54 : 622;
  Art.guest(ctx, 'chef', chefX, spot.y + (tall() ? 14 : 56), tall() ? 0.72 : 0.9, 1, Math.sin(performance.now() / 800) > 0.993);
  if (!board) {
    Art.rollingPin(ctx, spot.x, spot.y, 1, -0.12);
    return;
  }
  const { steps } = Menu.FOODS[board.food];
  Art.dough(ctx, board.food, spot.x, spot.y - 2 + board.hit * 4, 1 - board.hit * 0.08, board.step);
  const next = steps[board.step];
  if (next === 'Roll' || board.hit > 0) Art.rollingPin(ctx, spot.x + Math.sin(board.hit * 6) * 26, spot.y - 34 + board.hit * 20, 0.9, -0.1 + board.hit * 0.1);
  const labelX = tall() ? 486 : spot.x - 30;
  const labelY = tall() ? spot.y + 4 : spot.y + 88;
  text(next ? `${next}!` : 'Wait', labelX, labelY, 27, '#fff');
  const dots = tall() ? { x: labelX - 22, y: labelY + 22 } : { x: labelX + 62, y: labelY - 9 };
  steps.forEach((_, i) => Art.disc(ctx, i < board.step ? '#FFC629' : '#8A4B2B', dots.x + i * 22, dots.y, 7));
  keyCap('Space', spot.x - w / 2 + 44, spot.y - 42, 84);
}

function drawJars() {
  Menu.JARS.forEach((food, i) => {
    const spot = place('jar', i);
    if (!uses(food)) return;
    const h = spot.h - 12;
    const busy = kitchen.board ? 0.55 : 1;
    Art.box(ctx, '#A66A00', spot.x - spot.w / 2, spot.y - h / 2 + 6, spot.w, h, 22); // it has an edge: it can be pressed
    Art.box(ctx, '#FFC629', spot.x - spot.w / 2, spot.y - h / 2, spot.w, h, 22);
    ctx.globalAlpha = busy;
    Art.food(ctx, food, spot.x, spot.y - 14, tall() ? 0.86 : 1.1);
    ctx.globalAlpha = 1;
    text(Menu.FOODS[food].name, spot.x, spot.y + h / 2 - 12, 24, '#0C2A30');
    keyCap(`${i + 1}`, spot.x - spot.w / 2 + 20, spot.y - h / 2 + 20);
  });
}
function keyCap(label, x, y, w = 30) {
  if (!FINE) return;
  Art.box(ctx, '#BDD3C9', x - w / 2, y - 13, w, 30, 8);
  Art.box(ctx, '#fff', x - w / 2, y - 15, w, 28, 8);
  text(label, x, y + 6, 20, '#0C2A30');
}

function drawHint(time) {
  const to = run.screen === 'cook' && hint();
  if (!to) return;
  const spot = place(to[0], to[1]);
  const y = to[0] === 'guest' ? spot.y + 6 : spot.y - (to[0] === 'jar' ? spot.h / 2 : 40);
  ctx.save();
  ctx.translate(spot.x + (to[0] === 'jar' ? 40 : 0), y - 6 + Math.sin(time * 8) * 8);
  Art.fill(ctx, '#0C2A30', 'M-22-34H22V-6H36L0 30L-36-6H-22Z');
  ctx.scale(0.76, 0.76);
  Art.fill(ctx, '#43CF7E', 'M-22-34H22V-6H36L0 30L-36-6H-22Z');
  ctx.restore();
}

function drawEffects() {
  effects.forEach((e) => {
    const t = e.age / e.life;
    if (e.food) {
      const s = t * t * (3 - 2 * t);
      return Art.food(ctx, e.food, e.from.x + (e.to.x - e.from.x) * s, e.from.y + (e.to.y - e.from.y) * s - Math.sin(s * Math.PI) * 50, 0.95, e.cooked);
    }
    ctx.globalAlpha = Math.min(1, (1 - t) * 2);
    if (e.text) {
      const wide = e.text.length * 13 + 26;
      const x = Math.max(wide / 2 + 6, Math.min(stage.width - wide / 2 - 6, e.x));
      Art.box(ctx, '#0C2A30E6', x - wide / 2, e.y - 26, wide, 38, 19);
      text(e.text, x, e.y + 2, 24, e.tone);
    } else Art.disc(ctx, e.tone, e.x, e.y, e.size * (1 - t));
  });
  ctx.globalAlpha = 1;
}

/** The day's earnings on the way to three stars. */
function drawGoal() {
  const y = tall() ? 112 : 36;
  const w = tall() ? 330 : 300;
  const left = tall() ? (stage.width - w) / 2 : 330;
  const top = Menu.STARS[2] * 1.12;
  const share = Math.min(1, kitchen.earned / kitchen.full / top);
  Art.box(ctx, '#0C2A30', left - 8, y - 13, w + 16, 26, 13);
  if (share > 0) Art.box(ctx, '#43CF7E', left, y - 6, Math.max(12, w * share), 12, 6);
  Menu.STARS.forEach((part) => Art.star(ctx, left + (w * part) / top, y, 17, share * top >= part ? '#FFC629' : '#6F8C8A'));
}

function drawBanner() {
  const left = Math.min(1, kitchen.banner * 3) * Math.min(1, (2.6 - kitchen.banner) * 6);
  if (left <= 0) return;
  const y = tall() ? 250 : 190;
  const x = tall() ? 270 : 288;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1, left);
  Art.box(ctx, '#0C2A30F0', -220, -58, 440, 112, 28);
  text(`Day ${run.day + 1}: ${Menu.DAYS[run.day].title}`, 0, -8, 34, '#FFC629', BAGEL, 410);
  text(`${Menu.DAYS[run.day].guests} guests. ${goal(0)} shillings for a star.`, 0, 31, 24, '#fff', PLAIN, 420);
  ctx.restore();
}

function drawOver(time) {
  Art.box(ctx, '#0C2A30CC', 0, 0, stage.width, stage.height);
  const x = stage.width / 2;
  const y = stage.height / 2;
  if (run.screen === 'stars') {
    text(`Day ${run.day + 1} done!`, x, y - 130, 46, '#fff');
    for (let i = 0; i < 3; i++) {
      const grow = Math.max(0, Math.min(1, run.since * 3 - i));
      Art.star(ctx, x + (i - 1) * 130, y - 10, 56, '#24474D');
      if (i < run.stars) Art.star(ctx, x + (i - 1) * 130, y - 10, 56 * grow * (1 + Math.sin(grow * Math.PI) * 0.3), '#FFC629');
    }
    return text(`${kitchen.served} guests fed. ${kitchen.earned} shillings.`, x, y + 110, 26, '#fff', PLAIN, stage.width - 40);
  }
  text('Pick one for your kitchen', x, tall() ? 270 : 130, 36, '#FFC629', BAGEL, stage.width - 40);
  run.choice.forEach((extra, i) => {
    const spot = extraSpot(i);
    const bob = Math.sin(time * 3 + i) * 3;
    Art.box(ctx, '#C98A00', spot.x - spot.w / 2, spot.y - spot.h / 2 + 8, spot.w, spot.h, 30);
    Art.box(ctx, '#FFF3DA', spot.x - spot.w / 2, spot.y - spot.h / 2, spot.w, spot.h, 30);
    drawExtra(extra, spot.x, spot.y - 36 + bob, time);
    text(Menu.EXTRAS[extra].name, spot.x, spot.y + spot.h / 2 - 62, 27, '#0C2A30', BAGEL, spot.w - 24);
    text(Menu.EXTRAS[extra].line, spot.x, spot.y + spot.h / 2 - 26, 24, '#344D54', PLAIN, spot.w - 24);
    keyCap(`${i + 1}`, spot.x - spot.w / 2 + 30, spot.y - spot.h / 2 + 30);
  });
}
function drawExtra(extra, x, y, time) {
  Art.at(ctx, x, y, 0.95, () => {
    if (extra === 'karai') return Art.karai(ctx, time, true);
    if (extra === 'tawa') return Art.tawa(ctx);
    if (extra === 'pot') return Art.pot(ctx, 1, time, true);
    if (extra === 'charcoal') {
      Art.at(ctx, 0, 14, 1.7, () => Art.flame(ctx, time));
      return [[-34, 26], [0, 30], [34, 26], [-17, 12], [17, 12]].forEach(([cx, cy], n) => Art.oval(ctx, n % 2 ? '#3B3352' : '#2B2440', cx, cy, 24, 16));
    }
    if (extra === 'radio') {
      Art.stroke(ctx, '#2B2440', 5, 'M20-30L44-58');
      Art.box(ctx, '#A8200D', -54, -26, 108, 64, 14);
      Art.box(ctx, '#D8341C', -54, -32, 108, 64, 14);
      Art.disc(ctx, '#2B2440', -24, 0, 22);
      Art.disc(ctx, '#6F8C8A', -24, 0, 10);
      return Art.box(ctx, '#FFE28A', 8, -16, 36, 14, 5);
    }
    Art.stroke(ctx, '#1E9E5A', 6, 'M-18 40V-6M0 40V-24M18 40V-6');
    [[-22, -14, '#E0508C'], [0, -34, '#FFC629'], [22, -14, '#8B5CE0']].forEach(([fx, fy, tone]) => {
      for (let k = 0; k < 5; k++) Art.disc(ctx, tone, fx + Math.cos(k * 1.257) * 10, fy + Math.sin(k * 1.257) * 10, 8);
      Art.disc(ctx, '#FFF3DA', fx, fy, 6);
    });
    Art.box(ctx, '#0E9A93', -30, 14, 60, 32, 8);
  });
}
function drawPick(time) {
  ctx.drawImage(scenery.front, 0, 0, stage.width, stage.height);
  Art.box(ctx, '#0C2A30CC', 0, 0, stage.width, stage.height);
  text('Choose a day', stage.width / 2, tall() ? 180 : 110, 44, '#FFC629');
  Menu.DAYS.forEach((day, i) => {
    const spot = pickSpot(i);
    const open = i <= saved().day;
    const here = i === run.pick;
    const lift = here ? Math.sin(time * 5) * 3 : 0;
    Art.box(ctx, open ? '#C98A00' : '#16363C', spot.x - spot.w / 2, spot.y - spot.h / 2 + 7, spot.w, spot.h, 24);
    Art.box(ctx, open ? (here ? '#FFE28A' : '#FFC629') : '#24474D', spot.x - spot.w / 2, spot.y - spot.h / 2 + lift, spot.w, spot.h, 24);
    text(`Day ${i + 1}`, spot.x, spot.y - 18, 32, open ? '#0C2A30' : '#7FA0A0');
    text(day.title, spot.x, spot.y + 13, 23, open ? '#0C2A30' : '#7FA0A0', PLAIN, spot.w - 16);
    for (let s = 0; s < 3; s++) Art.star(ctx, spot.x + (s - 1) * 38, spot.y + 40, 15, s < (saved().stars[i] || 0) ? '#D8341C' : open ? '#C98A00' : '#16363C');
  });
}
/** Behind the title card: the pans already sizzle. */
function drawTitle(time) {
  ctx.drawImage(scenery.front, 0, 0, stage.width, stage.height);
  [0, 1, 2, 3].forEach((i) => {
    const spot = place('station', i);
    Art.at(ctx, spot.x, spot.y, tall() ? 1 : 0.86, () => (i === 3 ? Art.tawa(ctx) : Art.karai(ctx, time, true)));
    Art.food(ctx, i === 3 ? 'chapati' : 'mandazi', spot.x, spot.y - 4 - Math.abs(Math.sin(time * 4 + i)) * 6, 0.9);
  });
  ['mandazi', 'samosa', 'chai', 'mandazi', 'samosa', 'chai'].forEach((food, i) => Art.food(ctx, food, place('tray', i).x, place('tray', i).y + 6, 0.95));
  const board = place('board');
  Art.guest(ctx, 'chef', board.x, board.y + 60, tall() ? 1.7 : 1.6, 1, false);
}

function text(words, x, y, size, tone, face = BAGEL, fit) {
  ctx.font = `${size}px ${face}`;
  ctx.textAlign = 'center';
  ctx.fillStyle = tone;
  ctx.fillText(words, x, y, fit);
}

Kiddo.loop(update, draw);
Kiddo.start({
  title: 'Mandazi Kitchen',
  help: 'Karibu! Welcome, cook! Take dough, tap the board, and lift it from the pan when it is golden. Then tap the guest.',
  onStart: begin,
  probe: () => acts,
});
