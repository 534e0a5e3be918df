// Night Market Mystery: the walk, the talk, the crossing out and the naming.
'use strict';
const BADGES = 3; // wrong names a detective may give in one run
const WRONG_COST = 4; // lanterns
const COLS = 3;
const START = 4; // the fox starts before the middle stall of the near row
const TUNE = [0, null, 3, 2, null, 0, -2, null, 0, null, 3, 5, null, 7, 5, null, 3, null, 2, 0, null, -2, 0, null, -5, null, -2, 0, null, null, null, null];
const CROSS = '<svg class="x" viewBox="0 0 100 120" aria-hidden="true"><path d="M22 30L78 96M78 30L22 96" stroke="#FF6B78" stroke-width="13" stroke-linecap="round"/></svg>';

let acts = 0; // what the player did: the browser test reads it
let run = null;
let now = null; // the case in hand
const chance = Kiddo.rng(Date.now());

// ---- the page
const make = (tag, id, parent) => {
  const node = document.createElement(tag);
  if (id) node.id = id;
  parent.append(node);
  return node;
};
const sky = make('div', 'sky-box', document.body);
const game = make('div', 'game', document.body);
const lamps = make('div', 'lamps', game);
const market = make('div', 'market', game);
const notes = make('div', 'notes', game);
const talk = make('div', 'talk', game);
const faces = make('div', 'faces', game);
const bar = make('div', 'bar', game);
talk.setAttribute('aria-live', 'polite');
notes.hidden = true;
const barButton = (words, act) => {
  const button = make('button', '', bar);
  button.type = 'button';
  button.className = 'press';
  button.textContent = words;
  button.addEventListener('click', () => Kiddo.state === 'playing' && act());
  return button;
};
const notesButton = barButton('Notes', toggleNotes);
const nameButton = barButton('Who did it?', startNaming);
sky.innerHTML = '<svg id="sky" viewBox="0 0 320 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="320" height="240" fill="#16224F"/><circle cx="272" cy="38" r="46" fill="#1F2E66"/><circle cx="272" cy="38" r="24" fill="#FFF2C4"/><circle cx="282" cy="31" r="21" fill="#1F2E66"/><g fill="#FFF2C4"><path d="M12 66q0 5 5 5q-5 0-5 5q0-5-5-5q5 0 5-5zM206 66q0 5 5 5q-5 0-5 5q0-5-5-5q5 0 5-5zM150 64q0 4 4 4q-4 0-4 4q0-4-4-4q4 0 4-4z"/></g><path d="M0 120L40 90L70 112L120 78L160 110L210 82L250 108L320 76V240H0Z" fill="#25367A"/><rect y="128" width="320" height="112" fill="#3B2148"/><path d="M0 128H320V134H0Z" fill="#57306A"/></svg>';

// ---- a run and its cases
function begin() {
  run = { score: 0, badges: BADGES, number: 0, solved: 0 };
  Kiddo.music.play(TUNE, 250, { vol: 0.1, type: 'triangle' });
  openCase();
}
function openCase() {
  now = { ...Cases.make(run.number, chance), fox: START, wrong: 0, have: [], crossed: new Set(), mode: 'walk', busy: false, heard: [], guess: null };
  now.steps = now.level.steps;
  notes.hidden = true;
  faces.classList.remove('naming');
  buildLamps();
  buildMarket();
  buildFaces();
  placeFox(false);
  refresh();
  const parrot = now.level.parrot ? ' Watch out: Kasuku the parrot says the opposite of what is true!' : '';
  say('fox', `Case ${run.number + 1}`, `${now.owner.name}'s ${now.missing} is gone! Tap a stall to ask its keeper. Each step takes one lantern.${parrot}`);
}
function buildLamps() {
  lamps.innerHTML = Array.from({ length: now.level.steps }, (_, i) => Art.lantern(Art.TONES[i % Art.TONES.length])).join('');
}
function buildMarket() {
  market.innerHTML = '';
  now.stalls.forEach((stall, i) => {
    const button = make('button', '', market);
    button.type = 'button';
    button.className = 'stall';
    button.innerHTML = Art.stall(stall.id, i, stall.clue.trait, stall.clue.lie);
    button.addEventListener('click', () => tapStall(i));
  });
  const fox = make('div', 'fox', market);
  fox.innerHTML = Art.fox();
}
function buildFaces() {
  faces.innerHTML = '';
  faces.className = now.suspects.length > 6 ? 'eight' : '';
  now.suspects.forEach((suspect, i) => {
    const button = make('button', '', faces);
    button.type = 'button';
    button.className = 'face';
    button.innerHTML = `${Art.suspect(suspect)}${CROSS}<span>${suspect.name}</span>`;
    button.setAttribute('aria-label', `${suspect.name} the ${suspect.kind}: ${describe(suspect)}`);
    button.addEventListener('click', () => tapFace(i));
  });
}
const describe = (s) => [s.hat === 'none' ? 'no hat' : `${s.hat} hat`, `${s.colour} clothes`, s.thing, s.glasses ? 'glasses' : 'no glasses', s.ears ? 'big ears' : 'no big ears'].join(', ');

/** Everything that follows from the state: lamps, costs, signs, crosses, the bar. */
function refresh() {
  Kiddo.hud('Score', run.score);
  Kiddo.hud('★', run.badges);
  [...lamps.children].forEach((lamp, i) => lamp.classList.toggle('out', i >= now.steps));
  now.stalls.forEach((stall, i) => {
    const node = market.children[i];
    node.classList.toggle('done', stall.asked);
    node.querySelector('.cost text').textContent = walkTo(i) + 1;
    node.setAttribute('aria-label', `${stall.name} sells ${stall.sells}. ${stall.asked ? 'Asked' : `${walkTo(i) + 1} lanterns to go and ask`}`);
  });
  now.suspects.forEach((_, i) => faces.children[i].setAttribute('aria-pressed', String(now.crossed.has(i))));
  notesButton.textContent = `Notes (${now.heard.length})`;
  nameButton.textContent = now.mode === 'naming' ? 'Not yet' : 'Who did it?';
  nameButton.classList.toggle('ready', now.mode === 'walk' && (now.suspects.length - now.crossed.size === 1 || now.steps === 0));
}
function say(face, who, words) {
  talk.innerHTML = `${face === 'fox' ? Art.foxFace() : Art.keeperFace(face)}<p><b></b></p>`;
  talk.querySelector('b').textContent = who;
  talk.querySelector('p').append(words);
  talk.classList.remove('pop');
  void talk.offsetWidth; // lets the pop start again
  talk.classList.add('pop');
}

// ---- walking and asking
const col = (i) => i % COLS;
const row = (i) => Math.floor(i / COLS);
const walkTo = (i) => Math.abs(col(i) - col(now.fox)) + Math.abs(row(i) - row(now.fox));
function placeFox(walking) {
  const fox = document.getElementById('fox');
  fox.style.transform = `translate(${col(now.fox) * 100}%, ${row(now.fox) * 100}%)`;
  fox.classList.toggle('walk', walking);
}
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
async function walk(to) {
  const mine = now;
  while (now === mine && now.fox !== to) {
    const across = col(to) !== col(now.fox);
    now.fox += across ? Math.sign(col(to) - col(now.fox)) : COLS * Math.sign(row(to) - row(now.fox));
    spend(1);
    placeFox(true);
    Kiddo.sound.tone({ freq: 200, to: 150, ms: 70, vol: 0.2, type: 'triangle' });
    Kiddo.sound.tone({ freq: 220, to: 160, ms: 70, vol: 0.2, type: 'triangle', at: 0.17 });
    await wait(350);
  }
  if (now === mine) placeFox(false);
  return now === mine;
}
function spend(steps) {
  now.steps = Math.max(0, now.steps - steps);
  refresh();
}
async function tapStall(i) {
  if (!ready()) return;
  acts++;
  if (now.mode === 'naming') stopNaming();
  const stall = now.stalls[i];
  if (stall.asked) return say(stall.id, stall.name, quote(stall.clue)); // already told: free
  const cost = walkTo(i) + 1;
  if (cost > now.steps) return dark();
  now.busy = true;
  if (await walk(i)) ask(stall);
  now.busy = false;
}
const ready = () => Kiddo.state === 'playing' && now && !now.busy && now.mode !== 'over';
function dark() {
  say('fox', 'Too dark', now.steps === 0 ? 'The last lantern is out. Now you must say who did it.' : `Only ${now.steps} lantern${now.steps > 1 ? 's' : ''} left. That is too far.`);
  Kiddo.sound.tone({ freq: 160, to: 110, ms: 200, vol: 0.25 });
}
const quote = (clue) => `"The one who took it ${clue.text}."${clue.lie ? ' (Backwards!)' : ''}`;

function ask(stall) {
  spend(1);
  const gift = stall.gives && !now.have.includes(stall.gives) && !stall.asked;
  if (stall.wants && !now.have.includes(stall.wants)) {
    stall.met = true;
    Kiddo.sfx.pop();
    const from = now.stalls.find((s) => s.gives === stall.wants);
    return say(stall.id, stall.name, `"Bring me ${stall.wants} from ${from.name} who sells ${from.sells}. Then I will tell you."`);
  }
  stall.asked = true;
  now.heard.push(stall);
  if (gift) now.have.push(stall.gives);
  run.score += 10;
  [523, 659, 880].forEach((freq, n) => Kiddo.sound.tone({ freq, ms: 100, vol: 0.25, type: 'triangle', at: n * 0.08 }));
  const help = run.number === 0 && now.heard.length === 1 && !now.crossed.size ? ' Now tap every face that cannot be it!' : '';
  say(stall.id, stall.name, quote(stall.clue) + (gift ? ` "Take ${stall.gives}."` : '') + help);
  refresh();
}

function toggleNotes() {
  acts++;
  Kiddo.sfx.click();
  notes.hidden = !notes.hidden;
  if (notes.hidden) return;
  notes.innerHTML = '<h2>Notes</h2>';
  const list = make('ul', '', notes);
  if (!now.heard.length) make('li', '', list).textContent = 'Nothing yet. Ask the keepers.';
  now.heard.forEach((stall) => {
    const item = make('li', '', list);
    item.innerHTML = Art.topic(stall.clue.trait);
    item.append(`${stall.name}: ${stall.clue.text}${stall.clue.lie ? ' (backwards!)' : ''}`);
  });
  if (now.have.length) make('li', '', list).textContent = `You carry ${now.have.join(' and ')}.`;
}

// ---- crossing out and naming
function tapFace(i) {
  if (!ready()) return;
  acts++;
  if (now.mode === 'naming') return confirmName(i);
  if (now.crossed.has(i)) now.crossed.delete(i);
  else now.crossed.add(i);
  Kiddo.sound.tone({ freq: now.crossed.has(i) ? 330 : 440, ms: 80, vol: 0.25, type: 'triangle' });
  refresh();
}
function startNaming() {
  if (!ready()) return;
  acts++;
  if (now.mode === 'naming') return stopNaming();
  now.mode = 'naming';
  notes.hidden = true;
  faces.classList.add('naming');
  Kiddo.sfx.click();
  say('fox', 'Who did it?', 'Tap the face of the one who took it.');
  refresh();
}
function stopNaming() {
  now.mode = 'walk';
  faces.classList.remove('naming');
  say('fox', 'Fox', 'Let us look a little more.');
  refresh();
}
function confirmName(i) {
  const { name } = now.suspects[i];
  say('fox', `Was it ${name}?`, '');
  const box = make('div', '', talk.querySelector('p'));
  box.className = 'ask';
  [['Yes', () => judge(i)], ['No', stopNaming]].forEach(([words, act], n) => {
    const button = make('button', '', box);
    button.type = 'button';
    button.className = n ? 'press soft' : 'press';
    button.textContent = words;
    button.addEventListener('click', () => ready() && now.mode === 'naming' && act());
    if (!n) button.focus({ preventScroll: true });
  });
}
async function judge(i) {
  const mine = now;
  acts++;
  now.busy = true;
  faces.classList.remove('naming');
  [0, 1, 2].forEach((n) => Kiddo.sound.tone({ freq: 110, ms: 90, vol: 0.4, type: 'sine', at: n * 0.22 }));
  say('fox', 'Hmm...', 'The whole market looks up.');
  await wait(800);
  if (now !== mine) return;
  now.busy = false;
  if (now.suspects[i] === now.culprit) solved(i);
  else wrong(i);
}
function solved(i) {
  const gain = 100 + run.number * 20 + now.steps * 10 + (now.wrong ? 0 : 50);
  run.score += gain;
  run.solved++;
  Kiddo.save({ solved: ((Kiddo.data && Kiddo.data.solved) || 0) + 1 });
  faces.children[i].classList.add('right');
  Kiddo.sfx.win();
  confetti();
  closeCase(`Yes! ${now.culprit.name} says: "${now.excuse} Pole, sorry!" The ${now.missing} is back. +${gain}`, 'Case solved!');
}
function wrong(i) {
  run.badges--;
  now.wrong++;
  now.crossed.add(i);
  const was = now.steps;
  now.mode = 'walk';
  spend(WRONG_COST);
  faces.children[i].classList.add('wrong');
  setTimeout(() => faces.children[i] && faces.children[i].classList.remove('wrong'), 900);
  Kiddo.sfx.hit();
  if (run.badges <= 0) return finish(false);
  if (was === 0) return closeCase(`It was not ${now.suspects[i].name}. The market closes. It was ${now.culprit.name} all along.`, 'Case closed');
  say('fox', 'Not this one', `${now.suspects[i].name} was at home. That cost a badge and ${Math.min(was, WRONG_COST)} lanterns.`);
}
function closeCase(words, title) {
  now.mode = 'over';
  refresh();
  say('fox', title, words);
  const box = make('div', '', talk.querySelector('p'));
  box.className = 'ask';
  const next = make('button', '', box);
  next.type = 'button';
  next.className = 'press';
  next.textContent = run.number + 1 < Cases.LEVELS.length ? 'Next case' : 'The end';
  next.addEventListener('click', () => Kiddo.state === 'playing' && nextCase());
  next.focus({ preventScroll: true });
}
function nextCase() {
  acts++;
  run.number++;
  if (run.number >= Cases.LEVELS.length) return finish(true);
  openCase();
}
function finish(done) {
  now.mode = 'over';
  const won = done && run.solved >= Cases.LEVELS.length - 1;
  const rank = ['New Nose', 'Clue Finder', 'Sharp Eyes', 'Night Walker', 'Case Cracker', 'Star Detective', 'Chief Fox'][run.solved];
  Kiddo.over({ score: run.score, text: `Cases solved: ${run.solved} of ${Cases.LEVELS.length}. Your rank: ${rank}. ${done ? '' : `It was ${now.culprit.name}.`}`, won });
}
function confetti() {
  for (let i = 0; i < 36; i++) {
    const bit = make('i', '', document.body);
    bit.className = 'confetti';
    bit.style.left = `${Math.random() * 100}vw`;
    bit.style.background = Art.TONES[i % Art.TONES.length];
    bit.style.animationDelay = `${Math.random() * 0.6}s`;
    bit.addEventListener('animationend', () => bit.remove());
  }
}

// ---- keys
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLS, ArrowDown: COLS };
window.addEventListener('keydown', (event) => {
  if (event.repeat) return;
  if (event.code === 'Space' && now.mode === 'over' && Kiddo.state === 'playing') return nextByKey();
  if (!ready()) return;
  if (ARROWS[event.code]) return stride(ARROWS[event.code]);
  if (event.code === 'Space') {
    if (now.mode === 'naming') return document.activeElement.click();
    return tapStall(now.fox);
  }
  if (event.code === 'KeyN') return toggleNotes();
  if (event.code === 'KeyC') return startNaming();
  const digit = /^Digit([1-8])$/.exec(event.code);
  if (digit && faces.children[digit[1] - 1]) tapFace(digit[1] - 1);
});
function nextByKey() {
  const next = talk.querySelector('.press'); // the kit keeps Space from pressing buttons
  if (next) next.click();
}
async function stride(step) {
  const to = now.fox + step;
  const wraps = Math.abs(step) === 1 && row(to) !== row(now.fox);
  if (to < 0 || to >= now.stalls.length || wraps) return;
  acts++;
  if (now.mode === 'naming') stopNaming();
  if (now.steps < 1) return dark();
  now.busy = true;
  await walk(to);
  now.busy = false;
}

openIdle();
/** Behind the title card the market already glows. */
function openIdle() {
  run = { score: 0, badges: BADGES, number: 0, solved: 0 };
  openCase();
  Kiddo.hud('Score', null);
  Kiddo.hud('★', null);
}
Kiddo.start({
  title: 'Night Market Mystery',
  help: 'Karibu! Welcome, detective fox. Walk, ask, cross out the innocent. Then name the one who did it.',
  onStart: begin,
  probe: () => acts,
});
requestAnimationFrame(() => Kiddo.shown());
