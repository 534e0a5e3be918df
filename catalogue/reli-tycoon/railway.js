// The railway itself: land, track, trains, goods and contracts. No drawing here.
'use strict';
window.Railway = (function () {
  const GOODS = window.GOODS;
  const W = 16;
  const H = 9;
  const COST = { g: 20, f: 30, h: 40, p: 70, w: 90 };
  const TRAIN_COST = 350;
  const TRAIN_RISE = 60; // each train costs a bit more than the one before
  const STOCK = 14;
  const MAKE_EVERY = 2.6;
  const STOP_TIME = 0.9;
  const ENGINES = [
    { name: 'Steam engine', speed: 1.7 },
    { name: 'Diesel engine', speed: 2.4, cost: 500 },
    { name: 'Electric engine', speed: 3.3, cost: 1200 },
  ];
  const WAGONS = [{ load: 4 }, { load: 6, cost: 400 }, { load: 9, cost: 900 }];
  const STATIONS = [{ rate: 1 }, { rate: 1.5, cost: 450 }, { rate: 2.1, cost: 1000 }];
  const key = (x, y) => y * W + x;
  const edgeKey = (a, b) => (a < b ? `${a}-${b}` : `${b}-${a}`);

  function open(map, chance) {
    const land = map.land.join('');
    const towns = map.towns.map((town, id) => ({ ...town, id, at: key(town.x, town.y), stock: Object.fromEntries([...town.makes, 'people'].map((good) => [good, 4])), clock: id * 0.4, cheer: 0 }));
    const world = { map, land, towns, edges: new Map(), links: new Map(), trains: [], money: map.money, earned: 0, level: { engine: 0, wagon: 0, station: 0 }, jobs: [], jobsDone: 0, events: [], chance };
    for (let i = 0; i < 2; i++) newJob(world);
    return world;
  }
  const townAt = (world, cell) => world.towns.find((town) => town.at === cell);
  const stepCost = (world, cell) => COST[world.land[cell]];

  // ---- track
  function lay(world, a, b) {
    const id = edgeKey(a, b);
    if (world.edges.has(id)) return 'have';
    const cost = Math.round((stepCost(world, a) + stepCost(world, b)) / 2);
    if (cost > world.money) return 'poor';
    world.money -= cost;
    world.edges.set(id, cost);
    link(world, a, b);
    link(world, b, a);
    return 'laid';
  }
  function link(world, a, b) {
    if (!world.links.has(a)) world.links.set(a, new Set());
    world.links.get(a).add(b);
  }
  /** Takes up all track of a cell. Half the money comes back. Trains that lose their way are sold. */
  function clear(world, cell) {
    const near = world.links.get(cell);
    if (!near || !near.size) return 0;
    let back = 0;
    for (const other of near) {
      const id = edgeKey(cell, other);
      back += world.edges.get(id) / 2;
      world.edges.delete(id);
      world.links.get(other).delete(cell);
    }
    near.clear();
    world.trains = world.trains.filter((train) => {
      if (train.path.every((at, i) => i === 0 || world.edges.has(edgeKey(train.path[i - 1], at)))) return true;
      const again = route(world, train.path[0], train.path[train.path.length - 1]);
      if (again) {
        Object.assign(train, { path: again, at: 0, way: 1, wait: 0 });
        return true;
      }
      back += TRAIN_COST / 2;
      return false;
    });
    world.money += Math.round(back);
    return Math.round(back);
  }
  /** The shortest way by rail between two cells, or null. */
  function route(world, from, to) {
    const came = new Map([[from, -1]]);
    const queue = [from];
    for (let i = 0; i < queue.length; i++) {
      if (queue[i] === to) break;
      for (const next of world.links.get(queue[i]) || []) {
        if (came.has(next)) continue;
        came.set(next, queue[i]);
        queue.push(next);
      }
    }
    if (!came.has(to)) return null;
    const path = [];
    for (let at = to; at !== -1; at = came.get(at)) path.unshift(at);
    return path;
  }

  // ---- trains
  const trainPrice = (world) => TRAIN_COST + TRAIN_RISE * world.trains.length;
  function buyTrain(world, a, b) {
    const path = route(world, a.at, b.at);
    if (!path) return 'nopath';
    if (world.money < trainPrice(world)) return 'poor';
    world.money -= trainPrice(world);
    world.trains.push({ path, at: 0, way: 1, wait: 0.4, cargo: [], puff: 0, hue: world.trains.length, stopped: -1 });
    return 'ok';
  }
  function moveTrain(world, train, dt) {
    if (train.wait > 0) {
      train.wait -= dt;
      return;
    }
    const last = train.path.length - 1;
    const before = train.at;
    train.at += train.way * ENGINES[world.level.engine].speed * dt;
    // Stop at every town on the line as its middle goes by.
    const from = Math.min(before, train.at);
    const to = Math.max(before, train.at);
    for (let i = Math.ceil(from); i <= Math.floor(to); i++) {
      const town = i >= 0 && i <= last && townAt(world, train.path[i]);
      if (!town || train.stopped === i) continue;
      train.at = i;
      train.stopped = i;
      train.wait = STOP_TIME;
      if (i === 0) train.way = 1;
      if (i === last) train.way = -1;
      callAt(world, train, town);
      return;
    }
    if (train.at <= 0 || train.at >= last) {
      train.at = Math.max(0, Math.min(last, train.at));
      train.way = train.at === 0 ? 1 : -1;
    }
    if (train.stopped >= 0 && Math.abs(train.at - train.stopped) > 0.6) train.stopped = -1;
  }
  const welcomes = (town, good, origin) => (good === 'people' ? town.id !== origin : town.wants.includes(good));
  /** Unloads what the town wants, then loads what other towns on this line want. */
  function callAt(world, train, town) {
    let pay = 0;
    let count = 0;
    train.cargo = train.cargo.filter((unit) => {
      if (unit.origin === town.id || !welcomes(town, unit.good, unit.origin)) return true;
      const from = world.towns[unit.origin];
      pay += GOODS[unit.good].pay * (Math.abs(from.x - town.x) + Math.abs(from.y - town.y) + 2);
      count++;
      credit(world, unit.good, town);
      return false;
    });
    pay = Math.round(pay);
    if (count) {
      world.money += pay;
      world.earned += pay;
      town.cheer = 1;
      world.events.push({ kind: 'paid', town, pay });
    }
    const others = train.path.map((cell) => townAt(world, cell)).filter((other) => other && other !== town);
    const room = WAGONS[world.level.wagon].load;
    const goods = Object.keys(town.stock).sort((a, b) => needed(world, b) - needed(world, a) || town.stock[b] - town.stock[a]);
    for (const good of goods) {
      if (!others.some((other) => welcomes(other, good, town.id))) continue;
      // Keep a seat or two for the second kind, so that no good is left behind for ever.
      const most = good === goods[0] && goods.length > 1 ? Math.ceil(room * 0.7) : room;
      let taken = 0;
      while (town.stock[good] >= 1 && train.cargo.length < room && taken < most) {
        town.stock[good]--;
        taken++;
        train.cargo.push({ good, origin: town.id });
      }
    }
  }
  const needed = (world, good) => (world.jobs.some((job) => job.good === good) ? 1 : 0);

  // ---- contracts
  function newJob(world) {
    const open = [];
    for (const town of world.towns) {
      for (const good of [...town.wants, 'people']) {
        if (good !== 'people' && !world.towns.some((other) => other.makes.includes(good))) continue;
        if (!world.jobs.some((job) => job.good === good && job.town === town)) open.push({ good, town });
      }
    }
    // Prefer towns that already have track, so that a contract is in reach.
    const linked = open.filter((job) => (world.links.get(job.town.at) || new Set()).size);
    const list = linked.length && world.chance() < 0.6 ? linked : open;
    const job = list[Math.floor(world.chance() * list.length)];
    const want = 8 + Math.floor(world.chance() * 3) * 2 + world.jobsDone;
    world.jobs.push({ ...job, want, got: 0, pay: Math.round((140 + want * 12 + world.jobsDone * 25) / 10) * 10 });
  }
  function credit(world, good, town) {
    const job = world.jobs.find((j) => j.good === good && j.town === town);
    if (!job || ++job.got < job.want) return;
    world.jobs.splice(world.jobs.indexOf(job), 1);
    world.jobsDone++;
    world.money += job.pay;
    world.earned += job.pay;
    world.events.push({ kind: 'job', town, pay: job.pay });
    newJob(world);
  }

  function step(world, dt) {
    for (const town of world.towns) {
      town.cheer = Math.max(0, town.cheer - dt * 1.5);
      town.clock += dt * STATIONS[world.level.station].rate;
      if (town.clock < MAKE_EVERY) continue;
      town.clock -= MAKE_EVERY;
      for (const good of Object.keys(town.stock)) town.stock[good] = Math.min(STOCK, town.stock[good] + 1);
    }
    for (const train of world.trains) moveTrain(world, train, dt);
  }
  const LEVELS = { engine: ENGINES, wagon: WAGONS, station: STATIONS };
  const upgradePrice = (world, what) => (LEVELS[what][world.level[what] + 1] || {}).cost;
  function upgrade(world, what) {
    const cost = upgradePrice(world, what);
    if (!cost || cost > world.money) return false;
    world.money -= cost;
    world.level[what]++;
    return true;
  }

  return { W, H, COST, ENGINES, WAGONS, STATIONS, open, key, townAt, lay, clear, route, trainPrice, buyTrain, step, upgradePrice, upgrade };
})();
