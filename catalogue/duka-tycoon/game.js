// Duka Tycoon: input, sound and the turn of days. shop.js has the rules; draw.js and rooms.js the pictures.
(function () {
  'use strict';
  const { burst, say, ease } = window.Fx;
  const Shop = window.Shop;
  const stage = window.Kiddo.stage({ width: 960, height: 540, portrait: window.Fx.tallShape(360, 600, 800), background: '#FFC629' });
  // Where bars stand beside the stage, the street goes on in them.
  document.body.style.background = 'linear-gradient(#FFC629 82.6%, #B8651A 82.6% 83.9%, #D9822B 83.9%)';
  window.Fx.least = () => 14.2 / stage.scale; // no word is under 14 px on the screen
  const { canvas, ctx } = stage;
  let place = window.DukaDraw.layout(stage);
  const refit = () => {
    place = window.DukaDraw.layout(stage);
    window.DukaDraw.paintScenery(stage, place);
  };
  refit();
  stage.onResize = refit;
  window.addEventListener('resize', refit);

  const LOAN = 60;
  let shop = Shop.fresh(null);
  let room = 'open'; // morning, open or evening
  let presses = 0;
  let spots = []; // what can be pressed in this picture: [{ key, x, y, w, h, act }]
  let focus = ''; // the spot the arrow keys are on
  let focusShown = false;
  const bumps = {};
  const flights = []; // goods on their way from shelf to customer

  // what the pictures need to know, and what a press does
  const ui = {
    time: 0, age: 0, cheer: 0, tab: 'stock', sure: false, note: { text: '', age: 9 },
    spot: (key, x, y, w, h, act) => spots.push({ key, x, y, w, h, act }),
    bump: (key) => bumps[key] || 0,
    setTab: (name) => (ui.tab = name),
    pick(id) {
      Shop.pick(shop, id);
    },
    give(value) {
      bumps[`coin${value}`] = 1;
      Shop.give(shop, value);
    },
    takeBack() {
      Shop.takeBack(shop);
      window.Kiddo.sfx.click();
    },
    buy(good) {
      const result = Shop.buy(shop, good);
      bumps[good.id] = 1;
      if (result === 'bought') return window.Kiddo.sfx.coin();
      window.Kiddo.sfx.pop();
      return tell({ full: 'Shelves full. Take one off (×)', stocked: 'No more room for these', poor: 'Not enough cash' }[result]);
    },
    takeOff(good) {
      Shop.toggle(shop, good);
      window.Kiddo.sfx.pop();
    },
    upgrade(item) {
      if (Shop.upgrade(shop, item)) {
        window.Kiddo.sfx.win();
        tell(`${item.name}: done!`);
      } else {
        window.Kiddo.sfx.pop();
        tell(item.costs[shop.up[item.id]] === undefined ? 'That is as good as it gets' : 'Not enough cash yet');
      }
    },
    openShop() {
      if (!shop.shelf.some((id) => shop.stock[id] > 0)) return tell('Buy some stock first');
      goTo('open');
      Shop.openShop(shop);
      return window.Kiddo.sfx.click();
    },
    newShop() {
      if (!ui.sure) return (ui.sure = true);
      window.Kiddo.save({ day: 1 });
      return onStart();
    },
    next: endDay,
  };

  const tell = (text) => Object.assign(ui.note, { text, age: 0 });

  function goTo(next) {
    room = next;
    ui.age = 0;
    ui.sure = false;
    ui.tab = 'stock';
    focus = '';
  }

  // ---- a run: it goes on from the morning that was kept
  function onStart() {
    shop = Shop.fresh(window.Kiddo.data);
    flights.length = 0;
    window.Fx.clearBits();
    window.Kiddo.music.play([0, null, 4, 7, 9, null, 7, 4, 5, null, 9, 12, null, 9, 7, null, 0, null, 4, 7, 9, 7, 12, null, 11, 9, 7, 5, 4, null, 0, null], 290, { vol: 0.07 });
    if (shop.day > 1) morning();
    else {
      goTo('open');
      Shop.openShop(shop);
    }
    showHud();
  }

  function morning() {
    window.Kiddo.save(Shop.keep(shop));
    if (Shop.gift(shop)) tell('A friend lends you KSh 60');
    goTo('morning');
  }

  function endDay() {
    const made = Shop.closeDay(shop);
    if (!made) {
      const help = lend();
      return window.Kiddo.over({ score: shop.earned, won: false, text: `Day ${shop.day} made KSh ${shop.today} of ${Shop.goal(shop)}. Your shop is safe${help}: try the day again.` });
    }
    if (shop.day === Shop.DAYS) {
      window.Kiddo.save({ day: 1 });
      return window.Kiddo.over({ score: shop.earned, won: true, text: 'Ten good days! Your duka is the pride of the street.' });
    }
    Shop.nextDay(shop);
    return morning();
  }

  /** After a thin day a friend adds some money to the kept shop, so that no shop is ever stuck. */
  function lend() {
    if (shop.day < 2) return '';
    const sum = LOAN + shop.day * 20;
    window.Kiddo.save({ ...window.Kiddo.data, cash: window.Kiddo.data.cash + sum });
    return ` and a friend lends you KSh ${sum}`;
  }

  function showHud() {
    window.Kiddo.hud('Day', `${shop.day}/${Shop.DAYS}`);
    window.Kiddo.hud('KSh', shop.cash);
  }

  function update(dt) {
    ui.time += dt;
    ui.first = shop.day === 1 && shop.served + shop.lost === 0;
    ui.age += dt;
    ui.note.age += dt;
    ui.cheer = ease(ui.cheer, 0, 3, dt);
    for (const key in bumps) bumps[key] = ease(bumps[key], 0, 9, dt);
    window.Fx.moveBits(dt);
    window.Fx.moveNotes(dt);
    for (const flight of flights) flight.age += dt;
    while (flights.length && flights[0].age > 0.4) flights.shift();
    keys();
    if (room === 'open') Shop.step(shop, dt);
    for (const event of shop.events) if (reactions[event.what]) reactions[event.what](event);
    shop.events.length = 0;
    showHud();
  }

  // ---- what happens, heard and seen
  const tone = (options) => window.Kiddo.sound.tone(options);
  const middle = () => ({ x: place.bubble.x + place.bubble.w / 2, y: place.bubble.y + place.bubble.h / 2 });
  const reactions = {
    arrive: () => tone({ freq: 660, to: 880, ms: 120, vol: 0.2, type: 'triangle' }),
    pick({ id }) {
      bumps[id] = 1;
      window.Kiddo.sfx.pop();
      const from = window.DukaDraw.cell(place, shop.shelf.indexOf(id));
      const to = middle();
      flights.push({ id, x0: from.x + from.w / 2, y0: from.y + from.h / 2, x1: to.x, y1: to.y, age: 0 });
    },
    wrong() {
      tone({ freq: 220, to: 160, ms: 180, vol: 0.3 });
      say('Not that one', place.width * (place.tall ? 0.62 : 0.2), place.bubble.y - 4, '#fff', 24);
    },
    pay: () => tone({ freq: 500, to: 650, ms: 100, vol: 0.2, type: 'triangle' }),
    coin: () => tone({ freq: 1100, to: 1400, ms: 70, vol: 0.25 }),
    tooMuch() {
      tone({ freq: 260, to: 170, ms: 200, vol: 0.3 });
      say('Too much! Count again', place.tray.x + place.tray.w / 2, place.tray.y - 10, '#fff', 24);
    },
    sold({ total, tip }) {
      window.Kiddo.sfx.coin();
      ui.cheer = 1;
      const at = { x: place.customer.x + 60, y: place.customer.feet - 150 * place.customer.size };
      say(`+${total}${tip ? ` and tip ${tip}` : ''}`, Math.max(110, at.x + 20), at.y, '#FFC629', place.tall ? 25 : 30);
      burst(at.x, at.y + 50, 18, { colours: ['#FFC629', '#FFE28A', '#D18A00'], speed: 260, size: 8, life: 0.8, pull: 600 });
      if (shop.today >= Shop.goal(shop) && shop.today - total - tip < Shop.goal(shop)) {
        window.Kiddo.sfx.win();
        burst(place.goal.x + place.goal.w / 2, place.goal.y + 20, 30, { colours: ['#FFC629', '#E23B24', '#4CC26A', '#fff'], speed: 320, size: 6, life: 1.1, round: false });
      }
    },
    left() {
      tone({ freq: 330, to: 200, ms: 300, vol: 0.25, type: 'triangle' });
      say('Another time!', Math.max(100, place.customer.x), place.customer.feet - 160 * place.customer.size, '#fff', 24);
    },
    closed() {
      goTo('evening');
      (shop.today >= Shop.goal(shop) ? window.Kiddo.sfx.win : window.Kiddo.sfx.pop)();
    },
  };

  // ---- input: a finger or mouse on a spot; or arrows to go from spot to spot, Space to press
  canvas.addEventListener('pointerdown', (event) => {
    if (window.Kiddo.state !== 'playing') return;
    presses += 1;
    focusShown = false;
    const { x, y } = stage.point(event);
    let hit = null; // the last one drawn lies on top
    for (const spot of spots) if (x >= spot.x && x <= spot.x + spot.w && y >= spot.y && y <= spot.y + spot.h) hit = spot;
    if (hit) hit.act();
  });

  const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function keys() {
    const { pressed } = window.Kiddo.input;
    for (const code in DIRECTIONS) if (pressed(code)) moveFocus(...DIRECTIONS[code]);
    if (!pressed('Space', 'Enter')) return;
    presses += 1;
    const spot = focused();
    if (spot && focusShown) spot.act();
    else moveFocus(0, 0);
  }

  const focused = () => spots.find((spot) => spot.key === focus) || null;
  const heart = (spot) => ({ x: spot.x + spot.w / 2, y: spot.y + spot.h / 2 });

  function moveFocus(dx, dy) {
    presses += 1;
    const now = focused();
    if (!now || !focusShown) {
      focusShown = true;
      const first = now || spots.find((spot) => spot.key.startsWith('coin') || spot.key === 'open' || spot.key === 'next') || spots[0];
      focus = first ? first.key : '';
      return;
    }
    const a = heart(now);
    let best = null;
    let least = Infinity;
    for (const spot of spots) {
      const b = heart(spot);
      const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
      if (spot === now || along < 6) continue;
      const cost = along + 2.4 * Math.abs((b.x - a.x) * dy + (b.y - a.y) * dx);
      if (cost < least) {
        least = cost;
        best = spot;
      }
    }
    if (best) focus = best.key;
    window.Kiddo.sfx.click();
  }

  function drawFocus() {
    // when the tray comes up the keys go to the coins; when it leaves, back to the shelves
    if (focusShown && !focused() && spots.length) focus = (spots.find((spot) => spot.key.startsWith('coin') || spot.key === 'open' || spot.key === 'next') || spots[0]).key;
    const spot = focusShown && focused();
    if (!spot) return;
    ctx.strokeStyle = '#0C2A30';
    ctx.lineWidth = 8;
    ctx.beginPath();
    ctx.roundRect(spot.x, spot.y, spot.w, spot.h, 14);
    ctx.stroke();
    ctx.strokeStyle = '#FFC629';
    ctx.lineWidth = 4;
    ctx.stroke();
  }

  function draw() {
    spots = [];
    if (room === 'open') window.DukaDraw.drawShop(ctx, place, shop, ui);
    else (room === 'morning' ? window.DukaRooms.drawMorning : window.DukaRooms.drawEvening)(ctx, place, shop, ui);
    for (const flight of flights) {
      const t = flight.age / 0.4;
      const x = flight.x0 + (flight.x1 - flight.x0) * t;
      const y = flight.y0 + (flight.y1 - flight.y0) * t - Math.sin(t * Math.PI) * 60;
      window.Fx.put(ctx, flight.id, x, y + 16, 1.1, 1.1, t * 5);
    }
    window.Fx.drawBits(ctx);
    window.Fx.drawNotes(ctx);
    if (window.Kiddo.state === 'playing') drawFocus();
  }

  window.Kiddo.start({
    title: 'Duka Tycoon',
    help: 'Karibu! Welcome to your corner shop. Tap what each customer wants, then give the right change.',
    onStart,
    formatScore: (score) => `KSh ${score}`,
    probe: () => presses,
  });
  window.Kiddo.loop(update, draw);
})();
