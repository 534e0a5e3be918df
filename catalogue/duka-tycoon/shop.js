// The rules of the duka: goods, days, customers, change and upgrades. No drawing; what happens is told in shop.events.
// Prices are for the game, all in Kenyan shillings (KSh).
(function () {
  'use strict';
  const GOODS = [
    { id: 'mandazi', name: 'Mandazi', price: 10, cost: 5, day: 1 },
    { id: 'banana', name: 'Bananas', price: 20, cost: 10, day: 1 },
    { id: 'egg', name: 'Eggs', price: 30, cost: 18, day: 1 },
    { id: 'mango', name: 'Mango', price: 40, cost: 24, day: 1 },
    { id: 'soap', name: 'Soap', price: 50, cost: 30, day: 2 },
    { id: 'bread', name: 'Bread', price: 60, cost: 38, day: 3 },
    { id: 'tea', name: 'Tea', price: 75, cost: 45, day: 4 },
    { id: 'sugar', name: 'Sugar', price: 85, cost: 52, day: 5 },
    { id: 'milk', name: 'Milk', price: 65, cost: 35, day: 1, cold: true },
    { id: 'soda', name: 'Soda', price: 55, cost: 25, day: 1, cold: true },
  ];
  const PACK = 3; // goods are bought by threes
  const DAYS = 10;
  const GOALS = [90, 160, 230, 310, 400, 500, 620, 750, 880, 1000];
  const COINS = [5, 10, 20, 50, 100];
  const NOTES = [50, 100, 200, 500];
  const PATIENCE = [26, 25, 23, 21, 20, 19, 18, 17, 16, 15]; // seconds a customer waits, by day
  const WRONG_COSTS = 2.5; // seconds of patience a slip takes
  const HOT_TIP = 10; // extra for the good everybody wants today
  const SHOW_SUM_DAYS = 2; // until then the change is written for you

  // each step of an upgrade costs its number in the list
  const UPGRADES = [
    { id: 'slots', name: 'More shelves', does: '+1 kind of goods', costs: [120, 220, 350, 500] },
    { id: 'deep', name: 'Deep shelves', does: '+3 of each', costs: [150, 300] },
    { id: 'fridge', name: 'Fridge', does: 'Sell milk and soda', costs: [180] },
    { id: 'radio', name: 'Radio', does: 'They wait longer', costs: [140, 280] },
    { id: 'sign', name: 'Bright sign', does: '+2 customers', costs: [200, 400] },
  ];

  function fresh(saved) {
    const shop = {
      day: 1, cash: 60, earned: 0, stock: {}, shelf: ['mandazi', 'banana', 'egg', 'mango'], up: { slots: 0, deep: 0, fridge: 0, radio: 0, sign: 0 },
      hot: '', today: 0, left: 0, served: 0, lost: 0, customer: null, queue: [], events: [], open: false, over: false,
    };
    GOODS.forEach((good) => (shop.stock[good.id] = 0));
    shop.shelf.forEach((id) => (shop.stock[id] = 6));
    if (saved && saved.day > 1) Object.assign(shop, JSON.parse(JSON.stringify(saved)));
    news(shop);
    return shop;
  }

  /** What to keep for the next visit: the shop as it stands this morning. */
  const keep = ({ day, cash, earned, stock, shelf, up }) => ({ day, cash, earned, stock, shelf, up });

  const find = (id) => GOODS.find((good) => good.id === id);
  const slots = (shop) => 4 + shop.up.slots;
  const deep = (shop) => 6 + shop.up.deep * 3;
  const onSale = (shop) => GOODS.filter((good) => good.day <= shop.day && (!good.cold || shop.up.fridge));
  const goal = (shop) => GOALS[shop.day - 1];
  const packPrice = (good) => good.cost * PACK;

  /** Each day one good is what everybody wants. */
  function news(shop) {
    const list = onSale(shop);
    shop.hot = list[(shop.day * 5 + 1) % list.length].id;
  }

  // ---- morning
  function buy(shop, good) {
    if (!shop.shelf.includes(good.id)) {
      if (shop.shelf.length >= slots(shop)) return 'full';
      shop.shelf.push(good.id);
    }
    if (shop.stock[good.id] >= deep(shop)) return 'stocked';
    if (shop.cash < packPrice(good)) return 'poor';
    shop.cash -= packPrice(good);
    shop.stock[good.id] = Math.min(deep(shop), shop.stock[good.id] + PACK);
    return 'bought';
  }

  /** Puts a good on the shelf or takes it off (its stock waits in the back). */
  function toggle(shop, good) {
    const at = shop.shelf.indexOf(good.id);
    if (at >= 0) shop.shelf.splice(at, 1);
    else if (shop.shelf.length < slots(shop)) shop.shelf.push(good.id);
    else return false;
    return true;
  }

  function upgrade(shop, item) {
    const price = item.costs[shop.up[item.id]];
    if (price === undefined || shop.cash < price) return false;
    shop.cash -= price;
    shop.up[item.id] += 1;
    return true;
  }

  /** The dearest pack you could still need: with nothing on the shelves and no money a friend lends one. */
  function gift(shop) {
    const any = shop.shelf.some((id) => shop.stock[id] > 0);
    if (any || shop.cash >= packPrice(GOODS[0])) return false;
    shop.cash += 60;
    return true;
  }

  function openShop(shop) {
    Object.assign(shop, { open: true, over: false, today: 0, served: 0, lost: 0, customer: null, left: 5 + shop.day + shop.up.sign * 2 });
    shop.queue = Array.from({ length: shop.left }, (_, i) => (i * 5 + shop.day * 3) % 6);
  }

  // ---- open
  const stocked = (shop) => shop.shelf.filter((id) => shop.stock[id] > 0);

  function arrive(shop) {
    const have = stocked(shop);
    if (!shop.queue.length || !have.length) {
      shop.over = true;
      return tell(shop, 'closed');
    }
    const most = shop.day === 1 ? 2 : shop.day < 5 ? 3 : 4;
    const count = 1 + Math.floor(Math.random() * most * 0.999);
    const wants = [];
    const spare = { ...shop.stock };
    for (let i = 0; i < count; i += 1) {
      const can = have.filter((id) => spare[id] > 0);
      if (!can.length) break;
      const id = can.includes(shop.hot) && Math.random() < 0.4 ? shop.hot : can[Math.floor(Math.random() * can.length)];
      spare[id] -= 1;
      wants.push({ id, got: false });
    }
    const total = wants.reduce((sum, want) => sum + find(want.id).price, 0);
    shop.customer = { who: shop.queue.shift(), wants, total, paid: 0, given: 0, coins: [], phase: 'walk', age: 0, patience: 1, mood: 0, slip: 0 };
    shop.left -= 1;
    return tell(shop, 'arrive');
  }

  const tell = (shop, what, more) => void shop.events.push({ what, ...more });

  function step(shop, dt) {
    if (!shop.open || shop.over) return;
    const one = shop.customer;
    if (!one) return arrive(shop);
    one.age += dt;
    one.slip = Math.max(0, one.slip - dt * 2.5);
    if (one.phase === 'walk' && one.age > 0.7) enter(one, 'order');
    else if (one.phase === 'order' || one.phase === 'change') {
      one.patience -= dt / (PATIENCE[shop.day - 1] * (1 + shop.up.radio * 0.3));
      if (one.patience <= 0) giveUp(shop);
    } else if (one.phase === 'pay' && one.age > 0.8) {
      if (one.paid === one.total) finish(shop);
      else enter(one, 'change');
    } else if ((one.phase === 'happy' || one.phase === 'gone') && one.age > 1.1) shop.customer = null;
  }
  const enter = (one, phase) => Object.assign(one, { phase, age: 0 });

  function giveUp(shop) {
    const one = shop.customer;
    one.wants.forEach((want) => want.got && (shop.stock[want.id] += 1));
    enter(one, 'gone');
    shop.lost += 1;
    tell(shop, 'left');
  }

  /** The keeper takes one of this good from the shelf. */
  function pick(shop, id) {
    const one = shop.customer;
    if (!one || one.phase !== 'order' || !shop.stock[id]) return;
    const want = one.wants.find((item) => item.id === id && !item.got);
    if (!want) return slip(shop, 'wrong');
    want.got = true;
    shop.stock[id] -= 1;
    tell(shop, 'pick', { id });
    if (one.wants.every((item) => item.got)) pay(shop);
  }

  function slip(shop, what) {
    const one = shop.customer;
    one.patience -= WRONG_COSTS / PATIENCE[shop.day - 1];
    one.slip = 1;
    tell(shop, what);
  }

  /** The customer pays: exactly now and then, else with more. Early on the change is small and round. */
  function pay(shop) {
    const one = shop.customer;
    const roundUp = (by) => Math.ceil((one.total + 1) / by) * by;
    const note = NOTES.find((value) => value > one.total) || roundUp(100);
    const chance = Math.random();
    if (chance < 0.22) one.paid = one.total;
    else if (shop.day <= 2) one.paid = chance < 0.6 && one.total < 100 ? roundUp(20) : Math.min(note, roundUp(50));
    else one.paid = chance < 0.5 ? roundUp(50) : note;
    enter(one, 'pay');
    tell(shop, 'pay');
  }

  const change = (one) => one.paid - one.total;

  function give(shop, value) {
    const one = shop.customer;
    if (!one || one.phase !== 'change') return;
    if (one.given + value > change(one)) {
      one.given = 0;
      one.coins = [];
      return slip(shop, 'tooMuch');
    }
    one.given += value;
    one.coins.push(value);
    tell(shop, 'coin', { value });
    if (one.given === change(one)) finish(shop);
  }

  function takeBack(shop) {
    const one = shop.customer;
    if (!one || !one.coins.length) return;
    one.given -= one.coins.pop();
  }

  function finish(shop) {
    const one = shop.customer;
    const hot = one.wants.some((want) => want.id === shop.hot) ? HOT_TIP : 0;
    const tip = hot + (one.patience > 0.6 ? 5 : 0);
    shop.cash += one.total + tip;
    shop.today += one.total + tip;
    shop.earned += one.total + tip;
    shop.served += 1;
    one.tip = tip;
    enter(one, 'happy');
    tell(shop, 'sold', { total: one.total, tip });
  }

  /** Closes the day. Gives true when its goal was reached; the next morning begins then. */
  function closeDay(shop) {
    const made = shop.today >= goal(shop);
    shop.open = false;
    return made;
  }

  function nextDay(shop) {
    shop.day += 1;
    if (shop.day <= DAYS) news(shop);
  }

  window.Shop = { GOODS, DAYS, COINS, UPGRADES, PACK, SHOW_SUM_DAYS, fresh, keep, find, slots, deep, onSale, goal, packPrice, buy, toggle, upgrade, gift, openShop, step, pick, give, takeBack, change, closeDay, nextDay };
})();
