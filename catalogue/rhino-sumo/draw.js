// Draws a frame: grass and mud, crowd, drum, rhinos, dust, words.
'use strict';

const DISPLAY = '"Bagel Fat One", system-ui, sans-serif';
const sheets = {};
let crowd = [];

function sheet(width, height, scale, painter) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const c = canvas.getContext('2d');
  c.scale(scale, scale);
  painter(c);
  return canvas;
}
const DRUM_SPAN = (RING + 36) * 2;
const FACE = 120;
const RHINO_SIZE = 1.2; // how big the picture is for a body of BODY
function paintSheets() {
  const dots = stage.canvas.width / stage.width;
  lay.dots = dots;
  sheets.ground = sheet(stage.width, stage.height, dots, (c) => paintGround(c, stage.width, stage.height, lay.x, lay.y, lay.s));
  sheets.drum = sheet(DRUM_SPAN, DRUM_SPAN, dots * lay.s, (c) => {
    c.translate(DRUM_SPAN / 2, DRUM_SPAN / 2);
    paintDrum(c, RING);
  });
  sheets.faces = CROWD.map((_, kind) => sheet(FACE, 170, dots, (c) => {
    c.translate(FACE / 2, 66);
    paintFace(c, kind);
  }));
  seatCrowd();
}
/** The crowd sits wherever there is grass beside the mud: in the corners of a tall screen, at the sides of a wide one. */
function seatCrowd() {
  const spots = [];
  if (lay.tall) for (const y of [236, 310, 890, 964]) for (let i = 0; i < 8; i++) spots.push({ x: 10 + i * 100 + (y === 310 || y === 890 ? 46 : 0), y });
  else for (let row = 0; row < 5; row++) for (let col = 0; col < 5; col++) for (const side of [-1, 1]) spots.push({ x: lay.x + side * (655 - col * 104 - (row % 2) * 50), y: 232 + row * 108 });
  crowd = spots.filter((p) => Math.hypot(p.x - lay.x, p.y + 20 - lay.y) > (lay.tall ? 478 : 505) * lay.s);
  crowd.sort((a, b) => a.y - b.y);
  crowd.forEach((p, i) => Object.assign(p, { kind: (i * 3 + (i >> 2)) % CROWD.length, beat: i * 1.7, size: 1 }));
}

function drawFrame() {
  if (lay.dots !== stage.canvas.width / stage.width) paintSheets();
  ctx.drawImage(sheets.ground, 0, 0, stage.width, stage.height);
  drawCrowd();
  ctx.save();
  const shake = run ? run.shake : 0;
  ctx.translate(lay.x + Math.sin(clock * 64) * 9 * shake, lay.y + Math.cos(clock * 57) * 7 * shake);
  ctx.scale(lay.s, lay.s);
  const fallen = bout.rhinos.filter((r) => r.state === 'fall');
  drawDrum();
  for (const w of waves) drawWave(w);
  for (const t of trail) dot(t.x, t.y, 40 * t.life * 3, t.colour, t.life * 1.6);
  const order = [...bout.rhinos].sort((a, b) => airborne(a) - airborne(b));
  for (const r of order) if (r.state !== 'fall') drawOne(r);
  for (const r of fallen) drawFallen(r);
  for (const b of bits) dot(b.x, b.y, b.size * Math.min(1, b.life * 3), b.colour, 1);
  for (const n of notes) words(n.text, n.x, n.y, n.size * Math.min(1, 0.4 + (1 - n.life) * 6), n.colour);
  ctx.restore();
  if (!run || Kiddo.state === 'title') return;
  drawBoard();
  drawCalls();
  drawStick();
}
function dot(x, y, r, colour, alpha) {
  ctx.globalAlpha = Math.min(1, alpha);
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, r), 0, 7);
  ctx.fill();
  ctx.globalAlpha = 1;
}
function drawCrowd() {
  const joy = run && run.phase !== 'fight' && run.phase !== 'intro' ? 3 : 1;
  for (const p of crowd) {
    const hop = Math.abs(Math.sin(clock * 2.4 * joy + p.beat)) * 7 * joy;
    ctx.drawImage(sheets.faces[p.kind], p.x - (FACE / 2) * p.size, p.y - 60 * p.size - hop, FACE * p.size, 170 * p.size);
  }
}
function drawDrum() {
  const grow = bout.ring / RING;
  const beat = run && run.phase === 'fight' ? 1 + Math.max(0, Math.sin(clock * 8.6)) * 0.004 : 1;
  ctx.fillStyle = '#5F3A22';
  ctx.beginPath();
  ctx.arc(0, 16, (RING + 40) * grow, 0, 7);
  ctx.fill();
  const span = DRUM_SPAN * grow * beat;
  ctx.drawImage(sheets.drum, -span / 2, -span / 2, span, span);
  if (bout.time > SHRINK.after - 2 && bout.ring > RING_LEAST && Math.floor(clock * 6) % 2) {
    ctx.strokeStyle = '#F4562E';
    ctx.lineWidth = 10;
    ctx.beginPath();
    ctx.arc(0, 0, bout.ring, 0, 7);
    ctx.stroke();
  }
}
function drawWave(w) {
  ctx.globalAlpha = w.life;
  ctx.strokeStyle = '#B3260F';
  ctx.lineWidth = 14 * w.life;
  ctx.beginPath();
  ctx.arc(w.x, w.y, (1 - w.life) * (STOMP.reach + BODY), 0, 7);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawOne(r) {
  const lift = r.state === 'hop' ? Math.sin((r.t / HOP.time) * Math.PI) : r.state === 'stomp' && r.t < STOMP.raise ? r.t / STOMP.raise : 0;
  dot(r.x + 6 + lift * 16, r.y + 12 + lift * 30, 62, '#7A4B2C', 0.28);
  if (r.state === 'wind' && r.t > TAP) drawAim(r);
  ctx.save();
  ctx.translate(r.x, r.y - lift * 22);
  ctx.rotate(r.a);
  const trembling = r.state === 'wind' ? Math.sin(clock * 60) * Math.min(2.5, r.t * 3) : 0;
  ctx.translate(trembling, 0);
  const size = RHINO_SIZE * (1 + lift * 0.18);
  ctx.scale(size * (1 - r.squash * 0.5), size * (1 + r.squash * 0.4));
  drawRhino(ctx, r, clock);
  ctx.restore();
  if (r.state === 'stun') for (let i = 0; i < 3; i++) star(r.x + Math.cos(clock * 5 + i * 2.1) * 46, r.y - 46 + Math.sin(clock * 5 + i * 2.1) * 14);
}
function star(x, y) {
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = '#FFC629';
  ctx.fill(STAR);
  ctx.restore();
}
/** While a dash is wound up an arrow grows in front: everybody can see it coming. */
function drawAim(r) {
  const power = Math.min(1, (r.t - TAP) / (FULL_WIND - TAP));
  ctx.save();
  ctx.translate(r.x, r.y);
  ctx.rotate(r.a);
  ctx.fillStyle = power >= 1 ? '#E23B24' : '#F4862E';
  const long = 128 + power * 120;
  ctx.beginPath();
  ctx.moveTo(124, -11);
  ctx.lineTo(long, -11);
  ctx.lineTo(long, -27);
  ctx.lineTo(long + 36, 0);
  ctx.lineTo(long, 27);
  ctx.lineTo(long, 11);
  ctx.lineTo(124, 11);
  ctx.fill();
  ctx.restore();
}
/** Off the drum: a tumble, then a happy head in the mud. */
function drawFallen(r) {
  const t = Math.min(1, r.t / 0.45);
  const size = RHINO_SIZE * (1.15 - t * 0.3);
  ctx.save();
  const room = stage.width / 2 / lay.s - 30; // stays in the picture on a narrow screen
  ctx.translate(Math.max(-room, Math.min(room, r.x)), r.y);
  if (t >= 1) {
    ctx.fillStyle = '#8B5A37';
    ctx.beginPath();
    ctx.ellipse(0, 4, 78, 62, 0, 0, 7);
    ctx.fill();
  }
  ctx.rotate(r.a + t * 6.28 * (r.side < 0 ? -1 : 1));
  ctx.scale(size, size);
  drawRhino(ctx, r, clock);
  if (t >= 1) {
    ctx.fillStyle = '#8B5A37';
    ctx.beginPath();
    ctx.ellipse(-30, 0, 56, 58, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#A0693F';
    ctx.beginPath();
    ctx.ellipse(-34, -8, 30, 26, 0, 0, 7);
    ctx.fill();
  }
  ctx.restore();
}

// ---- words and score
function words(text, x, y, size, colour, align = 'center') {
  ctx.font = `${size}px ${DISPLAY}`;
  ctx.textAlign = align;
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.22;
  ctx.strokeStyle = '#0C2A30';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
function rivalName() {
  return run.friends ? 'Player 2' : RIVALS[run.rung].name;
}
/** Who is on the drum and who has won how many rounds. */
function drawBoard() {
  const need = run.friends ? NEED_FRIENDS : NEED;
  const names = [run.friends ? 'Player 1' : 'You', rivalName()];
  const colours = bout.rhinos.map((r) => BELTS[r.belt][0]);
  const wide = lay.tall ? 336 : 210;
  const high = lay.tall ? 62 : 92;
  const y = Math.max(lay.tall ? 126 : 66, 58 / stage.scale); // below the kit's own buttons on any screen
  names.forEach((name, side) => {
    const x = side ? stage.width - wide - 16 : 16;
    ctx.fillStyle = '#0C2A30E6';
    ctx.fill(new Path2D(box(x, y, wide, high, 26)));
    ctx.fillStyle = '#FFFFFF';
    ctx.font = `34px ${DISPLAY}`;
    ctx.textAlign = lay.tall ? (side ? 'right' : 'left') : 'center';
    ctx.fillText(name, lay.tall ? (side ? x + wide - 26 : x + 26) : x + wide / 2, y + (lay.tall ? 43 : 40));
    const middle = lay.tall ? (side ? x + 32 + (need - 1) * 18 : x + wide - 32 - (need - 1) * 18) : x + wide / 2;
    for (let i = 0; i < need; i++) dot(middle + (i - (need - 1) / 2) * 36, lay.tall ? y + 31 : y + 66, 13, i < run.wins[side] ? colours[side] : '#31555C', 1);
  });
}
function drawCalls() {
  const y = lay.y - 150;
  const big = lay.tall ? 96 : 92;
  if (run.phase === 'intro') {
    const rest = TIMES.intro - run.t;
    if (run.round === 1 && rest > 0.7) {
      words(run.friends ? 'Friends match' : rivalName(), lay.x, y, big, '#FFC629');
      words(run.friends ? 'First to three' : `means “${RIVALS[run.rung].means}”`, lay.x, y + 64, 44, '#FFFFFF');
    } else words(rest > 0.7 ? `Round ${run.round}` : 'Ready…', lay.x, y, big, '#FFFFFF');
    if (run.rung === 0 && run.round === 1 && !run.friends) hints();
  }
  if (run.phase === 'fight' && run.t < 0.8) words('Sumo!', lay.x, y, big * (1.3 - run.t * 0.4), '#FFC629');
  if (run.phase === 'out') {
    const mine = run.lastWinner === 0;
    words(run.friends ? `Player ${run.lastWinner + 1}!` : mine ? 'Your round!' : `${rivalName()}’s round`, lay.x, y, big * 0.9, mine ? '#FFC629' : '#FFFFFF');
  }
  if (run.phase === 'bout') {
    words('You win!', lay.x, y, big, '#FFC629');
    if (run.rung + 1 < RIVALS.length) words(`Next: ${RIVALS[run.rung + 1].name}`, lay.x, y + 70, 48, '#FFFFFF');
  }
}
const finger = window.matchMedia('(pointer: coarse)').matches;
function hints() {
  const lines = finger ? ['Drag on the left to walk', 'Hold Dash, let go to push', 'Tap it to hop · Bam! stomps'] : ['Hold Space, let go to push', 'Tap it to hop · X stomps', 'Two players? Press 2'];
  lines.forEach((line, i) => words(line, lay.x, lay.y + 140 + i * 48, 38, '#FFFFFF'));
}
function drawStick() {
  if (STICK.id === null) {
    if (finger && lay.tall) stickRing(150, 1130, 0, 0);
    return;
  }
  const at = stage.point({ clientX: STICK.x0, clientY: STICK.y0 });
  stickRing(at.x, at.y, STICK.x, STICK.y);
}
function stickRing(x, y, dx, dy) {
  const reach = STICK_REACH / stage.scale;
  dot(x, y, reach, '#0C2A30', 0.35);
  dot(x + dx * reach, y + dy * reach, reach * 0.5, '#FFFFFF', 0.8);
}

measure();
Kiddo.buttons([
  { code: 'KeyX', label: 'Bam', side: 'right', aria: 'Stomp' },
  { code: 'Space', label: 'Dash', side: 'right', aria: 'Dash or hop' },
]);
Kiddo.start({
  title: 'Rhino Sumo',
  help: finger ? 'Push the other rhino off the drum! Drag on the left to walk. Hold Dash and let go.' : 'Push the other rhino off the drum! Walk with the arrows. Hold Space and let go to dash.',
  onStart: newRun,
  onPause: () => Object.assign(STICK, { id: null, x: 0, y: 0 }),
  probe: () => asks,
});
Kiddo.loop(update, drawFrame);
