// Mango Catch: a whole game to change into your own. Mangoes fall, you move the basket.
// Kiddo.… comes from the kit: the title screen, pause, the end, sound, keys and fingers.

// ---- Try it: change a number, save, reload the page.
const SPEED = 420; // how fast the basket moves
const FALL = 150; // how fast the first mango falls
const LIVES = 3; // how many mangoes may hit the ground

// ---- The picture: a canvas of 640 x 480; on an upright phone 360 x 600.
const stage = Kiddo.stage({ width: 640, height: 480, portrait: { width: 360, height: 600 }, background: '#005B57' });
const pen = stage.ctx;

// ---- What the game remembers while it is played.
let basket = { x: 320 };
let mangoes = [];
let score = 0;
let lives = LIVES;
let wait = 0;
let finger = null;

const ground = () => stage.height - 60;

Kiddo.start({
  title: 'Mango Catch',
  help: 'Move the basket with the arrow keys or a finger. Do not let the mangoes fall.',
  onStart() {
    basket = { x: stage.width / 2 };
    mangoes = [];
    score = 0;
    lives = LIVES;
    wait = 0;
    finger = null;
    showNumbers();
  },
  // The team's own test reads this, to see that the game answers to a key or a finger.
  probe: () => Math.round(basket.x),
});

// ---- A finger or the mouse: the basket follows it.
stage.canvas.addEventListener('pointerdown', (event) => {
  finger = stage.point(event).x;
});
stage.canvas.addEventListener('pointermove', (event) => {
  if (finger !== null) finger = stage.point(event).x;
});
for (const end of ['pointerup', 'pointercancel'])
  window.addEventListener(end, () => {
    finger = null;
  });

function showNumbers() {
  Kiddo.hud('Mangoes', score);
  Kiddo.hud('Lives', lives);
}

// ---- What changes: about 60 times a second. dt is the time since the last time, in seconds.
function update(dt) {
  if (Kiddo.input.held('ArrowLeft', 'KeyA')) basket.x -= SPEED * dt;
  if (Kiddo.input.held('ArrowRight', 'KeyD')) basket.x += SPEED * dt;
  if (finger !== null) basket.x += Math.max(-SPEED * 2 * dt, Math.min(SPEED * 2 * dt, finger - basket.x));
  basket.x = Math.max(50, Math.min(stage.width - 50, basket.x));

  wait -= dt;
  if (wait <= 0) {
    mangoes.push({ x: 30 + Math.random() * (stage.width - 60), y: -20, speed: FALL + score * 6 });
    wait = Math.max(0.5, 1.3 - score * 0.03);
  }

  for (const mango of mangoes) mango.y += mango.speed * dt;
  for (const mango of mangoes.filter(({ y }) => y >= ground())) {
    mangoes.splice(mangoes.indexOf(mango), 1);
    if (Math.abs(mango.x - basket.x) < 60) {
      score += 1;
      Kiddo.sfx.coin();
    } else {
      lives -= 1;
      Kiddo.sfx.hit();
    }
  }
  showNumbers();
  if (lives <= 0) Kiddo.over({ score, text: `You caught ${score} ${score === 1 ? 'mango' : 'mangoes'}.` });
}

// ---- What is seen. Later things are painted over earlier ones.
function draw() {
  const { width, height } = stage;
  pen.fillStyle = '#005B57';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#0B6E69';
  for (let x = 0; x < width; x += 80) pen.fillRect(x, 0, 40, height);
  pen.fillStyle = '#1E9E5A';
  pen.fillRect(0, ground() + 26, width, height);
  for (const mango of mangoes) drawMango(mango);
  drawBasket();
}

function drawMango({ x, y }) {
  pen.fillStyle = '#FFC629';
  pen.beginPath();
  pen.ellipse(x, y, 18, 22, 0.4, 0, 7);
  pen.fill();
  pen.fillStyle = '#43CF7E';
  pen.beginPath();
  pen.ellipse(x + 8, y - 22, 10, 4, -0.5, 0, 7);
  pen.fill();
}

function drawBasket() {
  const y = ground();
  pen.fillStyle = '#F4623A';
  pen.beginPath();
  pen.moveTo(basket.x - 54, y);
  pen.lineTo(basket.x + 54, y);
  pen.lineTo(basket.x + 38, y + 40);
  pen.lineTo(basket.x - 38, y + 40);
  pen.fill();
  pen.fillStyle = '#FFEDB8';
  pen.fillRect(basket.x - 58, y - 6, 116, 12);
}

Kiddo.loop(update, draw);
