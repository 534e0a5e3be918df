// Cloud Climb: what you see and hear. The rules live in climb.js, the tower in sections.js, the sky in sky.js.
(function () {
  'use strict';
  const { put, burst, say, label, clamp, ease, sprites } = window.Fx;
  const { WIDTH, GRAVITY } = window.Climb;
  const INK = '#0C2A30';
  const METRE = 10; // world units
  const STAR_POINTS = 10;
  const BALLOON_POINTS = 40;
  const FAST_SECONDS = 420; // at the top, each second under this is a point
  const GOAT_AT = 0.66; // how far down the screen the goat is kept
  const AIM_REACH = 90; // pixels from goat to finger for a full lean
  const STEP = 1 / 120; // rules run in small fixed steps, the same on each phone
  const FINALE = 1.8;
  const GROUND_SHOWN = 130; // how much hill is under the first step

  const portrait = window.Fx.tallShape(360, 560, 800);
  // As wide as a phone that lies down, so that no bars stand at its sides.
  const WIDE = Math.round(540 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
  const stage = window.Kiddo.stage({ width: WIDE, height: 540, portrait, background: '#3FB4D8' });
  window.Fx.least = () => 14.2 / (stage.scale * 0.9); // no word is under 14 px on the screen
  const { canvas, ctx } = stage;

  let world = window.Climb.fresh(window.SECTIONS);
  let camera = 0;
  let shake = 0;
  let squash = 0;
  let banner = { name: '', tip: '', age: 9 };
  let finale = 0;
  let presses = 0;
  let spare = 0; // time not yet stepped
  let bestLine = 0;
  const pointer = { down: false, x: 0, aim: 0, let: 0, inAir: false };

  // ---- screen <-> world
  const scale = () => (stage.width < stage.height ? stage.width / WIDTH : 0.9);
  const left = () => (stage.width - WIDTH * scale()) / 2;
  const screenX = (x) => left() + x * scale();

  // ---- input
  canvas.addEventListener('pointerdown', (event) => {
    if (window.Kiddo.state !== 'playing') return;
    canvas.setPointerCapture(event.pointerId);
    pointer.down = true;
    pointer.inAir = !world.goat.on;
    pointer.x = stage.point(event).x;
    presses += 1;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (pointer.down) pointer.x = stage.point(event).x;
  });
  const lift = () => {
    if (pointer.down) pointer.let = 2;
    pointer.down = false;
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);

  function intent() {
    const { held, pressed } = window.Kiddo.input;
    if (pressed('Space', 'ArrowUp', 'KeyW')) presses += 1;
    if (pressed('ArrowLeft', 'ArrowRight', 'KeyA', 'KeyD')) presses += 1;
    const keys = (held('ArrowRight', 'KeyD') ? 1 : 0) - (held('ArrowLeft', 'KeyA') ? 1 : 0);
    if (pointer.down) {
      const away = pointer.x - screenX(world.goat.x);
      pointer.aim = Math.abs(away) < 14 ? 0 : clamp(away / AIM_REACH, -1, 1);
      return { aim: pointer.aim, hold: true, still: true };
    }
    if (pointer.let > 0) {
      // the finger has just left: the jump still goes the way it pointed
      pointer.let -= 1;
      const slip = pointer.inAir && world.goat.charge < 0.12;
      if (slip) Object.assign(world.goat, { charging: false, charge: 0 });
      return { aim: pointer.aim, hold: false, still: true };
    }
    return { aim: keys, hold: held('Space', 'ArrowUp', 'KeyW'), still: false };
  }

  // ---- a run
  function onStart() {
    world = window.Climb.fresh(window.SECTIONS);
    bestLine = (window.Kiddo.data && window.Kiddo.data.height) || 0;
    camera = 0;
    shake = squash = finale = spare = 0;
    pointer.down = false;
    pointer.let = 0;
    window.Fx.clearBits();
    announce(0);
    window.Kiddo.music.play([0, null, 4, 7, null, 9, 7, null, 5, null, 9, 12, null, 9, 7, null, 2, null, 5, 9, null, 7, 5, null, 4, 7, 12, null, 11, 7, 4, null], 300, { vol: 0.09 });
    showHud();
  }

  function announce(index) {
    const section = window.SECTIONS[index];
    banner = { name: section.name, tip: section.tip, age: 0 };
  }

  function showHud() {
    window.Kiddo.hud('Up', `${Math.round(world.best / METRE)} m`);
    window.Kiddo.hud('Stars', world.starCount);
  }

  function update(dt) {
    banner.age += dt;
    shake *= Math.exp(-6 * dt);
    squash *= Math.exp(-9 * dt);
    window.Fx.moveBits(dt);
    window.Fx.moveNotes(dt);
    if (world.done) return finish(dt);
    const wish = intent();
    spare += dt;
    while (spare >= STEP && !world.done) {
      spare -= STEP;
      window.Climb.step(world, STEP, wish);
    }
    for (const event of world.events) react(event);
    world.events.length = 0;
    camera = ease(camera, Math.max(0, world.goat.y), 5, dt);
    showHud();
  }

  function finish(dt) {
    finale += dt;
    const won = world.done === 'top';
    if (won && Math.random() < dt * 30) burst(Math.random() * WIDTH, -world.top - 200, 3, { colours: ['#FFC629', '#FF5C8A', '#4CC26A', '#fff'], size: 7, life: 1.6, pull: 200, round: false });
    camera = ease(camera, won ? world.top : world.goat.y + 100, 3, dt);
    if (finale < FINALE) return;
    const metres = Math.round(Math.min(world.best, world.top) / METRE);
    const extra = won ? world.balloons * BALLOON_POINTS + Math.max(0, Math.round(FAST_SECONDS - world.time)) : 0;
    window.Kiddo.save({ height: Math.max(bestLine, Math.round(world.best)) });
    const text = won ? `Top of the sky! ${world.starCount} stars on the way.` : `You climbed ${metres} m and got ${world.starCount} stars.`;
    window.Kiddo.over({ score: metres + world.starCount * STAR_POINTS + extra, text, won });
  }

  const tone = (options) => window.Kiddo.sound.tone(options);
  const PUFFS = { colours: ['#ffffff', '#E6F4FA'], speed: 130, size: 9, life: 0.45, pull: 60 };
  const reactions = {
    jump(e) {
      squash = -0.35;
      tone({ freq: 240 + e.power * 120, to: 520 + e.power * 380, ms: 130 + e.power * 90, vol: 0.3 });
      burst(e.x, -e.y, 8, PUFFS);
    },
    land(e) {
      squash = clamp(e.speed / 1800, 0.1, 0.4);
      if (e.speed > 850) shake = 5;
      tone({ freq: e.kind === 'ice' ? 900 : 200, to: 120, ms: 90, vol: 0.25, type: 'sine' });
      burst(e.x, -e.y, 10, { ...PUFFS, spread: Math.PI });
    },
    bounce(e) {
      squash = -0.4;
      tone({ freq: 200, to: 900, ms: 260, vol: 0.3, type: 'triangle' });
      burst(e.x, -e.y, 12, { ...PUFFS, colours: ['#FF7FA3', '#FFD0DF'] });
    },
    vanish(e) {
      tone({ freq: 600, to: 200, ms: 160, vol: 0.2, type: 'sine' });
      burst(e.x, -e.y - 6, 14, { ...PUFFS, colours: ['#FFD98A', '#FFF2C4'] });
    },
    rest(e) {
      window.Kiddo.sfx.win();
      announce(e.section);
      burst(e.x, -e.y - 50, 24, { colours: ['#FFC629', '#E23B24', '#4CC26A', '#fff'], speed: 260, size: 6, life: 0.9, round: false });
      say('Safe here!', e.x, -e.y - 90, '#FFC629', 28);
    },
    star(e) {
      window.Kiddo.sfx.coin();
      burst(e.x, -e.y, 8, { colours: ['#FFC629', '#FFE79A'], speed: 180, size: 5 });
      say(`+${STAR_POINTS}`, e.x, -e.y - 16, '#FFC629', 26);
    },
    balloon(e) {
      say('A new balloon!', clamp(e.x, 120, 360), -e.y - 60, '#FF8FB0', 28);
      tone({ freq: 500, to: 1200, ms: 300, vol: 0.3, type: 'triangle' });
    },
    fall(e) {
      shake = 8;
      window.Kiddo.sfx.pop();
      burst(e.x, -e.y, 16, { colours: ['#FF5C8A', '#FFB3C8'], speed: 220 });
      tone({ freq: 500, to: 160, ms: 350, vol: 0.25, type: 'triangle' });
    },
  };
  const react = (event) => reactions[event.what](event);

  // ---- drawing
  function skyColours() {
    let index = 0;
    for (const rest of world.rests) if (camera + 120 >= rest.y) index = rest.section;
    return window.SECTIONS[index].sky;
  }

  function drawWalls(top, bottom) {
    if (left() < 4) return;
    // two tall banks of cloud close the tower in on wide screens
    for (const side of [-1, 1]) {
      const edge = side < 0 ? 0 : WIDTH;
      for (const [colour, inner, outer] of [['#ffffff40', 16, 150], ['#ffffffb0', 44, 122]]) {
        ctx.fillStyle = colour;
        ctx.beginPath();
        for (let y = Math.floor(bottom / 80) * 80; y < top + 80; y += 80) {
          const wobble = y % 160 ? 8 : 0;
          for (const out of [inner + wobble, outer - wobble]) {
            ctx.moveTo(edge + side * out + 50, -y);
            ctx.arc(edge + side * out, -y, 50, 0, Math.PI * 2);
          }
        }
        ctx.rect(side < 0 ? edge - outer : edge + inner, -top - 90, outer - inner, top - bottom + 180);
        ctx.fill('nonzero');
      }
    }
  }

  function drawWind(top, bottom) {
    ctx.strokeStyle = '#ffffff88';
    ctx.lineWidth = 4;
    ctx.lineCap = 'round';
    for (const wind of world.winds) {
      if (wind.from > top || wind.to < bottom) continue;
      ctx.beginPath();
      for (let i = 0; i < 9; i += 1) {
        const y = wind.from + ((i + 0.5) / 9) * (wind.to - wind.from);
        const travel = (world.time * wind.push * 1.3 + i * 173) % (WIDTH + 120);
        const x = (travel + WIDTH + 120) % (WIDTH + 120) - 60;
        ctx.moveTo(x - 26, -y);
        ctx.quadraticCurveTo(x, -y - 7, x + 26, -y);
      }
      ctx.stroke();
    }
  }

  /** The hill the climb starts from, with a row of kanga triangles under the grass. */
  function drawGround() {
    ctx.fillStyle = '#1F7F3F';
    ctx.fillRect(-400, 0, WIDTH + 800, 600);
    ctx.fillStyle = '#2E9C4F';
    ctx.beginPath();
    for (let x = -400; x < WIDTH + 400; x += 40) {
      ctx.moveTo(x, 92);
      ctx.lineTo(x + 20, 52);
      ctx.lineTo(x + 40, 92);
    }
    ctx.fill();
    ctx.fillStyle = '#4CC26A';
    ctx.fillRect(-400, 0, WIDTH + 800, 40);
    ctx.fillStyle = '#8FD14F';
    ctx.fillRect(-400, -4, WIDTH + 800, 14);
  }

  function drawPlatform(item) {
    if (item.section === 0) return; // that one is the ground
    const dip = item.squash * 9;
    let stretch = 1;
    let shakeX = 0;
    if (item.kind === 'vanish') {
      if (item.gone > 0.35) {
        ctx.strokeStyle = '#FFF2C4aa';
        ctx.lineWidth = 3;
        ctx.setLineDash([8, 9]);
        ctx.strokeRect(item.x - item.width / 2, -item.y - 4, item.width, 16);
        ctx.setLineDash([]);
        return;
      }
      if (item.gone > 0) stretch = 1 - item.gone / 0.35;
      if (item.stood > 0) shakeX = Math.sin(world.time * 60) * 3;
    }
    put(ctx, item.kind, item.x + shakeX, -item.y + 6 + dip, (item.width / 120) * stretch * (1 + item.squash * 0.06), clamp(item.width / 120, 0.8, 1.1) * stretch * (1 - item.squash * 0.2));
    if (item.goal) put(ctx, 'gate', item.x, -item.y, 1.05);
    else if (item.section > 0) put(ctx, item.section <= world.rest.section ? 'flagOn' : 'flag', item.x + item.width / 2 - 26, -item.y + dip, 1.1);
  }

  function drawGoat() {
    const goat = world.goat;
    const leap = !goat.on;
    const crouch = goat.charging ? goat.charge * 0.32 : 0;
    const tremble = goat.charge >= 1 ? Math.sin(world.time * 70) * 1.5 : 0;
    const sy = 1 - crouch - squash;
    const sx = 1 + crouch * 0.5 + squash * 0.6;
    const tilt = leap && !goat.fetch ? clamp(-goat.vy / 2600, -0.35, 0.35) * goat.face : 0;
    if (leap && goat.vx) goat.face = Math.sign(goat.vx);
    if (goat.fetch) {
      put(ctx, 'balloon', goat.x, -goat.y - 110, 1.4);
      ctx.strokeStyle = '#fff';
      ctx.lineWidth = 2;
      ctx.beginPath();
      ctx.moveTo(goat.x, -goat.y - 70);
      ctx.lineTo(goat.x, -goat.y - 34);
      ctx.stroke();
    }
    put(ctx, leap ? 'leap' : 'goat', goat.x + tremble, -goat.y, goat.face * sx * 1.15, sy * 1.15, tilt);
  }

  /** Dots along the first part of the jump you would make now. */
  function drawAim() {
    const goat = world.goat;
    if (!goat.charging || !goat.on) return;
    const aim = pointer.down ? pointer.aim : (window.Kiddo.input.held('ArrowRight', 'KeyD') ? 1 : 0) - (window.Kiddo.input.held('ArrowLeft', 'KeyA') ? 1 : 0);
    const speed = window.Climb.launch(goat.charge, aim);
    ctx.fillStyle = goat.charge >= 1 ? '#FFC629' : '#fff';
    for (let i = 1; i <= 9; i += 1) {
      const t = i * 0.085;
      const x = goat.x + speed.vx * t;
      const y = goat.y + 30 + speed.vy * t - (GRAVITY * t * t) / 2;
      ctx.beginPath();
      ctx.arc(x, -y, 7 - i * 0.45, 0, Math.PI * 2);
      ctx.fill();
    }
    // how full the jump is
    ctx.fillStyle = INK;
    ctx.beginPath();
    ctx.roundRect(goat.x - 34, -goat.y + 14, 68, 14, 7);
    ctx.fill();
    ctx.fillStyle = goat.charge >= 1 ? '#FFC629' : '#9BDB5B';
    ctx.beginPath();
    ctx.roundRect(goat.x - 31, -goat.y + 17, Math.max(8, 62 * goat.charge), 8, 4);
    ctx.fill();
  }

  function drawBestLine(top, bottom) {
    if (!bestLine || bestLine > top || bestLine < bottom || bestLine >= world.top) return;
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = 3;
    ctx.setLineDash([12, 12]);
    ctx.beginPath();
    ctx.moveTo(0, -bestLine);
    ctx.lineTo(WIDTH, -bestLine);
    ctx.stroke();
    ctx.setLineDash([]);
    label(ctx, 'Your best', 64, -bestLine - 16, 21, '#fff', 'center', INK);
  }

  function drawFront() {
    for (let i = 0; i < world.balloons; i += 1) put(ctx, 'balloon', 26 + i * 25, stage.width > stage.height ? Math.max(98, 70 / stage.scale) : 84, 0.62);
    if (banner.age > 3) return;
    const slide = Math.min(1, banner.age * 5, (3 - banner.age) * 4);
    ctx.globalAlpha = clamp(slide, 0, 1);
    const y = Math.max(142, stage.width > stage.height ? 100 / stage.scale : 0) - (1 - slide) * 20;
    label(ctx, banner.name, stage.width / 2, y, stage.width < 500 ? 32 : 40, '#FFC629', 'center', INK);
    label(ctx, banner.tip, stage.width / 2, y + 38, stage.width < 500 ? 19 : 24, '#fff', 'center', INK);
    ctx.globalAlpha = 1;
  }

  function draw() {
    const size = scale();
    const look = Math.max(-GROUND_SHOWN, camera - (stage.height * (1 - GOAT_AT)) / size + 40);
    const bottom = look;
    const top = look + stage.height / size;
    window.Sky.draw(stage, camera, skyColours());
    ctx.save();
    const x = left() + Math.sin(world.time * 80) * shake * 0.5;
    ctx.translate(x, stage.height + look * size);
    ctx.scale(size, size);
    if (bottom < 0) drawGround();
    drawWind(top, bottom);
    drawBestLine(top, bottom);
    for (const item of world.platforms) if (item.y < top + 160 && item.y > bottom - 40) drawPlatform(item);
    for (const star of world.stars) if (!star.got && star.y < top + 20 && star.y > bottom) put(ctx, 'star', star.x, -star.y + Math.sin(world.time * 3 + star.x) * 4, 1 + 0.15 * Math.cos(world.time * 2.2 + star.y), 1.15);
    if (sprites.goat) drawGoat();
    window.Fx.drawBits(ctx);
    drawAim();
    drawWalls(top, bottom);
    window.Fx.drawNotes(ctx);
    ctx.restore();
    if (window.Kiddo.state !== 'title') drawFront();
  }

  window.Kiddo.start({
    title: 'Cloud Climb',
    help: 'Hold to fill your jump, aim with your finger or ← →, and let go. Climb to the top of the sky.',
    onStart,
    probe: () => presses,
  });
  window.Kiddo.loop(update, draw);
})();
