// Star Farm: input, sound and the course of a run. farm.js has the rules, draw.js the picture.
(function () {
  'use strict';
  const { burst, say, ease } = window.Fx;
  const { SEASONS } = window.FarmArt;
  const { TURN, GROUND } = window.FarmDraw;
  const HEART_POINTS = 100;
  const ENDING = 2; // seconds of farewell before the score
  const COLOURS = [['#FF8A3D', '#FFA95C'], ['#45C9C1', '#BFF3EE'], ['#FFC629', '#FFE79A']];
  const SEASON_TIPS = ['Plant, water twice, pick', 'Stand under comets: bonk!', 'Shoo the moon-hens!', 'Last two rockets. All of it!'];

  // As wide as a phone that lies down, so that no bars stand at its sides.
  const WIDE = Math.round(540 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
  const stage = window.Kiddo.stage({ width: WIDE, height: 540, portrait: window.Fx.tallShape(360, 580, 800), background: '#0F2B4C' });
  window.Fx.least = () => 14.2 / stage.scale; // no word is under 14 px on the screen
  // the kit paints the page dark round the stage: where the screen's shape differs, the game's own ground looks better
  document.body.style.background = '#0F2B4C';
  const { canvas, ctx } = stage;
  let place = window.FarmDraw.layout(stage);
  const refit = () => (place = window.FarmDraw.layout(stage));
  stage.onResize = refit;
  window.addEventListener('resize', refit);

  let farm = window.Farm.fresh();
  let time = 0;
  let jolt = 0;
  let ending = 0;
  let presses = 0;
  let banner = { title: '', text: '', age: 9 };

  // ---- input
  window.Kiddo.buttons([
    { code: 'ArrowLeft', label: '◀', side: 'left', aria: 'Walk left' },
    { code: 'ArrowRight', label: '▶', side: 'left', aria: 'Walk right' },
    { code: 'Space', label: 'Do', side: 'right', aria: 'Plant, water or pick' },
  ]);

  canvas.addEventListener('pointerdown', (event) => {
    if (window.Kiddo.state !== 'playing') return;
    presses += 1;
    const { x, y } = stage.point(event);
    const dx = x - place.cx;
    const dy = y - place.cy;
    const far = Math.hypot(dx, dy) / place.size;
    if (far < 96) return pickSeed(x);
    if (far > GROUND + 130) return;
    // a tap on a plot: go there and do what is needed
    const steps = Math.round(Math.atan2(dx, -dy) / TURN);
    farm.target = window.Farm.wrap(Math.round(farm.at + steps));
    farm.then = true;
  });

  function pickSeed(x) {
    const list = window.FarmDraw.tokens(place, window.Farm.kinds(farm));
    let best = 0;
    list.forEach((token, i) => {
      if (Math.abs(token.x - x) < Math.abs(list[best].x - x)) best = i;
    });
    setSeed(best);
  }

  function setSeed(kind) {
    const count = window.Farm.kinds(farm);
    farm.seed = (kind + count) % count;
    window.Kiddo.sfx.click();
  }

  function readKeys() {
    const { held, pressed } = window.Kiddo.input;
    if (pressed('ArrowLeft', 'ArrowRight', 'Space', 'KeyA', 'KeyD', 'Enter')) presses += 1;
    const side = (held('ArrowRight', 'KeyD') ? 1 : 0) - (held('ArrowLeft', 'KeyA') ? 1 : 0) || (pressed('ArrowRight', 'KeyD') ? 1 : 0) - (pressed('ArrowLeft', 'KeyA') ? 1 : 0);
    if (side && Math.abs(window.Farm.way(farm.at, farm.target)) < 0.35) {
      farm.target = window.Farm.wrap(farm.target + side);
      farm.then = false;
    }
    if (pressed('Space', 'Enter')) farm.then = true;
    if (pressed('ArrowUp', 'KeyW')) setSeed(farm.seed + 1);
    if (pressed('ArrowDown', 'KeyS')) setSeed(farm.seed - 1);
    ['Digit1', 'Digit2', 'Digit3'].forEach((code, i) => pressed(code) && i < window.Farm.kinds(farm) && setSeed(i));
  }

  // ---- a run
  function onStart() {
    farm = window.Farm.fresh();
    ending = jolt = 0;
    window.Fx.clearBits();
    window.Kiddo.music.play([0, null, 7, null, 12, null, 7, 4, 5, null, 9, null, 12, null, 9, 5, 2, null, 9, null, 14, null, 9, 5, 4, null, 7, null, 11, null, 7, null], 260, { vol: 0.08, type: 'sine' });
    showHud();
  }

  function showHud() {
    window.Kiddo.hud('Score', farm.points);
    window.Kiddo.hud('Rocket', `${farm.rocket + 1}/${window.Farm.ROCKETS.length}`);
  }

  function update(dt) {
    time += dt;
    banner.age += dt;
    jolt = ease(jolt, 0, 6, dt);
    window.Fx.moveBits(dt);
    window.Fx.moveNotes(dt);
    readKeys();
    window.Farm.step(farm, dt);
    for (const event of farm.events) if (reactions[event.what]) reactions[event.what](spot(event.place), event);
    farm.events.length = 0;
    showHud();
    if (farm.done) finish(dt);
  }

  function finish(dt) {
    ending += dt;
    const won = farm.done === 'year';
    if (won && Math.random() < 0.4) burst(Math.random() * place.width, place.height * 0.2, 3, { colours: ['#FFC629', '#FF6F91', '#45C9C1', '#fff'], size: 6, life: 1.6, pull: 180, round: false });
    if (ending < ENDING) return;
    const score = farm.points + (won ? farm.hearts * HEART_POINTS : 0);
    window.Kiddo.over({ score, won, text: `${farm.sent} of ${window.Farm.ROCKETS.length} rockets flew with your crops.` });
  }

  /** The screen point of a place's crop. */
  function spot(where) {
    const angle = window.Farm.way(farm.at, where) * TURN;
    const r = (GROUND + 18) * place.size;
    return { x: place.cx + Math.sin(angle) * r, y: place.cy - Math.cos(angle) * r, out: angle - Math.PI / 2 };
  }

  const tone = (options) => window.Kiddo.sound.tone(options);
  const reactions = {
    season() {
      const { season } = window.Farm.order(farm);
      banner = { title: SEASONS[season].name, text: SEASON_TIPS[season], age: 0 };
      if (season) window.Kiddo.sfx.win();
    },
    call() {
      const fresh = farm.rocket === 1;
      banner = { title: fresh ? 'Moon melons!' : `Rocket ${farm.rocket + 1}`, text: fresh ? 'Choose seeds in the middle' : 'See what it wants', age: 0 };
    },
    plant(at) {
      tone({ freq: 220, to: 330, ms: 90, vol: 0.3, type: 'triangle' });
      burst(at.x, at.y, 8, { colours: ['#A5673A', '#7A4A2A'], speed: 120, size: 5, life: 0.4, turn: at.out, spread: 2 });
    },
    water(at) {
      tone({ freq: 700, to: 1100, ms: 90, vol: 0.2, type: 'sine' });
      tone({ freq: 900, to: 1300, ms: 90, vol: 0.2, type: 'sine', at: 0.08 });
      burst(at.x, at.y, 12, { colours: ['#45C9C1', '#BFF3EE', '#2D7DD2'], speed: 140, size: 5, life: 0.45 });
    },
    wait(at) {
      say('Growing...', at.x, at.y - 60, '#fff', 20);
    },
    sprout: () => tone({ freq: 500, to: 760, ms: 80, vol: 0.12, type: 'sine' }),
    ripe(at) {
      tone({ freq: 780, to: 1180, ms: 120, vol: 0.18, type: 'triangle' });
      burst(at.x, at.y, 7, { colours: ['#FFF2C4', '#FFC629'], speed: 120, size: 4, pull: 0 });
    },
    harvest(at, { kind, points }) {
      window.Kiddo.sfx.coin();
      say(`+${points}`, at.x, at.y - 40, '#FFC629', 26);
      burst(at.x, at.y, 14, { colours: COLOURS[kind], speed: 220, size: 7 });
    },
    chip: (at) => thud(at, 6),
    clear: (at) => thud(at, 14),
    empty(at) {
      say('Bring crops here', Math.max(100, Math.min(place.width - 100, at.x)), at.y - 90, '#fff', 20);
    },
    load(at, { moved }) {
      tone({ freq: 330, to: 660, ms: 140, vol: 0.3, type: 'triangle' });
      say(`${moved} in!`, at.x, at.y + 90 * place.size, '#9BDB5B', 26);
    },
    launch(at, { points }) {
      jolt = 8;
      window.Kiddo.sfx.win();
      tone({ type: 'noise', ms: 450, vol: 0.35 });
      say(`Lift off! +${points}`, place.cx, place.cy + 86 * place.size, '#FFC629', 32);
      burst(at.x, at.y, 40, { colours: ['#FFC629', '#FF8A3D', '#fff', '#FF6F91'], speed: 340, size: 8, life: 1 });
    },
    left(at) {
      window.Kiddo.sfx.lose();
      say('It had to go', place.cx, place.cy + 86 * place.size, '#fff', 30);
      burst(at.x, at.y, 14, { colours: ['#9FB7C8', '#fff'], speed: 200, size: 8 });
    },
    warn() {
      tone({ freq: 880, to: 660, ms: 160, vol: 0.25, type: 'triangle' });
      tone({ freq: 880, to: 660, ms: 160, vol: 0.25, type: 'triangle', at: 0.22 });
    },
    bat(at, { points }) {
      jolt = 9;
      tone({ freq: 200, to: 900, ms: 220, vol: 0.4 });
      say(`Bonk! +${points}`, at.x, at.y - 70, '#FFC629', 32);
      burst(at.x, at.y - 30, 26, { colours: ['#FF8A3D', '#FFD66B', '#ABA6C6'], speed: 380, size: 7 });
    },
    strike(at) {
      jolt = 10;
      window.Kiddo.sfx.hit();
      burst(at.x, at.y, 22, { colours: ['#8A84A8', '#FF8A3D', '#A5673A'], speed: 260, size: 7, turn: at.out, spread: 2.6 });
    },
    peck: () => tone({ freq: 900, to: 700, ms: 60, vol: 0.2 }),
    eaten(at) {
      window.Kiddo.sfx.pop();
      say('Yum!', at.x, at.y - 30, '#fff', 24);
    },
    shoo(at, { points }) {
      tone({ freq: 700, to: 1400, ms: 120, vol: 0.3 });
      tone({ freq: 900, to: 500, ms: 120, vol: 0.3, at: 0.1 });
      say(`Shoo! +${points}`, at.x, at.y - 60, '#fff', 26);
      burst(at.x, at.y - 20, 12, { colours: ['#F2ECFF', '#C9BCEB'], speed: 200, size: 6, pull: 100 });
    },
  };

  function thud(at, count) {
    tone({ freq: 160, to: 80, ms: 90, vol: 0.4 });
    burst(at.x, at.y, count, { colours: ['#8A84A8', '#ABA6C6'], speed: 200, size: 6 });
  }

  window.Kiddo.start({
    title: 'Star Farm',
    help: `Plant, water twice, pick, and fill the rocket before it leaves. ${window.matchMedia('(pointer: coarse)').matches ? 'Tap a plot to work there.' : 'Tap a plot, or ← → and Space.'}`,
    onStart,
    probe: () => presses,
  });
  window.Kiddo.loop(update, () => window.FarmDraw.drawAll(ctx, place, farm, time, banner, jolt));
})();
