// The picture of the clinic, frame by frame: patient, bench, cards, speech, close-up.
'use strict';

function words(text, x, y, size, colour, align = 'center', edge = null) {
  ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  if (edge) {
    ctx.lineJoin = 'round';
    ctx.lineWidth = size * 0.24;
    ctx.strokeStyle = edge;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

function draw() {
  if (!L) shape();
  ctx.drawImage(room, 0, 0, view.width, view.height);
  if (Kiddo.state === 'title' || !clinic) {
    drawAnimal(ANIMALS[0], L.patient[0] - (L.tall ? 80 : 90), L.patient[1], L.size, 0, 1);
    drawAnimal(ANIMALS[1], L.patient[0] + (L.tall ? 90 : 100), L.patient[1], L.size, 2, 1);
    return;
  }
  drawSun();
  drawBench();
  if (clinic.patient) drawPatient();
  if (clinic.step === 'task') drawTask();
  else {
    Sparks.draw();
    drawCards();
  }
  drawSpeech();
  if (game.card) drawDayCard();
}

function drawSun() {
  const [x, y] = L.sun;
  const share = clinic.left / clinic.plan.seconds;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(x - 42, y - 42, 84, 84, 10);
  ctx.clip();
  ctx.fillStyle = share > 0.5 ? '#8FDCF5' : share > 0.22 ? '#FFC98A' : '#8F6BB8';
  ctx.fillRect(x - 42, y - 42, 84, 84);
  ball(x, y + 52 - share * 68, 22, share > 0.22 ? '#FFC629' : '#FF8A5A');
  oval(x - 20, y + 46, 50, 24, '#43A05E');
  oval(x + 34, y + 48, 40, 20, '#2F8A4E');
  ctx.restore();
  const low = clinic.left < 12;
  words(`${Math.ceil(clinic.left)} s`, x, y + 66, L.text + (low ? Math.sin(game.clock * 10) * 2 : 0), low ? '#A8200D' : INK);
  words(`${clinic.healed}/${clinic.plan.need} well`, L.tall ? x : x, y + (L.tall ? 87 : 96), L.tall ? 18 : 24, INK);
}

function drawBench() {
  const choosing = clinic.step === 'choose';
  clinic.bench.slice(0, 4).forEach((waiting, i) => {
    const [x, y] = L.bench[i];
    const hop = choosing ? Math.abs(Math.sin(game.clock * 5 + i)) * 6 : 0;
    const slide = Math.max(0, 0.4 - waiting.t) * 300; // walks in from the left
    if (choosing && clinic.chosen === i) slab(x - 38, y - 92 * (L.benchSize / 0.5), 76, 92 * (L.benchSize / 0.5), 18, '#FFC629');
    drawAnimal(waiting.animal, x - slide, y - hop, L.benchSize, i, 0);
    slab(x - 26, y + 20, 52, 11, 6, '#0C2A3055');
    slab(x - 26, y + 20, Math.max(11, 52 * waiting.mood), 11, 6, waiting.mood > 0.4 ? '#FF6F91' : '#FFC629');
  });
  if (choosing) words('Who is next?', L.tall ? 202 : 190, L.tall ? 250 : 226, L.tall ? 28 : 34, '#fff', 'center', INK);
}

/** feel: 1 happy, 0 not well. Feet stand on (x, y). */
function drawAnimal(animal, x, y, size, seed, feel, squash = 0) {
  const breathe = Math.sin(game.clock * 3 + seed) * 0.015 + squash;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size * (1 - breathe), size * (1 + breathe));
  ctx.drawImage(animal.art.canvas, -100, -184, 200, 200);
  const [mx, my] = animal.mouth;
  ctx.translate(mx, my - 66);
  ctx.strokeStyle = '#17302A';
  ctx.lineWidth = 2.8;
  ctx.lineCap = 'round';
  ctx.beginPath();
  if (feel > 0.5) {
    ctx.moveTo(-11, -1);
    ctx.quadraticCurveTo(-5, 8, 0, 1);
    ctx.quadraticCurveTo(5, 8, 11, -1);
  } else {
    ctx.moveTo(-9, 7);
    ctx.quadraticCurveTo(0, -3, 9, 7);
  }
  ctx.stroke();
  ctx.restore();
}

function drawPatient() {
  const { patient, step } = clinic;
  const [x, y] = L.patient;
  const happy = step === 'happy';
  const enter = step === 'exam' && clinic.clock < 0.4 ? (0.4 - clinic.clock) * 420 : 0;
  const hop = happy ? Math.abs(Math.sin(clinic.clock * 8)) * 46 : 0;
  const leave = happy && clinic.clock > 1 ? (clinic.clock - 1) * 900 : 0;
  const jolt = Math.sin(game.clock * 50) * 7 * game.shake;
  const tremble = !happy && clinic.trouble && clinic.trouble.id === 'heart' ? Math.sin(game.clock * 40) * 1.6 : 0;
  drawAnimal(patient.animal, x - enter + leave + jolt + tremble, y - hop, L.size, 0, happy ? 1 : 0, happy ? Math.sin(clinic.clock * 16) * 0.05 : 0);
  const shown = !happy && step !== 'exam';
  if (clinic.trouble && (shown || clinic.day === 0)) drawSymptom(clinic.trouble.id, x - enter + jolt, y);
  if (step === 'found' && game.flying) drawTool(x, y);
}

/** What can be seen from outside; on the first day it shows at once, later only after the right tool. */
function drawSymptom(id, x, y) {
  const s = L.size;
  if (id === 'fever') {
    ctx.globalAlpha = 0.75;
    oval(x - 32 * s, y - 62 * s, 9 * s, 6 * s, '#E8432E');
    oval(x + 32 * s, y - 62 * s, 9 * s, 6 * s, '#E8432E');
    ctx.globalAlpha = 1;
  } else if (id === 'mud') {
    for (const [dx, dy, r] of [[-26, 22, 9], [-14, 14, 6], [24, 30, 8], [30, 18, 5], [10, 96, 7]]) ball(x + dx * s, y - dy * s, r * s, '#6B3A1E');
  } else if (id === 'cut' || id === 'thorn') {
    ctx.strokeStyle = id === 'cut' ? '#D84A3A' : '#5A3A1E';
    ctx.lineWidth = 4 * s;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(x + 18 * s, y - 8 * s);
    ctx.lineTo(x + (id === 'cut' ? 30 : 34) * s, y - (id === 'cut' ? 4 : 22) * s);
    ctx.stroke();
  } else {
    const beat = 1 + Math.max(0, Math.sin(game.clock * 14)) * 0.25;
    ctx.drawImage(Icon.calm.canvas, x - 16 * s * beat, y - 34 * s - 16 * s * beat, 32 * s * beat, 32 * s * beat);
  }
}

function drawTool(x, y) {
  const { icon, t } = game.flying;
  const ease = 1 - (1 - Math.min(1, t * 3)) ** 3;
  const s = L.size;
  const goal = icon === 'thermo' ? [x + 62 * s, y - 74 * s] : icon === 'stetho' ? [x + 40 * s, y - 30 * s] : [x + 44 * s, y - 16 * s];
  const size = 66 * s;
  const py = L.cards[1] + (goal[1] - L.cards[1]) * ease;
  ctx.drawImage(Icon[icon].canvas, goal[0] - size / 2, py - size / 2 + Math.sin(game.clock * 6) * 3, size, size);
}

function drawSpeech() {
  const [tip, y] = L.say;
  let text = clinic.messageTime > 0 ? clinic.message : '';
  if (!text && clinic.step === 'exam' && clinic.trouble) text = clinic.trouble.clues[clinic.patient.clue];
  if (!text && clinic.step === 'cure') text = 'How do you help?';
  if (clinic.step === 'task' || (!text && clinic.step !== 'exam') || clinic.step === 'choose') return;
  ctx.font = `400 ${L.tall ? 24 : 30}px "Bagel Fat One", system-ui, sans-serif`;
  const w = Math.min(view.width - 20, ctx.measureText(text).width + 52);
  // on a small wide screen the bubble moves left, out from under the buttons in the corner
  const corner = window.innerWidth / 2 - 170;
  const x = L.tall ? tip : Math.min(tip, view.width / 2 + corner / view.scale - w / 2);
  slab(x - w / 2, y - 27, w, 54, 27, '#fff');
  ctx.beginPath();
  ctx.moveTo(tip - 14, y + 24);
  ctx.lineTo(tip + 14, y + 24);
  ctx.lineTo(tip, y + 44);
  ctx.fillStyle = '#fff';
  ctx.fill();
  words(text, x, y + 1, L.tall ? 24 : 30, INK);
}

function drawCards() {
  const [x, y, w, h, gap] = L.cards;
  const grow = Math.min(1, clinic.clock * 5);
  clinic.cards.forEach(([id, name], i) => {
    const on = clinic.chosen === i;
    const cx = x + i * (w + gap);
    const cy = y + (1 - grow) * 60 - (on ? 4 : 0);
    if (on) slab(cx - 6, cy - 6, w + 12, h + 18, 26, INK);
    slab(cx, cy + 6, w, h, 20, '#BDD3C9');
    slab(cx, cy, w, h, 20, on ? '#FFEDB8' : '#fff');
    ctx.drawImage(Icon[id].canvas, cx + w / 2 - 34, cy + 12, 68, 68);
    words(name, cx + w / 2, cy + h - 20, name.length > 7 ? 21 : 24, INK);
  });
}

function drawTask() {
  const { task } = clinic;
  const [x, y] = L.close;
  ctx.fillStyle = '#0c2a3088';
  ctx.fillRect(0, 0, view.width, view.height);
  const size = Math.min(1, 0.7 + clinic.clock * 1.6);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ball(0, 0, CLOSE_UP + 12, '#fff');
  ctx.save();
  ctx.beginPath();
  ctx.arc(0, 0, CLOSE_UP, 0, Math.PI * 2);
  ctx.clip();
  ball(0, 0, CLOSE_UP, '#D9F7EC');
  task.draw();
  ctx.restore();
  Sparks.draw();
  ctx.restore();
  const w = 300;
  const by = y + CLOSE_UP + 30;
  slab(x - w / 2, by, w, 20, 10, INK);
  if (task.share > 0.02) slab(x - w / 2 + 4, by + 4, Math.max(12, (w - 8) * Math.min(1, task.share)), 12, 6, '#43CF7E');
  words(task.tip, x, by + 46, L.tall ? 23 : 28, '#fff', 'center', INK);
  words(`${Math.ceil(clinic.left)} s`, L.tall ? x : L.sun[0], L.tall ? y - CLOSE_UP - 40 : L.sun[1] + 66, L.tall ? 26 : 30, '#fff', 'center', INK);
}

function drawDayCard() {
  const { day, bonus, t } = game.card;
  const pop = 0.85 + 0.15 * Math.min(1, t * 5);
  const last = day === DAYS.length;
  ctx.save();
  ctx.translate(view.width / 2, view.height * 0.46);
  ctx.scale(pop, pop);
  slab(-180, -120, 360, 250, 26, '#fff');
  words(`Day ${day} done!`, 0, -74, 42, '#0B5A31');
  words(`+${bonus} for daylight left`, 0, -26, 23, '#344D54');
  words(last ? `${game.friends} happy friends` : `Next: ${DAYS[day].need} patients`, 0, 8, 23, '#344D54');
  slab(-105, 48, 210, 58, 29, '#C98A00');
  slab(-105, 43, 210, 58, 29, '#FFC629');
  words(last ? 'Go on' : 'Next day', 0, 73, 27, INK);
  ctx.restore();
}
