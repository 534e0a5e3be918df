// What the player sees, from the state in game.js; the last lines open the game.
'use strict';
function draw() {
  const f = field();
  const time = performance.now() / 1000;
  ctx.drawImage(Art.background(stage), 0, 0, f.w, f.h);
  const wind = game ? game.wind : { x: 0.4, power: 1, goalX: 0.4, goalPower: 1 };
  drawAir(f, wind);
  Art.sock(ctx, f.sock.x, f.sock.y, wind, time);
  if (!game) return drawIdle(f, time);
  ctx.save();
  if (game.shake > 0) ctx.translate(Math.sin(time * 70) * game.shake * 6, Math.cos(time * 61) * game.shake * 5);
  drawTrail();
  game.rings.forEach((ring, i) => Art.ringHalf(ctx, ring, ringState(i), false, time));
  drawRivals(f, time);
  const hand = { x: f.hand.x + 21, y: f.hand.y - 18 };
  if (game.me.bows > 0) Art.string(ctx, game.me, hand);
  Art.tail(ctx, game.me);
  Art.kite(ctx, game.me, time);
  game.rings.forEach((ring, i) => Art.ringHalf(ctx, ring, ringState(i), true, time));
  drawNext(time);
  Art.child(ctx, f.hand.x, f.hand.y - hop(time), 1.5, 'mine', 1, game.cheer > 0 ? 1 : 0);
  drawSparks();
  ctx.restore();
  drawGauge(f);
  drawBanner(f);
}
const hop = (time) => (game && game.cheer > 0 ? Math.abs(Math.sin(time * 9)) * 12 : 0);
const ringState = (i) => (i < game.next ? 'done' : i === game.next ? 'next' : 'later');

function drawAir(f, wind) {
  const gust = wind.x * wind.power;
  clouds.forEach((cloud) => {
    cloud.x += gust * 0.0005;
    if (cloud.x > 1.1) cloud.x = -0.25;
    if (cloud.x < -0.25) cloud.x = 1.1;
    Art.cloud(ctx, cloud.x * f.w, cloud.y * f.h + 40, cloud.s);
  });
  ctx.strokeStyle = '#FFFFFF88';
  ctx.lineWidth = 3;
  ctx.lineCap = 'round';
  ctx.beginPath();
  streaks.forEach((s) => {
    s.x = (s.x + gust * 0.009 * s.z + 1) % 1;
    const x = s.x * f.w;
    const y = (0.14 + s.y * 0.6) * f.h;
    ctx.moveTo(x, y);
    ctx.lineTo(x + gust * 75 * s.z, y + Math.sin(s.x * 12) * 3);
  });
  ctx.stroke();
}

/** Behind the title card: the kite simply hangs in the wind. */
const idle = Physics.makeKite(480, 200, 'mine', MAX_BOWS);
function drawIdle(f, time) {
  const steer = { x: Math.sin(time) * 0.3 - 0.15, y: Math.cos(time * 1.4) * 0.2 };
  Physics.fly(idle, steer, { x: 0.4, power: 0.9 }, f.hand, f.reach, 1 / 60);
  idle.x += (f.w * 0.78 - idle.x) * 0.05;
  idle.y += (f.h * 0.2 - idle.y) * 0.05;
  Art.string(ctx, idle, { x: f.hand.x + 21, y: f.hand.y - 18 });
  Art.tail(ctx, idle);
  Art.kite(ctx, idle, time);
  Art.child(ctx, f.hand.x, f.hand.y, 1.5, 'mine', 1, 0);
}

function drawTrail() {
  const { trail } = game;
  if (trail.length < 2) return;
  ctx.strokeStyle = '#FFFFFF66';
  ctx.lineWidth = 9;
  ctx.lineCap = ctx.lineJoin = 'round';
  ctx.beginPath();
  trail.forEach((p, i) => (i ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)));
  ctx.stroke();
}

function drawRivals(f, time) {
  game.rivals.forEach((rival, i) => {
    const hand = rivalHand(i, f);
    Art.child(ctx, hand.x, hand.y, 1.25, rival.look, hand.x > f.hand.x ? -1 : 1, rival.mood === Rounds.MOODS.leave ? 1 : 0);
    if (rival.mood !== Rounds.MOODS.leave) Art.string(ctx, rival, { x: hand.x + (hand.x > f.hand.x ? -18 : 18), y: hand.y - 16 });
    Art.tail(ctx, rival);
    Art.kite(ctx, rival, time);
    const danger = rival.mood === Rounds.MOODS.warn || rival.mood === Rounds.MOODS.attack;
    if (danger) mark(rival.x, rival.y - 82, rival.mood === Rounds.MOODS.warn ? 1 + Math.sin(time * 20) * 0.15 : 0.8);
  });
}
function mark(x, y, size) {
  Art.disc(ctx, '#D8341C', x, y, 20 * size);
  ctx.fillStyle = '#fff';
  ctx.fillRect(x - 3 * size, y - 12 * size, 6 * size, 14 * size);
  Art.disc(ctx, '#fff', x, y + 8 * size, 3.6 * size);
}

/** An arrow from the kite to the next ring, while the child still learns the way. */
function drawNext(time) {
  const ring = game.rings[game.next];
  if (!ring) return;
  const dx = ring.x - game.me.x;
  const dy = ring.y - game.me.y;
  const far = Math.hypot(dx, dy);
  if (far < 150) return;
  ctx.save();
  ctx.translate(game.me.x + (dx / far) * (88 + Math.sin(time * 7) * 5), game.me.y + (dy / far) * (88 + Math.sin(time * 7) * 5));
  ctx.rotate(Math.atan2(dy, dx));
  ctx.fillStyle = '#FFC629';
  ctx.beginPath();
  ctx.moveTo(16, 0);
  ctx.lineTo(-9, -14);
  ctx.lineTo(-3, 0);
  ctx.lineTo(-9, 14);
  ctx.fill();
  ctx.restore();
}

function drawSparks() {
  sparks.forEach((s) => {
    const fade = 1 - s.age / s.life;
    ctx.globalAlpha = Math.min(1, fade * 2);
    if (s.text) text(s.text, s.x, s.y, 28, '#fff');
    else {
      ctx.fillStyle = s.tone;
      ctx.save();
      ctx.translate(s.x, s.y);
      ctx.rotate(s.turn + s.age * 6);
      ctx.fillRect(-s.size / 2, -s.size / 2, s.size, s.size * 0.7);
      ctx.restore();
    }
  });
  ctx.globalAlpha = 1;
}

/** How tight the string is, in a bar by the child. */
function drawGauge(f) {
  const x = f.hand.x - 24;
  const y = f.hand.y + 57;
  const level = Physics.clamp(game.me.tension / 1.25, 0, 1);
  ctx.fillStyle = '#0C2A30';
  ctx.beginPath();
  ctx.roundRect(x - 4, y - 4, 132, 26, 13);
  ctx.fill();
  ctx.fillStyle = level > 0.8 ? '#FF5A3C' : level > 0.64 ? '#FFC629' : '#7ED957';
  ctx.beginPath();
  ctx.roundRect(x, y, Math.max(18, 124 * level), 18, 9);
  ctx.fill();
  ctx.fillStyle = '#fff';
  ctx.fillRect(x + 124 * 0.8, y - 4, 3, 26);
  text('String', x - 50, y + 17, 22, '#fff');
}

function drawBanner(f) {
  if (!banner) return;
  const grow = Math.min(1, banner.age * 6) * Math.min(1, (banner.seconds - banner.age) * 6);
  const small = game.pause <= 0; // while kites fly, words stay out of their way
  const wide = small ? 390 : Math.min(f.w - 30, 500);
  const y = small ? (f.tall ? 142 : 46) : f.tall ? 300 : 150;
  ctx.save();
  ctx.translate(f.w / 2, y);
  ctx.scale(1, Math.max(0, grow));
  ctx.fillStyle = '#0C2A30E6';
  ctx.beginPath();
  ctx.roundRect(-wide / 2, small ? -36 : -48, wide, small ? (banner.line ? 74 : 52) : 98, 26);
  ctx.fill();
  text(banner.title, 0, banner.line && !small ? 0 : -4, small ? 27 : 36, '#FFC629', undefined, wide - 30);
  if (banner.line) text(banner.line, 0, small ? 25 : 34, small ? 22 : 23, '#fff', 'system-ui, sans-serif', wide - 30);
  ctx.restore();
}

function text(words, x, y, wanted, tone, face = '"Bagel Fat One", system-ui, sans-serif', fit) {
  const size = Math.max(wanted, 14.2 / stage.scale); // never under 14 px on the screen
  ctx.font = `${size}px ${face}`;
  ctx.textAlign = 'center';
  ctx.fillStyle = tone;
  ctx.fillText(words, x, y, fit);
}

stage.onResize = () => {
  // the frame turned: the old places are off the new sky, so this round begins again
  if (!game || Kiddo.state === 'title') return;
  game.me.x = field().hand.x;
  game.me.y = field().floor - 160;
  game.round--;
  nextRound();
};

Kiddo.buttons([{ code: 'Space', label: 'Tug', aria: 'Tug the string' }]);
Kiddo.loop(update, draw);
Kiddo.start({
  title: 'Kite Club',
  help: `Karibu! Welcome! ${window.matchMedia('(pointer: coarse)').matches ? 'Drag to fly.' : 'Fly with the arrows or the mouse.'} Go through the gold rings; in a duel, snip the bows off their tails.`,
  onStart: begin,
  probe: () => pushes,
});
