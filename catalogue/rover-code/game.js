// Rover Code: puzzles, running, stars. program.js is the language, editor.js the blocks, mars.js the picture.
(function () {
  'use strict';
  const Kiddo = window.Kiddo;
  const P = window.Program;
  const Editor = window.Editor;
  const Mars = window.Mars;
  const PUZZLES = window.PUZZLES;
  const SECTORS = window.SECTORS;
  const ACT_TIME = { fwd: 0.42, left: 0.34, right: 0.34, dig: 0.55, look: 0.2, bump: 0.55, stop: 0.2 };
  const TUNE = [0, null, null, 7, null, null, 12, null, 11, null, 7, null, 4, null, null, null, 2, null, null, 9, null, null, 14, null, 12, null, 9, null, 7, null, null, null];
  const $ = (query) => document.querySelector(query);

  const canvas = $('#mars');
  const ctx = canvas.getContext('2d');
  const sheet = $('#sheet');
  const say = $('#say');
  const view = { x: 0, y: 0, w: 0, h: 0, c: 60, width: 1, height: 1 };
  let still = null;
  let saved = { stars: [] };
  let index = 0;
  let puzzle = PUZZLES[0];
  let world = P.world(puzzle);
  let running = null; // the generator while a program runs
  let stepping = false;
  let act = null; // what the rover is doing now
  let left = 0; // seconds of it left
  let pose = { x: 0, y: 0, turn: 0 };
  let from = { x: 0, y: 0, turn: 0 };
  let touched = 0; // how many changes the player made: what the browser test watches
  let bits = [];
  let time = 0;
  let ready = false;

  // ---- layout
  function fit() {
    const w = window.innerWidth;
    const h = window.innerHeight;
    const tall = h > w;
    view.width = tall ? w : w - $('#desk').offsetWidth;
    view.height = tall ? h * 0.43 + 20 : h;
    const dots = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = view.width * dots;
    canvas.height = view.height * dots;
    canvas.style.width = `${view.width}px`;
    canvas.style.height = `${view.height}px`;
    ctx.setTransform(dots, 0, 0, dots, 0, 0);
    const top = tall ? 92 : 84;
    const room = { w: view.width - (tall ? 40 : 60), h: view.height - top - (tall ? 34 : 50) };
    view.c = Math.min(room.w / world.w, room.h / world.h, tall ? 120 : 160);
    view.w = view.c * world.w;
    view.h = view.c * world.h;
    view.x = (view.width - view.w) / 2;
    view.y = top + (room.h - view.h) * (tall ? 0.5 : 0.62); // a flat map leaves room for the sky above it
    still = document.createElement('canvas');
    still.width = canvas.width;
    still.height = canvas.height;
    const back = still.getContext('2d');
    back.setTransform(dots, 0, 0, dots, 0, 0);
    Mars.ground(back, view.width, view.height, puzzle, view);
  }
  window.addEventListener('resize', fit);
  const spot = (x, y) => ({ x: view.x + (x + 0.5) * view.c, y: view.y + (y + 0.5) * view.c });

  // ---- puzzles
  function begin() {
    if (Kiddo.data && Array.isArray(Kiddo.data.stars)) saved = { stars: Kiddo.data.stars };
    touched = 0;
    Kiddo.music.play(TUNE, 210, { vol: 0.08 });
    const next = firstOpen();
    if (saved.stars.some(Boolean)) {
      openPuzzle(Math.min(next, PUZZLES.length - 1));
      showList();
    } else openPuzzle(0);
  }
  const firstOpen = () => {
    const at = PUZZLES.findIndex((_, i) => !saved.stars[i]);
    return at < 0 ? PUZZLES.length : at;
  };
  const allStars = () => saved.stars.reduce((sum, n) => sum + (n || 0), 0);
  function openPuzzle(which) {
    index = which;
    puzzle = PUZZLES[index];
    sheet.hidden = true;
    reset();
    Editor.open(puzzle.tray, () => {
      if (ready) touched++;
      hud();
    });
    ready = true;
    tell(puzzle.say);
    fit();
    hud();
  }
  function reset() {
    world = P.world(puzzle);
    running = null;
    act = null;
    pose = { x: world.x, y: world.y, turn: world.turns };
    bits = [];
    Editor.lock(false);
    Editor.light(null);
    $('#run').textContent = 'Run';
  }
  function hud() {
    if (Kiddo.state !== 'playing') return;
    Kiddo.hud('No.', `${index + 1}/${PUZZLES.length}`);
    Kiddo.hud('Blocks', `${P.size(Editor.program)}/${puzzle.par}`);
    Kiddo.hud('Stars', allStars());
  }
  function tell(text, mood = '') {
    say.textContent = text;
    say.className = mood;
  }

  // ---- running
  function start(slow) {
    if (Kiddo.state !== 'playing' || !sheet.hidden) return;
    if (running && !slow) {
      reset();
      return tell(puzzle.say);
    }
    stepping = slow;
    if (running) return act ? undefined : nextAct();
    if (!P.size(Editor.program)) return tell('Your program is empty. Tap a block to begin.', 'bad');
    reset();
    Editor.lock(true);
    running = P.run(Editor.program, world);
    $('#run').textContent = 'Stop';
    tell(slow ? 'Press Step again for the next block.' : 'The rover reads your blocks one by one.');
    nextAct();
  }
  function nextAct() {
    from = { ...pose };
    const told = running.next();
    if (told.done) return finish(told.value);
    act = told.value;
    left = ACT_TIME[act.act];
    Editor.light(act.block);
    if (act.result) return finish(act.result);
    soundOf(act);
  }
  function soundOf({ act: kind, got, yes }) {
    if (kind === 'fwd') Kiddo.sound.tone({ freq: 150, to: 210, ms: 300, type: 'sawtooth', vol: 0.12 });
    if (kind === 'left' || kind === 'right') Kiddo.sound.tone({ freq: 320, to: kind === 'left' ? 260 : 380, ms: 180, type: 'triangle', vol: 0.25 });
    if (kind === 'dig') got ? Kiddo.sfx.coin() : Kiddo.sound.tone({ type: 'noise', ms: 160, vol: 0.2 });
    if (kind === 'bump') Kiddo.sfx.hit();
    if (kind === 'look' && yes) Kiddo.sound.tone({ freq: 700, ms: 60, type: 'sine', vol: 0.2 });
    if (kind === 'dig' && got) spray(pose, 18, ['#45C9C1', '#A6F0EA', '#fff']);
    if (kind === 'dig' && !got) spray(pose, 8, ['#C95A33', '#F08A5C']);
    if (kind === 'bump') spray(pose, 8, ['#FFC629', '#fff']);
  }
  function finish(result) {
    act = null;
    if (result === 'done') return solved();
    running = null;
    Editor.lock(false);
    $('#run').textContent = 'Run';
    const missing = world.samples.size;
    const words = {
      bump: 'Bump! Something is in the way. The glowing block is where it happened.',
      end: missing ? `The program is over, and ${missing} ${missing === 1 ? 'crystal is' : 'crystals are'} still there.` : 'The program is over, but the rover is not at the flag yet.',
      long: 'The rover goes round and round. Does something inside the loop move it?',
    };
    tell(words[result] || words.end, 'bad');
    Kiddo.sound.tone({ freq: 240, to: 150, ms: 260, type: 'triangle', vol: 0.3 });
  }
  function solved() {
    running = null;
    const used = P.size(Editor.program);
    const stars = used <= puzzle.par ? 3 : used <= puzzle.par + 2 ? 2 : 1;
    saved.stars[index] = Math.max(saved.stars[index] || 0, stars);
    for (let i = 0; i < PUZZLES.length; i++) saved.stars[i] = saved.stars[i] || 0;
    Kiddo.save(saved);
    Kiddo.sfx.win();
    for (let i = 0; i < 4; i++) spray(pose, 12, ['#FFC629', '#FF5C8A', '#45C9C1', '#fff']);
    tell('Vizuri! Well done!', 'good');
    hud();
    act = { act: 'cheer' };
    left = 1.1;
    act.then = () => resultCard(stars, used);
  }
  function resultCard(stars, used) {
    act = null;
    const last = index === PUZZLES.length - 1 || PUZZLES[index + 1].sector !== puzzle.sector;
    card(stars === 3 ? 'Perfect code!' : 'Puzzle solved!', [
      ['div', 'stars', '★'.repeat(stars) + '☆'.repeat(3 - stars)],
      ['p', '', stars === 3 ? `${used} blocks. It can hardly be shorter!` : `${used} blocks. With ${puzzle.par} you get three stars.`],
    ], [
      [last ? 'Finish sector' : 'Next puzzle', 'go', () => (last ? endSector() : openPuzzle(index + 1))],
      ['Change my code', '', () => {
        sheet.hidden = true;
        reset();
        tell(puzzle.say);
      }],
    ]);
  }
  function endSector() {
    sheet.hidden = true;
    const mine = PUZZLES.map((p, i) => (p.sector === puzzle.sector ? saved.stars[i] || 0 : -1)).filter((n) => n >= 0);
    const got = mine.reduce((a, b) => a + b, 0);
    Kiddo.over({ score: allStars() * 100, won: true, text: `${SECTORS[puzzle.sector].name}: ${got} of ${mine.length * 3} stars. ${allStars()} stars in all.` });
  }

  // ---- cards over the game
  function card(title, lines, buttons) {
    const box = document.createElement('div');
    box.className = 'card';
    const head = document.createElement('h2');
    head.textContent = title;
    box.append(head);
    for (const [tag, className, text] of lines) {
      const line = document.createElement(tag);
      line.className = className;
      line.textContent = text;
      box.append(line);
    }
    const row = document.createElement('div');
    row.className = 'row';
    for (const [text, className, then] of buttons) row.append(button(text, className, then));
    box.append(row);
    sheet.replaceChildren(box);
    sheet.hidden = false;
    if (row.firstChild) row.firstChild.focus({ preventScroll: true });
  }
  function button(text, className, then) {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = className;
    made.textContent = text;
    made.addEventListener('click', () => {
      if (Kiddo.state !== 'playing') return;
      Kiddo.sfx.click();
      then();
    });
    return made;
  }
  function showList() {
    const box = document.createElement('div');
    box.className = 'card';
    const head = document.createElement('h2');
    head.textContent = 'Choose a puzzle';
    box.append(head);
    const open = firstOpen();
    SECTORS.forEach((sector, s) => {
      const part = document.createElement('div');
      part.className = 'sector';
      const name = document.createElement('h3');
      name.textContent = `${sector.name}: ${sector.about}`;
      const grid = document.createElement('div');
      PUZZLES.forEach((p, i) => {
        if (p.sector !== s) return;
        const one = button(`${i + 1}`, '', () => openPuzzle(i));
        const small = document.createElement('small');
        small.textContent = saved.stars[i] ? '★'.repeat(saved.stars[i]) : '·';
        one.append(small);
        // One puzzle may be skipped: the two after the last solved are open.
        one.disabled = i > open + 1;
        grid.append(one);
      });
      part.append(name, grid);
      box.append(part);
    });
    sheet.replaceChildren(box);
    sheet.hidden = false;
  }

  // ---- buttons and keys
  const press = (query, then) => $(query).addEventListener('click', (event) => {
    event.currentTarget.blur();
    if (Kiddo.state === 'playing') then();
  });
  press('#run', () => start(false));
  press('#step', () => start(true));
  press('#undo', () => (running ? start(false) : Editor.undo()));
  press('#wipe', () => (running ? start(false) : Editor.wipe()));
  press('#list', () => {
    reset();
    showList();
  });
  window.addEventListener('keydown', (event) => {
    if (Kiddo.state !== 'playing' || event.repeat) return;
    if (!sheet.hidden) return;
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit) Editor.add(Editor.letter(Number(digit[1]) - 1));
    if (event.code === 'Backspace') Editor.removeBack();
    if (event.code === 'Space') start(false);
    if (event.code === 'KeyS') start(true);
  });

  // ---- moving pictures
  function spray(at, count, colours) {
    const p = spot(at.x, at.y);
    for (let i = 0; i < count; i++) {
      const angle = Math.random() * 7;
      const fast = 30 + Math.random() * view.c * 2;
      bits.push({ x: p.x, y: p.y, vx: Math.cos(angle) * fast, vy: Math.sin(angle) * fast - 50, r: 2.5 + Math.random() * 4, life: 1, colour: colours[i % colours.length] });
    }
  }
  function update(dt) {
    time += dt;
    for (let i = bits.length - 1; i >= 0; i--) {
      const bit = bits[i];
      bit.x += bit.vx * dt;
      bit.y += bit.vy * dt;
      bit.vy += 260 * dt;
      if ((bit.life -= dt * 1.4) <= 0) bits.splice(i, 1);
    }
    if (!act || !sheet.hidden) return;
    left -= dt;
    const t = 1 - Math.max(0, left) / (ACT_TIME[act.act] || 1);
    const ease = t * t * (3 - 2 * t);
    if (act.act === 'cheer') pose.turn = world.turns + ease * 4;
    else if (act.act === 'bump') {
      const push = Math.sin(t * Math.PI) * 0.22;
      pose.x = from.x + [push, 0, -push, 0][world.dir];
      pose.y = from.y + [0, push, 0, -push][world.dir];
    } else {
      pose.x = from.x + (world.x - from.x) * ease;
      pose.y = from.y + (world.y - from.y) * ease;
      pose.turn = from.turn + (world.turns - from.turn) * ease;
      if (act.act === 'fwd' && Math.random() < dt * 30) {
        const p = spot(pose.x, pose.y);
        bits.push({ x: p.x + (Math.random() - 0.5) * view.c * 0.5, y: p.y + view.c * 0.25, vx: 0, vy: -14, r: 3 + Math.random() * 4, life: 0.6, colour: '#F8B08C' });
      }
    }
    if (left > 0) return;
    const over = act;
    act = null;
    if (over.then) return over.then();
    if (running && !stepping) nextAct();
  }
  function draw() {
    if (!still) openPuzzle(0);
    ctx.drawImage(still, 0, 0, view.width, view.height);
    const s = view.c / 100;
    if (world.flag >= 0) {
      const p = spot(world.flag % world.w, Math.floor(world.flag / world.w));
      Mars.flag(ctx, p.x, p.y, s, time, world.samples.size === 0);
    }
    for (const at of world.samples) {
      const p = spot(at % world.w, Math.floor(at / world.w));
      Mars.crystal(ctx, p.x, p.y, s, time);
    }
    const p = spot(pose.x, pose.y);
    const digging = act && act.act === 'dig' ? Math.sin(left * 40) * 3 * s : 0;
    Mars.rover(ctx, p.x, p.y + digging, (pose.turn * Math.PI) / 2, s * 0.98, { time, moving: !!act && act.act === 'fwd', mood: act && act.act === 'bump' ? 'bump' : '' });
    for (const bit of bits) {
      ctx.globalAlpha = Math.max(0, Math.min(1, bit.life * 1.5));
      Mars.dot(ctx, bit.x, bit.y, bit.r, bit.colour);
    }
    ctx.globalAlpha = 1;
  }

  Kiddo.start({
    title: 'Rover Code',
    help: 'Build a program from blocks. The rover on Mars does just what it says. Dig the crystals, reach the flag!',
    onStart: begin,
    probe: () => touched,
  });
  Kiddo.loop(update, draw);
})();
