// Draws a frame of the drive: town, road, things from far lane to near lane, then the words on top.
'use strict';

const DISPLAY = '"Bagel Fat One", system-ui, sans-serif';
const LINE = '#FBEAD0';

function drawFrame() {
  if (!run) {
    newShowcase();
  }
  const route = ROUTES[run.route];
  if (stage.canvas.width / stage.width !== view.dots) paintTown();
  ctx.save();
  ctx.scale(view.k, view.k);
  if (run.shake > 0) ctx.translate(Math.sin(clock * 70) * 7 * run.shake, Math.cos(clock * 60) * 5 * run.shake);
  Scenery.behind(ctx, view, run.far);
  drawRoad(route);
  drawThings();
  Scenery.front(ctx, view, run.far);
  drawBits();
  drawNotes();
  ctx.restore();
  ctx.save();
  ctx.scale(view.k, view.k);
  if (Kiddo.state === 'playing') drawDash(route);
  if (run.banner > 0) drawBanner(route);
  if (Kiddo.state === 'playing') drawLesson();
  if (run.wipe > 0.5) drawWipe();
  ctx.restore();
}

/** Behind the title the bus stands in town with a coin or two ahead. */
function newShowcase() {
  run = { route: 0, at: 0, far: 240, fares: 0, riders: 3, hearts: 3, fuel: 0, boost: 0, safe: 0, lane: 1, from: 1, slide: 1, hop: 0, bags: 0, shake: 0, wipe: 0, banner: 0, things: [] };
  addThing('coin', 420, 1);
  addThing('coin', 520, 1);
  addThing('cone', 680, 0);
  addThing('pothole', 560, 2);
  paintTown();
}

function drawRoad(route) {
  ctx.fillStyle = route.road;
  ctx.fillRect(-20, view.roadTop, view.width + 40, ROAD + 4);
  ctx.fillStyle = '#FFD873';
  ctx.fillRect(-20, view.roadTop - 8, view.width + 40, 10);
  ctx.fillStyle = LINE;
  const dash = 210;
  for (let lane = 0; lane < 2; lane++) {
    const y = laneY(lane) + 14;
    for (let x = -(run.far % dash) - 20; x < view.width; x += dash) ctx.fillRect(x + lane * 70, y, 110, 8);
  }
  if (run.boost > 0) {
    for (let i = 0; i < 5; i++) ctx.fillRect(((clock * -1900 + i * 430) % (view.width + 400)) + (clock ? view.width : 0), view.roadTop + 20 + i * 44, 170, 6);
  }
}

/** Far lane first, so near things cover far ones. */
function drawThings() {
  const now = laneNow();
  for (const thing of run.things) if (thing.kind === 'stage') drawStage(thing);
  drawEnd(ROUTES[run.route]);
  const rows = [[], [], [], []];
  for (const thing of run.things) {
    if (thing.kind === 'stage' || (thing.gone && !thing.fly && thing.kind === 'coin')) continue;
    if (thing.kind === 'bump') drawBump(thing);
    else if (thing.kind === 'pothole') drawThing(thing); // flat on the road, under everything
    else rows[Math.max(0, Math.min(3, Math.ceil(thing.lane)))].push(thing);
  }
  for (let row = 0; row < 4; row++) {
    for (const thing of rows[row]) if (thing.lane <= now) drawThing(thing);
    if (Math.max(0, Math.ceil(now)) === row) drawPlayer(now);
    for (const thing of rows[row]) if (thing.lane > now) drawThing(thing);
  }
  for (const thing of run.things) if (thing.kind === 'stage') drawBoarding(thing);
}
function drawPlayer(now) {
  if (run.safe > 0 && Math.floor(clock * 12) % 2) return;
  const y = laneY(now);
  ctx.fillStyle = '#00000030';
  ctx.beginPath();
  ctx.ellipse(view.busX, y, 150, 12, 0, 0, 7);
  ctx.fill();
  ctx.save();
  ctx.translate(view.busX, y);
  const lean = (run.lane - run.from) * (1 - run.slide);
  ctx.scale(BUS_SCALE, BUS_SCALE);
  const idle = Math.sin(clock * 22) * 0.8;
  drawBus(ctx, 0, 0, { tilt: -0.03 + lean * 0.07 - (run.boost > 0 ? 0.05 : 0), hop: run.hop * 0.6 + idle + 1, bags: run.bags * 0.5, spin: run.far / 29, riders: run.riders, lamp: run.route === 2 });
  ctx.restore();
}

function drawThing(thing) {
  const x = screenX(thing.x);
  if (x > view.width + 220) return;
  ctx.save();
  ctx.translate(x, laneY(thing.lane));
  if (thing.fly) {
    ctx.translate(thing.fly * 500, -thing.fly * 700 + thing.fly * thing.fly * 700);
    ctx.rotate(thing.kind === 'cone' ? thing.fly * 9 : 0);
  }
  if (thing.kind === 'coin') {
    ctx.translate(0, -44 + Math.sin(thing.spin) * 5);
    ctx.scale(Math.abs(Math.cos(thing.spin * 0.7)) * 0.8 + 0.2, 1);
    paint(ctx, COIN);
  } else if (thing.kind === 'goat') {
    drawGoat(ctx, thing.spin * 2.4);
  } else {
    if (MOVES[thing.kind]) ctx.translate(0, Math.sin(thing.spin * 4) * 1.5);
    paint(ctx, THINGS[thing.kind]);
  }
  ctx.restore();
}
function drawBump(thing) {
  const x = screenX(thing.x);
  ctx.save();
  ctx.translate(x, 0);
  ctx.fillStyle = '#21172A';
  ctx.fillRect(-44, view.roadTop + 4, 88, ROAD - 4);
  ctx.fillStyle = '#FFC629';
  for (let i = 0; i < 5; i++) ctx.fillRect(-44, view.roadTop + 4 + i * 48, 88, 24);
  ctx.fillStyle = '#FFFFFF55';
  ctx.fillRect(-20, view.roadTop + 4, 14, ROAD - 4);
  ctx.restore();
}

function drawStage(thing) {
  ctx.save();
  ctx.translate(screenX(thing.x), view.roadTop + 4);
  paint(ctx, STAGE);
  ctx.fillStyle = '#FFC629';
  ctx.font = `44px ${DISPLAY}`;
  ctx.textAlign = 'center';
  ctx.fillText('STAGE', 0, -198);
  ctx.translate(0, 12);
  for (const person of thing.folk) {
    if (person.hop) continue;
    ctx.save();
    ctx.translate(person.dx, -Math.abs(Math.sin(clock * 5 + person.dx)) * 7);
    paint(ctx, FOLK_ARM[person.face]);
    paint(ctx, FOLK[person.face]);
    ctx.restore();
  }
  ctx.restore();
}
function drawBoarding(thing) {
  for (const person of thing.folk) {
    if (!person.hop || person.hop >= 1) continue;
    const t = person.hop;
    ctx.save();
    ctx.translate(person.x0 + (view.busX - person.x0) * t, view.roadTop + 16 - Math.sin(t * 3) * 130);
    ctx.rotate(t * 0.6);
    ctx.scale(1 - t * 0.5, 1 - t * 0.5);
    paint(ctx, FOLK[person.face]);
    ctx.restore();
  }
}
/** The end of the route: a chequered line on the road and a big sign with the place's name. */
function drawEnd(route) {
  const x = screenX(route.length - 300) + 60;
  if (x > view.width + 300) return;
  const size = ROAD / 10;
  ctx.fillStyle = '#FFFFFF';
  for (let row = 0; row < 10; row++) for (let col = row % 2; col < 4; col += 2) ctx.fillRect(x + col * size, view.roadTop + 2 + row * size, size, size);
  ctx.save();
  ctx.translate(x + 40, view.roadTop);
  paint(ctx, END_SIGN);
  ctx.fillStyle = '#FFFFFF';
  ctx.font = `56px ${DISPLAY}`;
  ctx.textAlign = 'center';
  ctx.fillText(route.name, 0, -246);
  ctx.restore();
}

function drawBits() {
  for (const b of bits) {
    ctx.fillStyle = b.colour;
    ctx.globalAlpha = Math.min(1, b.life * 1.6);
    ctx.beginPath();
    ctx.arc(b.x, b.y, b.size * (0.4 + b.life * 0.6), 0, 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}
const LEAST = 14.2; // screen pixels: no word is smaller
function words(text, x, y, wanted, colour, align = 'center') {
  const size = Math.max(wanted, LEAST / (stage.scale * view.k));
  ctx.font = `${size}px ${DISPLAY}`;
  ctx.textAlign = align;
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.2;
  ctx.strokeStyle = '#0C2A30';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
function drawNotes() {
  const size = view.tall ? 1.25 : 1;
  for (const n of notes) {
    const pop = Math.min(1, (1.2 - n.life) * 7);
    ctx.globalAlpha = Math.min(1, n.life * 3);
    words(n.words, n.x, n.y, n.size * size * (0.6 + 0.4 * pop), n.colour);
  }
  ctx.globalAlpha = 1;
}

/** How far along the route, and the boost bar: one pill under or beside the kit's own. */
function drawDash(route) {
  const css = 1 / (stage.scale * view.k); // road units in one screen pixel
  let left = (view.tall ? 300 : 240) * css;
  let right = view.width - 180 * css;
  let top = 10 * css;
  if (right - left < 380) {
    left = 10 * css;
    right = view.width - 10 * css;
    top = 60 * css;
  }
  const high = Math.max(38 * css, 38);
  if (!view.tall) right = Math.min(right, left + 640);
  const mid = top + high / 2;
  pill(left, top, right - left, high, '#0C2A30E6');
  const split = left + (right - left) * 0.6;
  const a = left + high * 0.6;
  const b = split - high * 0.5;
  const share = Math.min(1, run.at / (route.length - 300));
  pill(a, mid - 5, b - a, 10, '#31555C');
  pill(a, mid - 5, Math.max(10, (b - a) * share), 10, '#4FD0C4');
  ctx.fillStyle = '#FFFFFF';
  ctx.fill(new Path2D(`M${b} ${mid + high * 0.3}v${-high * 0.62}l${high * 0.4} ${high * 0.17}l${-high * 0.32} ${high * 0.17}v${high * 0.28}z`));
  ctx.save();
  ctx.translate(a + (b - a) * share, mid + 15);
  ctx.scale(high / 300, high / 300);
  drawBus(ctx, 0, 0, { riders: 3 });
  ctx.restore();
  const full = run.fuel >= 1 && run.boost <= 0;
  const c = split + high * 0.75;
  const d = right - high * 0.45;
  const glow = full ? 3 + Math.sin(clock * 9) * 3 : 0;
  pill(c, mid - 8 - glow / 2, d - c, 16 + glow, '#31555C');
  if (run.fuel > 0.02) pill(c, mid - 8 - glow / 2, Math.max(16, (d - c) * run.fuel), 16 + glow, full || run.boost > 0 ? '#FFC629' : '#FF8A3D');
  const s = high / 46;
  ctx.fillStyle = full ? '#FFC629' : '#FFFFFF';
  ctx.fill(new Path2D(`M${split + 18 * s} ${mid - 16 * s}l${-15 * s} ${19 * s}h${10 * s}l${-4 * s} ${14 * s}l${17 * s} ${-20 * s}h${-10 * s}z`));
}
function pill(x, y, w, h, colour) {
  ctx.fillStyle = colour;
  ctx.fill(new Path2D(box(x, y, Math.max(w, h), h, h / 2)));
}

/** The first route says what the hands do, until the lane was changed twice. */
function drawLesson() {
  if (run.route > 0 || moves > 2) return;
  const text = moves < 1 ? (finger ? '▲ ▼ change lane' : '↑ ↓ change lane') : 'Riders wait in the top lane';
  const size = Math.max(view.tall ? 44 : 34, 17 / (stage.scale * view.k));
  const y = view.roadBottom + (view.tall ? 90 : 64);
  ctx.font = `${size}px ${DISPLAY}`;
  const half = ctx.measureText(text).width / 2 + size;
  ctx.fillStyle = '#0C2A30E6';
  ctx.fill(new Path2D(box(view.width / 2 - half, y - size, half * 2, size * 2, size)));
  ctx.textAlign = 'center';
  ctx.fillStyle = '#FFC629';
  ctx.fillText(text, view.width / 2, y + size * 0.34);
}

function drawBanner(route) {
  const t = run.banner;
  const grow = Math.min(1, (2.6 - t) * 4);
  const size = (view.tall ? 84 : 68) * (0.7 + 0.3 * grow);
  const y = view.tall ? 360 : Math.max(180, 112 / (stage.scale * view.k)); // clear of the pills on a low screen
  ctx.globalAlpha = Math.min(1, t * 3, grow);
  words(route.name, view.width / 2, y, size, '#FFFFFF');
  words(`Route ${run.route + 1} of ${ROUTES.length}`, view.width / 2, y + 52, view.tall ? 46 : 36, '#FFE28A');
  ctx.globalAlpha = 1;
}
/** Between routes a striped cloth slides over the screen; the town changes behind it. */
function drawWipe() {
  const t = (run.wipe - 0.5) / 0.5; // 0.5 is the moment the screen is covered
  const w = view.width + 400;
  const x = t < 0.5 ? -w + w * ease(t * 2) : w * (t - 0.5) * 2 * 1.05;
  ctx.fillStyle = '#0FA39B';
  ctx.fillRect(x - 100, 0, w, view.height);
  ctx.fillStyle = '#FFC629';
  ctx.fillRect(x - 160, 0, 60, view.height);
  ctx.fillRect(x + w - 100, 0, 60, view.height);
}

measure();
const finger = window.matchMedia('(pointer: coarse)').matches;
Kiddo.start({
  title: 'Matatu Rush',
  help: `Change lane with ${finger ? '▲ and ▼' : '↑ and ↓'}. Riders wait in the top lane. Coins fill your boost: press ${finger ? 'GO' : 'Space'}!`,
  onStart: newRun,
  probe: () => moves,
});
Kiddo.loop(update, drawFrame);
