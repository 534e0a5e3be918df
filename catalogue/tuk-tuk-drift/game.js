// Tuk Tuk Drift: three laps of one track. How the tuk-tuk moves is in car.js, the roads in tracks.js,
// the ghost in ghost.js, pictures in art.js, ground.js, menu.js and scene.js.
(function () {
  'use strict';
  const { TRACKS, MEDALS, WALL, nearest } = window.Tracks;

  const LAPS = 3;
  const COUNT = 2.4; // seconds of 3, 2, 1
  const TIME_LIMIT = 5; // times the bronze lap: then the run ends by itself
  const DRIFT = { slip: 78, speed: 100, points: 0.14, stepTime: 0.9, mostTimes: 5, rest: 0.28, boostFrom: 0.7 };
  const POINTS = { medal: [300, 600, 1000], second: 50 };
  const CRASH = 150; // a bump slower than this makes no noise
  const MARKS = 420; // tyre marks kept

  const shapeOf = Kiddo.ratio();
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  Art.least = () => 14.2 / view.scale;
  const view = Kiddo.stage({
    width: Math.round(630 * clamp(shapeOf, 1.5, 2.2)), height: 630,
    portrait: { width: 560, height: Math.round(560 / clamp(shapeOf, 0.48, 0.62)) },
    background: '#0C2A30',
  });
  view.onResize = () => Menu.lay(view);

  const G = window.Drift = {
    screen: 'menu', track: TRACKS[0], at: 0, car: null, time: 0, count: 0, lap: 0, lapTime: 0, total: 0, laps: [], spot: 0, gone: 0, off: false,
    chain: 0, chainTime: 0, chainRest: 0, times: 1, drift: 0, ghost: null, ghostAt: { x: 0, y: 0, a: 0 }, showGhost: false, record: [], bits: [], marks: [], notes: [], banner: null,
    cam: { x: 0, y: 0 }, shake: 0, done: 0, hint: '', best: [], ghosts: {}, order: [], open: 0, wrong: 0,
  };
  let acts = 0; // what the player did, told to the browser test
  let lastWant = '0falsefalsefalse'; // at rest: the first picture is no act
  let opened = 0;
  let byTouch = window.matchMedia('(pointer: coarse)').matches; // a finger steers; the tuk-tuk drives by itself

  Kiddo.buttons([
    { code: 'ArrowLeft', label: '◀', side: 'left', aria: 'Steer left' },
    { code: 'ArrowRight', label: '▶', side: 'left', aria: 'Steer right' },
    { code: 'ArrowDown', label: 'Brake', side: 'right', aria: 'Brake, and reverse when you stand' },
    { code: 'Space', label: 'Drift', side: 'right', aria: 'Handbrake, to drift' },
  ]);
  window.addEventListener('keydown', () => (byTouch = false));
  window.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') byTouch = true;
  });
  view.canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing') return;
    acts += 1;
    if (G.screen !== 'menu') return;
    const item = Menu.hit(view.point(event));
    if (item < 0) return;
    if (item <= G.open) Menu.chosen = item; // a locked track is not taken, and says why
    choose(item);
  });

  // ---- the run: first a track, then three laps
  function startRun() {
    const kept = Kiddo.data || {};
    G.best = kept.best || [];
    G.ghosts = { ...(kept.ghosts || {}), ...G.ghosts };
    G.order = kept.order || [];
    G.open = 0;
    while (G.open + 1 < TRACKS.length && Menu.medalOf(G.open, G.best[G.open]) >= 0) G.open += 1;
    opened = G.time;
    G.screen = 'menu';
    document.documentElement.classList.add('kk-idle'); // no steering buttons over the cards
    Menu.chosen = Math.max(0, Menu.medalOf(G.at, G.best[G.at]) >= 0 ? Math.min(G.at + 1, G.open) : Math.min(G.at, G.open));
    ['Lap', 'Time', 'Drift'].forEach((name) => Kiddo.hud(name, null));
    Object.assign(G, { banner: null, notes: [], bits: [] });
    Kiddo.music.play([-5, null, -5, 2, null, 2, 0, null, -5, null, -5, 3, null, 2, 0, -2, -7, null, -7, 0, null, 0, -2, null, -3, null, -3, 4, null, 2, 0, -2], 340, { vol: 0.08, type: 'square' });
  }

  function choose(item) {
    if (item > G.open) {
      say(`First win a medal on ${TRACKS[G.open].name}`);
      Kiddo.sound.tone({ freq: 220, to: 170, ms: 140, vol: 0.3, type: 'triangle' });
      return;
    }
    Kiddo.sfx.click();
    startTrack(item);
  }

  function startTrack(item) {
    const track = TRACKS[item];
    const n = track.line.length;
    const p = track.line[n - 7];
    window.Ground.use(track);
    document.documentElement.classList.remove('kk-idle');
    Object.assign(G, {
      screen: 'race', track, at: item, car: window.Car.make(p.x, p.y, p.a), count: COUNT, lap: 0, lapTime: 0, total: 0, laps: [], spot: n - 7, gone: -7, off: false,
      chain: 0, chainTime: 0, chainRest: 0, times: 1, drift: 0, record: [], bits: [], marks: [], notes: [], banner: null, done: 0, wrong: 0, shake: 0,
      ghost: G.ghosts[item] ? window.Ghost.decode(G.ghosts[item]) : null, showGhost: false,
    });
    G.hint = G.best[item] ? '' : handsOn();
    follow(1);
    pills();
  }

  /** Before the first start: what the hands do. */
  const handsOn = () => (byTouch ? 'It drives by itself: steer with ◀ ▶' : '↑ drives, ← → steer');

  function pills() {
    Kiddo.hud('Lap', `${Math.min(LAPS, G.lap + 1)}/${LAPS}`);
    Kiddo.hud('Time', G.lapTime.toFixed(1));
    Kiddo.hud('Drift', Math.round(G.drift));
  }
  const say = (text, small = '') => (G.banner = { text, small, age: 0 });
  const note = (text, colour = '#fff') => G.notes.push({ text, x: G.car.x, y: G.car.y - 50, colour, age: 0 });

  // ---- driving
  function wishes() {
    const held = Kiddo.input.held;
    const want = {
      steer: (held('ArrowRight', 'KeyD') ? 1 : 0) - (held('ArrowLeft', 'KeyA') ? 1 : 0),
      brake: held('ArrowDown', 'KeyS'),
      hand: held('Space'),
      gas: held('ArrowUp', 'KeyW') || byTouch,
    };
    if (want.brake) want.gas = false;
    const told = `${want.steer}${want.brake}${want.hand}${held('ArrowUp', 'KeyW')}`;
    if (told !== lastWant) {
      lastWant = told;
      acts += 1;
    }
    return want;
  }

  function drive(dt) {
    const { car, track } = G;
    const want = G.count > 0 || G.done ? { steer: 0, gas: false, brake: G.done > 0, hand: false } : wishes();
    window.Car.step(car, want, G.off, dt);
    const near = nearest(track, car.x, car.y, G.spot);
    const n = track.line.length;
    let moved = near.i - G.spot;
    if (moved > n / 2) moved -= n;
    if (moved < -n / 2) moved += n;
    G.gone += moved;
    G.spot = near.i;
    G.off = near.far > track.width / 2 + 8;
    const way = track.line[near.i];
    const along = car.vx * Math.cos(way.a) + car.vy * Math.sin(way.a);
    G.wrong = along < -60 ? G.wrong + dt : 0;
    if (near.far > track.width / 2 + WALL) wall(way, near.far);
    leaveTraces(want);
  }

  /** The soft edge: you are turned back on to the ground near the road. */
  function wall(p, far) {
    const { car, track } = G;
    const nx = (car.x - p.x) / far;
    const ny = (car.y - p.y) / far;
    const out = car.vx * nx + car.vy * ny;
    const limit = track.width / 2 + WALL;
    car.x = p.x + nx * limit;
    car.y = p.y + ny * limit;
    if (out <= 0) return;
    car.vx -= nx * out * 1.35;
    car.vy -= ny * out * 1.35;
    if (out < CRASH) return;
    Kiddo.sfx.hit();
    G.shake = 0.3;
    dust(car.x, car.y, 12, '#FFFFFF');
    loseDrift();
  }

  function leaveTraces(want) {
    const { car } = G;
    const slides = Math.abs(car.vl) > DRIFT.slip || (want.hand && car.vf > 120);
    const cos = Math.cos(car.a);
    const sin = Math.sin(car.a);
    const wheels = [-1, 1].map((side) => ({ x: car.x - cos * 31 - sin * 24 * side, y: car.y - sin * 31 + cos * 24 * side }));
    if (slides && !G.off) {
      if (G.lastWheels) wheels.forEach((wheel, i) => G.marks.push(G.lastWheels[i].x, G.lastWheels[i].y, wheel.x, wheel.y));
      if (G.marks.length > MARKS * 4) G.marks.splice(0, G.marks.length - MARKS * 4);
      G.lastWheels = wheels;
      if (Math.random() < 0.7) dust(wheels[0].x, wheels[0].y, 1, '#FFFFFF');
    } else {
      G.lastWheels = null;
      if (G.off && Math.abs(car.vf) > 60 && Math.random() < 0.5) dust(wheels[1].x, wheels[1].y, 1, '#E8CDA0');
    }
    if (car.boost > 0) dust(wheels[0].x, wheels[0].y, 1, '#FFC629');
  }

  function dust(x, y, count, colour) {
    for (let i = 0; i < count && G.bits.length < 70; i++) {
      G.bits.push({ x, y, vx: (Math.random() - 0.5) * 90, vy: (Math.random() - 0.5) * 90, r: 6 + Math.random() * 8, age: 0, life: 0.55, colour });
    }
  }

  // ---- drift points: the longer one slide, the more each bit of it counts
  function scoreDrift(dt) {
    const { car } = G;
    const slides = Math.abs(car.vl) > DRIFT.slip && car.vf > DRIFT.speed;
    if (slides && G.off) return loseDrift();
    if (slides) {
      G.chainTime += dt;
      G.chainRest = DRIFT.rest;
      G.times = Math.min(DRIFT.mostTimes, 1 + Math.floor(G.chainTime / DRIFT.stepTime));
      G.chain += Math.abs(car.vl) * DRIFT.points * G.times * dt;
      if (Math.random() < dt * 14) Kiddo.sound.tone({ type: 'noise', ms: 90, vol: 0.07 });
      return null;
    }
    if (!G.chainTime) return null;
    G.chainRest -= dt;
    if (G.chainRest <= 0) bankDrift();
    return null;
  }

  function bankDrift() {
    const points = Math.round(G.chain);
    if (points >= 5) {
      G.drift += points;
      note(`+${points}`, '#FFE28A');
      Kiddo.sfx.coin();
      pills();
    }
    if (G.chainTime > DRIFT.boostFrom) {
      G.car.boost = Math.min(1.1, G.chainTime * 0.4);
      Kiddo.sound.tone({ freq: 180, to: 520, ms: 300, vol: 0.25, type: 'sawtooth' });
    }
    Object.assign(G, { chain: 0, chainTime: 0, times: 1 });
  }

  function loseDrift() {
    if (G.chain > 15) note('Drift lost', '#FFB3A3');
    Object.assign(G, { chain: 0, chainTime: 0, times: 1 });
  }

  // ---- laps, ghost and medals
  function time(dt) {
    G.total += dt;
    G.lapTime += dt;
    if (G.record.length * window.Ghost.EVERY <= G.lapTime) G.record.push({ x: G.car.x, y: G.car.y });
    G.showGhost = G.ghost ? window.Ghost.at(G.ghost, G.lapTime, G.ghostAt) !== null : false;
    Kiddo.hud('Time', G.lapTime.toFixed(1));
    if (G.gone >= G.track.line.length * (G.lap + 1)) endLap();
    else if (G.total > G.track.medals[0] * TIME_LIMIT) finish();
  }

  function endLap() {
    const lap = G.lapTime;
    const before = G.best[G.at];
    G.laps.push(lap);
    G.lap += 1;
    G.record.push({ x: G.car.x, y: G.car.y });
    if (!before || lap < before) {
      G.best[G.at] = Math.round(lap * 100) / 100;
      G.ghosts[G.at] = window.Ghost.encode(G.record);
      G.ghost = window.Ghost.decode(G.ghosts[G.at]);
      keep();
    }
    const gap = before ? lap - before : 0;
    say(lap.toFixed(2), !before ? 'Your first lap. Now chase your ghost!' : gap < 0 ? `New best! ${gap.toFixed(2)}` : `+${gap.toFixed(2)} behind your ghost`);
    G.lapTime = 0;
    G.record = [];
    if (G.lap >= LAPS) finish();
    else {
      Kiddo.sound.tone({ freq: 660, to: 1320, ms: 220, vol: 0.3, type: 'triangle' });
      pills();
    }
  }

  function keep() {
    G.order = [...G.order.filter((track) => track !== G.at), G.at];
    Kiddo.save({ best: G.best, order: G.order, ghosts: window.Ghost.fit({ ...G.ghosts }, G.order) });
  }

  function finish() {
    if (G.done) return;
    if (G.chainTime) bankDrift();
    G.done = 1.6;
    if (G.lap >= LAPS) say('Finish!', `Best lap ${Math.min(...G.laps).toFixed(2)}`);
    else say('Time is up');
  }

  function tell() {
    const lap = G.laps.length ? Math.min(...G.laps) : 0;
    const medal = Menu.medalOf(G.at, lap);
    const early = lap ? Math.max(0, Math.round((G.track.medals[0] - lap) * POINTS.second)) : 0;
    const score = Math.round(G.drift) + early + (medal >= 0 ? POINTS.medal[medal] : 0);
    const next = medal < 2 ? ` ${MEDALS[medal + 1]} is ${G.track.medals[medal + 1]} seconds.` : '';
    const text = lap ? `${medal >= 0 ? `${MEDALS[medal]} medal!` : 'No medal yet.'} Best lap ${lap.toFixed(2)}, drift ${Math.round(G.drift)}.${next}` : 'You did not finish a lap. Keep to the road, it is faster.';
    Kiddo.over({ score, won: medal >= 0, text });
  }

  // ---- every frame
  function update(dt) {
    G.time += dt;
    if (G.banner && (G.banner.age += dt) > 2.2) G.banner = null;
    if (G.screen === 'menu') return menuKeys();
    G.shake = Math.max(0, G.shake - dt);
    G.notes = G.notes.filter((n) => (n.age += dt) < 1.2);
    G.bits = G.bits.filter((b) => {
      b.x += b.vx * dt;
      b.y += b.vy * dt;
      return (b.age += dt) < b.life;
    });
    if (G.count > 0) countDown(dt);
    drive(dt);
    if (G.count <= 0 && !G.done) {
      scoreDrift(dt);
      time(dt);
    }
    follow(dt);
    if (G.done) {
      G.done -= dt;
      if (G.done <= 0) {
        G.done = 0.01;
        tell();
      }
    }
    return null;
  }

  function menuKeys() {
    document.documentElement.classList.add('kk-idle'); // a pause over the cards brings the steering buttons back
    if (Menu.keys()) {
      acts += 1;
      Kiddo.sfx.click();
    }
    if (Kiddo.input.pressed('Enter', 'Space') && G.time - opened > 0.25) {
      acts += 1;
      choose(Menu.chosen);
    }
  }

  function countDown(dt) {
    wishes();
    const before = Math.ceil(G.count / 0.8);
    G.count -= dt;
    const now = Math.ceil(G.count / 0.8);
    if (now < before && now > 0) Kiddo.sound.tone({ freq: 440, ms: 120, vol: 0.3 });
    if (G.count <= 0) {
      say('Twende! Go!', G.at === 0 && !G.best[0] ? 'Tap Space in a bend to drift' : '');
      if (byTouch && G.at === 0 && !G.best[0]) G.banner.small = 'Hold Drift in a bend to slide';
      Kiddo.sound.tone({ freq: 880, ms: 300, vol: 0.35 });
    }
  }

  function follow(dt) {
    const { car } = G;
    const x = car.x + car.vx * 0.38 - view.width / 2;
    const y = car.y + car.vy * (view.height > view.width ? 0.5 : 0.3) - view.height * 0.52;
    const ease = dt === 1 ? 1 : Math.min(1, dt * 5);
    G.cam.x += (x - G.cam.x) * ease;
    G.cam.y += (y - G.cam.y) * ease;
  }

  Art.ready.then(() => {
    Menu.lay(view);
    window.Ground.use(TRACKS[0]);
    const p = TRACKS[0].line[4];
    G.car = window.Car.make(p.x, p.y, p.a);
    follow(1);
    Kiddo.start({ title: 'Tuk Tuk Drift', help: 'Three laps. Hold the handbrake in a bend to drift, beat your ghost and win a medal!', onStart: startRun, probe: () => acts });
    Kiddo.loop(update, () => Scene.draw(view, G));
  });
})();
