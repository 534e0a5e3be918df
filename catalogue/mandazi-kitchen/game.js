// Mandazi Kitchen: the days, the guests, and everything that is cooking. screen.js draws it.
'use strict';
const SLOTS = 3; // guests at the counter
const TRAY = 6;
const BREW_COLD = 1; // the pot's `cooked` when chai is ready
const TIP_SHARE = 0.6; // of the price, at full patience
const DARK_PRICE = 0.5;
const STAR_SECONDS = 2.6;
const EXTRA_ORDER = ['karai', 'tawa', 'radio', 'charcoal', 'pot', 'smile'];
const TUNE = [0, 4, 7, null, 9, 7, 4, null, 5, 9, 12, null, 9, 7, 5, null, 0, 4, 7, null, 12, 9, 7, 4, 2, null, 5, 4, 2, null, 0, null];

let run = null; // coins, day, extras, screen: 'pick' | 'cook' | 'stars' | 'extra'
let kitchen = null; // one day's work
let acts = 0; // what the player did: the browser test reads it
const chance = Kiddo.rng(Date.now());
const effects = []; // words, bits and food on its way

const saved = () => ({ day: 0, stars: [], ...(Kiddo.data || {}) });

// ---- days
function begin() {
  run = { coins: 0, day: 0, extras: [], screen: 'cook', pick: Math.min(saved().day, Menu.DAYS.length - 1), choice: [] };
  effects.length = 0;
  Kiddo.music.play(TUNE, 270, { vol: 0.09 });
  if (saved().day > 0) run.screen = 'pick';
  else openDay(0);
}
function openDay(number, fresh = false) {
  // who starts later gets the things an earlier cook would have picked up on the way
  if (fresh) run.extras = EXTRA_ORDER.slice(0, number);
  run.day = number;
  run.screen = 'cook';
  const coming = Menu.guestList(number, chance);
  kitchen = {
    coming, full: Menu.fullPrice(coming), earned: 0, served: 0, lost: 0, guests: new Array(SLOTS).fill(null), next: 1.2, tray: [], board: null,
    stations: stations(), clock: 0, banner: 2.6, shake: 0, made: {}, ending: 0,
  };
}
/** Six places on the stove: a karai fries, a tawa bakes, the pot brews. */
function stations() {
  const has = (extra) => run.extras.includes(extra);
  const pan = (kind, open) => ({ kind, open, item: null });
  return [pan('karai', true), pan('karai', true), pan('karai', has('karai')), pan('tawa', uses('chapati')), pan('tawa', uses('chapati') && has('tawa')), { kind: 'pot', open: uses('chai'), item: null, cups: 0 }];
}
const uses = (food) => Menu.DAYS[run.day].foods.includes(food);

function endDay() {
  const share = kitchen.earned / kitchen.full;
  run.stars = Menu.STARS.filter((part) => share >= part).length;
  run.screen = 'stars';
  run.since = 0;
  if (run.stars === 0) return Kiddo.over({ score: run.coins, text: `Day ${run.day + 1}: ${Menu.DAYS[run.day].title}. You need ${goal(0)} shillings for a star.`, won: false });
  const stars = saved().stars.slice();
  for (let i = 0; i < Menu.DAYS.length; i++) stars[i] = Math.max(stars[i] || 0, i === run.day ? run.stars : 0);
  Kiddo.save({ day: Math.max(saved().day, Math.min(run.day + 1, Menu.DAYS.length - 1)), stars });
  Kiddo.sfx.win();
}
const goal = (n) => Math.ceil(kitchen.full * Menu.STARS[n]);
function afterStars() {
  if (run.day + 1 >= Menu.DAYS.length) return Kiddo.over({ score: run.coins, text: 'Seven days, and the whole street is full and happy!', won: true });
  const left = EXTRA_ORDER.filter((extra) => !run.extras.includes(extra));
  run.choice = left.slice(0, 2);
  run.screen = 'extra';
}
function takeExtra(i) {
  if (!run.choice[i]) return;
  run.extras.push(run.choice[i]);
  Kiddo.sfx.coin();
  openDay(run.day + 1);
}

// ---- time
function update(dt) {
  readKeys();
  if (Kiddo.state !== 'playing') return;
  moveEffects(dt);
  Kiddo.hud('Day', run.screen === 'pick' ? null : run.day + 1);
  Kiddo.hud('Coins', run.coins);
  if (run.screen === 'stars' && (run.since += dt) > STAR_SECONDS) afterStars();
  if (run.screen !== 'cook') return;
  kitchen.clock += dt;
  kitchen.banner = Math.max(0, kitchen.banner - dt);
  kitchen.shake = Math.max(0, kitchen.shake - dt * 3);
  cook(dt);
  welcome(dt);
  waitOn(dt);
  if (!kitchen.coming.length && kitchen.guests.every((guest) => !guest) && (kitchen.ending += dt) > 1.2) endDay();
}

function cook(dt) {
  const speed = run.extras.includes('charcoal') ? 1.25 : 1;
  if (kitchen.board) kitchen.board.hit = Math.max(0, kitchen.board.hit - dt * 5.5);
  kitchen.stations.forEach((station, i) => {
    const { item } = station;
    if (!item) return;
    const was = item.cooked;
    item.late = Math.max(0, (item.late || 0) - dt); // the raw piece is still in the air
    item.flip = Math.max(0, (item.flip || 0) - dt * 3.6);
    item.cooked += (dt * speed) / Menu.FOODS[item.food].seconds;
    if (station.kind === 'pot') {
      if (was < BREW_COLD && item.cooked >= BREW_COLD) {
        station.cups = run.extras.includes('pot') ? 5 : Menu.FOODS.chai.cups;
        station.item = null;
        ding(i);
      }
      return;
    }
    if (was < Menu.GOLDEN && item.cooked >= Menu.GOLDEN) ding(i);
    if (was < Menu.DARK && item.cooked >= Menu.DARK) Kiddo.sound.tone({ freq: 300, to: 220, ms: 160, vol: 0.2 });
    if (was < Menu.BURNT && item.cooked >= Menu.BURNT) {
      Kiddo.sfx.hit();
      puff(place('station', i), '#4A4263', 9);
    }
  });
}
function ding(i) {
  Kiddo.sound.tone({ freq: 1050, ms: 90, vol: 0.22, type: 'triangle' });
  Kiddo.sound.tone({ freq: 1400, ms: 160, vol: 0.2, type: 'triangle', at: 0.07 });
  puff(place('station', i), '#FFE28A', 5);
}

function welcome(dt) {
  kitchen.next -= dt;
  const slot = kitchen.guests.indexOf(null);
  if (slot < 0 || !kitchen.coming.length || kitchen.next > 0) return;
  const { kind, order } = kitchen.coming.shift();
  const type = Menu.GUESTS[kind];
  const day = Menu.DAYS[run.day];
  const wait = (type.wait + order.length * 5) * day.rush * (run.extras.includes('radio') ? 1.25 : 1);
  kitchen.guests[slot] = { kind, want: order.slice(), got: [], wait, left: wait, come: 0, going: 0, paid: 0 };
  kitchen.next = day.gap;
  Kiddo.sound.tone({ freq: 420, to: 560, ms: 110, vol: 0.2, type: 'sine' });
}
function waitOn(dt) {
  kitchen.guests.forEach((guest, i) => {
    if (!guest) return;
    guest.come = Math.min(1, guest.come + dt * 3);
    if (guest.going > 0) {
      guest.going += dt * 1.6;
      if (guest.going > 1.6) kitchen.guests[i] = null;
      return;
    }
    guest.left -= dt;
    if (guest.left > 0) return;
    guest.going = 0.01;
    kitchen.lost++;
    kitchen.next = Math.min(kitchen.next, 1.5);
    say('Next time!', place('guest', i), '#fff');
    Kiddo.sound.tone({ freq: 260, to: 150, ms: 260, vol: 0.25 });
  });
}

// ---- what the cook does
function takeDough(i) {
  const food = Menu.JARS[i];
  if (!uses(food)) return;
  if (kitchen.board) return nope();
  kitchen.board = { food, step: 0, hit: 0 };
  fly(food, place('jar', i), place('board'), 0);
  Kiddo.sfx.pop();
}
function work() {
  const { board } = kitchen;
  if (!board) return nope();
  const { steps, pan } = Menu.FOODS[board.food];
  board.hit = 1;
  if (board.step < steps.length) {
    board.step++;
    const cut = steps[board.step - 1];
    Kiddo.sound.tone(cut === 'Cut' ? { type: 'noise', ms: 60, vol: 0.4 } : { freq: 180 + board.step * 60, to: 140, ms: 110, vol: 0.3, type: 'triangle' });
    puff(place('board'), '#FFF3DA', 4);
  }
  if (board.step < steps.length) return;
  const free = kitchen.stations.findIndex((station) => station.kind === pan && station.open && !station.item);
  if (free < 0) return say('No free pan', place('board'), '#fff');
  kitchen.stations[free].item = { food: board.food, cooked: 0, side: 1, late: 0.25 };
  fly(board.food, place('board'), place('station', free), 0);
  kitchen.board = null;
  Kiddo.sound.tone({ type: 'noise', ms: 420, vol: 0.22 });
}
function useStation(i) {
  const station = kitchen.stations[i];
  if (!station.open) return;
  if (station.kind === 'pot') return usePot(station, i);
  const { item } = station;
  if (!item) return nope();
  const spot = place('station', i);
  if (item.cooked < Menu.GOLDEN) return say('Not yet', spot, '#fff');
  if (item.cooked >= Menu.BURNT) {
    station.item = null;
    say('Burnt. Try again!', spot, '#fff');
    return puff(spot, '#4A4263', 10);
  }
  if (Menu.FOODS[item.food].flips && item.side === 1) return flip(item, spot);
  if (kitchen.tray.length >= TRAY) return say('The tray is full', spot, '#fff');
  plate(item.food, item.cooked >= Menu.DARK || item.dark, spot);
  station.item = null;
}
function flip(item, spot) {
  item.side = 2;
  item.dark = item.cooked >= Menu.DARK;
  item.cooked = 0;
  item.flip = 1;
  puff(spot, '#FFE28A', 5);
  Kiddo.sfx.jump();
}
function usePot(pot, i) {
  const spot = place('station', i);
  if (pot.item) return say('Not yet', spot, '#fff');
  if (pot.cups <= 0) {
    pot.item = { food: 'chai', cooked: 0 };
    return Kiddo.sound.tone({ type: 'noise', ms: 260, vol: 0.2 });
  }
  if (kitchen.tray.length >= TRAY) return say('The tray is full', spot, '#fff');
  pot.cups--;
  plate('chai', false, spot);
}
function plate(food, dark, from) {
  kitchen.tray.push({ food, dark, born: kitchen.clock });
  kitchen.made[food] = (kitchen.made[food] || 0) + 1;
  fly(food, from, place('tray', kitchen.tray.length - 1), dark ? Menu.DARK : 1);
  Kiddo.sound.tone({ freq: 600, to: 820, ms: 110, vol: 0.28, type: 'triangle' });
}
/** Gives a guest everything on the tray that they asked for. */
function serve(i) {
  const guest = kitchen.guests[i];
  if (!guest || guest.going > 0) return;
  let given = 0;
  for (let n = 0; n < kitchen.tray.length; n++) {
    const dish = kitchen.tray[n];
    const want = guest.want.indexOf(dish.food);
    if (want < 0) continue;
    guest.want.splice(want, 1);
    guest.got.push(dish);
    kitchen.tray.splice(n, 1);
    fly(dish.food, place('tray', n), place('guest', i), dish.dark ? Menu.DARK : 1);
    n--;
    given++;
  }
  if (!given) return nope();
  guest.left = Math.min(guest.wait, guest.left + given * 2);
  Kiddo.sfx.pop();
  if (!guest.want.length) pay(guest, i);
}
function pay(guest, i) {
  const price = guest.got.reduce((sum, dish) => sum + Menu.FOODS[dish.food].price * (dish.dark ? DARK_PRICE : 1), 0);
  const kind = Menu.GUESTS[guest.kind].tip * (run.extras.includes('smile') ? 1.4 : 1);
  const tip = Math.round(price * TIP_SHARE * 0.5 * kind * (guest.left / guest.wait));
  guest.going = 0.01;
  guest.paid = Math.round(price) + tip;
  run.coins += guest.paid;
  kitchen.earned += guest.paid;
  kitchen.served++;
  kitchen.next = Math.min(kitchen.next, 2.5);
  const spot = place('guest', i);
  say(`+${guest.paid}`, spot, '#FFE28A');
  puff(spot, '#FFC629', 10);
  Kiddo.sfx.coin();
}
/** A dish nobody wants is the cook's own lunch, so the tray never jams. */
function nibble(n) {
  const dish = kitchen.tray[n];
  if (!dish) return;
  const who = kitchen.guests.findIndex((guest) => guest && guest.going === 0 && guest.want.includes(dish.food));
  if (who >= 0) return serve(who);
  kitchen.tray.splice(n, 1);
  say('Yum!', place('tray', n), '#fff');
  Kiddo.sfx.pop();
}
function nope() {
  Kiddo.sound.tone({ freq: 170, to: 140, ms: 80, vol: 0.2, type: 'triangle' });
}

/** What a new cook should press next, until this food has been made once. */
function hint() {
  const guest = kitchen.guests.find((g) => g && g.going === 0 && g.want.length);
  if (!guest || (run.day > 0 && !guest.want.some((food) => !kitchen.made[food])) || kitchen.served > 2) return null;
  const onTray = kitchen.guests.findIndex((g) => g && g.going === 0 && g.want.some((food) => kitchen.tray.some((dish) => dish.food === food)));
  if (onTray >= 0) return ['guest', onTray];
  const ready = kitchen.stations.findIndex((s) => (s.item && s.kind !== 'pot' && s.item.cooked >= 1) || (s.cups > 0 && guest.want.includes('chai')));
  if (ready >= 0) return ['station', ready];
  if (kitchen.board) return ['board'];
  const food = guest.want[0];
  if (kitchen.stations.some((s) => s.item && s.item.food === food)) return null;
  return food === 'chai' ? ['station', 5] : ['jar', Menu.JARS.indexOf(food)];
}

// ---- effects
function say(text, spot, tone) {
  effects.push({ text, x: spot.x, y: spot.y - 30, vy: -52, vx: 0, age: 0, life: 1, tone });
}
function puff(spot, tone, count) {
  for (let i = 0; i < count && effects.length < 110; i++) {
    const a = (i / count) * 6.28 + Math.random();
    effects.push({ x: spot.x, y: spot.y, vx: Math.cos(a) * 120, vy: Math.sin(a) * 90 - 60, age: 0, life: 0.5 + Math.random() * 0.3, tone, size: 5 + Math.random() * 5 });
  }
}
function fly(food, from, to, cooked) {
  effects.push({ food, from, to, cooked, age: 0, life: 0.26, x: 0, y: 0, vx: 0, vy: 0 });
}
function moveEffects(dt) {
  for (let i = effects.length - 1; i >= 0; i--) {
    const e = effects[i];
    e.age += dt;
    e.x += e.vx * dt;
    e.y += e.vy * dt;
    if (e.age > e.life) effects.splice(i, 1);
  }
}
