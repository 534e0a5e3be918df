// Bao Master: runs the menu, the lesson and the matches. The rules are in rules.js, the board in table.js.
(function () {
  'use strict';
  const { STORE, newBoard, moves, path, play, sweep, choose, firstPit, ownerOf } = window.Kalah;
  const { OPPONENTS, TWO, LEARN } = window.Menu;

  const DROP_TIME = 0.19; // between two seeds of one sowing
  const SETTLE_TIME = 0.4;
  const THINK_TIME = 0.9; // an animal waits a little, so that you can see what it does
  const END_TIME = 1.8;
  const WIN_POINTS = 100; // times the opponent's number in the ladder
  const LESSON = [
    { text: ['Tap the glowing pit. Its seeds go', 'one by one round the board.'], board: newBoard(), pit: 1 },
    { text: ['Last seed in your own store?', 'You sow again! Try it.'], board: newBoard(), pit: 2 },
    { text: ['Last seed in your own empty pit?', 'Take it, and the seeds across!'], board: [2, 4, 0, 3, 1, 2, 6, 0, 3, 2, 5, 1, 4, 5], pit: 0 },
    { text: ['One side empty? The game ends.', 'Most seeds wins. Tap to play!'], board: [0, 0, 0, 0, 0, 0, 27, 3, 2, 0, 1, 4, 1, 10], pit: -1 },
  ];

  const shapeOf = Kiddo.ratio();
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  Art.least = () => 14.2 / view.scale;
  const view = Kiddo.stage({
    width: Math.round(640 * clamp(shapeOf, 1.66, 2.2)), height: 640,
    portrait: { width: 540, height: Math.round(540 / clamp(shapeOf, 0.48, 0.5625)) },
    background: '#0B6E69',
  });
  view.onResize = layAll;
  function layAll() {
    Table.lay(view);
    Menu.lay(view);
  }

  const G = window.Bao = {
    screen: 'menu', two: false, foe: 0, turn: 0, board: newBoard(), chosen: 2, sowing: null, wait: 0, then: null,
    think: 0, banner: null, bubble: null, step: 0, time: 0, sparks: [], rung: 0, over: false, first: true,
  };
  let acts = 0; // what the player did, told to the browser test
  let opened = 0; // when the run began: a key still held from the title must not choose anything

  // ---- screens
  function startRun() {
    const kept = Kiddo.data || {};
    G.rung = kept.rung || 0;
    G.first = !kept.rung && !kept.learned;
    opened = G.time;
    toMenu();
    Menu.chosen = Math.min(G.rung, OPPONENTS.length - 1);
    Kiddo.music.play([0, null, 3, null, 7, null, 3, 0, -2, null, 2, null, 5, null, 2, -2, -4, null, 0, null, 3, null, 7, 8, 7, null, 5, null, 2, null, -2, null], 190, { vol: 0.08, type: 'sine' });
  }

  function toMenu() {
    Object.assign(G, { screen: 'menu', sowing: null, then: null, wait: 0, banner: null, bubble: null, over: false });
    pills(false);
    G.board = newBoard();
    Table.fill(G.board);
  }

  function pick(item) {
    acts += 1;
    Kiddo.sfx.click();
    if (item === LEARN) return startLesson(0);
    if (item !== TWO && item > G.rung) {
      Kiddo.sound.tone({ freq: 220, to: 170, ms: 140, vol: 0.3, type: 'triangle' });
      return say(`First beat ${OPPONENTS[G.rung].name}`);
    }
    G.two = item === TWO;
    G.foe = G.two ? 0 : item;
    return startMatch();
  }

  function startMatch() {
    Object.assign(G, { screen: 'match', turn: 0, board: newBoard(), chosen: 2, sowing: null, wait: 0.5, then: null, think: 0, over: false, bubble: null });
    Table.fill(G.board);
    pills(true);
    say(G.two ? 'Red starts' : 'You start');
  }

  function startLesson(step) {
    Object.assign(G, { screen: 'lesson', step, turn: 0, sowing: null, wait: 0.3, then: null, bubble: null, banner: null, two: false });
    G.board = LESSON[step].board.slice();
    G.chosen = LESSON[step].pit;
    Table.fill(G.board);
  }

  const names = () => (G.two ? ['Red', 'Gold'] : ['You', OPPONENTS[G.foe].name]);
  function pills(on) {
    ['You', 'Red', 'Gold', ...OPPONENTS.map((foe) => foe.name)].forEach((name) => !(on && names().includes(name)) && Kiddo.hud(name, null));
    if (on) names().forEach((name, side) => Kiddo.hud(name, Table.count(STORE[side])));
  }
  const say = (text) => (G.banner = { text, age: 0 });
  const bubble = (text) => (G.bubble = { text, age: 0 });

  // ---- sowing, seed by seed
  function sow(pit) {
    const result = play(G.board, pit);
    G.sowing = { pit, stops: path(G.board, pit), at: 0, timer: 0.1, hand: Table.inPit(pit), result };
    G.sowing.hand.forEach((seed) => (seed.pit = -1));
    hover(pit);
    Kiddo.sfx.pop();
  }

  /** The seeds still in the hand float over a pit. */
  function hover(pit) {
    const spot = Table.spots[pit];
    G.sowing.hand.forEach((seed, k) => {
      seed.tx = spot.x + Math.cos(k * 2.4) * 12;
      seed.ty = spot.y - 10 + Math.sin(k * 2.4) * 9;
    });
  }

  function moveSowing(dt) {
    const s = G.sowing;
    s.timer -= dt;
    if (s.timer > 0) return;
    if (s.at < s.stops.length) {
      const stop = s.stops[s.at];
      const seed = s.hand.shift();
      seed.pit = stop;
      Table.arrange(stop);
      Kiddo.sound.tone({ freq: 330 * 2 ** (((s.at * 2) % 14) / 12), ms: 90, vol: 0.3, type: 'triangle' });
      s.at += 1;
      s.timer = s.at < s.stops.length ? DROP_TIME : SETTLE_TIME;
      if (s.hand.length) hover(s.stops[s.at]);
      if (STORE.includes(stop)) spark(Table.spots[stop], '#FFE28A', 5);
      if (G.screen === 'match') pills(true);
      return;
    }
    G.sowing = null;
    settle(s.result);
  }

  function settle(result) {
    const side = G.turn;
    G.board = result.board;
    if (result.captured.length) {
      const across = Table.count(result.captured[1]);
      result.captured.forEach((from) => {
        spark(Table.spots[from], '#FFC629', 8);
        carry(from, STORE[side]);
      });
      Kiddo.sfx.coin();
      say(`${side === 0 || G.two ? 'You take' : `${OPPONENTS[G.foe].name} takes`} ${across + 1}!`);
      if (!G.two && G.screen === 'match') bubble(side === 0 ? 'Ouch!' : 'Ha ha!');
      G.wait = 0.7;
    } else G.wait = 0.15;
    if (G.screen === 'match') pills(true);
    G.then = () => (G.screen === 'lesson' ? nextLesson() : afterTurn(result));
    if (result.again && !result.over) {
      say(side === 0 || G.two ? 'Sow again!' : `${OPPONENTS[G.foe].name} sows again`);
      Kiddo.sound.tone({ freq: 660, to: 990, ms: 160, vol: 0.3, type: 'triangle' });
    }
  }

  function carry(from, to) {
    Table.inPit(from).forEach((seed) => (seed.pit = to));
    Table.arrange(to);
  }

  function afterTurn(result) {
    if (result.over) return finish();
    if (!result.again) {
      G.turn = 1 - G.turn;
      if (G.two) say(G.turn === 0 ? 'Red sows' : 'Gold sows');
    }
    G.think = THINK_TIME;
    keepChoice();
    return null;
  }

  /** The chosen pit must be one the player on move can sow. */
  function keepChoice() {
    const list = moves(G.board, G.turn);
    if (!list.includes(G.chosen)) G.chosen = list.includes(12 - G.chosen) ? 12 - G.chosen : list[0];
  }

  function finish() {
    G.board = sweep(G.board);
    for (let pit = 0; pit < 14; pit++) if (!STORE.includes(pit)) carry(pit, STORE[ownerOf(pit)]);
    pills(true);
    G.over = true;
    say('The last seeds go home');
    G.wait = END_TIME;
    G.then = tell;
  }

  function tell() {
    const [mine, theirs] = [G.board[STORE[0]], G.board[STORE[1]]];
    if (G.two) {
      const text = mine === theirs ? `A draw! ${mine} seeds each.` : `${mine > theirs ? 'Red' : 'Gold'} wins, ${Math.max(mine, theirs)} to ${Math.min(mine, theirs)}.`;
      return Kiddo.over({ score: Math.max(mine, theirs), won: true, text });
    }
    const foe = OPPONENTS[G.foe];
    if (mine <= theirs) {
      return Kiddo.over({ score: mine, text: mine === theirs ? `A draw with ${foe.name}, ${mine} seeds each. So close!` : `${foe.name} wins, ${theirs} to ${mine}.` });
    }
    const rung = Math.max(G.rung, G.foe + 1);
    Kiddo.save({ rung, learned: true });
    const next = G.foe + 1 < OPPONENTS.length ? `${OPPONENTS[G.foe + 1].name} wants to play you now.` : 'You are the Bao Master!';
    return Kiddo.over({ score: mine + WIN_POINTS * (G.foe + 1), won: true, text: `You beat ${foe.name}, ${mine} to ${theirs}. ${next}` });
  }

  function nextLesson() {
    if (G.step + 1 < LESSON.length) return startLesson(G.step + 1);
    Kiddo.save({ rung: G.rung, learned: true });
    G.first = false;
    return toMenu();
  }

  // ---- the player's hand
  const myTurn = () => !G.sowing && G.wait <= 0 && !G.over && (G.screen === 'lesson' || G.two || G.turn === 0);

  function tap(point) {
    if (G.screen === 'menu') {
      const item = Menu.hit(point);
      if (item < 0) return;
      Menu.chosen = item;
      pick(item);
      return;
    }
    acts += 1;
    if (!myTurn()) return;
    if (G.screen === 'lesson' && LESSON[G.step].pit < 0) return nextLesson();
    const pit = Table.hit(point);
    if (pit >= 0) trySow(pit);
  }

  function trySow(pit) {
    const allowed = G.screen === 'lesson' ? [LESSON[G.step].pit] : moves(G.board, G.turn);
    if (!allowed.includes(pit)) {
      Kiddo.sound.tone({ freq: 220, to: 180, ms: 100, vol: 0.25, type: 'triangle' });
      if (G.screen === 'match') say(ownerOf(pit) === G.turn ? 'That pit is empty' : Table.upright ? 'Sow from your own side' : G.turn === 0 ? 'Your pits are below' : 'Your pits are above');
      return;
    }
    G.chosen = pit;
    sow(pit);
  }

  function keys() {
    const press = Kiddo.input.pressed;
    const go = press('Enter', 'Space') && G.time - opened > 0.25;
    if (G.screen === 'menu') {
      if (Menu.keys(Table.upright)) {
        acts += 1;
        Kiddo.sfx.click();
      }
      if (go) pick(Menu.chosen);
      return;
    }
    const step = (press('ArrowRight', 'ArrowDown') ? 1 : 0) - (press('ArrowLeft', 'ArrowUp') ? 1 : 0);
    if (step && G.screen === 'match' && (G.two || G.turn === 0)) {
      acts += 1;
      // on the far side the pits run the other way, so that the arrow still points where you look
      moveChoice(G.turn === 0 ? step : -step);
    }
    if (!go) return;
    acts += 1;
    if (!myTurn()) return;
    if (G.screen === 'lesson' && LESSON[G.step].pit < 0) nextLesson();
    else trySow(G.chosen);
  }

  function moveChoice(step) {
    const first = firstPit(G.turn);
    let pit = G.chosen;
    for (let i = 0; i < 6; i++) {
      pit = first + ((pit - first + step + 6) % 6);
      if (G.board[pit]) break;
    }
    G.chosen = pit;
    Kiddo.sound.tone({ freq: 500, ms: 40, vol: 0.15, type: 'sine' });
  }

  view.canvas.addEventListener('pointerdown', (event) => Kiddo.state === 'playing' && tap(view.point(event)));
  view.canvas.addEventListener('pointermove', (event) => {
    if (Kiddo.state !== 'playing' || event.pointerType === 'touch') return;
    const p = view.point(event);
    if (G.screen === 'menu') {
      const item = Menu.hit(p);
      if (item >= 0) Menu.chosen = item;
    } else if (G.screen === 'match' && myTurn()) {
      const pit = Table.hit(p);
      if (pit >= 0 && moves(G.board, G.turn).includes(pit)) G.chosen = pit;
    }
  });

  // ---- every frame
  function spark(at, colour, count) {
    for (let i = 0; i < count && G.sparks.length < 60; i++) {
      const turn = Math.random() * 6.28;
      const fast = 60 + Math.random() * 130;
      G.sparks.push({ x: at.x, y: at.y, vx: Math.cos(turn) * fast, vy: Math.sin(turn) * fast, age: 0, colour });
    }
  }

  function update(dt) {
    G.time += dt;
    Table.moveSeeds(dt);
    G.sparks = G.sparks.filter((s) => {
      s.x += s.vx * dt;
      s.y += s.vy * dt;
      return (s.age += dt) < 0.5;
    });
    if (G.banner && (G.banner.age += dt) > 1.5) G.banner = null;
    if (G.bubble && (G.bubble.age += dt) > 1.8) G.bubble = null;
    keys();
    if (G.sowing) moveSowing(dt);
    else if (G.wait > 0) {
      G.wait -= dt;
      if (G.wait <= 0 && G.then) {
        const then = G.then;
        G.then = null;
        then();
      }
    } else if (G.screen === 'match' && !G.over && !G.two && G.turn === 1) foeThinks(dt);
  }

  function foeThinks(dt) {
    G.think -= dt;
    if (G.think > 0) return;
    const pit = choose(G.board, 1, OPPONENTS[G.foe].skill);
    G.chosen = pit;
    sow(pit);
  }

  Art.ready.then(() => {
    layAll();
    Table.fill(newBoard());
    Table.snap();
    Kiddo.start({ title: 'Bao Master', help: 'Sow the seeds round the board. The most seeds in your store wins. Rules: Kalah, an easy cousin of Bao.', onStart: startRun, probe: () => acts });
    Kiddo.loop(update, () => Look.draw(view, G, LESSON));
  });
})();
