// Rhino Sumo: rounds, the ladder and the keys. Bodies are in ring.js, rivals' wits in brain.js.
'use strict';

const NEED = 2; // rounds to win a bout
const NEED_FRIENDS = 3;
const POINTS = { round: 100, quickPer: 5, quickTime: 20, parry: 20, bout: 200 };
const TIMES = { intro: 2.3, out: 1.7, bout: 2.4 };
const STEP = 1 / 120; // bouts always run in equal steps
const TUNE = [0, null, 0, 3, null, 5, null, 3, 0, null, 0, 3, 7, null, 5, null, 0, null, 0, 3, null, 5, null, 7, 10, null, 7, 5, 3, null, 0, null];

// As wide as a phone that lies down, so that no bars stand at its sides.
const WIDE = Math.round(720 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
const stage = Kiddo.stage({ width: WIDE, height: 720, portrait: { width: 720, height: 1280 }, background: '#7DB648' });
const ctx = stage.ctx;
const lay = {};
let run = null;
let bout = showBout();
let asks = 0; // deeds the player asked for: the test's probe
let clock = 0;
let spare = 0;
const bits = [];
const waves = [];
const notes = [];
const trail = [];

function measure() {
  lay.tall = stage.height > stage.width;
  lay.s = lay.tall ? 1.02 : 0.93;
  lay.x = stage.width / 2;
  lay.y = lay.tall ? 590 : 392;
  lay.dots = 0;
}
stage.onResize = measure;

function showBout() {
  const rhinos = [newRhino(-1, 'grey', 'red'), newRhino(1, RIVALS[0].skin, RIVALS[0].belt)];
  return { rhinos, ring: RING, time: 0 };
}

// ---- runs, bouts, rounds
function newRun() {
  const saved = Kiddo.data && Kiddo.data.rung > 0 && Kiddo.data.rung < RIVALS.length ? Kiddo.data : { rung: 0, score: 0 };
  run = { rung: saved.rung, score: saved.score, friends: false };
  bits.length = waves.length = notes.length = trail.length = 0;
  Kiddo.music.play(TUNE, 330);
  newBout();
}
function newBout() {
  run.wins = [0, 0];
  run.round = 1;
  newRound();
}
function newRound() {
  const rival = RIVALS[run.rung];
  bout = { rhinos: [newRhino(-1, 'grey', 'red'), run.friends ? newRhino(1, 'rust', 'ziwa') : newRhino(1, rival.skin, rival.belt, rival.pace, rival.mass)], ring: RING, time: 0 };
  run.phase = 'intro';
  run.t = 0;
  run.shake = 0;
  run.slow = 1;
  showHud();
}
function showHud() {
  Kiddo.hud('Score', run.friends ? null : run.score);
  Kiddo.hud('Rival', run.friends ? null : `${run.rung + 1}/${RIVALS.length}`);
}
/** A second player walks in: a friendly bout, first to three, no ladder. */
function join() {
  run.friends = true;
  Kiddo.sfx.coin();
  newBout();
}

// ---- keys. Alone, you may use arrows or WASD; with a friend each has their own.
const STICK = { id: null, x0: 0, y0: 0, x: 0, y: 0 };
const axis = (plus, minus) => (Kiddo.input.held(...plus) ? 1 : 0) - (Kiddo.input.held(...minus) ? 1 : 0);
// A quick press is kept until a step has seen it, since fast screens have frames without a step.
const fresh = [{ dash: false, stomp: false }, { dash: false, stomp: false }];
function deeds(player, dashKeys, stompKeys) {
  const kept = fresh[player];
  kept.dash = kept.dash || Kiddo.input.pressed(...dashKeys);
  kept.stomp = kept.stomp || Kiddo.input.pressed(...stompKeys);
  return { dash: kept.dash || Kiddo.input.held(...dashKeys), stomp: kept.stomp };
}
function askOne() {
  const more = (arrow, letter) => (run.friends ? [arrow] : [arrow, letter]);
  const x = axis(more('ArrowRight', 'KeyD'), more('ArrowLeft', 'KeyA')) + STICK.x;
  const y = axis(more('ArrowDown', 'KeyS'), more('ArrowUp', 'KeyW')) + STICK.y;
  return { x, y, ...deeds(0, ['Space', 'Period', 'Slash'], ['KeyX', 'Comma', 'ShiftRight']) };
}
function askTwo() {
  return { x: axis(['KeyD'], ['KeyA']), y: axis(['KeyS'], ['KeyW']), ...deeds(1, ['KeyF'], ['KeyG']) };
}
const ALL_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'KeyW', 'KeyA', 'KeyS', 'KeyD', 'Space', 'Period', 'Slash', 'KeyX', 'Comma', 'ShiftRight'];

// ---- update
function update(dt) {
  clock += dt;
  moveBits(dt);
  if (Kiddo.input.pressed(...ALL_KEYS)) asks += 1;
  if (Kiddo.input.pressed('Digit2', 'Numpad2') && !run.friends) return join();
  run.t += dt;
  run.shake = Math.max(0, run.shake - dt * 2.5);
  run.slow = Math.min(1, run.slow + dt * 2);
  if (run.phase === 'intro') {
    for (const r of bout.rhinos) r.step += dt * 3;
    if (run.t < TIMES.intro) return;
    run.phase = 'fight';
    Kiddo.sound.tone({ freq: 130, to: 70, ms: 320, vol: 0.7, type: 'sine' });
    run.t = 0;
    spare = 0;
    return;
  }
  if (run.phase === 'fight' || run.phase === 'out') fight(dt);
  if (run.phase === 'out' && run.t > TIMES.out) afterRound();
  if (run.phase === 'bout' && run.t > TIMES.bout) nextRival();
}
function fight(dt) {
  const rival = RIVALS[run.rung];
  const [one, two] = bout.rhinos;
  const over = run.phase === 'out';
  const ask = [over ? { ...QUIET } : askOne(), run.friends ? (over ? { ...QUIET } : askTwo()) : null];
  spare = Math.min(0.06, spare + dt * run.slow);
  while (spare >= STEP) {
    spare -= STEP;
    const second = ask[1] || think(two, one, rival, bout.ring, STEP);
    stepBout(bout, [ask[0], second], STEP, happen);
    ask.forEach((one) => one && (one.stomp = false));
    for (const kept of fresh) kept.dash = kept.stomp = false;
  }
  for (const r of bout.rhinos) if (r.state === 'dash' && trail.length < 24) trail.push({ x: r.x, y: r.y, life: 0.25, colour: HIDES[r.hide][1] });
}

/** What the ring reports becomes sound, dust and points. */
function happen(event, r, power) {
  const play = Kiddo.sound.tone;
  if (event === 'dash') {
    play({ freq: 160, to: 420, ms: 200, vol: 0.35, type: 'sawtooth' });
    spray(r.x - Math.cos(r.a) * 40, r.y - Math.sin(r.a) * 40, '#EFC98B', 8, 200);
  }
  if (event === 'hop') Kiddo.sfx.jump();
  if (event === 'land') spray(r.x, r.y, '#EFC98B', 5, 130);
  if (event === 'stomp') {
    play({ freq: 95, to: 45, ms: 300, vol: 0.8, type: 'sine' });
    waves.push({ x: r.x, y: r.y, life: 1 });
    spray(r.x, r.y, '#EFC98B', 10, 260);
    run.shake = Math.max(run.shake, 0.4);
  }
  if (event === 'hit') {
    Kiddo.sfx.hit();
    run.shake = Math.max(run.shake, 0.4 + power * 0.6);
    if (power > 0.6) run.slow = 0.35; // a beat of slow motion on a big one
    spray(r.x, r.y, '#FFFFFF', 6 + power * 10, 340);
    if (power > 0.75) note('BOOM!', r.x, r.y - 70, 58, '#FFC629');
  }
  if (event === 'parry') {
    play({ freq: 320, to: 900, ms: 220, vol: 0.4, type: 'triangle' });
    note('Blocked!', r.x, r.y - 70, 48, '#8DE8AC');
    run.shake = 0.8;
    run.slow = 0.4;
    if (r.side < 0 && !run.friends) run.score += POINTS.parry;
    showHud();
  }
  if (event === 'out' && run.phase === 'fight') roundOver(r);
}
function roundOver(loser) {
  const winner = loser.side < 0 ? 1 : 0;
  run.wins[winner] += 1;
  run.phase = 'out';
  run.t = 0;
  run.shake = 1;
  run.slow = 0.4;
  run.lastWinner = winner;
  const champ = bout.rhinos[winner];
  champ.vx *= 0.15; // the winner stops at the edge
  champ.vy *= 0.15;
  Kiddo.sound.tone({ type: 'noise', ms: 400, vol: 0.5 });
  for (let i = 0; i < 26; i++) spray(loser.x * 1.12, loser.y * 1.12, i % 3 ? '#8B5A37' : '#5F3A22', 1, 420);
  if (winner === 0 && !run.friends) {
    run.score += POINTS.round + Math.max(0, Math.round(POINTS.quickTime - bout.time)) * POINTS.quickPer;
    for (let i = 0; i < 24; i++) spray((Math.random() - 0.5) * 500, -260, ['#FFC629', '#FF5C8A', '#0FA39B', '#FFFFFF'][i % 4], 1, 300);
  }
  showHud();
}
function afterRound() {
  const need = run.friends ? NEED_FRIENDS : NEED;
  if (run.wins[0] < need && run.wins[1] < need) {
    run.round += 1;
    return newRound();
  }
  if (run.friends) {
    const side = run.wins[0] > run.wins[1] ? 0 : 1;
    return Kiddo.over({ score: run.wins[side], won: true, text: `${side ? 'Player 2' : 'Player 1'} wins ${run.wins[side]} to ${run.wins[1 - side]}. Good bout, both of you!` });
  }
  if (run.wins[1] >= need) return Kiddo.over({ score: run.score, text: `${RIVALS[run.rung].name} wins this bout. You can try again from here.` });
  run.score += POINTS.bout + run.rung * 50;
  run.phase = 'bout';
  run.t = 0;
  Kiddo.sfx.win();
  const done = run.rung + 1 >= RIVALS.length;
  Kiddo.save(done ? { rung: 0, score: 0 } : { rung: run.rung + 1, score: run.score });
  showHud();
}
function nextRival() {
  if (run.rung + 1 >= RIVALS.length) return Kiddo.over({ score: run.score, won: true, text: 'You are the new bingwa! (Champion!)' });
  run.rung += 1;
  newBout();
}

// ---- a stick under the thumb, anywhere on the canvas
const STICK_REACH = 60; // screen pixels to full speed
stage.canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing' || STICK.id !== null || event.pointerType === 'mouse') return;
  Object.assign(STICK, { id: event.pointerId, x0: event.clientX, y0: event.clientY, x: 0, y: 0 });
  asks += 1;
});
window.addEventListener('pointermove', (event) => {
  if (event.pointerId !== STICK.id) return;
  const dx = (event.clientX - STICK.x0) / STICK_REACH;
  const dy = (event.clientY - STICK.y0) / STICK_REACH;
  const long = Math.max(1, Math.hypot(dx, dy));
  STICK.x = dx / long;
  STICK.y = dy / long;
});
const letGo = (event) => event.pointerId === STICK.id && Object.assign(STICK, { id: null, x: 0, y: 0 });
window.addEventListener('pointerup', letGo);
window.addEventListener('pointercancel', letGo);

// ---- dust and words, in ring units
const MAX_BITS = 130;
function spray(x, y, colour, count, power) {
  for (let i = 0; i < count && bits.length < MAX_BITS; i++) {
    const a = Math.random() * 6.3;
    const v = power * (0.3 + Math.random() * 0.7);
    bits.push({ x, y, vx: Math.cos(a) * v, vy: Math.sin(a) * v, life: 0.4 + Math.random() * 0.5, size: 5 + Math.random() * 9, colour });
  }
}
function note(text, x, y, size, colour) {
  notes.push({ text, x, y, size, colour, life: 1 });
}
function moveBits(dt) {
  for (let i = bits.length - 1; i >= 0; i--) {
    const b = bits[i];
    b.life -= dt;
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    b.vx *= 1 - 2.5 * dt;
    b.vy *= 1 - 2.5 * dt;
    if (b.life <= 0) bits.splice(i, 1);
  }
  for (const list of [waves, notes, trail]) {
    for (let i = list.length - 1; i >= 0; i--) {
      list[i].life -= dt * (list === waves ? 2.4 : 1);
      if (list === notes) list[i].y -= 40 * dt;
      if (list[i].life <= 0) list.splice(i, 1);
    }
  }
}
