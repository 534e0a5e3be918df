// The plumbing every Kiddo game shares: shell (title, pause, over), sound, input, stage, saves.
// It draws no game. A game loads it with <script src="/kit/kit.js"></script> and uses window.Kiddo.
// The contract with the page around the game is the `post` messages below; see catalogue/README.md.
(function () {
  'use strict';
  const root = document.documentElement;
  const host = window.parent === window ? null : window.parent;
  const post = (type, data) => host && host.postMessage({ kiddo: 1, type, ...data }, '*');
  const el = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text) node.textContent = text;
    return node;
  };

  // ---- state: title -> playing <-> paused -> over -> playing
  let state = 'title';
  let options = {};
  let store = { best: 0, muted: false, data: null };
  let probe = () => null;
  const set = (next) => {
    state = next;
    root.dataset.state = next;
    if (next === 'playing') wakeSound();
    else music.hush();
    hint.hidden = true;
    overlays();
  };

  // ---- saves: the page keeps them for us, since a sandboxed frame has no storage of its own.
  // Until it has said what it kept nothing is given to it, which would be written over that; what changed meanwhile is added.
  let isKnown = false;
  // Whether the page itself shows how a run ended ('Play again' and other games), so that we do not.
  let showsEnd = false;
  const changed = new Set();
  window.addEventListener('message', (event) => {
    if (event.source !== host || !event.data || event.data.kiddo !== 1) return;
    if (event.data.type === 'saved') {
      showsEnd = event.data.showsEnd === true;
      take(event.data.data);
      if (event.data.begin === true && state === 'title' && !document.hidden) beginAtOnce();
    }
    if (event.data.type === 'again' && state === 'over') begin();
    if (event.data.type === 'save-refused') console.warn(`Kiddo.save: not kept (${event.data.reason}, at most ${event.data.max} bytes of JSON)`);
    if (event.data.type === 'pause') pause();
    if (event.data.type === 'mute') mute(event.data.on === true);
  });
  const SAVE_BYTES_MAX = 65536;
  /** Bytes of a value as JSON; infinitely many for what cannot be JSON. */
  function sizeOf(data) {
    try {
      return new TextEncoder().encode(JSON.stringify(data === undefined ? null : data)).length;
    } catch {
      return Infinity;
    }
  }
  const isBetter = (score, than) => (options.lowerIsBetter ? !than || score < than : score > than);
  function take(saved) {
    const mine = store;
    if (saved && typeof saved === 'object') store = { ...store, ...saved };
    for (const key of changed) if (key !== 'best' || isBetter(mine.best, store.best)) store[key] = mine[key];
    isKnown = true;
    showMuted();
    if (state === 'title') overlays();
    if (changed.size > 0) keep();
  }
  const keep = (key) => {
    if (isKnown) post('save', { data: { best: store.best, muted: store.muted, data: store.data }, lowerIsBetter: options.lowerIsBetter === true });
    else changed.add(key);
  };

  // ---- sound: synthesised, so it weighs nothing
  let audio = null;
  let master = null;
  const sound = {
    wake() {
      if (!audio) {
        const Audio = window.AudioContext || window.webkitAudioContext;
        if (!Audio) return;
        audio = new Audio();
        master = audio.createGain();
        master.connect(audio.destination);
      }
      master.gain.value = store.muted ? 0 : 0.35;
      if (audio.state === 'suspended') audio.resume().catch(() => {});
    },
    /** One note. freq and to in Hz, ms long, vol 0..1, type as OscillatorNode.type or 'noise', at seconds from now. */
    tone({ freq = 440, to = freq, ms = 120, vol = 0.5, type = 'square', at = 0 } = {}) {
      if (!audio || store.muted) return;
      const start = audio.currentTime + at;
      const end = start + ms / 1000;
      const gain = audio.createGain();
      gain.gain.setValueAtTime(vol, start);
      gain.gain.exponentialRampToValueAtTime(0.001, end);
      gain.connect(master);
      let source;
      if (type === 'noise') {
        source = audio.createBufferSource();
        source.buffer = noise();
      } else {
        source = audio.createOscillator();
        source.type = type;
        source.frequency.setValueAtTime(freq, start);
        source.frequency.exponentialRampToValueAtTime(Math.max(1, to), end);
      }
      source.connect(gain);
      source.start(start);
      source.stop(end);
    },
  };
  // A game that began without a press in it is silent until the first one: browsers allow no sound before.
  let isTouched = !host;
  const wakeSound = () => isTouched && sound.wake();
  for (const type of ['pointerdown', 'keydown'])
    window.addEventListener(
      type,
      () => {
        if (isTouched && (!audio || audio.state !== 'suspended')) return;
        isTouched = true;
        if (state === 'playing') sound.wake();
      },
      { capture: true },
    );
  let noiseBuffer = null;
  function noise() {
    if (!noiseBuffer) {
      noiseBuffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
      const samples = noiseBuffer.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    return noiseBuffer;
  }
  const tone = (parts) => parts.forEach((part) => sound.tone(part));
  const sfx = {
    click: () => tone([{ freq: 520, to: 700, ms: 60, vol: 0.25, type: 'triangle' }]),
    coin: () => tone([{ freq: 990, ms: 70, vol: 0.3 }, { freq: 1320, ms: 160, vol: 0.3, at: 0.07 }]),
    jump: () => tone([{ freq: 260, to: 620, ms: 150, vol: 0.3 }]),
    hit: () => tone([{ type: 'noise', ms: 180, vol: 0.5 }, { freq: 180, to: 60, ms: 200, vol: 0.4 }]),
    pop: () => tone([{ freq: 700, to: 240, ms: 90, vol: 0.35, type: 'sine' }]),
    win: () => tone([523, 659, 784, 1047].map((freq, i) => ({ freq, ms: 180, vol: 0.3, at: i * 0.11, type: 'triangle' }))),
    lose: () => tone([392, 330, 262, 196].map((freq, i) => ({ freq, ms: 220, vol: 0.3, at: i * 0.14, type: 'triangle' }))),
  };
  // music: a looping list of notes [semitone from A3 | null], one a step
  const music = {
    timer: 0,
    /** Loops a tune while playing: steps of semitones from A3 (null rests), bpm in steps a minute. */
    play(steps, bpm = 240, { vol = 0.12, type = 'triangle' } = {}) {
      music.hush();
      let i = 0;
      music.tune = () => {
        const note = steps[i++ % steps.length];
        if (note !== null && note !== undefined) sound.tone({ freq: 220 * 2 ** (note / 12), ms: 52000 / bpm, vol, type });
      };
      music.every = 60000 / bpm;
      music.timer = setInterval(() => state === 'playing' && music.tune(), music.every);
    },
    hush() {
      clearInterval(music.timer);
      music.timer = 0;
    },
    back() {
      if (music.tune && !music.timer) music.timer = setInterval(() => state === 'playing' && music.tune(), music.every);
    },
  };
  function mute(on) {
    store.muted = on;
    showMuted();
    keep('muted');
  }
  function showMuted() {
    const on = store.muted;
    if (master) master.gain.value = on ? 0 : 0.35;
    muteButton.setAttribute('aria-pressed', String(on));
    muteButton.setAttribute('aria-label', on ? 'Sound on' : 'Sound off');
    muteButton.innerHTML = on ? icons.muted : icons.sound;
  }

  // ---- shell: hud, buttons, overlays
  const svg = (body) => `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`;
  const icons = {
    sound: svg('<path d="M11 5 6 9H3v6h3l5 4zM15.5 8.500a5 5 0 0 1 0 7M18.500 5.500a9 9 0 0 1 0 13"/>'),
    muted: svg('<path d="M11 5 6 9H3v6h3l5 4zM22 9l-6 6M16 9l6 6"/>'),
    pause: svg('<path d="M8 5v14M16 5v14"/>'),
    again: svg('<path d="M3 12a9 9 0 1 0 3-6.700L3 8M3 3v5h5"/>'),
    play: '<svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M7 4.500v15a1 1 0 0 0 1.500.9l12-7.500a1 1 0 0 0 0-1.800l-12-7.500A1 1 0 0 0 7 4.500z"/></svg>',
  };
  const hudBox = el('div', 'kk-hud');
  const tools = el('div', 'kk-tools');
  const iconButton = (label, icon, act) => {
    const button = el('button', 'kk-icon');
    button.type = 'button';
    button.setAttribute('aria-label', label);
    button.innerHTML = icon;
    button.addEventListener('click', () => {
      act();
      button.blur();
    });
    tools.append(button);
    return button;
  };
  const muteButton = iconButton('Sound off', icons.sound, () => mute(!store.muted));
  muteButton.setAttribute('aria-pressed', 'false');
  const pauseButton = iconButton('Pause', icons.pause, () => (state === 'paused' ? resume() : pause()));
  const againButton = iconButton('Start again', icons.again, () => begin());
  const panel = el('div', 'kk-panel');
  // What the title would have said, where the title was skipped.
  const hint = el('p', 'kk-hint');
  hint.hidden = true;
  const pills = {};
  /** Shows a value in the bar on top: hud('Score', 12). A null value takes it away. */
  function hud(label, value) {
    if (value === null || value === undefined) {
      if (pills[label]) pills[label].remove();
      delete pills[label];
      return;
    }
    if (!pills[label]) {
      pills[label] = el('span', 'kk-pill');
      pills[label].append(el('small', '', label), el('b'));
      hudBox.append(pills[label]);
    }
    const node = pills[label].lastChild;
    if (node.textContent !== String(value)) node.textContent = String(value);
  }
  let lastOver = { score: 0, text: '', won: false, record: false };
  function overlays() {
    panel.hidden = state === 'playing' || (state === 'over' && showsEnd);
    pauseButton.hidden = againButton.hidden = state === 'title' || state === 'over';
    root.classList.toggle('kk-idle', state !== 'playing');
    if (panel.hidden) return;
    const card = el('div', 'kk-card');
    const title = { title: options.title, paused: 'Paused', over: lastOver.won ? 'You did it!' : 'Good try!' }[state];
    card.append(el('h1', '', title));
    if (state !== 'over') {
      if (options.help) card.append(el('p', '', options.help));
      if (store.best) card.append(el('p', 'kk-best', `Your best: ${show(store.best)}`));
    }
    if (state === 'over') {
      if (lastOver.text) card.append(el('p', '', lastOver.text));
      card.append(el('p', 'kk-score', `${show(lastOver.score)}`));
      card.append(el('p', 'kk-best', lastOver.record ? 'New best!' : `Your best: ${show(store.best)}`));
    }
    const go = el('button', 'kk-go');
    go.type = 'button';
    go.innerHTML = icons.play;
    go.append(el('span', '', { title: 'Play', paused: 'Go on', over: 'Play again' }[state]));
    go.addEventListener('click', () => (state === 'paused' ? resume() : begin()));
    card.append(go);
    if (state === 'paused') {
      const again = el('button', 'kk-plain', 'Start again');
      again.type = 'button';
      again.addEventListener('click', begin);
      card.append(again);
    }
    panel.replaceChildren(card);
    go.focus({ preventScroll: true });
  }
  const show = (score) => (options.formatScore ? options.formatScore(score) : `${score}`);
  function begin() {
    down.clear();
    fresh.clear();
    if (state === 'over') post('begin');
    set('playing');
    options.onStart();
    music.back();
    sfx.click();
  }
  /** The player came to play: no title to press away. How to play stays in view for a moment, and is in the pause. */
  function beginAtOnce() {
    begin();
    hint.textContent = options.help || '';
    hint.hidden = !options.help;
  }
  function pause() {
    if (state !== 'playing') return;
    down.clear();
    set('paused');
    if (options.onPause) options.onPause();
  }
  function resume() {
    if (state !== 'paused') return;
    last = 0;
    set('playing');
    music.back();
    if (options.onResume) options.onResume();
  }
  /** Ends the run. score: a number, higher is better unless start({ lowerIsBetter }); text: one short line; won: the goal was reached. */
  function over({ score = 0, text = '', won = false } = {}) {
    if (state !== 'playing') return;
    const record = !store.best ? score > 0 : options.lowerIsBetter ? won && score < store.best : score > store.best;
    if (record && (!options.lowerIsBetter || won)) {
      store.best = score;
      keep('best');
    }
    lastOver = { score, text, won, record };
    post('over', { score: show(score), best: show(store.best), text, won, record });
    (won ? sfx.win : sfx.lose)();
    set('over');
  }

  // ---- input: keys by event.code; touch buttons press the same codes
  const down = new Set();
  const fresh = new Set();
  const taken = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space']);
  window.addEventListener('keydown', (event) => {
    if (event.code === 'Escape') return post('close');
    if (state === 'playing') {
      // Arrows and Space must not scroll, but a button of the game's own still takes Space.
      const onButton = event.code === 'Space' && event.target instanceof HTMLButtonElement;
      if (taken.has(event.code) && !onButton) event.preventDefault();
      if (event.code === 'KeyP') return pause();
      if (event.code === 'KeyM') return mute(!store.muted);
      if (!down.has(event.code)) fresh.add(event.code);
      down.add(event.code);
    } else if (event.code === 'KeyP' && state === 'paused') resume();
    else if ((event.code === 'Enter' || event.code === 'Space') && !(event.target instanceof HTMLButtonElement)) {
      // The page around us may hold the focus on the frame and not on the button.
      event.preventDefault();
      if (state === 'paused') resume();
      else begin();
    }
    else if (event.code === 'KeyM') mute(!store.muted);
  });
  window.addEventListener('keyup', (event) => down.delete(event.code));
  window.addEventListener('blur', () => down.clear());
  document.addEventListener('visibilitychange', () => document.hidden && pause());
  window.addEventListener('contextmenu', (event) => event.preventDefault());
  const input = {
    /** Is any of these keys (event.code, or a touch button with that code) held? */
    held: (...codes) => codes.some((code) => down.has(code)),
    /** Was any pressed since the last frame? Each press is told once a frame. */
    pressed: (...codes) => codes.some((code) => fresh.has(code)),
  };
  /** Touch buttons, shown only where a finger is the pointer: [{ code, label, side: 'left' | 'right', aria }]. label is text or an arrow. */
  function buttons(list) {
    const boxes = { left: el('div', 'kk-ctl kk-left'), right: el('div', 'kk-ctl kk-right') };
    list.forEach(({ code, label, side = 'right', aria }) => {
      const button = el('button', 'kk-touch', label);
      button.type = 'button';
      button.setAttribute('aria-label', aria || label);
      button.dataset.code = code;
      const press = (event) => {
        event.preventDefault();
        if (state !== 'playing') return;
        if (!down.has(code)) fresh.add(code);
        down.add(code);
        button.classList.add('on');
      };
      const release = () => {
        down.delete(code);
        button.classList.remove('on');
      };
      button.addEventListener('pointerdown', press);
      ['pointerup', 'pointercancel', 'pointerleave'].forEach((type) => button.addEventListener(type, release));
      boxes[side].append(button);
    });
    document.body.append(boxes.left, boxes.right);
  }

  /** The frame's width by its height. A frame that is not laid out yet has neither: then a phone's. */
  function ratio() {
    return (window.innerWidth || 360) / (window.innerHeight || 640);
  }

  // ---- stage: a canvas of fixed logical size, letterboxed, sharp on any screen
  /** Returns { canvas, ctx, width, height, point(event) }. Draw in logical units; `portrait` { width, height } is used when the frame is taller than wide. */
  function stage({ width, height, portrait = null, background = '#0C2A30' }) {
    const canvas = el('canvas', 'kk-stage');
    const ctx = canvas.getContext('2d');
    const made = { canvas, ctx, width, height, scale: 1, onResize: null, point };
    root.style.background = document.body.style.background = background;
    document.body.prepend(canvas);
    function fit() {
      // A frame that is not laid out yet has no size; nothing is ever drawn on a canvas of none.
      const w = window.innerWidth || 360;
      const h = window.innerHeight || 640;
      const shape = portrait && h > w ? portrait : { width, height };
      const changed = shape.width !== made.width || shape.height !== made.height;
      made.width = shape.width;
      made.height = shape.height;
      const scale = Math.min(w / shape.width, h / shape.height);
      const dots = Math.min(window.devicePixelRatio || 1, 2);
      canvas.style.width = `${Math.round(shape.width * scale)}px`;
      canvas.style.height = `${Math.round(shape.height * scale)}px`;
      canvas.width = Math.max(1, Math.round(shape.width * scale * dots));
      canvas.height = Math.max(1, Math.round(shape.height * scale * dots));
      made.scale = scale;
      ctx.setTransform(canvas.width / shape.width, 0, 0, canvas.height / shape.height, 0, 0);
      if (changed && made.onResize) made.onResize(made);
      if (draw) draw();
    }
    function point(event) {
      const box = canvas.getBoundingClientRect();
      return { x: ((event.clientX - box.left) / box.width) * made.width, y: ((event.clientY - box.top) / box.height) * made.height };
    }
    window.addEventListener('resize', fit);
    fit();
    return made;
  }

  // ---- loop: update only while playing, draw always; dt in seconds, at most 1/20
  let last = 0;
  let draw = null;
  let firstFrame = false;
  /** Runs the game: update(dt) while playing (dt in seconds, at most 0.05), draw() every frame. */
  function loop(update, drawFrame) {
    draw = drawFrame;
    const frame = (time) => {
      // Asked for first, so that one bad frame is not the last.
      requestAnimationFrame(frame);
      if (!window.innerWidth || !window.innerHeight) return;
      const dt = last ? Math.min(0.05, (time - last) / 1000) : 0;
      last = time;
      if (state === 'playing') {
        update(dt);
        fresh.clear();
      }
      if (!document.hidden) drawFrame();
      if (!firstFrame) shown();
    };
    requestAnimationFrame(frame);
  }
  /** For games without a canvas loop: call when the first picture is on screen. loop() calls it itself. */
  function shown() {
    if (firstFrame) return;
    firstFrame = true;
    root.dataset.ready = 'true';
    post('ready');
  }

  /** A repeatable source of chance in [0, 1): rng(seed)(). */
  function rng(seed) {
    let a = seed >>> 0;
    return () => {
      a = (a + 0x6d2b79f5) >>> 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  /**
   * Opens the game: the title screen shows; onStart begins a fresh run (also for 'Play again').
   * options: { title, help, onStart, onPause?, onResume?, formatScore?, lowerIsBetter?, probe? }
   * probe() returns a value that changes only when the player does something: the browser test reads it.
   */
  function start(given) {
    options = given;
    if (given.probe) probe = given.probe;
    document.title = given.title;
    document.body.append(hudBox, tools, hint, panel);
    set('title');
    post('hello');
  }

  window.Kiddo = {
    start, over, hud, stage, ratio, loop, shown, input, buttons, sound, sfx, music, rng, pause,
    get state() { return state; },
    get best() { return store.best; },
    get data() { return store.data; },
    /**
     * Keeps a value (64 KB of JSON at most) for the next visit, for players who are signed in also at another device. One that is larger is not
     * kept: the console says so, the one from before stays, and the game goes on.
     */
    save(data) {
      const bytes = sizeOf(data);
      if (bytes > SAVE_BYTES_MAX) return console.warn(`Kiddo.save: not kept (${bytes} bytes of JSON, at most ${SAVE_BYTES_MAX})`);
      store.data = data;
      keep('data');
    },
    get probe() { return JSON.stringify(probe()); },
  };
})();
