// Rift Racers: the flow of a run (count down, race, result, next stage), the picture over the road, input and sound.
'use strict';

const PLACE_POINTS = [0, 500, 350, 250, 120, 80, 50];
const CAN_POINTS = 10;
const PLACES = ['', '1st', '2nd', '3rd', '4th', '5th', '6th'];
const COUNT_SECONDS = 2.4;
const TUNE = [0, null, 7, 12, 10, null, 7, null, 5, null, 8, 12, 10, 8, 7, null, 3, null, 7, 10, 8, null, 5, null, 7, 5, 3, 2, 0, null, -2, null];

const view = Kiddo.stage({ width: 960, height: 540, portrait: { width: 405, height: Math.round(405 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#26203B' });
const { ctx, canvas } = view;
const FINGER = matchMedia('(pointer: coarse)').matches;
const game = { stage: 0, score: 0, phase: 'count', clock: 0, place: 6, shake: 0, turns: 0, touch: 0, banner: '', bannerTime: 0 };
const puffs = []; // dust, sparks and flame: { x, y, vx, vy, r, life, full, colour }
let race = null;
let engineBeat = 0;

Road.setShape(view.width, view.height);
view.onResize = () => Road.setShape(view.width, view.height);

function openStage(index) {
  game.stage = index;
  game.phase = 'count';
  game.clock = 0;
  puffs.length = 0;
  Road.setStage(STAGES[index]);
  race = new Race(STAGES[index], 71 + index * 13, { finish, bump, can, mud });
}

function onStart() {
  Object.assign(game, { score: 0, turns: 0, touch: 0, shake: 0, banner: '' });
  openStage(0);
  Kiddo.music.play(TUNE, 400, { vol: 0.1 });
}

// ---- what a race tells us
function finish(place) {
  if (game.phase !== 'race') return;
  Object.assign(game, { phase: 'result', clock: 0, place });
  game.score += PLACE_POINTS[place];
  (place <= 3 ? Kiddo.sfx.win : Kiddo.sfx.pop)();
  if (place <= 3) for (let i = 0; i < 60; i++) confetti();
}
function bump() {
  game.shake = 1;
  Kiddo.sfx.hit();
  for (let i = 0; i < 8; i++) puff(view.width / 2, Road.wheelsY - 70, '#FFE07A', 260, 7);
}
function can() {
  game.score += CAN_POINTS;
  say('+1 nitro');
  Kiddo.sfx.coin();
  for (let i = 0; i < 10; i++) puff(view.width / 2, Road.wheelsY - 60, '#6FA0FF', 240, 7);
}
function mud() {
  say('Mud!');
  Kiddo.sound.tone({ type: 'noise', ms: 260, vol: 0.35 });
  for (let i = 0; i < 16; i++) puff(view.width / 2, Road.wheelsY - 10, '#6B3A1E', 340, 10);
}
function say(text) {
  game.banner = text;
  game.bannerTime = 0.9;
}

// ---- particles
function puff(x, y, colour, force, r) {
  if (puffs.length > 120) return;
  const angle = Math.random() * 6.28;
  puffs.push({ x, y, vx: Math.cos(angle) * force * Math.random(), vy: Math.sin(angle) * force * Math.random() - force * 0.3, r, life: 0.5, full: 0.5, colour });
}
function confetti() {
  const colours = ['#FFC629', '#E23B24', '#2D9CDB', '#1E9E5A', '#fff'];
  puffs.push({ x: Math.random() * view.width, y: -20 - Math.random() * 160, vx: 0, vy: 160 + Math.random() * 160, r: 7, life: 3, full: 3, colour: colours[puffs.length % 5] });
}
function updatePuffs(dt) {
  for (let i = puffs.length - 1; i >= 0; i--) {
    const p = puffs[i];
    p.x += p.vx * dt;
    p.y += p.vy * dt;
    p.life -= dt;
    if (p.life <= 0) puffs.splice(i, 1);
  }
}
function trail() {
  const { player } = race;
  const half = Art.player.w * Road.carScale * 0.36;
  const side = Math.random() < 0.5 ? -1 : 1;
  if (player.burn > 0) puff(view.width / 2 + side * half * 0.4, Road.wheelsY + 4, Math.random() < 0.5 ? '#FFC629' : '#6FE3FF', 130, 9);
  else if (player.offRoad || Math.abs(player.lean) > 0.7) puff(view.width / 2 + side * half, Road.wheelsY - 4, game.stage === 3 ? '#8A74B0' : '#FBE3BE', 120, 9);
}

// ---- input
function readSteer() {
  const right = Kiddo.input.held('ArrowRight', 'KeyD') || game.touch > 0;
  const left = Kiddo.input.held('ArrowLeft', 'KeyA') || game.touch < 0;
  return (right ? 1 : 0) - (left ? 1 : 0);
}
canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  if (game.phase === 'result') return goOn();
  game.touch = view.point(event).x < view.width / 2 ? -1 : 1;
  game.turns++;
});
['pointerup', 'pointercancel', 'pointerleave'].forEach((type) => canvas.addEventListener(type, () => (game.touch = 0)));
Kiddo.buttons([
  { code: 'ArrowLeft', label: '◀', side: 'left', aria: 'Steer left' },
  { code: 'ArrowRight', label: '▶', side: 'left', aria: 'Steer right' },
  { code: 'Space', label: 'Nitro', aria: 'Nitro' },
]);

// ---- frame
function update(dt) {
  game.clock += dt;
  game.shake = Math.max(0, game.shake - dt * 3);
  game.bannerTime = Math.max(0, game.bannerTime - dt);
  if (Kiddo.input.pressed('ArrowLeft', 'ArrowRight', 'KeyA', 'KeyD')) game.turns++;
  updatePuffs(dt);
  if (game.phase === 'result') return updateResult(dt);
  if (game.phase === 'count') countDown();
  if (Kiddo.input.pressed('Space') && race.useNitro()) {
    game.shake = 0.5;
    Kiddo.sound.tone({ freq: 180, to: 900, ms: 500, vol: 0.35, type: 'sawtooth' });
  }
  race.update(dt, readSteer(), Kiddo.input.held('ArrowDown', 'KeyS'));
  if (race.started) trail();
  hum(dt);
  Kiddo.hud('Place', `${race.place}/6`);
  Kiddo.hud('Score', game.score);
}

function countDown() {
  const before = Math.ceil(3 - ((game.clock - 0.05) / COUNT_SECONDS) * 3);
  const now = Math.ceil(3 - (game.clock / COUNT_SECONDS) * 3);
  if (before !== now && now > 0) Kiddo.sound.tone({ freq: 440, ms: 140, vol: 0.3 });
  if (game.clock < COUNT_SECONDS) return;
  game.phase = 'race';
  race.started = true;
  say('Twende! Go!');
  Kiddo.sound.tone({ freq: 880, ms: 300, vol: 0.3 });
}

function hum(dt) {
  engineBeat -= dt;
  if (engineBeat > 0 || !race.started) return;
  const ratio = race.player.speed / TOP_SPEED;
  engineBeat = 0.11;
  Kiddo.sound.tone({ freq: 46 + ratio * 60, to: 52 + ratio * 66, ms: 120, vol: 0.1, type: 'sawtooth' });
}

function updateResult(dt) {
  race.position += race.player.speed * dt * 0.5; // rolls on past the gate
  race.player.speed *= 1 - dt * 1.2;
  race.position = Math.min(race.position, (race.track.segments.length - 140) * SEGMENT);
  if (game.clock > 0.8 && Kiddo.input.pressed('Space', 'Enter', 'ArrowUp')) goOn();
}

function goOn() {
  if (game.clock < 0.8) return;
  const last = game.stage === STAGES.length - 1;
  if (game.place > 3) return Kiddo.over({ score: game.score, text: `${PLACES[game.place]} place at ${STAGES[game.stage].name}. Top 3 drive on.` });
  if (last) return Kiddo.over({ score: game.score, won: true, text: 'You raced the whole Rift Valley. Hongera! Well done!' });
  openStage(game.stage + 1);
}

// ---- picture
function write(text, x, y, size, colour = '#fff', edge = '#26203B', align = 'center') {
  ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.22;
  if (edge) {
    ctx.strokeStyle = edge;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
function box(x, y, w, h, r, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
  ctx.fill();
}

function draw() {
  if (!race) openStage(0);
  ctx.save();
  if (game.shake > 0) ctx.translate((Math.random() - 0.5) * 12 * game.shake, (Math.random() - 0.5) * 8 * game.shake);
  const base = Road.draw(ctx, race);
  Road.drawThings(ctx, race, base);
  if (race.player.draft > 0.05 || race.player.burn > 0) drawWind();
  drawCar();
  for (const p of puffs) {
    ctx.globalAlpha = Math.min(1, p.life / p.full + 0.15);
    ctx.fillStyle = p.colour;
    ctx.beginPath();
    ctx.arc(p.x, p.y, p.r * (0.5 + 0.5 * (p.life / p.full)), 0, 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  ctx.restore();
  if (Kiddo.state === 'title') return;
  drawGauges();
  if (game.phase === 'count') drawCount();
  if (game.phase === 'result') drawResult();
  if (game.bannerTime > 0) write(game.banner, view.width / 2, view.height * 0.3 - (0.9 - game.bannerTime) * 24, 34, '#FFE07A');
}

function drawCar() {
  const { player } = race;
  const k = Road.carScale;
  const bounce = race.started ? Math.sin(race.time * 34) * (player.offRoad ? 5 : 1.4) * (player.speed / TOP_SPEED) : Math.sin(race.time * 40) * 0.7;
  ctx.save();
  ctx.translate(view.width / 2, Road.wheelsY + bounce);
  ctx.fillStyle = '#00000038';
  ctx.beginPath();
  ctx.ellipse(0, -4, 96 * k, 12 * k, 0, 0, 7);
  ctx.fill();
  ctx.transform(1, player.lean * 0.05, player.lean * -0.1, 1, player.lean * 10 * k, 0); // leans into the bend
  ctx.scale(k * (player.burn > 0 ? 1.03 : 1), k * (player.bump > 0 ? 0.94 : 1));
  if (player.burn > 0) drawFlame();
  ctx.drawImage(Art.player.canvas, -100, -138, 200, 140);
  ctx.restore();
}

function drawFlame() {
  const flick = 24 + Math.random() * 16;
  for (const x of [-22, 22]) {
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.ellipse(x, -6, 15, flick, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#6FE3FF';
    ctx.beginPath();
    ctx.ellipse(x, -6, 8, flick * 0.6, 0, 0, 7);
    ctx.fill();
  }
}

/** Wind lines: the slipstream shows, so a player learns where it is. */
function drawWind() {
  const strength = race.player.burn > 0 ? 1 : race.player.draft;
  ctx.strokeStyle = '#fff';
  ctx.lineCap = 'round';
  ctx.lineWidth = 4;
  ctx.globalAlpha = 0.65 * strength;
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const t = (race.time * 1.9 + i * 0.37) % 1;
    const angle = (i / 10) * Math.PI * 2 + 0.3;
    const near = 60 + t * t * view.width * 0.5;
    const cx = view.width / 2;
    const cy = Road.horizonY + 70;
    ctx.moveTo(cx + Math.cos(angle) * near, cy + Math.sin(angle) * near * 0.7);
    ctx.lineTo(cx + Math.cos(angle) * near * 1.16, cy + Math.sin(angle) * near * 0.82);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawGauges() {
  const tall = view.height > view.width;
  const w = tall ? view.width - 40 : 420;
  const x = (view.width - w) / 2;
  const y = tall ? 108 : Math.max(76, 54 / view.scale); // below the pills on top
  box(x, y, w, 12, 6, '#26203Bcc'); // the way to the finish, a dot a car
  race.rivals.forEach((rival) => dot(x + w * Math.min(1, rival.z / race.track.length), y + 6, 6, '#E8E3F0'));
  dot(x + w * race.progress, y + 6, 10, '#E23B24');
  const nw = tall ? 112 : 150;
  const nx = tall ? view.width - nw - 16 : view.width - nw - 24;
  const ny = y + 32;
  box(nx - 8, ny - 8, nw + 16, 34, 17, '#26203Bcc');
  for (let i = 0; i < NITRO_PARTS; i++) {
    const part = Math.max(0, Math.min(1, race.player.nitro * NITRO_PARTS - i + 0.005));
    box(nx + (i * nw) / 3 + 2, ny, nw / 3 - 4, 18, 8, '#4B4466');
    if (part > 0.08) box(nx + (i * nw) / 3 + 2, ny, (nw / 3 - 4) * part, 18, 8, part >= 0.99 ? '#3DA5FF' : '#7A86B8');
  }
  write('Nitro', nx - 14, ny + 10, Math.max(tall ? 18 : 22, 14.2 / view.scale), '#fff', '#26203B', 'right');
  if (race.player.draft > 0.3 && game.phase === 'race') write('Slipstream!', view.width / 2, view.height * 0.38, tall ? 24 : 28, '#6FE3FF');
}
function dot(x, y, r, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fill();
}

function drawCount() {
  const left = 3 - (game.clock / COUNT_SECONDS) * 3;
  const beat = left % 1;
  const tall = view.height > view.width;
  write(STAGES[game.stage].name, view.width / 2, view.height * (tall ? 0.27 : 0.3), tall ? 38 : 46, '#FFE07A');
  write(`Stage ${game.stage + 1} of ${STAGES.length}: ${STAGES[game.stage].note}`, view.width / 2, view.height * (tall ? 0.33 : 0.39), tall ? 19 : 24);
  write(String(Math.max(1, Math.ceil(left))), view.width / 2, view.height * 0.52, 84 + beat * 40);
  if (game.stage === 0) write(FINGER ? 'Steer with ◀ and ▶' : 'Steer with ← and →, nitro with Space', view.width / 2, view.height * 0.62, tall ? 21 : 26, '#FFE07A');
}

function drawResult() {
  const pop = Math.min(1, game.clock * 4);
  const tall = view.height > view.width;
  const w = tall ? 350 : 460;
  const good = game.place <= 3;
  ctx.save();
  ctx.translate(view.width / 2, view.height * 0.46);
  ctx.scale(0.8 + 0.2 * pop, 0.8 + 0.2 * pop);
  box(-w / 2, -110, w, 226, 26, '#fff');
  write(`${PLACES[game.place]} place`, 0, -64, 52, good ? '#0B5A31' : '#26203B', null);
  write(`+${PLACE_POINTS[game.place]} points`, 0, -12, 28, '#344D54', null);
  box(-110, 26, 220, 60, 30, '#C98A00');
  box(-110, 22, 220, 60, 30, '#FFC629');
  write(good && game.stage < STAGES.length - 1 ? 'Next stage' : 'Go on', 0, 53, 28, '#26203B', null);
  ctx.restore();
}

Kiddo.start({
  title: 'Rift Racers',
  help: 'Steer with ← and →. Sit behind a car to catch its slipstream, then press Space or Nitro. Finish in the top 3 to race on.',
  onStart,
  probe: () => game.turns,
});
Kiddo.loop(update, draw);
