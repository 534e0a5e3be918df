// Reli Tycoon: the hands on the railway. railway.js keeps the books, art.js draws, this file listens and shows.
(function () {
  'use strict';
  const Kiddo = window.Kiddo;
  const R = window.Railway;
  const Art = window.Art;
  const MAPS = window.MAPS;
  const GOODS = window.GOODS;
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const GRANT = 120; // the county helps with a little money each month when you have almost none
  const TUNE = [0, null, 4, null, 7, null, 4, null, 5, null, 9, null, 7, null, null, null, 0, null, 4, null, 7, null, 12, null, 11, 9, 7, 5, 4, null, null, null];
  const $ = (query) => document.querySelector(query);

  const canvas = $('#map');
  const ctx = canvas.getContext('2d', { alpha: false });
  const jobsBox = $('#jobs');
  const sheet = $('#sheet');
  const hintBox = $('#hint');
  const view = { c: 40, at: null, cell: null, tall: false, right: 0 };
  let still = null; // land, track and houses, redrawn only when they change
  let dirty = true;
  let saved = { open: 1, stars: [] };
  let world = null;
  let mapIndex = 0;
  let phase = 'play';
  let tool = 'track';
  let fast = false;
  let time = 0;
  let cursor = { x: 5, y: 4 };
  let showCursor = false;
  let moves = 0;
  let drag = null;
  let fromTown = null;
  let lesson = 0;
  let bad = { text: '', left: 0 };
  let floats = [];
  let puffs = [];
  let jobsShown = '';
  let ending = 0;

  // ---- layout: the map fills what the bars leave; on an upright screen it lies on its side
  function fit() {
    const w = window.innerWidth;
    const h = window.innerHeight;
    const dots = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = w * dots;
    canvas.height = h * dots;
    ctx.setTransform(dots, 0, 0, dots, 0, 0);
    view.tall = h > w;
    const narrow = w <= 900 || h <= 480;
    const side = !narrow ? 260 : h <= 480 ? 186 : 0;
    const area = { x: 8, y: view.tall ? 92 : 62, w: w - 16 - side, h: 0 };
    area.h = h - area.y - (view.tall ? 214 : narrow ? 62 : 100);
    const columns = view.tall ? R.H : R.W;
    const rows = view.tall ? R.W : R.H;
    const c = Math.min(area.w / columns, area.h / rows);
    const ox = area.x + (area.w - c * columns) / 2 + c / 2;
    const oy = area.y + (area.h - c * rows) / 2 + c / 2;
    view.c = c;
    view.right = w - side;
    view.at = view.tall ? (x, y) => ({ x: ox + y * c, y: oy + x * c }) : (x, y) => ({ x: ox + x * c, y: oy + y * c });
    view.cell = (cell) => view.at(cell % R.W, Math.floor(cell / R.W));
    view.find = (px, py) => {
      const a = Math.floor((px - ox) / c + 0.5);
      const b = Math.floor((py - oy) / c + 0.5);
      const [x, y] = view.tall ? [b, a] : [a, b];
      return x >= 0 && y >= 0 && x < R.W && y < R.H ? { x, y } : null;
    };
    view.box = { x: ox - c / 2, y: oy - c / 2, w: c * columns, h: c * rows };
    still = document.createElement('canvas');
    still.width = canvas.width;
    still.height = canvas.height;
    still.getContext('2d').setTransform(dots, 0, 0, dots, 0, 0);
    dirty = true;
  }
  window.addEventListener('resize', fit);

  // ---- a year
  function begin() {
    if (Kiddo.data && Kiddo.data.open) saved = { open: Math.min(MAPS.length, Kiddo.data.open), stars: Kiddo.data.stars || [] };
    sheet.hidden = true;
    if (saved.open > 1) pickMap();
    else openMap(0);
  }
  function openMap(index) {
    mapIndex = index;
    world = R.open(MAPS[index], Kiddo.rng(index * 31 + 7));
    phase = 'play';
    time = ending = 0;
    fast = false;
    floats = [];
    puffs = [];
    fromTown = null;
    drag = null;
    lesson = index === 0 ? 0 : 9;
    sheet.hidden = true;
    jobsShown = '';
    dirty = true;
    choose('track');
    $('[data-tool=fast]').classList.remove('on');
    cursor = { x: world.towns[0].x, y: world.towns[0].y };
    Kiddo.music.play(TUNE, 250, { vol: 0.09 });
  }
  function pickMap() {
    phase = 'pick';
    lesson = 9;
    jobsBox.replaceChildren();
    hintBox.textContent = '';
    world = R.open(MAPS[saved.open - 1], Kiddo.rng(1));
    dirty = true;
    showSheet('Choose a map', MAPS.map((map, i) => ({ text: map.name, note: i < saved.open ? `Earn ${map.goal} in a year${saved.stars[i] ? ' · ' + '★'.repeat(saved.stars[i]) : ''}` : 'Reach the goal of the map before', off: i >= saved.open, act: () => openMap(i) })));
  }
  function finish() {
    const won = world.earned >= world.map.goal;
    const left = Math.max(0, 12 - time / world.map.month);
    const stars = !won ? 0 : left > 3 ? 3 : left > 1.2 ? 2 : 1;
    let more = '';
    if (won) {
      saved.stars[mapIndex] = Math.max(saved.stars[mapIndex] || 0, stars);
      if (mapIndex + 1 === saved.open && saved.open < MAPS.length) {
        saved.open++;
        more = ` New map: ${MAPS[saved.open - 1].name}!`;
      }
      Kiddo.save(saved);
    }
    const score = world.earned + world.jobsDone * 150 + Math.round(left * 200) + (won ? mapIndex * 500 : 0);
    Kiddo.over({ score, won, text: won ? `${world.map.name}: ${'★'.repeat(stars)} with ${world.jobsDone} contracts done.${more}` : `The year is over. You earned ${world.earned} of ${world.map.goal}.` });
  }

  // ---- tools
  function choose(next) {
    tool = next;
    fromTown = null;
    document.querySelectorAll('#bar [data-tool]').forEach((button) => button.dataset.tool !== 'fast' && button.classList.toggle('on', button.dataset.tool === next));
  }
  function press(name) {
    if (Kiddo.state !== 'playing' || phase !== 'play') return;
    Kiddo.sfx.click();
    if (name === 'fast') {
      fast = !fast;
      $('[data-tool=fast]').classList.toggle('on', fast);
    } else if (name === 'upgrade') sheet.hidden ? showUpgrades() : (sheet.hidden = true);
    else {
      sheet.hidden = true;
      choose(name);
    }
  }
  for (const button of document.querySelectorAll('#bar button')) {
    // A finger or mouse acts at once; a click without a pointer comes from the keyboard.
    button.addEventListener('pointerdown', () => {
      moves++;
      press(button.dataset.tool);
    });
    button.addEventListener('click', (event) => {
      if (event.detail === 0) press(button.dataset.tool);
      button.blur();
    });
  }
  function showSheet(title, rows) {
    sheet.replaceChildren();
    const head = document.createElement('h2');
    head.textContent = title;
    sheet.append(head);
    for (const row of rows) {
      const button = document.createElement('button');
      button.type = 'button';
      button.disabled = !!row.off;
      const left = document.createElement('span');
      left.textContent = row.text;
      const small = document.createElement('small');
      small.textContent = row.note;
      left.append(small);
      const right = document.createElement('span');
      right.textContent = row.price || '';
      button.append(left, right);
      button.addEventListener('click', () => Kiddo.state === 'playing' && row.act());
      sheet.append(button);
    }
    sheet.hidden = false;
  }
  function showUpgrades() {
    const row = (what, text, note) => {
      const price = R.upgradePrice(world, what);
      return { text, note: price ? note : 'The best there is', off: !price || price > world.money, price: price ? `KSh ${price}` : '', act: () => buyUpgrade(what) };
    };
    const engine = R.ENGINES[world.level.engine + 1];
    showSheet('Upgrades', [row('engine', engine ? engine.name : 'Electric engine', 'All trains run faster'), row('wagon', 'Longer trains', 'Each train carries more'), row('station', 'Bigger stations', 'Towns make goods faster')]);
  }
  function buyUpgrade(what) {
    if (!R.upgrade(world, what)) return;
    Kiddo.sfx.win();
    for (const town of world.towns) town.cheer = 1;
    showUpgrades();
  }

  // ---- laying, clearing and buying
  function say(text) {
    bad = { text, left: 2.2 };
    Kiddo.sound.tone({ freq: 160, to: 110, ms: 160, type: 'triangle', vol: 0.3 });
  }
  function layTo(next) {
    // Go there one cell at a time, longest way first, so a quick finger leaves no holes.
    while (drag && (drag.x !== next.x || drag.y !== next.y)) {
      const dx = next.x - drag.x;
      const dy = next.y - drag.y;
      const step = Math.abs(dx) >= Math.abs(dy) ? { x: drag.x + Math.sign(dx), y: drag.y } : { x: drag.x, y: drag.y + Math.sign(dy) };
      const told = R.lay(world, R.key(drag.x, drag.y), R.key(step.x, step.y));
      if (told === 'poor') {
        say('Not enough money for more track');
        drag = null;
        return;
      }
      if (told === 'laid') {
        dirty = true;
        const p = view.at(step.x, step.y);
        for (let i = 0; i < 4; i++) puffs.push({ x: p.x, y: p.y, vx: (Math.random() - 0.5) * 60, vy: (Math.random() - 0.5) * 60, r: 3 + Math.random() * 3, life: 0.5, colour: '#D9BE93' });
        Kiddo.sound.tone({ freq: 300 + Math.random() * 120, ms: 50, type: 'triangle', vol: 0.25 });
      }
      drag = step;
      moves++;
    }
  }
  function use(spot) {
    moves++;
    cursor = spot;
    const town = R.townAt(world, R.key(spot.x, spot.y));
    if (tool === 'track') drag = { ...spot };
    if (tool === 'clear') wipe(spot);
    if (tool === 'train') pickTown(town);
  }
  function wipe(spot) {
    const back = R.clear(world, R.key(spot.x, spot.y));
    if (!back) return;
    dirty = true;
    const p = view.at(spot.x, spot.y);
    floats.push({ x: p.x, y: p.y, text: `+${back}`, life: 1, colour: '#fff' });
    Kiddo.sfx.pop();
  }
  function pickTown(town) {
    if (!town) return say('Pick a town');
    if (!fromTown || fromTown === town) {
      fromTown = town;
      Kiddo.sfx.click();
      return;
    }
    const told = R.buyTrain(world, fromTown, town);
    if (told === 'nopath') say(`No track joins ${fromTown.name} and ${town.name} yet`);
    else if (told === 'poor') say(`A train costs KSh ${R.trainPrice(world)}`);
    else {
      Kiddo.sound.tone({ freq: 620, ms: 260, type: 'square', vol: 0.2 });
      Kiddo.sound.tone({ freq: 780, ms: 420, type: 'square', vol: 0.2, at: 0.3 });
      const p = view.at(fromTown.x, fromTown.y);
      floats.push({ x: p.x, y: p.y - 20, text: 'Choo choo!', life: 1.4, colour: '#FFE28A' });
      moves++;
    }
    fromTown = null;
  }
  canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing' || phase !== 'play') return;
    sheet.hidden = true;
    showCursor = false;
    const spot = view.find(event.clientX, event.clientY);
    if (spot) use(spot);
  });
  window.addEventListener('pointermove', (event) => {
    if (Kiddo.state !== 'playing' || phase !== 'play' || !event.buttons) return;
    const spot = view.find(event.clientX, event.clientY);
    if (!spot) return;
    if (tool === 'track' && drag) layTo(spot);
    if (tool === 'clear' && event.target === canvas) wipe(spot);
    cursor = spot;
  });
  window.addEventListener('pointerup', () => (drag = null));
  window.addEventListener('pointercancel', () => (drag = null));

  function keys() {
    const turn = view.tall ? { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] } : { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    for (const code of Object.keys(turn)) {
      if (!Kiddo.input.pressed(code)) continue;
      const next = { x: Math.max(0, Math.min(R.W - 1, cursor.x + turn[code][0])), y: Math.max(0, Math.min(R.H - 1, cursor.y + turn[code][1])) };
      if (Kiddo.input.held('Space') && tool === 'track') {
        drag = { ...cursor };
        layTo(next);
        drag = null;
      }
      cursor = next;
      showCursor = true;
      moves++;
    }
    if (Kiddo.input.pressed('Space', 'Enter') && tool !== 'track') use(cursor);
    ['track', 'train', 'clear', 'upgrade'].forEach((name, i) => Kiddo.input.pressed(`Digit${i + 1}`) && press(name));
    if (Kiddo.input.pressed('KeyF')) press('fast');
  }

  // ---- update
  function update(dt) {
    if (phase !== 'play') return;
    keys();
    const quick = dt * (fast ? 2.5 : 1);
    // The first map waits for the first train, so that a beginner has all the time to learn.
    const learning = mapIndex === 0 && !world.trains.length;
    const before = Math.floor(time / world.map.month);
    if (!learning) time += quick;
    if (Math.floor(time / world.map.month) > before && world.money < 100) {
      world.money += GRANT;
      bad = { text: `The county gives you KSh ${GRANT}`, left: 2.4 };
    }
    R.step(world, quick);
    tell();
    smoke(dt);
    teach();
    showBars();
    if (world.earned >= world.map.goal || time >= world.map.month * 12) {
      if (!ending) {
        ending = 1.4;
        if (world.earned >= world.map.goal) for (const town of world.towns) cheer(town);
      }
    }
    if (ending && (ending -= dt) <= 0) finish();
  }
  function tell() {
    for (const event of world.events.splice(0)) {
      const p = view.at(event.town.x, event.town.y);
      if (event.kind === 'job') {
        cheer(event.town);
        Kiddo.sfx.win();
        floats.push({ x: p.x, y: p.y - 34, text: `Contract! +${event.pay}`, life: 2, colour: '#FFE28A' });
      } else {
        Kiddo.sfx.coin();
        floats.push({ x: p.x, y: p.y - 10, text: `+${event.pay}`, life: 1.2, colour: '#FFFFFF' });
      }
    }
  }
  function cheer(town) {
    const p = view.at(town.x, town.y);
    for (let i = 0; i < 22; i++) puffs.push({ x: p.x, y: p.y, vx: (Math.random() - 0.5) * 260, vy: -Math.random() * 240, r: 3 + Math.random() * 4, life: 1.1, colour: ['#FFC629', '#FF5C8A', '#45C9C1', '#fff'][i % 4] });
  }
  function smoke(dt) {
    for (const train of world.trains) {
      train.puff -= dt;
      if (train.puff > 0 || train.wait > 0 || world.level.engine === 2) continue;
      train.puff = 0.22;
      const p = Art.along(train.path, view, train.at);
      puffs.push({ x: p.x, y: p.y - view.c * 0.1, vx: -8, vy: -26, r: view.c * 0.08, life: 0.9, colour: '#FFFFFF' });
    }
    for (let i = puffs.length - 1; i >= 0; i--) {
      const puff = puffs[i];
      puff.x += puff.vx * dt;
      puff.y += puff.vy * dt;
      puff.r += 3 * dt;
      if ((puff.life -= dt) <= 0) puffs.splice(i, 1);
    }
    if (puffs.length > 140) puffs.splice(0, puffs.length - 140);
    for (let i = floats.length - 1; i >= 0; i--) {
      floats[i].y -= 26 * dt;
      if ((floats[i].life -= dt) <= 0) floats.splice(i, 1);
    }
  }
  function teach() {
    const [a, b] = world.towns;
    const joined = lesson < 3 && R.route(world, a.at, b.at);
    if (lesson === 0 && joined) lesson = 1;
    if (lesson === 1 && world.trains.length) lesson = 2;
    if (lesson === 2 && world.earned > 250) lesson = 9;
    let text = '';
    if (lesson === 0) text = `Karibu! Drag from ${a.name} to ${b.name} to lay track`;
    if (lesson === 1) text = tool !== 'train' ? 'Now press Train' : fromTown ? 'And the town at the other end' : `Tap ${a.name}, then ${b.name}`;
    if (lesson === 2) text = 'Your train earns money! Join more towns and fill the contracts';
    if (lesson === 9 && tool === 'train') text = fromTown ? `From ${fromTown.name} to...?` : `A train costs KSh ${R.trainPrice(world)}. Pick two towns`;
    if (lesson === 9 && tool === 'clear') text = 'Drag over track to take it up. Half the money comes back';
    bad.left = Math.max(0, bad.left - 1 / 60);
    const shown = bad.left > 0 ? bad.text : text;
    if (hintBox.textContent !== shown) hintBox.textContent = shown;
    hintBox.classList.toggle('bad', bad.left > 0);
  }
  function showBars() {
    Kiddo.hud('KSh', world.money);
    Kiddo.hud('Earned', `${world.earned}/${world.map.goal}`);
    Kiddo.hud('Month', view.tall ? null : month());
    const state = world.jobs.map((job) => `${job.good}${job.town.id}${job.got}`).join() + world.trains.length + world.jobsDone;
    if (state === jobsShown) return;
    jobsShown = state;
    jobsBox.innerHTML = '<h2>Contracts</h2>' + world.jobs.map((job) => `<div class="job"><b><i style="background:${GOODS[job.good].colour}"></i>${job.want} ${GOODS[job.good].name}</b>to ${job.town.name}<br><small>KSh ${job.pay}</small><div class="rod"><u style="width:${Math.round((job.got / job.want) * 100)}%"></u></div></div>`).join('');
    jobsBox.innerHTML += `<div class="job wide"><b>Your railway</b>${world.trains.length} ${world.trains.length === 1 ? 'train' : 'trains'}, ${world.edges.size} pieces of track<br>${world.jobsDone} contracts done<br><small>Next train: KSh ${R.trainPrice(world)}</small></div>`;
  }
  const month = () => MONTHS[Math.min(11, Math.floor(time / world.map.month))];

  // ---- draw
  function drawStill() {
    const back = still.getContext('2d');
    back.fillStyle = '#6E3A16';
    back.fillRect(0, 0, window.innerWidth, window.innerHeight);
    back.save();
    back.fillStyle = '#5A2E10';
    for (let x = 0; x < window.innerWidth; x += 48) for (let y = 0; y < window.innerHeight; y += 48) {
      if ((x / 48 + y / 48) % 2) back.fillRect(x, y, 48, 48);
    }
    back.beginPath();
    back.roundRect(view.box.x, view.box.y, view.box.w, view.box.h, 18);
    back.clip();
    Art.land(back, world, view);
    Art.track(back, world, view);
    world.towns.forEach((town) => Art.town(back, town, view));
    back.restore();
    dirty = false;
  }
  function draw() {
    if (!world) world = R.open(MAPS[0], Kiddo.rng(1));
    if (dirty) drawStill();
    ctx.drawImage(still, 0, 0, window.innerWidth, window.innerHeight);
    const now = performance.now() / 1000;
    for (const train of world.trains) Art.train(ctx, train, world, view, now);
    for (const town of world.towns) {
      if (town.cheer > 0) {
        ctx.globalAlpha = town.cheer * 0.6;
        const p = view.at(town.x, town.y);
        ctx.strokeStyle = '#FFE28A';
        ctx.lineWidth = 6;
        ctx.beginPath();
        ctx.arc(p.x, p.y, view.c * (0.9 - town.cheer * 0.4), 0, 7);
        ctx.stroke();
        ctx.globalAlpha = 1;
      }
      Art.label(ctx, town, view, lit(town), now);
    }
    for (const puff of puffs) {
      ctx.globalAlpha = Math.min(0.9, puff.life);
      Art.circle(ctx, puff.x, puff.y, puff.r, puff.colour);
    }
    ctx.globalAlpha = 1;
    drawCursor(now);
    if (view.tall && Kiddo.state === 'playing') {
      // On a narrow screen the month has no room in the bar: it stands under the round buttons.
      ctx.font = '400 22px "Bagel Fat One", system-ui';
      ctx.textAlign = 'right';
      ctx.fillStyle = '#FFC629';
      ctx.fillText(month(), window.innerWidth - 14, 82);
    }
    ctx.textAlign = 'center';
    ctx.font = '400 22px "Bagel Fat One", system-ui';
    for (const word of floats) {
      ctx.globalAlpha = Math.min(1, word.life * 2);
      const wide = ctx.measureText(word.text).width + 20;
      Art.box(ctx, word.x - wide / 2, word.y - 22, wide, 30, 15, '#0C2A30cc');
      ctx.fillStyle = word.colour;
      ctx.fillText(word.text, word.x, word.y);
    }
    ctx.globalAlpha = 1;
  }
  const lit = (town) => town === fromTown || (lesson === 0 && town.id < 2) || (lesson === 1 && tool === 'train' && town.id < 2 && (!fromTown || town !== fromTown));
  function drawCursor(now) {
    if (Kiddo.state !== 'playing' || phase !== 'play' || (!showCursor && !drag)) return;
    const at = drag || cursor;
    const p = view.at(at.x, at.y);
    const half = view.c * (0.5 + Math.sin(now * 7) * 0.03);
    ctx.strokeStyle = tool === 'clear' ? '#D8341C' : '#FFFFFF';
    ctx.lineWidth = 4;
    ctx.beginPath();
    ctx.roundRect(p.x - half, p.y - half, half * 2, half * 2, 8);
    ctx.stroke();
  }

  fit();
  Kiddo.start({
    title: 'Reli Tycoon',
    help: 'Join the towns with track, buy trains and carry what people need. Reach the goal before the year is over.',
    onStart: begin,
    onPause: () => (drag = null),
    probe: () => moves,
  });
  Kiddo.loop(update, draw);
})();
