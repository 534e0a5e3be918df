// Draws Goal Street from the state game.js keeps.
(function () {
  'use strict';
  const { put, label, clamp } = window.Fx;
  const { at, drawBack, drawGoal, drawBoard, drawHint } = window.Scene;
  const FINGER = window.matchMedia('(pointer: coarse)').matches;
  const game = window.GoalGame;
  const TEAMS = window.TEAMS;
  const INK = '#0C2A30';
  const { ctx } = game.stage;

  function drawGame() {
    const { place, turn, views } = game;
    const view = views[turn.kind];
    ctx.save();
    const jolt = game.shake;
    if (jolt > 0.2) ctx.translate(Math.sin(game.time * 90) * jolt, Math.cos(game.time * 70) * jolt * 0.6);
    drawBack(ctx, view, game.time, game.cheer);
    (turn.kind === 'kick' ? drawKick : drawSave)(place, turn);
    window.Fx.drawBits(ctx);
    window.Fx.drawNotes(ctx);
    ctx.restore();
    if (!game.run) return;
    drawBoard(ctx, place, game.run.score, TEAMS[game.run.match], window.Match.KICKS);
    drawPop(place);
    if (turn.phase === 'end') drawEnd(place, turn);
  }

  // ---- your kick
  function drawKick(place, turn) {
    const { goal, spot } = place;
    const team = game.run ? game.run.match : 0;
    drawGoal(ctx, goal, place.tall ? 9 : 12, game.bulge, '#FFFFFF77');
    const ball = turn.shot ? game.kickBall() : null;
    const behind = turn.phase === 'result' && turn.result === 'goal';
    if (behind) drawRest(place, turn);
    drawKeeper(goal, turn, team);
    if (turn.wall) drawWall(turn, team);
    if (turn.phase === 'aim') {
      drawAim(place, turn);
      shadow(spot.x, spot.y + spot.r * 0.9, spot.r);
      put(ctx, 'ball', spot.x, spot.y, spot.r / 32);
      drawSwipe();
    } else if (turn.phase === 'fly') {
      shadow(ball.x, spot.y + (goal.ground - spot.y) * ball.p + spot.r * ball.size, spot.r * ball.size);
      put(ctx, 'ball', ball.x, ball.y, (spot.r / 32) * ball.size, (spot.r / 32) * ball.size, turn.spin);
    } else if (turn.shot && !behind) drawRest(place, turn);
  }

  function shadow(x, y, r) {
    ctx.fillStyle = '#0C2A3033';
    ctx.beginPath();
    ctx.ellipse(x, y, r, r * 0.32, 0, 0, Math.PI * 2);
    ctx.fill();
  }

  /** After the kick: the ball drops in the net, or comes back off whatever stopped it. */
  function drawRest(place, turn) {
    const { goal, spot } = place;
    const t = Math.min(1, turn.age / 0.7);
    const size = (spot.r / 32) * turn.from.size;
    const floor = goal.ground - spot.r * turn.from.size * 0.8;
    let { x, y } = turn.from;
    if (turn.result === 'goal') y += (floor - y) * bounce(t);
    else if (turn.result === 'wide' || turn.result === 'over') {
      if (t > 0.5) return;
      y -= t * 20;
    } else {
      x += Math.sign(turn.from.x - goal.cx || 1) * t * 60;
      y += (floor + 40 - y) * bounce(t);
    }
    put(ctx, 'ball', x, y, size, size, turn.spin + t * 3);
  }
  const bounce = (t) => (t < 0.6 ? (t / 0.6) ** 2 : 1 - 0.25 * Math.sin(((t - 0.6) / 0.4) * Math.PI));

  function drawKeeper(goal, turn, team) {
    const keeper = turn.keeper || { x: 0, home: 0, y: 0.42, dive: 0 };
    const size = (goal.high * 0.74) / 110;
    const home = at(goal, keeper.home + (keeper.sway || 0), 0);
    const hands = at(goal, keeper.x, keeper.y);
    const dx = hands.x - home.x;
    shadow(home.x + dx * 0.6, goal.ground + 2, 30 * size);
    if (keeper.dive < 0.3 || Math.abs(dx) < 26 * size) {
      const jump = keeper.dive ? Math.max(0, (keeper.y - 0.5) * goal.high * 0.6) : 0;
      put(ctx, `ready${team}`, home.x + dx, goal.ground + 4 - jump, size, size * (1 + Math.sin(game.time * 6) * 0.02));
      return;
    }
    const side = Math.sign(dx);
    const angle = Math.atan2(hands.y - (goal.ground - goal.high * 0.3), Math.abs(dx));
    put(ctx, `dive${team}`, hands.x, hands.y, side * size, size, clamp(angle, -1.1, 0.35) * side);
  }

  function drawWall(turn, team) {
    const box = game.wallBox();
    for (let i = 0; i < turn.wall.count; i += 1) {
      const x = box.x + (i - (turn.wall.count - 1) / 2) * box.gap;
      shadow(x, box.y + 1, 20 * box.size);
      put(ctx, `stand${team}`, x, box.y - Math.sin(turn.wall.hop * Math.PI) * 14, box.size);
    }
  }

  function drawAim(place, turn) {
    const { goal, spot } = place;
    const ring = at(goal, turn.aim.x, turn.aim.y);
    const beat = 1 + Math.sin(game.time * 5) * 0.08;
    ctx.strokeStyle = INK;
    ctx.lineWidth = 8;
    circle(ring, 19 * beat);
    ctx.strokeStyle = '#FFC629';
    ctx.lineWidth = 4;
    circle(ring, 19 * beat);
    // the way the ball will bend
    ctx.setLineDash([3, 13]);
    ctx.lineCap = 'round';
    ctx.strokeStyle = '#ffffffcc';
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.moveTo(spot.x, spot.y - spot.r - 8);
    ctx.quadraticCurveTo((spot.x + ring.x) / 2 + turn.curl * goal.half * 0.8, (spot.y + ring.y) / 2, ring.x, ring.y + 22);
    ctx.stroke();
    ctx.setLineDash([]);
    if (turn.charging) drawPower(place, turn);
    else if (game.run && game.run.match === 0 && game.run.score.kicks < 2) drawHint(ctx, place, place.tall || FINGER ? 'Swipe from the ball to the goal' : 'Swipe, or arrows and hold Space', spot.y + (place.tall ? 58 : 66));
  }

  function circle({ x, y }, r) {
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.stroke();
  }

  function drawPower({ spot }, turn) {
    const x = spot.x + spot.r + 30;
    ctx.fillStyle = INK;
    ctx.beginPath();
    ctx.roundRect(x, spot.y - 60, 22, 104, 11);
    ctx.fill();
    ctx.fillStyle = '#E23B24'; // the top is too hard
    ctx.beginPath();
    ctx.roundRect(x + 4, spot.y - 56, 14, 10, 5);
    ctx.fill();
    const high = 96 * turn.charge;
    ctx.fillStyle = turn.charge > 0.94 ? '#FF6A4D' : '#9BDB5B';
    ctx.beginPath();
    ctx.roundRect(x + 4, spot.y + 40 - high, 14, high, 7);
    ctx.fill();
  }

  function drawSwipe() {
    const { on, points } = game.swipe;
    if (!on || points.length < 2) return;
    ctx.strokeStyle = '#FFFFFFAA';
    ctx.lineWidth = 9;
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.beginPath();
    points.forEach((point, i) => ctx[i ? 'lineTo' : 'moveTo'](point.x, point.y));
    ctx.stroke();
  }

  // ---- your save
  function drawSave(place, turn) {
    const { mouth, striker } = place;
    const team = game.run.match;
    const goalIn = turn.phase === 'result' && turn.result === 'goal';
    const run = turn.phase === 'runup' ? Math.min(1, turn.age / 0.8) : turn.phase === 'ready' ? 0 : 1;
    const stride = turn.phase === 'runup' && Math.floor(turn.age * 9) % 2;
    const from = striker.y - 46 * striker.size * (1 - run);
    shadow(striker.x - 26 * striker.size, from + 2, 24 * striker.size);
    put(ctx, stride ? `run${team}` : `stand${team}`, striker.x - 26 * striker.size, from + 2, striker.size * (0.82 + 0.18 * run));
    if (turn.phase === 'ready' || turn.phase === 'runup') {
      shadow(striker.x, striker.y + 8, 9);
      put(ctx, 'ball', striker.x, striker.y, 0.26);
    }
    drawGoal(ctx, mouth, place.tall ? 14 : 18, game.bulge, '#FFFFFF2E');
    if (turn.phase === 'shot') drawComing(place, turn);
    drawGloves(place, turn, goalIn);
    if (turn.phase === 'ready') drawHint(ctx, place, place.tall ? 'Drag your gloves to the ball' : 'Move your gloves to the ball', mouth.ground + (place.tall ? 34 : -50));
  }

  function drawComing(place, turn) {
    const ball = game.saveBall();
    const share = turn.age / turn.total;
    const { mark } = window.Match.CUP[game.run.match];
    if (share > mark) {
      const end = at(place.mouth, turn.shot.x, turn.shot.y);
      ctx.strokeStyle = '#FFC629';
      ctx.lineWidth = 5;
      circle(end, 26 + (1 - share) * 60);
    }
    const floor = place.striker.y + (place.mouth.ground - place.striker.y) * share * share;
    shadow(ball.x, floor + 10, 30 * ball.size);
    put(ctx, 'ball', ball.x, ball.y, ball.size, ball.size, turn.spin);
  }

  function drawGloves(place, turn, goalIn) {
    const hands = at(place.mouth, turn.gloves.x, turn.gloves.y);
    const size = (place.caught / 66) * 1.12;
    const rest = turn.phase === 'result';
    if (rest && goalIn) put(ctx, 'ball', turn.from.x, turn.from.y + Math.min(1, turn.age) * 30, turn.from.size * 0.9, turn.from.size * 0.9, turn.spin);
    if (rest && !goalIn) {
      // the ball sticks to the gloves
      put(ctx, 'ball', hands.x, hands.y - 6, turn.from.size * 0.95, turn.from.size * 0.95, turn.spin);
    }
    const clap = rest && !goalIn ? 1 + Math.sin(Math.min(1, turn.age * 4) * Math.PI) * 0.2 : 1;
    put(ctx, 'gloves', hands.x, hands.y, size * clap, size * clap, turn.gloves.x * 0.35);
  }

  // ---- words over all
  function drawPop(place) {
    const { pop } = game;
    if (pop.age > 1.5) return;
    const t = Math.min(1, pop.age / 0.25);
    const back = 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;
    const size = Math.min(place.tall ? 52 : 84, (place.width * (place.tall ? 1.35 : 1.1)) / Math.max(6, pop.text.length));
    ctx.save();
    ctx.globalAlpha = clamp((1.5 - pop.age) * 4, 0, 1);
    ctx.translate(place.width / 2, place.tall ? place.height * 0.62 : 400);
    ctx.rotate(-0.06);
    ctx.scale(Math.max(0.01, back), Math.max(0.01, back));
    label(ctx, pop.text, 0, 0, size, pop.colour, 'center', INK);
    ctx.restore();
  }

  function drawEnd(place, turn) {
    const won = turn.result === 'won';
    const { match } = game.run;
    const rise = 1 - (1 - Math.min(1, turn.age * 3)) ** 3;
    const y = place.height * 0.5 + (1 - rise) * 60;
    const wide = Math.min(430, place.width - 36);
    ctx.fillStyle = '#0C2A3099';
    ctx.fillRect(0, 0, place.width, place.height);
    ctx.fillStyle = '#fff';
    ctx.beginPath();
    ctx.roundRect(place.width / 2 - wide / 2, y - 105, wide, 210, 26);
    ctx.fill();
    label(ctx, won ? 'Match won!' : 'They go on', place.width / 2, y - 62, 38, INK);
    for (let i = 0; i < 5; i += 1) {
      ctx.globalAlpha = i < match + (won ? 1 : 0) ? 1 : 0.2;
      put(ctx, 'cup', place.width / 2 + (i - 2) * 58, y + 28, i === match && won ? 1 + Math.sin(Math.min(1, turn.age * 2) * Math.PI) * 0.4 : 0.9);
    }
    ctx.globalAlpha = 1;
    const next = won && match < 4 ? `Next: ${TEAMS[match + 1].name}` : won ? 'You win the cup!' : 'What a match!';
    label(ctx, next, place.width / 2, y + 58, 21, '#344D54');
    if (won && match < 4) label(ctx, place.tall ? 'Tap to play' : 'Tap or Space to play', place.width / 2, y + 85, 18, '#0B5A31');
  }

  window.drawGame = drawGame;
})();
