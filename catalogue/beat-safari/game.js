// Beat Safari: songs.js writes the music, band.js plays it and keeps the time, art.js draws, this file is the game.
(function () {
  'use strict';
  const Kiddo = window.Kiddo;
  const Band = window.Band;
  const Art = window.Art;
  const SONGS = window.SONGS;
  const LEAD_IN = 1.6; // seconds before the first drum
  // How far off (in seconds) a tap may be, what it pays, and what it gives back to the party.
  const JUDGE = [
    { word: 'Perfect!', within: 0.06, pays: 100, cheer: 3, colour: '#FFE28A' },
    { word: 'Good', within: 0.11, pays: 60, cheer: 2, colour: '#A6EDE6' },
    { word: 'OK', within: 0.17, pays: 30, cheer: 0.5, colour: '#FFFFFF' },
  ];
  const TOO_LATE = 0.17;
  const MISS_COST = [3, 4, 5, 6, 7]; // the party's energy, by song
  const HOLD_PAY = 90; // points a second while a long note is held
  const KEYS = { KeyD: 0, KeyF: 1, KeyJ: 2, KeyK: 3, ArrowLeft: 0, ArrowDown: 1, ArrowUp: 2, ArrowRight: 3 };
  const LABELS = ['D', 'F', 'J', 'K'];

  const stage = Kiddo.stage({ width: 1280, height: 720, portrait: { width: 540, height: Math.round(540 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#D61F69' });
  const { ctx } = stage;
  const coarse = window.matchMedia('(pointer: coarse)').matches;
  let saved = { open: 1, best: [] };
  let phase = 'play';
  let chosen = 0;
  let index = 0;
  let song = null;
  let notes = [];
  let first = 0; // notes before this one are over
  let taps = 0; // what the browser test watches
  let score = 0;
  let combo = 0;
  let bestCombo = 0;
  let energy = 100;
  let hits = [0, 0, 0, 0];
  let held = [null, null, null, null];
  let press = [0, 0, 0, 0]; // 1 when a lane has just been tapped, fading
  let downLanes = [false, false, false, false];
  let bits = [];
  let words = [];
  let jolt = 0;
  let still = 0; // the wall time of the title screen's dance
  let back = null;
  let backShape = '';

  // ---- where things are
  function layout() {
    const tall = stage.height > stage.width;
    const laneWidth = tall ? 128 : 124;
    const left = tall ? (stage.width - laneWidth * 4) / 2 : 620;
    const extra = tall ? (stage.height - 960) * 0.4 : 0; // a long phone: the elephant gets out from under the pills
    return { tall, laneWidth, left, top: tall ? 250 + extra : -40, line: tall ? stage.height - 150 : stage.height - 112, elephant: tall ? { x: stage.width / 2, y: 210 + extra, s: 0.92 } : { x: 312, y: 360, s: 2.1 } };
  }
  const laneX = (at, lane) => at.left + at.laneWidth * (lane + 0.5);

  // ---- a run
  function begin() {
    if (Kiddo.data && Kiddo.data.open) saved = { open: Math.min(SONGS.length, Kiddo.data.open), best: Kiddo.data.best || [] };
    taps = 0;
    Band.stop();
    chosen = saved.open - 1;
    ['Score', 'Combo', 'Party'].forEach((pill) => Kiddo.hud(pill, null));
    if (saved.open > 1) phase = 'pick';
    else startSong(0);
  }
  function startSong(which) {
    index = which;
    phase = 'play';
    song = window.writeOut(SONGS[index]);
    notes = song.notes.map((note) => ({ ...note, state: 'coming', heldFor: 0 }));
    first = score = combo = bestCombo = jolt = 0;
    energy = 100;
    hits = [0, 0, 0, 0];
    held = [null, null, null, null];
    bits = [];
    words = [{ text: SONGS[index].name, x: 0.5, life: 2.4, colour: '#FFE28A', size: 46 }];
    Band.play(song, LEAD_IN);
  }
  function finish(won) {
    Band.stop();
    const total = hits[0] + hits[1] + hits[2] + hits[3];
    const grade = total ? Math.round(((hits[0] + hits[1] * 0.7 + hits[2] * 0.4) / total) * 100) : 0;
    let more = '';
    if (won) {
      saved.best[index] = Math.max(saved.best[index] || 0, grade);
      if (index + 1 === saved.open && saved.open < SONGS.length) {
        saved.open++;
        more = ` New song: ${SONGS[saved.open - 1].name}!`;
      }
      Kiddo.save(saved);
    }
    const text = won ? `${SONGS[index].name}: ${grade}% on time, best combo ${bestCombo}.${more}` : 'The party ran out of energy. Listen to the drum and try again!';
    Kiddo.over({ score: Math.round(score), text, won });
  }

  // ---- input, judged the moment it comes and not at the next frame
  function tapLane(lane) {
    taps++;
    press[lane] = 1;
    downLanes[lane] = true;
    const time = Band.now();
    let best = null;
    for (let i = first; i < notes.length && notes[i].time < time + TOO_LATE; i++) {
      const note = notes[i];
      if (note.lane !== lane || note.state !== 'coming') continue;
      if (!best || Math.abs(note.time - time) < Math.abs(best.time - time)) best = note;
    }
    if (!best || Math.abs(best.time - time) > TOO_LATE) return Band.strike('thud');
    const verdict = JUDGE.findIndex((j) => Math.abs(best.time - time) <= j.within);
    hit(best, verdict < 0 ? 2 : verdict);
  }
  function hit(note, verdict) {
    const { pays, cheer, word, colour } = JUDGE[verdict];
    note.state = note.hold ? 'held' : 'done';
    if (note.hold) held[note.lane] = note;
    combo++;
    bestCombo = Math.max(bestCombo, combo);
    hits[verdict]++;
    score += pays * times();
    energy = Math.min(100, energy + cheer);
    Band.strike('tap', { good: verdict === 0 });
    const at = layout();
    burst(laneX(at, note.lane), at.line, note.lane, verdict === 0 ? 12 : 6);
    words.push({ text: word, lane: note.lane, life: 0.7, colour, size: 30 });
    if (combo % 25 === 0) {
      words.push({ text: `${combo} combo!`, x: 0.5, life: 1.4, colour: '#FFE28A', size: 44 });
      Kiddo.sfx.coin();
    }
  }
  function letGo(lane) {
    downLanes[lane] = false;
    const note = held[lane];
    if (!note) return;
    held[lane] = null;
    note.state = 'done';
  }
  function miss(note) {
    note.state = 'missed';
    combo = 0;
    hits[3]++;
    jolt = 1;
    energy -= MISS_COST[index];
    words.push({ text: 'Miss', lane: note.lane, life: 0.6, colour: '#FFB3C8', size: 26 });
    if (energy <= 0) finish(false);
  }
  const times = () => Math.min(4, 1 + Math.floor(combo / 10));

  window.addEventListener('keydown', (event) => {
    if (event.repeat || Kiddo.state !== 'playing' || phase !== 'play') return;
    if (event.code in KEYS) tapLane(KEYS[event.code]);
  });
  window.addEventListener('keyup', (event) => event.code in KEYS && letGo(KEYS[event.code]));
  const fingers = new Map();
  stage.canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing') return;
    const spot = stage.point(event);
    if (phase === 'pick') return pickAt(spot);
    const at = layout();
    const lane = Math.floor((spot.x - at.left) / at.laneWidth);
    if (lane < (at.tall ? -1 : 0) || lane > (at.tall ? 4 : 3)) return;
    const safe = Math.max(0, Math.min(3, lane));
    fingers.set(event.pointerId, safe);
    tapLane(safe);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    window.addEventListener(type, (event) => {
      if (!fingers.has(event.pointerId)) return;
      letGo(fingers.get(event.pointerId));
      fingers.delete(event.pointerId);
    });
  }

  // ---- update
  function update(dt) {
    if (phase === 'pick') return pickKeys();
    Band.tick();
    const time = Band.now();
    for (let i = first; i < notes.length && notes[i].time < time; i++) {
      if (notes[i].state === 'coming' && time - notes[i].time > TOO_LATE) {
        miss(notes[i]);
        if (Kiddo.state !== 'playing') return;
      }
    }
    while (first < notes.length && notes[first].time + notes[first].hold < time - 0.5) first++;
    holdNotes(dt, time);
    fadeThings(dt);
    Kiddo.hud('Score', Math.round(score));
    Kiddo.hud('Combo', times() > 1 ? `${combo} ×${times()}` : combo);
    // the bar shows it too; on a phone held sideways the pill would hide the first lane
    Kiddo.hud('Party', window.innerHeight < 430 ? null : `${Math.max(0, Math.ceil(energy))}%`);
    if (time > song.length) finish(true);
  }
  function holdNotes(dt, time) {
    const at = layout();
    held.forEach((note, lane) => {
      if (!note) return;
      if (time >= note.time + note.hold) {
        held[lane] = null;
        note.state = 'done';
        score += 50 * times();
        burst(laneX(at, lane), at.line, lane, 10);
        return;
      }
      score += HOLD_PAY * dt * times();
      if (Math.random() < dt * 22) burst(laneX(at, lane), at.line, lane, 1);
    });
  }
  function burst(x, y, lane, count) {
    for (let i = 0; i < count; i++) {
      const angle = -Math.PI * Math.random();
      const fast = 120 + Math.random() * 300;
      bits.push({ x, y, vx: Math.cos(angle) * fast, vy: Math.sin(angle) * fast, r: 4 + Math.random() * 6, life: 1, colour: i % 3 ? Art.LANES[lane].colour : '#fff', note: count > 8 && i % 5 === 0 });
    }
    if (bits.length > 120) bits.splice(0, bits.length - 120);
  }
  function fadeThings(dt) {
    jolt = Math.max(0, jolt - dt * 4);
    for (let lane = 0; lane < 4; lane++) press[lane] = Math.max(downLanes[lane] ? 0.6 : 0, press[lane] - dt * 6);
    for (let i = bits.length - 1; i >= 0; i--) {
      const bit = bits[i];
      bit.x += bit.vx * dt;
      bit.y += bit.vy * dt;
      bit.vy += 620 * dt;
      if ((bit.life -= dt * 1.8) <= 0) bits.splice(i, 1);
    }
    for (let i = words.length - 1; i >= 0; i--) if ((words[i].life -= dt) <= 0) words.splice(i, 1);
  }

  // ---- draw
  function draw() {
    const at = layout();
    const shape = `${stage.width}x${stage.height}`;
    if (backShape !== shape) {
      back = Art.backdrop(stage.width, stage.height, at.elephant.x, at.elephant.y);
      backShape = shape;
    }
    const playing = Kiddo.state === 'playing' && phase === 'play';
    if (!playing) still += 1 / 60;
    const time = song && phase === 'play' ? Band.now() : still;
    const beat = song ? song.beat : 0.6;
    const into = (((time % beat) + beat) % beat) / beat;
    const pulse = Math.max(0, 1 - into * 2.2) ** 2;
    ctx.drawImage(back, 0, 0, stage.width, stage.height);
    if (phase === 'pick') return drawPick(pulse);
    Art.equalizer(ctx, 0, at.tall ? stage.width : at.left - 20, at.tall ? at.top + 80 : stage.height, at.tall ? 170 : 330, pulse, energy / 100, time);
    if (!at.tall) {
      Art.equalizer(ctx, at.left + at.laneWidth * 4 + 20, stage.width - at.left - at.laneWidth * 4 - 20, stage.height, 330, pulse, energy / 100, time + 9);
    }
    const side = Math.floor(time / beat) % 2 ? 1 : -1;
    const sway = side * (0.07 * Math.sin(into * Math.PI)) * (energy > 30 ? 1 : 0.4);
    Art.elephant(ctx, at.elephant.x + jolt * Math.sin(time * 70) * 8, at.elephant.y, at.elephant.s, { pulse, sway, mood: energy / 100, look: at.tall ? 0 : 1, time });
    drawLanes(at, pulse);
    drawNotes(at, time);
    drawBits();
    drawWords(at);
    drawLesson(at);
    drawParty(at);
  }
  function drawLanes(at) {
    for (let lane = 0; lane < 4; lane++) {
      const x = at.left + at.laneWidth * lane;
      ctx.fillStyle = lane % 2 ? '#6B0E37' : '#7A1240';
      ctx.beginPath();
      ctx.roundRect(x, at.top, at.laneWidth, stage.height - at.top + 40, lane === 0 ? [26, 0, 0, 0] : lane === 3 ? [0, 26, 0, 0] : 0);
      ctx.fill();
      if (press[lane] > 0) {
        ctx.globalAlpha = press[lane] * 0.35;
        ctx.fillStyle = Art.LANES[lane].colour;
        ctx.fillRect(x, at.top + 26, at.laneWidth, stage.height);
        ctx.globalAlpha = 1;
      }
    }
    ctx.fillStyle = '#FFFFFF';
    ctx.globalAlpha = 0.25;
    ctx.fillRect(at.left, at.line - 3, at.laneWidth * 4, 6);
    ctx.globalAlpha = 1;
    for (let lane = 0; lane < 4; lane++) Art.ring(ctx, lane, laneX(at, lane), at.line, 48 - press[lane] * 5, press[lane] > 0.1, coarse ? '' : LABELS[lane]);
  }
  function drawNotes(at, time) {
    if (!song) return;
    const fall = SONGS[index].fall;
    const travel = at.line - at.top;
    const yAt = (when) => at.line - ((when - time) / fall) * travel;
    ctx.save();
    ctx.beginPath();
    ctx.rect(at.left, Math.max(0, at.top), at.laneWidth * 4, stage.height);
    ctx.clip();
    for (let i = first; i < notes.length && notes[i].time < time + fall; i++) {
      const note = notes[i];
      if (note.state === 'done') continue;
      const x = laneX(at, note.lane);
      const y = note.state === 'held' ? at.line : yAt(note.time);
      if (note.hold) {
        ctx.fillStyle = note.state === 'missed' ? '#8A3358' : Art.LANES[note.lane].dark;
        const end = yAt(note.time + note.hold);
        ctx.beginPath();
        ctx.roundRect(x - 22, end, 44, Math.max(0, y - end), 22);
        ctx.fill();
        ctx.fillStyle = note.state === 'missed' ? '#9A4468' : Art.LANES[note.lane].colour;
        ctx.beginPath();
        ctx.roundRect(x - 12, end + 10, 24, Math.max(0, y - end - 10), 12);
        ctx.fill();
      }
      if (note.state === 'missed') ctx.globalAlpha = 0.35;
      const grow = note.state === 'held' ? 1.1 : 1;
      Art.animal(ctx, note.lane, x, y, 104 * grow);
      ctx.globalAlpha = 1;
    }
    ctx.restore();
  }
  /** Until the first hit of a new player: what a tap is for. */
  function drawLesson(at) {
    if (Kiddo.state !== 'playing' || index > 0 || hits[0] + hits[1] + hits[2] > 0) return;
    const lines = coarse ? ['Tap a ring when', 'its animal lands in it'] : ['Press D F J K when', 'the animal lands in its ring'];
    const size = Math.max(27, 16 / stage.scale);
    const x = at.left + at.laneWidth * 2;
    const y = at.line - 150;
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui`;
    ctx.textAlign = 'center';
    ctx.fillStyle = '#0C2A30e6';
    ctx.beginPath();
    ctx.roundRect(x - at.laneWidth * 1.7, y - size * 1.5, at.laneWidth * 3.4, size * 3, size);
    ctx.fill();
    ctx.fillStyle = '#FFE28A';
    lines.forEach((line, i) => ctx.fillText(line, x, y + size * (i * 1.2 - 0.22), at.laneWidth * 3.2));
  }
  function drawBits() {
    for (const bit of bits) {
      ctx.globalAlpha = Math.min(1, bit.life * 1.5);
      if (bit.note) Art.musicNote(ctx, bit.x, bit.y, 0.5, bit.colour, bit.vx * 0.002);
      else Art.dot(ctx, bit.x, bit.y, bit.r * bit.life, bit.colour);
    }
    ctx.globalAlpha = 1;
  }
  function drawWords(at) {
    ctx.textAlign = 'center';
    for (const word of words) {
      ctx.globalAlpha = Math.min(1, word.life * 3);
      const big = word.lane === undefined;
      ctx.font = `400 ${word.size}px "Bagel Fat One", system-ui`;
      const x = big ? at.left + at.laneWidth * 2 : laneX(at, word.lane);
      const y = big ? at.line - 300 : at.line - 74 - (0.7 - word.life) * 60;
      if (big) {
        const wide = ctx.measureText(word.text).width + 56;
        ctx.fillStyle = '#0C2A30e6';
        ctx.beginPath();
        ctx.roundRect(x - wide / 2, y - word.size, wide, word.size * 1.5, word.size);
        ctx.fill();
      }
      ctx.fillStyle = word.colour;
      ctx.fillText(word.text, x, y + (big ? word.size * 0.1 : 0));
    }
    ctx.globalAlpha = 1;
  }
  /** The energy of the party, a bar beside the lanes that turns red when it runs low. */
  function drawParty(at) {
    const x = at.tall ? 0 : at.left - 26;
    const w = at.tall ? stage.width : 14;
    if (at.tall) {
      const y = at.top - 16;
      ctx.fillStyle = '#5C0A2C';
      ctx.fillRect(0, y, w, 14);
      ctx.fillStyle = energy < 30 ? '#FF5A1F' : '#43CF7E';
      ctx.fillRect(0, y, (w * Math.max(0, energy)) / 100, 14);
      return;
    }
    const tall = stage.height - 120;
    ctx.fillStyle = '#5C0A2C';
    ctx.beginPath();
    ctx.roundRect(x, 90, w, tall, 7);
    ctx.fill();
    const full = (tall * Math.max(0, energy)) / 100;
    ctx.fillStyle = energy < 30 ? '#FF5A1F' : '#43CF7E';
    ctx.beginPath();
    ctx.roundRect(x, 90 + tall - full, w, full, 7);
    ctx.fill();
  }

  // ---- choosing a song
  function rows() {
    const w = Math.min(stage.width - 40, 720);
    const h = stage.height > stage.width ? 124 : 92;
    const top = stage.height > stage.width ? 200 : 170;
    return SONGS.map((_, i) => ({ x: (stage.width - w) / 2, y: top + i * (h + 14), w, h }));
  }
  function pickKeys() {
    const move = (Kiddo.input.pressed('ArrowDown', 'ArrowRight') ? 1 : 0) - (Kiddo.input.pressed('ArrowUp', 'ArrowLeft') ? 1 : 0);
    if (move) {
      chosen = Math.max(0, Math.min(saved.open - 1, chosen + move));
      taps++;
      Kiddo.sfx.click();
    }
    if (Kiddo.input.pressed('Space', 'Enter')) startSong(chosen);
  }
  function pickAt(spot) {
    const hitRow = rows().findIndex((r) => spot.x > r.x && spot.x < r.x + r.w && spot.y > r.y && spot.y < r.y + r.h);
    if (hitRow < 0 || hitRow >= saved.open) return;
    taps++;
    chosen = hitRow;
    startSong(hitRow);
  }
  function drawPick(pulse) {
    const font = (px) => Math.max(px, 14.5 / stage.scale); // readable on the smallest phone
    ctx.textAlign = 'center';
    ctx.fillStyle = '#fff';
    ctx.font = '400 42px "Bagel Fat One", system-ui';
    ctx.fillText('Choose a song', stage.width / 2, stage.height > stage.width ? 160 : 130);
    rows().forEach((r, i) => {
      const open = i < saved.open;
      ctx.globalAlpha = open ? 1 : 0.5;
      ctx.fillStyle = i === chosen ? '#FFC629' : '#7A0F3B';
      ctx.beginPath();
      ctx.roundRect(r.x, r.y, r.w, r.h, 24);
      ctx.fill();
      if (open) Art.animal(ctx, i % 4, r.x + 58, r.y + r.h / 2, 84 + (i === chosen ? pulse * 12 : 0));
      ctx.textAlign = 'left';
      ctx.fillStyle = i === chosen ? '#0C2A30' : '#fff';
      ctx.font = `400 ${font(30)}px "Bagel Fat One", system-ui`;
      ctx.fillText(open ? `${i + 1}. ${SONGS[i].name}` : 'Finish the song above', r.x + 116, r.y + r.h / 2 - 4);
      ctx.font = `600 ${font(22)}px Lexend, system-ui`;
      const best = saved.best[i] ? `Best ${saved.best[i]}%` : SONGS[i].style;
      if (open) ctx.fillText(best, r.x + 116, r.y + r.h / 2 + 6 + font(22));
      ctx.globalAlpha = 1;
      ctx.textAlign = 'center';
    });
  }

  // ---- the shell
  Kiddo.start({
    title: 'Beat Safari',
    help: 'Tap a lane (or D F J K) when its animal lands in the ring. Hold on for the long ones!',
    onStart: begin,
    onPause: () => Band.pause(),
    onResume: () => phase === 'play' && Band.resume(),
    probe: () => taps,
  });
  // The kit owns the mute button; the band has its own sound, so it follows what the button says.
  const muteButton = document.querySelector('.kk-tools .kk-icon');
  const follow = () => Band.setMuted(muteButton.getAttribute('aria-pressed') === 'true');
  new MutationObserver(follow).observe(muteButton, { attributes: true });
  follow();
  Kiddo.loop(update, draw);
})();
