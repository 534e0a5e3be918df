// Savanna Obby: eight courses, five hearts each. The rules of moving are in world.js.
'use strict';

const HEARTS = 5;
const POINTS = { coin: 10, course: 100, heart: 20, second: 5 };
const STEP = 1 / 120; // the world always steps by this much, so a slow phone plays the same course
const BACK_TIME = 0.7; // from a fall to the flag
const DONE_TIME = 2.4;
const TUNES = [[0, 4, 7, null, 9, 7, 4, null, 5, 9, 12, null, 11, 9, 7, null], [0, null, 7, 5, 4, null, 2, 4, 5, null, 9, 7, 5, 4, 2, null], [0, 3, 7, null, 10, 7, 3, null, 5, 8, 12, null, 10, 8, 7, null], [0, 7, 12, 7, 3, 7, 10, 7, 5, 8, 12, 8, 7, 5, 3, 2]];

let world = buildWorld(LEVELS[0]);
let run = null;
let asks = 0; // keys and buttons pressed: the test's probe
let clock = 0;
let spare = 0; // time not yet stepped
let restoredFor = 0; // blinking after coming back
const cam = { x: 0, y: 0, ground: 0 };
const bits = [];
const notes = [];

// ---- a run begins at the map, or straight on course 1 for a new player
function kept() {
  const data = Kiddo.data;
  return data && Array.isArray(data.points) ? { reached: Math.min(LEVELS.length - 1, data.reached || 0), points: data.points.slice(0, LEVELS.length) } : { reached: 0, points: [] };
}
function newRun() {
  const saved = kept();
  run = { mode: saved.reached > 0 ? 'map' : 'run', chosen: saved.reached, score: 0, level: 0 };
  bits.length = notes.length = 0;
  if (run.mode === 'run') startLevel(0);
  else for (const pill of ['Score', '', 'Time']) Kiddo.hud(pill, null);
}
/** Going on from course n brings along your best points of the courses before it. */
function startFrom(level) {
  run.score = kept().points.slice(0, level).reduce((sum, n) => sum + (n || 0), 0);
  startLevel(level);
}
function startLevel(level) {
  world = buildWorld(LEVELS[level]);
  Object.assign(run, { mode: 'run', level, hearts: HEARTS, earned: 0, back: { ...world.start }, jump: false, jumped: 0, down: 0, done: 0, banner: 4.5, shown: -1 });
  look();
  restoredFor = 0;
  Kiddo.music.play(TUNES[LEVELS[level].sky], 260 + level * 8);
  showHud();
}
function showHud() {
  Kiddo.hud('Score', run.score + run.earned);
  Kiddo.hud('', '♥'.repeat(run.hearts) + '♡'.repeat(HEARTS - run.hearts));
}
function clockHud() {
  const seconds = Math.floor(world.time);
  if (seconds === run.shown) return;
  run.shown = seconds;
  Kiddo.hud('Time', `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
}

// ---- update
const JUMP_KEYS = ['Space', 'ArrowUp', 'KeyW'];
const LEFT_KEYS = ['ArrowLeft', 'KeyA'];
const RIGHT_KEYS = ['ArrowRight', 'KeyD'];
function update(dt) {
  clock += dt;
  fade(dt);
  if (Kiddo.input.pressed(...JUMP_KEYS, ...LEFT_KEYS, ...RIGHT_KEYS)) asks += 1;
  if (run.mode === 'map') return onMap();
  if (run.done > 0) return leave(dt);
  run.banner = Math.max(0, run.banner - dt);
  restoredFor = Math.max(0, restoredFor - dt);
  if (run.down > 0) {
    run.down -= dt;
    if (run.down <= 0) comeBack();
  } else play(dt);
  follow(dt);
}
function play(dt) {
  if (Kiddo.input.pressed(...JUMP_KEYS)) run.jump = true; // kept until a step has seen it: fast screens have frames without one
  const ask = {
    dir: (Kiddo.input.held(...RIGHT_KEYS) ? 1 : 0) - (Kiddo.input.held(...LEFT_KEYS) ? 1 : 0),
    jump: run.jump,
    held: Kiddo.input.held(...JUMP_KEYS),
  };
  spare = Math.min(0.06, spare + dt);
  while (spare >= STEP && run.down <= 0 && !run.done) {
    spare -= STEP;
    stepWorld(world, STEP, ask);
    ask.jump = run.jump = false;
    for (const [event, x, y, thing] of world.events) happen(event, x, y, thing);
  }
  clockHud();
  const hero = world.hero;
  if (hero.on && Math.abs(hero.vx) > 250 && Math.random() < dt * 14) puff(hero.x - hero.face * 12, hero.y, '#FFF6E6', 1, 40);
  if (hero.wall && !hero.on && Math.random() < dt * 20) puff(hero.x + hero.wall * 14, hero.y, '#F0C08A', 1, 60);
}

function happen(event, x, y, thing) {
  if (event === 'jump' || event === 'kick') Kiddo.sfx.jump();
  if (event === 'jump' || event === 'double') run.jumped += 1;
  if (event === 'kick') puff(x, y - 20, '#F0C08A', 6, 160);
  if (event === 'double') {
    Kiddo.sound.tone({ freq: 400, to: 860, ms: 150, vol: 0.3 });
    puff(x, y, '#FFFFFF', 8, 150);
  }
  if (event === 'land') puff(x, y, '#FFF6E6', 5, 110);
  if (event === 'crumble') {
    Kiddo.sound.tone({ type: 'noise', ms: 160, vol: 0.3 });
    puff(x, y + 10, '#B583B8', 9, 190);
  }
  if (event === 'drum') {
    Kiddo.sound.tone({ freq: 170, to: 90, ms: 220, vol: 0.6, type: 'sine' });
    puff(x, y + 30, '#FFE28A', 10, 220);
  }
  if (event === 'coin') {
    gain(POINTS.coin);
    Kiddo.sfx.coin();
    puff(x, y, '#FFE28A', 6, 150);
  }
  if (event === 'heart') {
    run.hearts = Math.min(HEARTS, run.hearts + 1);
    Kiddo.sfx.coin();
    note('+1 heart', x, y - 40, '#FF9DB8');
    showHud();
  }
  if (event === 'flag') {
    run.back = { x: thing.x, y: thing.y };
    Kiddo.sound.tone({ freq: 520, to: 780, ms: 260, vol: 0.3, type: 'triangle' });
    note('Flag up!', x, y - 150, '#FFFFFF');
    puff(x, y - 100, '#FFC629', 14, 240);
  }
  if ((event === 'ouch' && restoredFor <= 0) || event === 'fall') fallDown(x, y);
  if (event === 'goal' && !run.done) reach();
}
function gain(points) {
  run.earned += points;
  showHud();
}
function fallDown(x, y) {
  if (run.down > 0) return;
  Object.assign(run, { fell: afterFall(world, run.back, run.hearts), down: BACK_TIME });
  run.hearts = run.fell.hearts;
  Kiddo.sfx.hit();
  puff(world.hero.x, Math.min(world.hero.y - 30, cam.y + view.height - 40), '#FF5C8A', 16, 300);
  showHud();
}
function comeBack() {
  if (run.hearts <= 0) {
    const level = LEVELS[run.level];
    return Kiddo.over({ score: run.score + run.earned, text: `Course ${run.level + 1}, ${level.name}. You can go on from here.` });
  }
  world.hero = newHero(run.fell.x, run.fell.y);
  if (world.level.gentle) note('Try again!', run.fell.x, run.fell.y - 110, '#FFFFFF');
  for (const s of world.solids) if (s.kind === 'clay') s.shake = s.away = 0;
  restoredFor = 1.4;
}

// ---- the end of a course
function reach() {
  const level = LEVELS[run.level];
  const quick = Math.max(0, Math.round(level.par - world.time)) * POINTS.second;
  run.earned += POINTS.course + run.hearts * POINTS.heart + quick;
  run.quick = quick;
  run.done = DONE_TIME;
  run.score += run.earned;
  const saved = kept();
  saved.points[run.level] = Math.max(saved.points[run.level] || 0, run.earned);
  saved.reached = Math.max(saved.reached, Math.min(LEVELS.length - 1, run.level + 1));
  Kiddo.save(saved);
  run.earned = 0;
  showHud();
  Kiddo.sfx.win();
  for (let i = 0; i < 40; i++) puff(world.goal.x + (Math.random() - 0.5) * 200, world.goal.y - 120, ['#FFC629', '#FF5C8A', '#FFFFFF', '#8FD14F'][i % 4], 1, 420);
}
function leave(dt) {
  run.done -= dt;
  world.hero.vy += GRAVITY * dt;
  world.hero.y = Math.min(world.goal.y, world.hero.y + world.hero.vy * dt);
  if (world.hero.y >= world.goal.y) world.hero.vy = -520; // a dance on the spot
  follow(dt);
  if (run.done > 0) return;
  run.done = 0;
  if (run.level + 1 < LEVELS.length) return startLevel(run.level + 1);
  Kiddo.over({ score: run.score, won: true, text: 'All eight courses! Hongera! (Well done!)' });
}

// ---- the map
function onMap() {
  const saved = kept();
  if (Kiddo.input.pressed(...RIGHT_KEYS)) run.chosen = Math.min(saved.reached, run.chosen + 1);
  if (Kiddo.input.pressed(...LEFT_KEYS)) run.chosen = Math.max(0, run.chosen - 1);
  if (Kiddo.input.pressed('Space', 'Enter', 'ArrowUp')) startFrom(run.chosen);
}
stage.canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing' || !run || run.mode !== 'map') return;
  const point = stage.point(event);
  asks += 1;
  stones().forEach((stone, i) => {
    if (Math.abs(point.x - stone.x) < 90 && Math.abs(point.y - stone.y) < 90 && i <= kept().reached) startFrom(i);
  });
});

// ---- the first course says what to press, when it is needed
const finger = matchMedia('(pointer: coarse)').matches;
const LESSONS = {
  run: { words: finger ? 'Hold ▶ to run' : 'Hold → to run', code: 'ArrowRight' },
  jump: { words: finger ? 'Tap ▲ to jump' : 'Space to jump', code: 'Space' },
  twice: { words: finger ? 'Jump, then ▲ again in the air' : 'Jump, then Space again in the air', code: 'Space' },
  flag: { words: 'Flags keep your place', code: '' },
  thorns: { words: 'Jump over the thorns', code: 'Space' },
};
/** Which lesson is due: the next thing ahead of the runner that has to be learned. */
function lesson() {
  if (!run || run.mode !== 'run' || run.done > 0 || !world.level.gentle || Kiddo.state !== 'playing') return null;
  const { hero } = world;
  const ahead = (list, reach) => list.some((thing) => thing.x > hero.x - 20 && thing.x < hero.x + reach);
  if (hero.x < world.start.x + 130) return LESSONS.run;
  if (ahead(world.thorns, 330)) return LESSONS.thorns;
  if (run.jumped < 1) return LESSONS.jump;
  const flag = world.flags.find((one) => one.x > hero.x - 200 && one.x < hero.x + 240);
  if (flag && flag === world.flags[0]) return LESSONS.flag;
  const edge = hero.on && hero.on.kind === 'island' ? hero.on.x + hero.on.w : 0;
  const wide = edge && !world.solids.some((s) => s.x >= edge && s.x < edge + TILE * 2.5);
  if (wide && edge - hero.x < 330) return LESSONS.twice;
  return run.jumped < 3 ? LESSONS.jump : null;
}
let shownLesson = null;
function drawLesson(due, y) {
  if (due !== shownLesson) {
    shownLesson = due;
    document.querySelectorAll('.kk-touch').forEach((button) => button.classList.toggle('teach', Boolean(due) && button.dataset.code === due.code));
  }
  if (due) pill(due.words, stage.width / 2, y);
}

// ---- camera and bits
function measure() {
  view.tall = stage.height > stage.width;
  view.zoom = view.tall ? 1.3 : 1.22;
  view.width = stage.width / view.zoom;
  view.height = stage.height / view.zoom;
  backdrop = null;
  look();
}
/** Where the camera wants to be: the runner left of the middle, more room on the side you face. */
function aim() {
  const hero = world.hero;
  // A jump does not shake the picture: it follows the ground, and the runner only when far above or below it.
  cam.ground = Math.max(hero.y - 70, Math.min(hero.y + 210, hero.on ? hero.y : cam.ground));
  return { x: hero.x - view.width * (view.tall ? 0.3 : 0.36) + hero.face * 40, y: Math.min(world.low - 180, cam.ground) - view.height * (view.tall ? 0.54 : 0.62) };
}
function look() {
  cam.ground = world.hero.y;
  Object.assign(cam, aim());
}
function follow(dt) {
  const to = aim();
  cam.x += (to.x - cam.x) * Math.min(1, dt * 5);
  cam.y += (to.y - cam.y) * Math.min(1, dt * 4);
}
const MAX_BITS = 120;
function puff(x, y, colour, count, power) {
  for (let i = 0; i < count && bits.length < MAX_BITS; i++) {
    const a = Math.random() * 6.3;
    bits.push({ x, y, vx: Math.cos(a) * power, vy: Math.sin(a) * power - power * 0.4, life: 0.5 + Math.random() * 0.4, size: 4 + Math.random() * 5, colour });
  }
}
function note(text, x, y, colour) {
  notes.push({ text, x, y, colour, life: 1.1 });
}
function fade(dt) {
  for (let i = bits.length - 1; i >= 0; i--) {
    const b = bits[i];
    b.life -= dt;
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    b.vy += 500 * dt;
    if (b.life <= 0) bits.splice(i, 1);
  }
  for (let i = notes.length - 1; i >= 0; i--) {
    notes[i].life -= dt;
    notes[i].y -= 50 * dt;
    if (notes[i].life <= 0) notes.splice(i, 1);
  }
}

// ---- a frame
function drawFrame() {
  drawBackdrop(SKIES[world.level.sky], cam);
  ctx.save();
  ctx.scale(view.zoom, view.zoom);
  ctx.translate(-cam.x, -cam.y);
  drawCourse(world, cam);
  if (!run || run.down <= 0 || run.mode === 'map') drawRunner(world, restoredFor > 0 && Math.floor(clock * 12) % 2);
  for (const b of bits) {
    ctx.fillStyle = b.colour;
    ctx.fillRect(b.x - b.size / 2, b.y - b.size / 2, b.size * Math.min(1, b.life * 3), b.size * Math.min(1, b.life * 3));
  }
  for (const n of notes) words(n.text, n.x, n.y, 34, n.colour);
  ctx.restore();
  if (!run || Kiddo.state === 'title') return;
  if (run.mode === 'map') return drawMap(run.chosen, kept().reached, clock);
  const top = (view.tall ? 290 : Math.max(150, 92 / stage.scale)) + (world.level.gentle ? 70 : 0); // below the pills on a low screen, and below the lesson
  if (run.done > 0) {
    words('Course done!', stage.width / 2, top, 72, '#FFC629');
    words(run.quick ? `Quick feet: +${run.quick}` : 'Well run!', stage.width / 2, top + 60, 40);
  } else if (run.banner > 0) {
    ctx.globalAlpha = Math.min(1, run.banner * 2);
    words(`${run.level + 1}. ${world.level.name}`, stage.width / 2, top, 60);
    if (!world.level.gentle) paragraph(world.level.hint, top + 56, 36, '#FFE28A');
    ctx.globalAlpha = 1;
  }
  drawLesson(lesson(), view.tall ? 210 : Math.max(96, 66 / stage.scale));
}

stage.onResize = measure;
measure();
Kiddo.buttons([
  { code: 'ArrowLeft', label: '◀', side: 'left', aria: 'Run left' },
  { code: 'ArrowRight', label: '▶', side: 'left', aria: 'Run right' },
  { code: 'Space', label: '▲', side: 'right', aria: 'Jump' },
]);
Kiddo.start({
  title: 'Savanna Obby',
  help: 'Run with the arrows, jump, and jump again in the air. Reach the drum!',
  onStart: newRun,
  probe: () => asks,
});
Kiddo.loop(update, drawFrame);
