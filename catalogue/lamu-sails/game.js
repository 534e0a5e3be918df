// Lamu Sails: the race itself. courses.js holds the places, sailing.js the physics, art.js the pictures.
(function () {
  'use strict';
  const Kiddo = window.Kiddo;
  const S = window.Sailing;
  const Art = window.Art;
  const COURSES = window.COURSES;
  const RIVALS = 3;
  const PLACE_POINTS = [500, 300, 200, 100];
  const WORDS = ['1st', '2nd', '3rd', '4th'];
  const CREW_WAITS = 7; // seconds after your last touch of the sail before the crew takes it back
  const PATIENCE = 45; // seconds the jury waits for you once the first rival is home
  const TIDE_TURN = 26; // seconds from high to low water
  const TUNE = [0, null, 4, 7, 9, null, 7, 4, 0, null, 4, 7, 12, null, 9, null, 5, null, 9, 12, 14, null, 12, 9, 7, null, 4, 2, 0, null, null, null];

  const stage = Kiddo.stage({ width: 1280, height: 720, portrait: { width: 540, height: Math.round(540 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#0E8F9B' });
  const { ctx } = stage;
  let saved = { open: 1, medals: [] };
  let phase = 'count';
  let chosen = 0;
  let steers = 0; // how often the player steered or trimmed: what the browser test watches
  let world = null;
  let boats = [];
  let pearls = [];
  let bits = [];
  let streaks = [];
  let note = { text: '', left: 0 };
  let points = 0;
  let clock = 0;
  let countdown = 0;
  let endIn = 0;
  let sinceTrim = 99;
  let heldDir = 0;
  const camera = { x: 0, y: 0, shake: 0 };

  // Never smaller than 14 real pixels, whatever the letterbox does to the canvas.
  const font = (px) => Math.max(px, 14.5 / stage.scale);

  function makeWorld(index) {
    const plan = COURSES[index];
    // The boats only know one long list of marks: every lap repeats the buoys.
    const course = { ...plan, buoys: plan.marks, marks: Array.from({ length: plan.laps }, () => plan.marks).flat() };
    return { course, index, time: 0, tide: 1, drift: { x: 0, y: 0 }, stream: { x: 0, y: 0 }, wind: { dir: (course.wind * Math.PI) / 180, force: 1 }, gusts: [], things: Art.plant(course) };
  }
  function race(index) {
    world = makeWorld(index);
    const [mx, my] = world.course.marks[0];
    const heading = Math.atan2(my, mx);
    const across = heading + Math.PI / 2;
    boats = [0, 1, 2, 3].map((i) => {
      const slot = [0, -1, 1, 2][i] * 105;
      const skill = i ? world.course.skill - (i - 1) * 0.035 : 1;
      return S.makeBoat(Math.cos(across) * slot, Math.sin(across) * slot, heading, i, skill);
    });
    // A start straight into the wind would leave a beginner flapping: point everyone onto a fair tack.
    const off = S.turnTo(world.wind.dir + Math.PI, heading);
    if (Math.abs(off) < 0.95) boats.forEach((b) => (b.heading = world.wind.dir + Math.PI + (off < 0 ? -1 : 1)));
    boats.forEach((b) => (b.boom = (Math.sin(world.wind.dir - b.heading) > 0 ? 1 : -1) * b.sail));
    pearls = layPearls(world.course);
    bits = [];
    points = clock = endIn = 0;
    sinceTrim = 99;
    countdown = 2.2;
    phase = 'count';
    delete document.documentElement.dataset.pick;
    note = { text: '', left: 0 };
    camera.x = boats[0].x;
    camera.y = boats[0].y;
    for (let i = 0; i < 5; i++) world.gusts.push(newGust(true));
    world.gusts.length = world.course.gusts;
    Kiddo.hud('Time', null);
    Kiddo.music.play(TUNE, 260);
  }
  function layPearls(course) {
    const list = [];
    course.buoys.forEach(([x, y], i) => {
      const [px, py] = i ? course.buoys[i - 1] : [0, 0];
      for (let k = 1; k <= 4; k++) {
        const t = 0.2 + k * 0.13;
        const sway = Math.sin(k * 1.9 + i) * 70;
        const along = Math.atan2(y - py, x - px);
        const spot = { x: px + (x - px) * t - Math.sin(along) * sway, y: py + (y - py) * t + Math.cos(along) * sway, got: false };
        if (!course.islands.some(([ix, iy, r]) => Math.hypot(ix - spot.x, iy - spot.y) < r + 50)) list.push(spot);
      }
    });
    return list;
  }
  function newGust(anywhere) {
    const marks = world.course.marks;
    const [x, y] = marks[Math.floor(Math.random() * marks.length)];
    const back = anywhere ? 0 : 700;
    return { x: x + (Math.random() - 0.5) * 800 - Math.cos(world.wind.dir) * back, y: y + (Math.random() - 0.5) * 600 - Math.sin(world.wind.dir) * back, r: 110 + Math.random() * 70, age: 0 };
  }

  // ---- update
  function update(dt) {
    if (phase === 'pick') return pickKeys();
    world.time += dt;
    weather(dt);
    steerPlayer(dt);
    if (phase === 'count') {
      const before = Math.ceil(countdown);
      countdown -= dt;
      if (Math.ceil(countdown) !== before && countdown > 0) Kiddo.sound.tone({ freq: 440, ms: 120, type: 'triangle', vol: 0.3 });
      if (countdown <= 0) {
        phase = 'race';
        say(world.index ? 'Twende! Let’s go!' : `Steer ${window.matchMedia('(pointer: coarse)').matches ? '◀ ▶' : '← →'} to the yellow arrow`);
        Kiddo.sound.tone({ freq: 880, ms: 350, type: 'triangle', vol: 0.3 });
      }
      boats[0].heading += boats[0].rudder * 1.2 * dt;
    } else raceStep(dt);
    particles(dt);
    follow(dt);
    showHud();
  }
  function weather(dt) {
    const { course, wind } = world;
    wind.dir = ((course.wind + course.shift * Math.sin(world.time / 11) + course.shift * 0.4 * Math.sin(world.time / 4.3)) * Math.PI) / 180;
    wind.force = boats[0].gust ? 1.3 : 1;
    const swing = (world.time / TIDE_TURN) * Math.PI;
    world.tide = Math.cos(swing);
    const flow = course.tide.flow * Math.sin(swing + 0.6);
    const dir = (course.tide.dir * Math.PI) / 180;
    world.stream.x = Math.cos(dir) * flow;
    world.stream.y = Math.sin(dir) * flow;
    world.drift.x += (world.stream.x + Math.cos(wind.dir) * 8) * dt;
    world.drift.y += (world.stream.y + Math.sin(wind.dir) * 8) * dt;
    world.gusts.forEach((gust, i) => {
      gust.x += Math.cos(wind.dir) * 70 * dt;
      gust.y += Math.sin(wind.dir) * 70 * dt;
      gust.age += dt;
      if (gust.age > 22) world.gusts[i] = newGust(false);
    });
  }
  function steerPlayer(dt) {
    const me = boats[0];
    // a very short press counts too: it may be over before this frame
    const on = (...codes) => (Kiddo.input.held(...codes) || Kiddo.input.pressed(...codes) ? 1 : 0);
    const turn = on('ArrowRight', 'KeyD') - on('ArrowLeft', 'KeyA');
    const haul = on('ArrowUp', 'KeyW') - on('ArrowDown', 'KeyS');
    me.rudder += (turn - me.rudder) * Math.min(1, 9 * dt);
    const dir = turn * 3 + haul;
    if (dir && dir !== heldDir) steers++;
    heldDir = dir;
    sinceTrim = haul ? 0 : sinceTrim + dt;
    me.crew = sinceTrim > CREW_WAITS;
    if (haul) me.sail = S.clamp(me.sail + haul * 1.1 * dt, 0.1, 1.4);
  }
  function raceStep(dt) {
    clock += dt;
    const me = boats[0];
    boats.forEach((craft, i) => {
      if (i) S.helm(craft, world, dt);
      if (craft.done && i) craft.skill = Math.max(0.1, craft.skill - dt * 0.3);
      S.step(craft, world, dt);
      if (!craft.done && S.rounded(craft, world)) roundMark(craft, i);
    });
    S.keepApart(boats);
    if (me.bump === 1) {
      Kiddo.sfx.hit();
      camera.shake = 1;
      splash(me.x, me.y, 10, '#FFDD94');
      say('Bump! Steer clear of the sand');
    } else if (me.bank && note.left <= 0) say('Sandbank! Wait for the tide or sail around');
    takePearls(me);
    const firstHome = Math.min(...boats.map((b) => b.done || 1e9));
    if (!me.done && clock > firstHome + PATIENCE) finish(me);
    if (endIn && (endIn -= dt) <= 0) endRace();
  }
  function roundMark(craft, i) {
    const last = craft.mark === world.course.marks.length;
    if (last) craft.done = clock;
    if (last && i) craft.mark = 0; // a rival that is home sails on for show
    if (i) return;
    const [x, y] = world.course.marks[craft.mark - 1];
    splash(x, y, 22, '#FFC629');
    if (last) return finish(craft);
    points += 30;
    Kiddo.sfx.coin();
    say(craft.mark === world.course.marks.length - 1 ? 'Last leg! Home to the finish' : 'Buoy rounded! +30');
  }
  function takePearls(me) {
    for (const pearl of pearls) {
      if (pearl.got || Math.hypot(pearl.x - me.x, pearl.y - me.y) > 52) continue;
      pearl.got = true;
      points += 10;
      splash(pearl.x, pearl.y, 8, '#FFF6E6');
      Kiddo.sfx.pop();
    }
  }
  function finish(me) {
    if (endIn) return;
    me.late = me.mark < world.course.marks.length;
    me.done = me.done || clock;
    endIn = 1.8;
    say(me.late ? 'The race is over' : place() === 1 ? 'First over the line!' : `You finish ${WORDS[place() - 1]}`);
    if (!me.late) for (let i = 0; i < 5; i++) splash(me.x + (Math.random() - 0.5) * 160, me.y + (Math.random() - 0.5) * 160, 9, ['#FFC629', '#FF5C8A', '#FFF6E6', '#E23B24'][i % 4]);
    me.mark = Math.min(me.mark, world.course.marks.length);
  }
  function endRace() {
    const rank = place();
    const won = rank <= 2 && !boats[0].late;
    const quick = Math.max(0, Math.round((world.course.marks.length * 26 - clock) * 4));
    const score = (points + PLACE_POINTS[rank - 1] + (won ? quick : 0)) * (1 + world.index * 0.2);
    saved.medals[world.index] = Math.min(saved.medals[world.index] || 9, rank);
    const opened = won && world.index + 1 === saved.open && saved.open < COURSES.length;
    if (opened) saved.open++;
    Kiddo.save(saved);
    phase = 'over';
    const next = opened ? ` New course: ${COURSES[saved.open - 1].name}!` : won ? '' : ' Come 1st or 2nd to open the next course.';
    Kiddo.over({ score: Math.round(score), text: `${world.course.name}: ${WORDS[rank - 1]} of 4.${next}`, won });
  }
  function place() {
    const mine = boats[0].late ? -1 : S.progress(boats[0], world);
    return 1 + boats.slice(1).filter((b) => (b.done ? 1e7 - b.done : S.progress(b, world)) > mine).length;
  }
  function showHud() {
    const me = boats[0];
    Kiddo.hud('Place', boats[0].done && endIn ? WORDS[place() - 1] : `${place()}/4`);
    Kiddo.hud('Buoy', `${Math.min(me.mark + 1, world.course.marks.length)}/${world.course.marks.length}`);
    Kiddo.hud('Points', points);
  }
  const say = (text) => (note = { text, left: 2.4 });

  // ---- particles: wake, splashes, wind
  function splash(x, y, count, colour) {
    for (let i = 0; i < count; i++) {
      const angle = Math.random() * 7;
      const fast = 40 + Math.random() * 150;
      bits.push({ x, y, vx: Math.cos(angle) * fast, vy: Math.sin(angle) * fast, r: 4 + Math.random() * 6, life: 0.9, fade: 1.1, colour });
    }
  }
  function particles(dt) {
    for (const craft of boats) {
      if (phase !== 'race' || craft.speed < 40 || Math.random() > craft.speed / 260) continue;
      const side = Math.random() < 0.5 ? -1 : 1;
      const back = -48;
      bits.push({ x: craft.x + Math.cos(craft.heading) * back - Math.sin(craft.heading) * side * 9, y: craft.y + Math.sin(craft.heading) * back + Math.cos(craft.heading) * side * 9, vx: -Math.sin(craft.heading) * side * 18, vy: Math.cos(craft.heading) * side * 18, r: 5, life: 0.75, fade: 0.6, colour: '#D8F3F2' });
    }
    for (let i = bits.length - 1; i >= 0; i--) {
      const bit = bits[i];
      bit.x += bit.vx * dt;
      bit.y += bit.vy * dt;
      bit.life -= bit.fade * dt;
      bit.r += 5 * dt;
      if (bit.life <= 0) bits.splice(i, 1);
    }
    if (bits.length > 160) bits.splice(0, bits.length - 160);
    note.left = Math.max(0, note.left - dt);
    camera.shake = Math.max(0, camera.shake - dt * 3);
  }
  function follow(dt) {
    const me = boats[0];
    const lead = 0.75;
    camera.x += (me.x + Math.cos(me.heading) * me.speed * lead - camera.x) * Math.min(1, 2.4 * dt);
    camera.y += (me.y + Math.sin(me.heading) * me.speed * lead - camera.y) * Math.min(1, 2.4 * dt);
  }

  // ---- choosing a course
  const cards = () => {
    const tall = stage.height > stage.width;
    const columns = tall ? 2 : 3;
    const w = tall ? 232 : 340;
    const h = tall ? 218 : 226;
    const gap = 22;
    const left = (stage.width - columns * w - (columns - 1) * gap) / 2;
    const top = tall ? 176 : 150;
    return COURSES.map((_, i) => ({ x: left + (i % columns) * (w + gap), y: top + Math.floor(i / columns) * (h + gap), w, h }));
  };
  function pickKeys() {
    const columns = stage.height > stage.width ? 2 : 3;
    const move = (Kiddo.input.pressed('ArrowRight') ? 1 : 0) - (Kiddo.input.pressed('ArrowLeft') ? 1 : 0) + columns * ((Kiddo.input.pressed('ArrowDown') ? 1 : 0) - (Kiddo.input.pressed('ArrowUp') ? 1 : 0));
    if (move) {
      chosen = S.clamp(chosen + move, 0, saved.open - 1);
      steers++;
      Kiddo.sfx.click();
    }
    if (Kiddo.input.pressed('Space', 'Enter')) race(chosen);
  }
  stage.canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing' || phase !== 'pick') return;
    const at = stage.point(event);
    const hit = cards().findIndex((c) => at.x > c.x && at.x < c.x + c.w && at.y > c.y && at.y < c.y + c.h);
    if (hit < 0 || hit >= saved.open) return;
    chosen = hit;
    steers++;
    race(hit);
  });
  function drawPick() {
    ctx.fillStyle = '#0E8F9B';
    ctx.fillRect(0, 0, stage.width, stage.height);
    ctx.fillStyle = '#fff';
    ctx.textAlign = 'center';
    ctx.font = '400 38px "Bagel Fat One", system-ui';
    ctx.fillText('Choose a course', stage.width / 2, stage.height > stage.width ? 146 : 120);
    cards().forEach((c, i) => {
      const open = i < saved.open;
      ctx.globalAlpha = open ? 1 : 0.45;
      ctx.fillStyle = i === chosen ? '#FFC629' : '#0A6F7A';
      ctx.beginPath();
      ctx.roundRect(c.x - 6, c.y - 6, c.w + 12, c.h + 12, 24);
      ctx.fill();
      Art.chart(ctx, { course: COURSES[i] }, [], { x: c.x, y: c.y, w: c.w, h: c.h - 52, ground: '#0B7A86' });
      ctx.fillStyle = i === chosen ? '#0C2A30' : '#fff';
      ctx.font = `400 ${font(23)}px "Bagel Fat One", system-ui`;
      const medal = saved.medals[i];
      ctx.fillText(open ? `${i + 1} ${COURSES[i].name}${medal ? ' · ' + WORDS[medal - 1] : ''}` : 'Not open yet', c.x + c.w / 2, c.y + c.h - 16, c.w - 8);
      ctx.globalAlpha = 1;
    });
  }

  // ---- draw
  function draw() {
    if (!world) race(0);
    if (phase === 'pick') return drawPick();
    const tall = stage.height > stage.width;
    const zoom = tall ? 0.86 : 0.96;
    const jolt = camera.shake * 8 * Math.sin(world.time * 60);
    const view = { w: stage.width / zoom, h: stage.height / zoom };
    view.left = camera.x - view.w / 2;
    view.top = camera.y - view.h * (tall ? 0.46 : 0.5);
    ctx.save();
    ctx.scale(zoom, zoom);
    ctx.translate(-view.left + jolt, -view.top);
    Art.sea(ctx, view, world);
    Art.gusts(ctx, world);
    Art.islands(ctx, world);
    drawPearls();
    const me = boats[0];
    drawMarks(me);
    drawBits();
    if (phase !== 'over') Art.compass(ctx, me, world);
    for (let i = boats.length - 1; i >= 0; i--) Art.boat(ctx, boats[i], world);
    ctx.restore();
    drawWind(view, zoom);
    drawInstruments(tall, me);
    drawNote(tall);
  }
  function drawMarks(me) {
    const { buoys, marks } = world.course;
    const lap = Math.floor(me.mark / buoys.length);
    const at = me.mark % buoys.length;
    buoys.forEach(([x, y], i) => {
      const over = me.mark >= marks.length || (lap === world.course.laps - 1 && i < at);
      const state = over ? 'past' : i === at ? 'next' : 'later';
      Art.mark(ctx, x, y, state, world.time, i === buoys.length - 1 ? '' : i + 1);
    });
  }
  function drawPearls() {
    for (const pearl of pearls) {
      if (pearl.got) continue;
      const bob = Math.sin(world.time * 3 + pearl.x) * 3;
      ctx.fillStyle = '#06505C66';
      ctx.beginPath();
      ctx.ellipse(pearl.x + 3, pearl.y + 12, 14, 6, 0, 0, 7);
      ctx.fill();
      ctx.fillStyle = '#FFF6E6';
      ctx.beginPath();
      ctx.arc(pearl.x, pearl.y + bob, 13, 0, 7);
      ctx.fill();
      ctx.fillStyle = '#FFC9DA';
      ctx.beginPath();
      ctx.arc(pearl.x + 3, pearl.y + bob + 3, 9, 0, 7);
      ctx.fill();
      ctx.fillStyle = '#FFFFFF';
      ctx.beginPath();
      ctx.arc(pearl.x - 4, pearl.y + bob - 4, 4, 0, 7);
      ctx.fill();
    }
  }
  function drawBits() {
    for (const bit of bits) {
      ctx.globalAlpha = Math.max(0, bit.life) * 0.8;
      ctx.fillStyle = bit.colour;
      ctx.beginPath();
      ctx.arc(bit.x, bit.y, bit.r, 0, 7);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  }
  function drawWind(view, zoom) {
    if (!streaks.length) streaks = Array.from({ length: 16 }, (_, i) => ({ x: i * 97.3, y: i * 211.7, len: 50 + (i % 4) * 26 }));
    const dx = Math.cos(world.wind.dir);
    const dy = Math.sin(world.wind.dir);
    ctx.strokeStyle = '#FFFFFF';
    ctx.globalAlpha = 0.34;
    ctx.lineWidth = 3;
    ctx.lineCap = 'round';
    ctx.beginPath();
    const wrap = (v, size) => ((v % size) + size) % size;
    for (const streak of streaks) {
      const x = wrap(streak.x + dx * world.time * 230 - camera.x * zoom, stage.width + 200) - 100;
      const y = wrap(streak.y + dy * world.time * 230 - camera.y * zoom, stage.height + 200) - 100;
      ctx.moveTo(x, y);
      ctx.quadraticCurveTo(x + dx * streak.len * 0.5 - dy * 7, y + dy * streak.len * 0.5 + dx * 7, x + dx * streak.len, y + dy * streak.len);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
  function drawInstruments(tall, me) {
    const size = font(18);
    const coarse = window.matchMedia('(pointer: coarse)').matches;
    // On a wide phone the gauge fits between the two pairs of buttons, on a tall one it stands above them.
    const buttonRoom = coarse && tall ? 108 / stage.scale : 26;
    const w = tall ? 320 : 380;
    const h = tall ? 44 : 36;
    Art.trim(ctx, me, world, { x: (stage.width - w) / 2, y: stage.height - buttonRoom - h - (tall ? 8 : 0), w, h }, size, !coarse);
    const map = tall ? { x: 14, y: 88 / stage.scale, w: 150, h: 120 } : { x: 14, y: Math.max(70, 62 / stage.scale), w: 210, h: 150 };
    Art.chart(ctx, world, boats, map);
    ctx.font = `650 ${size}px Lexend, system-ui`;
    ctx.textAlign = 'left';
    ctx.fillStyle = '#fff';
    const flow = Math.cos((world.time / TIDE_TURN) * Math.PI) > 0 ? 'High tide' : 'Low tide';
    if (world.course.tide.flow) ctx.fillText(flow, map.x + 6, map.y + map.h + size * 1.25);
  }
  function drawNote(tall) {
    if (Kiddo.state === 'title') return;
    const x = stage.width / 2;
    const y = tall ? 320 : Math.max(150, 60 / stage.scale + 40);
    ctx.textAlign = 'center';
    if (phase === 'count') {
      const beat = 1 + 0.25 * (countdown % 1);
      banner(x, y, `Course ${world.index + 1}: ${world.course.name}`, tall ? 30 : 40);
      ctx.font = `400 ${90 * beat}px "Bagel Fat One", system-ui`;
      ctx.fillStyle = '#FFC629';
      if (countdown > 0) ctx.fillText(Math.ceil(countdown), tall ? x : x + 300, stage.height * (tall ? 0.74 : 0.62));
      wrap(world.course.fact, x, y + 50, tall ? 470 : 760, font(20));
    } else if (note.left > 0) banner(x, y, note.text, tall ? 27 : 32);
  }
  function banner(x, y, text, size) {
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui`;
    const w = Math.min(stage.width - 20, ctx.measureText(text).width + 48);
    ctx.fillStyle = '#0C2A30e6';
    ctx.beginPath();
    ctx.roundRect(x - w / 2, y - size, w, size * 1.55, size);
    ctx.fill();
    ctx.fillStyle = '#fff';
    ctx.fillText(text, x, y + size * 0.12, w - 30);
  }
  /** A sentence on one or two lines under the banner. */
  function wrap(text, x, y, width, size) {
    ctx.font = `600 ${size}px Lexend, system-ui`;
    const lines = [''];
    for (const word of text.split(' ')) {
      const longer = `${lines[lines.length - 1]} ${word}`.trim();
      if (ctx.measureText(longer).width > width) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    const wide = Math.max(...lines.map((line) => ctx.measureText(line).width)) + 40;
    ctx.fillStyle = '#0C2A30b3';
    ctx.beginPath();
    ctx.roundRect(x - wide / 2, y - size * 0.9, wide, lines.length * size * 1.4 + size * 0.9, 18);
    ctx.fill();
    ctx.fillStyle = '#fff';
    lines.forEach((line, i) => ctx.fillText(line, x, y + size * 0.55 + i * size * 1.4));
  }

  function begin() {
    if (Kiddo.data && Kiddo.data.open) saved = { open: Kiddo.data.open, medals: Kiddo.data.medals || [] };
    steers = 0;
    heldDir = 0;
    chosen = saved.open - 1;
    if (saved.open > 1) {
      race(chosen); // so that the sea is ready behind the chart
      phase = 'pick';
      document.documentElement.dataset.pick = 'true'; // no steering buttons over the charts
      ['Place', 'Buoy', 'Points'].forEach((pill) => Kiddo.hud(pill, null));
    } else race(0);
  }

  Kiddo.buttons([
    { code: 'ArrowLeft', label: '◀', side: 'left', aria: 'Steer left' },
    { code: 'ArrowRight', label: '▶', side: 'left', aria: 'Steer right' },
    { code: 'ArrowDown', label: 'In', side: 'right', aria: 'Pull the sail in' },
    { code: 'ArrowUp', label: 'Out', side: 'right', aria: 'Let the sail out' },
  ]);
  Kiddo.start({
    title: 'Lamu Sails',
    help: 'Steer round the buoys. You cannot sail straight into the wind: stay out of the red part of the ring.',
    onStart: begin,
    probe: () => steers,
  });
  Kiddo.loop(update, draw);
})();
