// Robo Rumble: which screen is on, the keys, the picture of a fight, and the score.
'use strict';

const view = Kiddo.stage({ width: 960, height: 540, portrait: { width: 450, height: Math.round(450 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#101830' });
const { ctx, canvas } = view;
const TUNE = [0, 0, 12, null, 10, 0, 7, null, 5, 5, 7, null, 3, 5, 0, null, -2, -2, 10, null, 8, -2, 5, null, 3, 3, 5, 7, 8, 7, 5, 3];
const TOUCH = matchMedia('(pointer:coarse)').matches;
const ROUNDS_TO_WIN = 2; // with two players
const KEYS = [
  { left: ['KeyA'], right: ['KeyD'], jump: ['KeyW'], block: ['KeyS'], punch: ['KeyF'], special: ['KeyG'] },
  { left: ['ArrowLeft'], right: ['ArrowRight'], jump: ['ArrowUp'], block: ['ArrowDown'], punch: ['KeyK'], special: ['KeyL'] },
];
// alone, either hand's keys work
const SOLO_KEYS = Object.fromEntries(Object.keys(KEYS[0]).map((move) => [move, [...KEYS[0][move], ...KEYS[1][move]]]));
SOLO_KEYS.punch.push('Space');

const game = { phase: 'mode', clock: 0, pick: 0, acts: 0, twoPlayers: false, builder: 0, builds: [[1, 0, 1], [2, 1, 0]], slot: 0, sinceChange: 9, rung: 0, score: 0, wins: [0, 0], gained: 0, winner: 0 };
let fight = null;
let brain = null;

function shape() {
  const tall = view.height > view.width;
  Object.assign(view, { span: tall ? 420 : 690, floor: tall ? 560 + (view.height - 800) * 0.6 : 466 });
  Arena.paint(view.width, view.height, view.floor);
  if (fight) fight.span = view.span;
}
view.onResize = shape;
shape();

function to(phase) {
  Object.assign(game, { phase, clock: 0 });
  document.documentElement.dataset.phase = phase === 'fight' || phase === 'round' ? 'fight' : phase;
}

function onStart() {
  Object.assign(game, { pick: 0, acts: 0, twoPlayers: false, builder: 0, slot: 0, rung: 0, score: 0, wins: [0, 0] });
  const kept = Kiddo.data;
  if (kept && Array.isArray(kept.build) && kept.build.every((n) => n >= 0 && n < 3)) game.builds[0] = kept.build.slice(0, 3);
  Arena.bits = [];
  Arena.bursts = [];
  fight = null;
  Kiddo.hud('Score', null);
  to(TOUCH ? 'build' : 'mode'); // two players need a keyboard
  Kiddo.music.play(TUNE, 420, { vol: 0.09, type: 'square' });
}

// ---- choosing
function pickMode(index) {
  game.acts++;
  game.pick = index;
  game.twoPlayers = index === 1;
  Kiddo.sfx.click();
  to('build');
}
function change(slot, by) {
  game.acts++;
  game.slot = slot;
  game.sinceChange = 0;
  const build = game.builds[game.builder];
  build[slot] = (build[slot] + by + 3) % 3;
  Kiddo.sound.tone({ freq: 200 + slot * 90, to: 420 + slot * 90, ms: 90, vol: 0.3 });
  Kiddo.sound.tone({ type: 'noise', ms: 50, vol: 0.2, at: 0.06 });
}
function doneBuilding() {
  Kiddo.sfx.coin();
  if (game.twoPlayers && game.builder === 0) {
    Object.assign(game, { builder: 1, slot: 0 });
    return;
  }
  if (!game.twoPlayers) Kiddo.save({ build: game.builds[0] });
  to('lineup');
}

function sides() {
  if (game.twoPlayers) return { names: [['Player 1', 'A D W S F G'], ['Player 2', 'Arrows K L']], builds: game.builds, paints: ['mango', 'ice'] };
  const rung = LADDER[game.rung];
  return { names: [['You', ''], [rung.name, rung.means]], builds: [game.builds[0], rung.build], paints: ['mango', rung.paint] };
}

function startFight() {
  const { builds, paints } = sides();
  const middle = ARENA / 2;
  const rung = LADDER[game.rung];
  fight = new Fight(
    new Fighter(builds[0], paints[0], middle - 150, 1),
    new Fighter(builds[1], paints[1], middle + 150, -1, game.twoPlayers ? 1 : rung.armour),
    view.span, hooks,
  );
  brain = game.twoPlayers ? null : new Brain(rung);
  Arena.bits = [];
  to('fight');
  Kiddo.sound.tone({ freq: 660, ms: 160, vol: 0.35 });
  Kiddo.sound.tone({ freq: 990, ms: 320, vol: 0.35, at: 0.16 });
}

// ---- what a fight tells us
const hooks = {
  jump: () => Kiddo.sfx.jump(),
  swing: () => Kiddo.sound.tone({ type: 'noise', ms: 60, vol: 0.12 }),
  special: (me) => {
    Kiddo.sound.tone({ freq: 220, to: 880, ms: 300, vol: 0.35, type: 'sawtooth' });
    Arena.burst(me.x, me.y - 90, 40);
  },
  launch: (me, kind) => {
    Arena.shake = kind === 'slam' ? 0.8 : 0.3;
    Kiddo.sound.tone({ freq: kind === 'slam' ? 90 : 500, to: kind === 'slam' ? 40 : 200, ms: 300, vol: 0.45 });
  },
  blocked: (foe) => {
    Kiddo.sound.tone({ freq: 1200, to: 900, ms: 60, vol: 0.25, type: 'triangle' });
    Arena.bolts(foe.x + foe.face * 50, foe.y - 90, 3, 200, ['#fff', '#7DF9FF']);
  },
  broken: (foe) => {
    Arena.burst(foe.x, foe.y - 110, 60);
    Arena.shake = 0.6;
    Kiddo.sound.tone({ freq: 700, to: 120, ms: 400, vol: 0.35 });
  },
  hit: (foe, damage, heavy) => {
    const colours = PAINTS[foe.paint];
    Arena.burst(foe.x - foe.face * 20, foe.y - 84 - Math.random() * 40, 26 + damage * 2.4);
    Arena.bolts(foe.x, foe.y - 90, 3 + Math.floor(damage / 2), heavy ? 620 : 380, [colours[0], '#D5D9E8', colours[1]]);
    Arena.shake = Math.max(Arena.shake, heavy ? 1 : 0.35);
    Arena.cheer = Math.min(1, Arena.cheer + 0.35);
    Kiddo.sfx.hit();
    if (heavy) Kiddo.sound.tone({ freq: 140, to: 50, ms: 300, vol: 0.4 });
  },
  beaten: (loser) => {
    Arena.scatter(loser);
    Arena.shake = 1.4;
    Arena.cheer = 1;
  },
  end: (winner) => {
    game.winner = winner;
    game.wins[winner]++;
    game.gained = 0;
    if (!game.twoPlayers && winner === 0) {
      const me = fight.fighters[0];
      game.gained = 150 + game.rung * 50 + Math.round((me.hp / me.max) * 100) + Math.round(fight.time);
      game.score += game.gained;
    }
    (game.twoPlayers || winner === 0 ? Kiddo.sfx.win : Kiddo.sfx.pop)();
    to('round');
  },
};

/** After the bolts have settled: the next robot, the next round, or the end. */
function afterRound() {
  if (game.twoPlayers) {
    if (game.wins[game.winner] < ROUNDS_TO_WIN) return startFight();
    const best = fight.fighters[game.winner];
    const score = 100 * game.wins[game.winner] + Math.round((best.hp / best.max) * 100);
    return Kiddo.over({ score, won: true, text: `${game.winner ? 'Blue' : 'Yellow'} robot wins ${game.wins[game.winner]} to ${game.wins[1 - game.winner]}. Shake hands!` });
  }
  if (game.winner === 1) return Kiddo.over({ score: game.score, text: `${LADDER[game.rung].name} wins this one. Try other parts!` });
  if (game.rung === LADDER.length - 1) return Kiddo.over({ score: game.score, won: true, text: 'Simba is down to bolts. You are the champion! Bingwa!' });
  game.rung++;
  game.slot = 3;
  to('build');
}

// ---- input
function commandOf(keys) {
  const { held, pressed } = Kiddo.input;
  return { move: (held(...keys.right) ? 1 : 0) - (held(...keys.left) ? 1 : 0), jump: pressed(...keys.jump), block: held(...keys.block), punch: pressed(...keys.punch), special: pressed(...keys.special) };
}
canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  Paper.press(view.point(event));
});
Kiddo.buttons([
  { code: 'ArrowLeft', label: '◀', side: 'left', aria: 'Left' },
  { code: 'ArrowRight', label: '▶', side: 'left', aria: 'Right' },
  { code: 'ArrowUp', label: 'Jump', aria: 'Jump' },
  { code: 'KeyL', label: '★', aria: 'Special' },
  { code: 'ArrowDown', label: 'Block', aria: 'Block' },
  { code: 'KeyK', label: 'Hit', aria: 'Punch' },
]);

function menuKeys() {
  const { pressed } = Kiddo.input;
  const left = pressed('ArrowLeft', 'KeyA');
  const right = pressed('ArrowRight', 'KeyD');
  const go = pressed('Space', 'Enter', 'KeyF', 'KeyK') && game.clock > 0.25;
  if (game.phase === 'mode') {
    if (left || right || pressed('ArrowUp', 'ArrowDown')) {
      game.pick = 1 - game.pick;
      game.acts++;
      Kiddo.sfx.click();
    }
    if (go) pickMode(game.pick);
  } else if (game.phase === 'build') {
    if (pressed('ArrowUp', 'KeyW')) game.slot = (game.slot + 3) % 4;
    if (pressed('ArrowDown', 'KeyS')) game.slot = (game.slot + 1) % 4;
    if (game.slot < 3 && (left || right)) change(game.slot, right ? 1 : -1);
    if (go) {
      if (game.slot === 3) doneBuilding();
      else game.slot++;
    }
  } else if (game.phase === 'lineup' && (go || game.clock > 3.2)) startFight();
}

// ---- frame
function update(dt) {
  game.clock += dt;
  game.sinceChange += dt;
  Arena.update(dt);
  if (game.phase === 'fight' || game.phase === 'round') {
    const [a, b] = fight.fighters;
    const ready = game.phase === 'round' || game.clock > 0.7;
    if (ready) {
      const slow = game.phase === 'round' && game.clock < 0.7 ? 0.35 : 1; // the last blow in slow motion
      fight.update(dt * slow, game.twoPlayers ? [commandOf(KEYS[0]), commandOf(KEYS[1])] : [commandOf(SOLO_KEYS), brain.command(b, a, fight, dt)]);
    }
    if (game.phase === 'round' && game.clock > 2.6) afterRound();
  } else menuKeys();
  Kiddo.hud('Score', game.twoPlayers || game.phase === 'mode' ? null : game.score);
}

function draw() {
  Paper.begin();
  Arena.drawBack(ctx, game.clock, Kiddo.state === 'title' || game.phase === 'fight' || game.phase === 'round');
  if (Kiddo.state === 'title') return drawTitle();
  if (game.phase === 'mode') Screens.mode(game, pickMode);
  else if (game.phase === 'build') Screens.workshop(game, change, doneBuilding);
  else if (game.phase === 'lineup') {
    const { names, builds, paints } = sides();
    Screens.lineUp(game, names, builds, paints, startFight);
  } else drawFight();
}

function drawTitle() {
  const tall = view.height > view.width;
  const size = tall ? 1 : 1.5;
  Paper.robot([1, 0, 0], 'mango', view.width * (tall ? 0.26 : 0.18), tall ? 770 : view.floor, size, 1, restPose(0.6));
  Paper.robot([0, 2, 1], 'ice', view.width * (tall ? 0.76 : 0.82), tall ? 770 : view.floor, size, -1, restPose(1.2));
}

function poseOf(me) {
  const { wind, recover } = me.stats;
  const punching = me.action === 'punch';
  const special = me.action === 'special';
  const out = punching ? (me.t < wind ? 0 : Math.max(0, 1 - ((me.t - wind) / recover) ** 2)) : special && me.t > (me.stats.special === 'dash' ? 0.16 : 0.3) ? 1 : 0;
  const hurt = me.action === 'hurt';
  return {
    walk: me.walk, bob: me.free ? Math.sin(game.clock * 5 + me.x * 0.01) * 2.5 : 0,
    lean: hurt ? -0.22 : out * 0.16 + (me.vx * me.face) / 3600 - (me.blocking ? 0.06 : 0),
    reach: out, wind: punching && me.t < wind ? Math.min(1, me.t / wind) : special && me.t < 0.3 ? Math.min(1, me.t * 4) : 0,
    block: me.blocking, hurt, dizzy: me.action === 'dizzy', time: game.clock, air: !me.grounded, glow: me.energy >= 100, backPunch: me.backPunch,
  };
}

function drawFight() {
  const scale = view.width / view.span;
  const [a, b] = fight.fighters;
  const half = view.span / 2;
  const middle = Math.max(half, Math.min(ARENA - half, (a.x + b.x) / 2));
  ctx.save();
  if (Arena.shake > 0) ctx.translate((Math.random() - 0.5) * 14 * Arena.shake, (Math.random() - 0.5) * 10 * Arena.shake);
  ctx.translate(view.width / 2, view.floor);
  ctx.scale(scale, scale);
  ctx.translate(-middle, 0);
  const order = a.action === 'hurt' ? [a, b] : [b, a]; // the one who hits stands in front
  order.forEach(drawFighter);
  fight.shots.forEach(drawShot);
  Arena.drawBits(ctx);
  ctx.restore();
  drawBars();
  if (game.phase === 'fight' && game.clock < 1.1) bigWords(game.clock < 0.7 ? 'Tayari? Ready?' : 'Rumble!');
  if (game.phase === 'round') drawRoundEnd();
}

function drawFighter(me) {
  ctx.fillStyle = '#00000055';
  ctx.beginPath();
  ctx.ellipse(me.x, 2, 58 + me.y * 0.08, 9, 0, 0, Math.PI * 2);
  ctx.fill();
  if (me.beaten) {
    // the head sits on the floor and looks dizzy: it will be bolted on again
    ctx.save();
    ctx.translate(me.x, 66);
    ctx.scale(me.face, 1);
    Robot.head(ctx, PAINTS[me.paint], { time: game.clock, dizzy: true });
    ctx.restore();
    return;
  }
  ctx.save();
  ctx.translate(me.x, me.y);
  const squash = me.squash * 0.12;
  ctx.scale(me.face * (1 + squash), 1 - squash);
  Robot.draw(ctx, me.build, me.paint, poseOf(me));
  ctx.restore();
  if (me.blocking) drawShield(me);
  if (me.action === 'dizzy') for (let i = 0; i < 3; i++) Robot.star(ctx, me.x + Math.cos(game.clock * 6 + i * 2.1) * 46, me.y - 200 + Math.sin(game.clock * 6 + i * 2.1) * 10, 11, 0, '#FFC629');
}

function drawShield(me) {
  ctx.strokeStyle = me.guard > 2 ? '#7DF9FF' : '#FF8A3D'; // orange: about to break
  ctx.lineWidth = 7;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.arc(me.x, me.y - 86, 104, me.face > 0 ? -0.8 : Math.PI - 0.8, me.face > 0 ? 0.8 : Math.PI + 0.8);
  ctx.stroke();
}

function drawShot(shot) {
  const side = Math.sign(shot.vx);
  if (shot.kind === 'slam') {
    for (let i = 0; i < 3; i++) {
      ctx.fillStyle = ['#FFC629', '#FF8A3D', '#fff'][i];
      const h = 78 - i * 20 + Math.sin(game.clock * 40 + i) * 6;
      ctx.beginPath();
      ctx.moveTo(shot.x - side * (52 - i * 8), 0);
      ctx.lineTo(shot.x + side * (10 - i * 3), -h);
      ctx.lineTo(shot.x + side * (26 - i * 6), 0);
      ctx.fill();
    }
    return;
  }
  ctx.save();
  ctx.translate(shot.x, shot.y);
  ctx.scale(side, 1);
  for (let i = 0; i < 3; i++) Robot.disc(ctx, -26 - i * 15 - Math.random() * 5, 0, 14 - i * 3, ['#FFC629', '#FF8A3D', '#fff'][i]);
  Robot.fist(ctx, 'spring', 0, 0, PAINTS[shot.owner.paint], { time: 0, reach: 0 });
  ctx.restore();
}

function drawBars() {
  const tall = view.height > view.width;
  const w = tall ? 190 : 392;
  const y = tall ? 78 : Math.max(70, 60 / view.scale); // below the pills and buttons on top
  const { names } = sides();
  fight.fighters.forEach((me, i) => {
    const x = i ? view.width - w - (tall ? 14 : 24) : tall ? 14 : 24;
    const from = (share, total) => (i ? x + 4 : x + total - 4 - (total - 8) * share);
    Robot.rect(ctx, x, y, w, 28, 14, '#0C1530');
    const share = me.hp / me.max;
    const lag = me.shownHp / me.max;
    if (lag > 0.03) Robot.rect(ctx, from(lag, w), y + 4, (w - 8) * lag, 20, 10, '#fff');
    if (share > 0.03) Robot.rect(ctx, from(share, w), y + 4, (w - 8) * share, 20, 10, share > 0.3 ? '#5EDB7E' : '#FFC629');
    const ew = w * 0.7;
    const ex = i ? x + w - ew : x;
    Robot.rect(ctx, ex, y + 33, ew, 14, 7, '#0C1530');
    const full = me.energy >= 100;
    if (me.energy > 6) Robot.rect(ctx, ex + 3, y + 36, (ew - 6) * (me.energy / 100), 8, 4, full && Math.floor(game.clock * 6) % 2 ? '#fff' : '#3DC8FF');
    const key = TOUCH ? '★' : game.twoPlayers && i === 0 ? 'G' : 'L';
    const mine = game.twoPlayers || i === 0;
    const label = full && mine ? `Special: ${key}` : names[i][0];
    Paper.text(label, i ? x + w : x, y + 66, tall ? 20 : 24, full ? '#7DF9FF' : '#fff', i ? 'right' : 'left', '#0C1530');
    if (game.twoPlayers) for (let n = 0; n < ROUNDS_TO_WIN; n++) Robot.star(ctx, (i ? x + 14 : x + w - 14) + (i ? n * 30 : -n * 30), y + 66, 12, 0, n < game.wins[i] ? '#FFC629' : '#0C1530');
  });
  Paper.text(String(Math.ceil(fight.time)), view.width / 2, y + 15, tall ? 30 : 40, '#fff', 'center', '#0C1530');
}

function bigWords(words) {
  const tall = view.height > view.width;
  Paper.text(words, view.width / 2, view.floor - (tall ? 270 : 250), tall ? 46 : 66, '#FFE07A', 'center', '#0C1530');
}

function drawRoundEnd() {
  if (game.clock < 0.5) return;
  const tall = view.height > view.width;
  const lost = !game.twoPlayers && game.winner === 1;
  bigWords(game.twoPlayers ? `${game.winner ? 'Blue' : 'Yellow'} wins!` : lost ? 'Tune-up time!' : 'You win!');
  if (game.gained) Paper.text(`+${game.gained}`, view.width / 2, view.floor - (tall ? 215 : 190), tall ? 36 : 44, '#fff', 'center', '#0C1530');
}

Kiddo.start({
  title: 'Robo Rumble',
  help: 'Build a robot, then fight. Arrows move, jump and block. K or Space hits, L is your special. Two players can share the keyboard.',
  onStart,
  probe: () => game.acts,
});
Kiddo.loop(update, draw);
