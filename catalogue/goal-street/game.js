// Goal Street: a cup of five shoot-outs. You kick, then you keep goal, in turns.
(function () {
  'use strict';
  const { put, burst, say, label, clamp, ease } = window.Fx;
  const { CUP, KICKS } = window.Match;
  const { at } = window.Scene;
  const TEAMS = window.TEAMS;
  const INK = '#0C2A30';
  const POINTS = { goal: 100, corner: 50, save: 100, match: 200 };
  const KEY_AIM = 1.25; // goal halves a second the ring moves by keys
  const TOO_HARD = 0.94; // a key-charged shot over this flies high
  const RUN_UP = 0.8;
  const RESULT_TIME = 1.5;
  const GLOVE_SPEED = { keys: 2.9, finger: 5 }; // mouth halves a second

  // As wide as a phone that lies down, so that no bars stand at its sides.
  const WIDE = Math.round(540 * Math.max(16 / 9, Math.min(2.2, Kiddo.ratio())));
  const stage = window.Kiddo.stage({ width: WIDE, height: 540, portrait: window.Fx.tallShape(360, 560, 800), background: '#146BB8' });
  window.Fx.least = () => 14.2 / stage.scale; // no word is under 14 px on the screen
  // the kit paints the page dark round the stage: where the screen's shape differs, the game's own ground looks better
  document.body.style.background = '#146BB8';
  const { canvas, ctx } = stage;
  let place = window.Scene.layout(stage);
  let views = window.Scene.paint(stage, place);
  const refit = () => {
    place = window.Scene.layout(stage);
    views = window.Scene.paint(stage, place);
  };
  stage.onResize = refit;
  window.addEventListener('resize', refit);

  let run = null; // { match, points, memory, score }
  let turn = newTurn('kick');
  let time = 0;
  let cheer = 0;
  let shake = 0;
  let strokes = 0;
  const bulge = { x: 0, y: 0, power: 0 };
  const pop = { text: '', colour: '#FFC629', age: 9 };
  const swipe = { on: false, points: [], began: 0, touch: false };

  function newTurn(kind) {
    return {
      kind, phase: kind === 'kick' ? 'aim' : 'ready', age: 0, result: '',
      aim: { x: 0.45, y: 0.5 }, charge: 0, charging: false, curl: 0,
      shot: null, total: 1, keeper: null, wall: null, gloves: { x: 0, y: 0.42, tx: 0, ty: 0.42 }, pips: [], spin: 0,
    };
  }

  // ---- the run: matches and turns
  function onStart() {
    run = { match: 0, points: 0, memory: window.Match.brain(), score: null };
    window.Fx.clearBits();
    window.Kiddo.music.play([0, null, 0, 7, null, 5, 4, null, 0, null, 0, 9, null, 7, 5, null, 2, null, 2, 9, null, 7, 5, 4, 0, 4, 7, 12, null, 7, 4, null], 280, { vol: 0.08 });
    startMatch();
  }

  function startMatch() {
    run.score = { mine: 0, theirs: 0, kicks: 0, saves: 0, mineLog: [], theirLog: [] };
    showHud();
    shout(TEAMS[run.match].name, '#fff');
    startKick();
  }

  const level = () => CUP[run.match];

  function startKick() {
    turn = newTurn('kick');
    turn.keeper = window.Match.keeper(level(), run.memory);
    const count = level().walls[run.score.kicks % KICKS];
    if (count) turn.wall = { count, side: run.score.kicks % 2 ? 0.3 : -0.3, hop: 0 };
    turn.aim.x = run.score.kicks % 2 ? -0.4 : 0.4;
  }

  function startSave() {
    turn = newTurn('save');
    const side = Math.random() < 0.5 ? -1 : 1;
    turn.shot = { x: side * (0.2 + Math.random() * 0.62), y: 0.16 + Math.random() * 0.62, curl: (Math.random() * 2 - 1) * level().bend };
    turn.total = level().fly;
  }

  function nextTurn() {
    const end = window.Match.settled(run.score);
    if (end) return endMatch(end);
    if (run.score.kicks <= run.score.saves) startKick();
    else startSave();
  }

  function endMatch(end) {
    turn.phase = 'end';
    turn.age = 0;
    turn.result = end;
    if (end === 'won') {
      run.points += POINTS.match;
      cheer = 1;
      window.Kiddo.sfx.win();
    }
    showHud();
  }

  function afterEnd() {
    const won = turn.result === 'won';
    const last = run.match === CUP.length - 1;
    if (won && !last) {
      run.match += 1;
      return startMatch();
    }
    const kept = window.Kiddo.data || { cups: 0 };
    window.Kiddo.save({ cups: (kept.cups || 0) + (won ? 1 : 0) });
    window.Kiddo.over({ score: run.points, won, text: won ? 'The Goal Street cup is yours!' : `You got to match ${run.match + 1} of ${CUP.length}. The ${TEAMS[run.match].name} go on.` });
  }

  function showHud() {
    window.Kiddo.hud('Score', run.points);
    window.Kiddo.hud('Match', `${run.match + 1}/${CUP.length}`);
  }

  function shout(text, colour) {
    Object.assign(pop, { text, colour, age: 0 });
  }

  // ---- input
  canvas.addEventListener('pointerdown', (event) => {
    if (window.Kiddo.state !== 'playing') return;
    canvas.setPointerCapture(event.pointerId);
    const point = stage.point(event);
    strokes += 1;
    swipe.on = true;
    swipe.touch = event.pointerType !== 'mouse';
    swipe.points = [point];
    swipe.began = performance.now();
    if (turn.kind === 'save') moveGloves(point);
    if (turn.phase === 'end' && turn.age > 0.8) afterEnd();
  });
  canvas.addEventListener('pointermove', (event) => {
    const point = stage.point(event);
    if (turn.kind === 'save' && (swipe.on || event.pointerType === 'mouse')) moveGloves(point);
    if (swipe.on && swipe.points.length < 60) swipe.points.push(point);
    else if (swipe.on) swipe.points[59] = point;
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!swipe.on) return;
    swipe.on = false;
    swipe.points.push(stage.point(event));
    if (turn.phase === 'aim' && window.Kiddo.state === 'playing') swipeShot();
  });
  canvas.addEventListener('pointercancel', () => (swipe.on = false));

  function moveGloves(point) {
    const lift = swipe.touch ? 44 : 0; // keeps the gloves out from under the finger
    turn.gloves.tx = clamp((point.x - place.mouth.cx) / place.mouth.half, -1, 1);
    turn.gloves.ty = clamp((place.mouth.ground - point.y + lift) / place.mouth.high, 0.05, 1);
    turn.gloves.finger = true;
  }

  /** A swipe: its end is the target, its speed the power, its bend the curl. */
  function swipeShot() {
    const points = swipe.points;
    const a = points[0];
    const b = points[points.length - 1];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const { goal, spot } = place;
    if (length < 36 || a.y - b.y < 20) {
      turn.aim = { x: clamp((b.x - goal.cx) / goal.half, -1, 1), y: clamp((goal.ground - b.y) / goal.high, 0.05, 0.95) };
      return;
    }
    let target = b;
    if (b.y > goal.ground - 4) {
      // a short swipe: carry its direction on to the goal
      const far = (spot.y - (goal.ground - goal.high * 0.45)) / (a.y - b.y);
      target = { x: spot.x + (b.x - a.x) * far, y: goal.ground - goal.high * 0.45 };
    }
    let bend = 0;
    for (const p of points) {
      const off = ((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length;
      if (Math.abs(off) > Math.abs(bend)) bend = off;
    }
    const seconds = Math.max(0.06, (performance.now() - swipe.began) / 1000);
    const power = clamp((length / place.height / seconds - 0.5) / 2.2, 0.15, 0.92);
    shoot((target.x - goal.cx) / goal.half, (goal.ground - target.y) / goal.high, power, clamp(-(bend / length) * 4.5, -1, 1));
  }

  function keyAim(dt) {
    const { held, pressed } = window.Kiddo.input;
    const aim = turn.aim;
    const dx = (held('ArrowRight') ? 1 : 0) - (held('ArrowLeft') ? 1 : 0);
    const dy = (held('ArrowUp') ? 1 : 0) - (held('ArrowDown') ? 1 : 0);
    aim.x = clamp(aim.x + dx * KEY_AIM * dt, -1.1, 1.1);
    aim.y = clamp(aim.y + dy * KEY_AIM * dt, 0.05, 1.05);
    if (pressed('ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown')) strokes += 1;
    turn.curl = clamp(turn.curl + ((held('KeyD') ? 1 : 0) - (held('KeyA') ? 1 : 0)) * 1.6 * dt, -1, 1);
    if (held('Space')) {
      if (!turn.charging) strokes += 1;
      turn.charging = true;
      turn.chargeTime = (turn.chargeTime || 0) + dt;
      turn.charge = 1 - Math.abs(1 - ((turn.chargeTime * 1.1) % 2));
    } else if (turn.charging) {
      const high = turn.charge > TOO_HARD ? 0.35 : 0;
      shoot(aim.x, aim.y + high, Math.max(0.15, turn.charge), turn.curl);
    }
  }

  function shoot(x, y, power, curl) {
    turn.shot = { x, y: Math.max(0.04, y), curl, power };
    turn.total = window.Match.flight(power);
    turn.phase = 'fly';
    turn.age = 0;
    if (turn.wall) turn.wall.hop = 1;
    window.Kiddo.sound.tone({ type: 'noise', ms: 90, vol: 0.4 });
    window.Kiddo.sound.tone({ freq: 160, to: 70, ms: 130, vol: 0.5, type: 'sine' });
    burst(place.spot.x, place.spot.y + 14, 10, { colours: ['#4CC26A', '#8FD14F'], speed: 160, size: 5, life: 0.5 });
  }

  // ---- one frame of play
  function update(dt) {
    time += dt;
    turn.age += dt;
    pop.age += dt;
    cheer = ease(cheer, 0, 1.1, dt);
    shake = ease(shake, 0, 7, dt);
    bulge.power = ease(bulge.power, 0, 3.5, dt);
    window.Fx.moveBits(dt);
    window.Fx.moveNotes(dt);
    if (turn.wall) turn.wall.hop = ease(turn.wall.hop, 0, 3, dt);
    phases[turn.phase](dt);
  }

  const phases = {
    aim: (dt) => {
      keyAim(dt);
      turn.keeper.sway = Math.sin(time * 3) * 0.04;
    },
    fly(dt) {
      turn.spin += dt * 14;
      window.Match.think(turn.keeper, turn.shot, level(), turn.age, turn.total, dt);
      if (turn.wall && hitsWall()) return endKick('wall');
      if (turn.age >= turn.total) endKick(window.Match.judge(turn.shot, turn.keeper));
    },
    ready(dt) {
      keyGloves(dt);
      if (turn.age > 1.1) setPhase('runup');
    },
    runup(dt) {
      keyGloves(dt);
      if (turn.age < RUN_UP) return;
      setPhase('shot');
      window.Kiddo.sound.tone({ freq: 150, to: 70, ms: 120, vol: 0.45, type: 'sine' });
    },
    shot(dt) {
      turn.spin += dt * 12;
      keyGloves(dt);
      if (turn.age >= turn.total) endSave();
    },
    result() {
      if (turn.age > RESULT_TIME) nextTurn();
    },
    end() {
      if (turn.result === 'won' && Math.random() < 0.4) burst(Math.random() * place.width, 60, 2, { colours: ['#FFC629', '#E23B24', '#fff', '#4CC26A'], size: 7, life: 1.8, pull: 160, round: false });
      const key = window.Kiddo.input.pressed('Space', 'Enter') && turn.age > 0.8;
      const over = turn.result === 'lost' || run.match === CUP.length - 1;
      if (key || (over && turn.age > 2.2)) afterEnd();
    },
  };
  const setPhase = (phase) => Object.assign(turn, { phase, age: 0 });

  function keyGloves(dt) {
    const { held, pressed } = window.Kiddo.input;
    const gloves = turn.gloves;
    const dx = (held('ArrowRight') ? 1 : 0) - (held('ArrowLeft') ? 1 : 0);
    const dy = (held('ArrowUp') ? 1 : 0) - (held('ArrowDown') ? 1 : 0);
    if (pressed('ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown')) strokes += 1;
    const tall = place.mouth.half / place.mouth.high;
    if (dx || dy) {
      gloves.finger = false;
      gloves.tx = clamp(gloves.x + dx * GLOVE_SPEED.keys * dt, -1, 1);
      gloves.ty = clamp(gloves.y + dy * GLOVE_SPEED.keys * tall * dt, 0.05, 1);
    }
    const far = Math.hypot(gloves.tx - gloves.x, (gloves.ty - gloves.y) / tall);
    const go = Math.min(1, ((gloves.finger ? GLOVE_SPEED.finger : GLOVE_SPEED.keys * 2) * dt) / Math.max(far, 0.0001));
    gloves.x += (gloves.tx - gloves.x) * go;
    gloves.y += (gloves.ty - gloves.y) * go;
  }

  // ---- where the ball is
  function kickBall() {
    const { goal, spot } = place;
    const e = Math.min(1, turn.age / turn.total);
    const p = e / (e + (1 - e) * 0.55); // near things seem to move faster
    const end = at(goal, turn.shot.x, turn.shot.y);
    const arc = Math.sin(Math.PI * p);
    return {
      x: spot.x + (end.x - spot.x) * p + turn.shot.curl * goal.half * 0.42 * arc,
      y: spot.y + (end.y - spot.y) * p - arc * (12 + turn.shot.y * 34),
      size: 1 - 0.62 * p, p,
    };
  }

  function saveBall() {
    const { mouth, striker } = place;
    const e = Math.min(1, turn.age / turn.total);
    const p = (0.5 * e) / (1 - 0.5 * e);
    const end = at(mouth, turn.shot.x, turn.shot.y);
    const arc = Math.sin(Math.PI * p);
    return { x: striker.x + (end.x - striker.x) * p + turn.shot.curl * mouth.half * 0.42 * arc, y: striker.y + (end.y - striker.y) * p - arc * mouth.high * 0.08, size: 0.26 + 0.9 * p };
  }

  function wallBox() {
    const { goal, spot } = place;
    const size = place.tall ? 0.66 : 0.86;
    return { x: (spot.x + goal.cx + turn.wall.side * goal.half) / 2, y: goal.ground + (spot.y - goal.ground) * 0.42, size, gap: 38 * size, high: 100 * size };
  }

  function hitsWall() {
    const ball = kickBall();
    if (turn.wall.passed || ball.p < 0.58) return false;
    turn.wall.passed = true;
    const box = wallBox();
    return Math.abs(ball.x - box.x) < (box.gap * turn.wall.count) / 2 + 6 && ball.y > box.y - box.high - turn.wall.hop * 14;
  }

  // ---- results
  function endKick(result) {
    const ball = kickBall();
    Object.assign(turn, { result, from: ball });
    setPhase('result');
    const { score } = run;
    score.kicks += 1;
    score.mineLog.push(result === 'goal');
    run.memory.learn(turn.shot);
    if (result === 'goal') {
      const corner = Math.abs(turn.shot.x) > 0.68 && turn.shot.y > 0.62;
      score.mine += 1;
      run.points += POINTS.goal + (corner ? POINTS.corner : 0);
      Object.assign(bulge, { x: ball.x, y: ball.y, power: 1 });
      celebrate(ball, corner ? 'Top corner!' : 'GOAL!', POINTS.goal + (corner ? POINTS.corner : 0));
    } else {
      shout({ saved: 'Saved!', wide: 'Wide!', over: 'Too high!', post: 'Off the post!', wall: 'The wall!' }[result], '#fff');
      if (result === 'post') window.Kiddo.sound.tone({ freq: 900, to: 700, ms: 300, vol: 0.4, type: 'triangle' });
      else window.Kiddo.sfx.pop();
      burst(ball.x, ball.y, 8, { colours: ['#fff'], speed: 140 });
    }
    showHud();
  }

  function endSave() {
    const { mouth } = place;
    const ball = saveBall();
    const hands = at(mouth, turn.gloves.x, turn.gloves.y);
    const saved = Math.hypot(ball.x - hands.x, ball.y - hands.y) < place.caught;
    Object.assign(turn, { result: saved ? 'saved' : 'goal', from: ball });
    setPhase('result');
    const { score } = run;
    score.saves += 1;
    score.theirLog.push(!saved);
    if (saved) {
      run.points += POINTS.save;
      celebrate(ball, 'What a save!', POINTS.save);
    } else {
      score.theirs += 1;
      Object.assign(bulge, { x: ball.x, y: ball.y, power: 1.4 });
      shout('They score', '#fff');
      window.Kiddo.sfx.hit();
      shake = 6;
    }
    showHud();
  }

  function celebrate(ball, text, points) {
    cheer = 1;
    shake = 7;
    shout(text, '#FFC629');
    say(`+${points}`, ball.x, ball.y - 10, '#fff', 30);
    burst(ball.x, ball.y, 30, { colours: ['#FFC629', '#E23B24', '#fff', '#4CC26A', '#45C9C1'], speed: 330, size: 7, life: 1, round: false });
    window.Kiddo.sound.tone({ type: 'noise', ms: 700, vol: 0.22 });
    [523, 659, 784].forEach((freq, i) => window.Kiddo.sound.tone({ freq, ms: 160, vol: 0.28, at: i * 0.09, type: 'triangle' }));
  }

  window.GoalGame = {
    stage, pop, bulge, swipe, kickBall, saveBall, wallBox,
    get run() { return run; }, get turn() { return turn; }, get place() { return place; }, get views() { return views; },
    get time() { return time; }, get cheer() { return cheer; }, get shake() { return shake; },
  };
  window.addEventListener('load', () => {
    window.Kiddo.start({
      title: 'Goal Street',
      help: window.matchMedia('(pointer: coarse)').matches
        ? 'Swipe from the ball to the goal. Curve your swipe to bend it. Then drag your gloves to save!'
        : 'Swipe from the ball to the goal, then drag your gloves to save. Keys: arrows aim, hold Space to kick, A and D bend it.',
      onStart,
      probe: () => strokes,
    });
    window.Kiddo.loop(update, window.drawGame);
  });
})();
