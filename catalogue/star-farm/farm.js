// The rules of the farm: plots, crops, comets, hens and rockets. No drawing here; what happens is told in farm.events.
// Places round the planet are counted 0..11. 0 is the rocket pad, 6 the barn, the others are plots.
(function () {
  'use strict';
  const PLOTS = 12;
  const PAD = 0;
  const BARN = 6;
  const HEARTS = 3;
  const GROW = [2.4, 3.2, 4]; // seconds for each of a crop's two growing times
  const WALK_TIME = 0.15; // seconds from one place to the next
  const COMET_FALL = 3.4;
  const HEN_SPEED = 0.9; // places a second
  const PECK_TIME = 4.5;
  const REST_HENS = 7; // a chased hen stays home so long
  const POINTS = { item: 10, launch: 100, second: 2, comet: 25, hen: 10 };

  // need: carrots, melons, corn. comets: seconds between them. hens: how many. slow: growth takes this much longer
  const ROCKETS = [
    { season: 0, need: [2, 0, 0], time: 55, comets: 0, hens: 0, slow: 1 },
    { season: 0, need: [2, 2, 0], time: 52, comets: 0, hens: 0, slow: 1 },
    { season: 1, need: [4, 2, 0], time: 50, comets: 11, hens: 0, slow: 1 },
    { season: 1, need: [3, 4, 0], time: 46, comets: 8.5, hens: 0, slow: 1 },
    { season: 2, need: [2, 2, 2], time: 46, comets: 0, hens: 1, slow: 1 },
    { season: 2, need: [3, 3, 3], time: 48, comets: 12, hens: 2, slow: 1 },
    { season: 3, need: [4, 3, 3], time: 50, comets: 9, hens: 2, slow: 1.2 },
    { season: 3, need: [4, 4, 4], time: 50, comets: 7, hens: 3, slow: 1.3 },
  ];
  const isPlot = (place) => place % 6 !== 0;
  const wrap = (place) => ((place % PLOTS) + PLOTS) % PLOTS;
  /** Shortest way from a to b round the planet, in places; left is minus. */
  const way = (a, b) => {
    const d = wrap(b - a);
    return d > PLOTS / 2 ? d - PLOTS : d;
  };

  function fresh() {
    const farm = {
      plots: Array.from({ length: PLOTS }, () => ({ kind: -1, stage: 0, wet: 0, grow: 1, rock: 0, bump: 0 })),
      at: 1, target: 1, seed: 0, basket: [0, 0, 0], loaded: [0, 0, 0],
      rocket: 0, clock: 0, flying: 0, arrive: 0, hearts: HEARTS, points: 0, sent: 0,
      comet: null, nextComet: 6, hens: [], done: '', events: [], acts: 0, then: false, pose: '', poseAge: 9,
    };
    call(farm, 0);
    return farm;
  }

  const order = (farm) => ROCKETS[Math.min(farm.rocket, ROCKETS.length - 1)];
  const kinds = (farm) => (order(farm).season >= 2 ? 3 : farm.rocket >= 1 ? 2 : 1);

  /** The next rocket lands and says what it wants. */
  function call(farm, number) {
    farm.rocket = number;
    farm.loaded = [0, 0, 0];
    farm.flying = 0;
    farm.arrive = 1;
    const now = order(farm);
    farm.clock = now.time;
    farm.nextComet = 5;
    while (farm.hens.length < now.hens) farm.hens.push({ place: BARN, home: 2 + farm.hens.length * 3, peck: 0, face: 1, away: 0 });
    farm.hens.length = Math.min(farm.hens.length, now.hens);
    tell(farm, number % 2 === 0 ? 'season' : 'call', PAD);
  }

  const tell = (farm, what, place, more) => farm.events.push({ what, place, ...more });

  function step(farm, dt) {
    farm.poseAge += dt;
    walk(farm, dt);
    for (const plot of farm.plots) grow(farm, plot, dt);
    if (farm.flying > 0) return fly(farm, dt);
    farm.arrive = Math.max(0, farm.arrive - dt * 0.9);
    if (farm.arrive === 0) farm.clock -= dt;
    comets(farm, dt);
    for (const hen of farm.hens) moveHen(farm, hen, dt);
    if (farm.clock <= 0) leave(farm);
  }

  function walk(farm, dt) {
    const d = way(farm.at, farm.target);
    const go = dt / WALK_TIME;
    if (Math.abs(d) > go) farm.at = wrap(farm.at + Math.sign(d) * go);
    else {
      farm.at = farm.target;
      if (farm.then) {
        farm.then = false;
        act(farm);
      }
    }
  }

  function grow(farm, plot, dt) {
    plot.bump *= Math.exp(-6 * dt);
    if (plot.kind < 0 || plot.stage > 1 || !plot.wet) return;
    plot.wet -= dt / (GROW[plot.kind] * order(farm).slow);
    if (plot.wet > 0) return;
    plot.wet = 0;
    plot.stage += 1;
    plot.bump = 1;
    tell(farm, plot.stage === 2 ? 'ripe' : 'sprout', farm.plots.indexOf(plot));
  }

  // ---- what the farmer does where she stands
  function act(farm) {
    const place = Math.round(farm.target) % PLOTS;
    const plot = farm.plots[place];
    farm.acts += 1;
    const hen = farm.hens.find((one) => one.home <= 0 && !one.away && Math.abs(way(one.place, place)) < 0.75);
    if (hen) return shoo(farm, hen, place);
    if (place === PAD) return load(farm);
    if (place === BARN) return undefined;
    if (plot.rock) return clear(farm, plot, place);
    if (plot.kind < 0) {
      Object.assign(plot, { kind: farm.seed, stage: 0, wet: 0, bump: 1 });
      pose(farm, 'hoe');
      return tell(farm, 'plant', place);
    }
    if (plot.stage === 2) return harvest(farm, plot, place);
    if (plot.wet) return tell(farm, 'wait', place);
    plot.wet = 1;
    pose(farm, 'can');
    return tell(farm, 'water', place);
  }
  const pose = (farm, name) => Object.assign(farm, { pose: name, poseAge: 0 });

  function clear(farm, plot, place) {
    plot.rock -= 1;
    plot.bump = 1;
    pose(farm, 'hoe');
    tell(farm, plot.rock ? 'chip' : 'clear', place);
  }

  function harvest(farm, plot, place) {
    farm.basket[plot.kind] += 1;
    farm.points += POINTS.item;
    pose(farm, 'hoe');
    tell(farm, 'harvest', place, { kind: plot.kind, points: POINTS.item });
    Object.assign(plot, { kind: -1, stage: 0, wet: 0 });
  }

  function load(farm) {
    if (farm.flying || farm.arrive > 0) return;
    const { need } = order(farm);
    let moved = 0;
    need.forEach((count, kind) => {
      const give = Math.min(count - farm.loaded[kind], farm.basket[kind]);
      farm.loaded[kind] += give;
      farm.basket[kind] -= give;
      moved += give;
    });
    if (!moved) return void tell(farm, 'empty', PAD);
    tell(farm, 'load', PAD, { moved });
    if (need.every((count, kind) => farm.loaded[kind] >= count)) launch(farm);
  }

  function launch(farm) {
    const points = POINTS.launch + Math.round(farm.clock) * POINTS.second;
    farm.points += points;
    farm.sent += 1;
    farm.flying = 0.01;
    farm.comet = null;
    tell(farm, 'launch', PAD, { points });
  }

  function leave(farm) {
    farm.hearts -= 1;
    farm.flying = 0.01;
    farm.comet = null;
    tell(farm, 'left', PAD);
    if (farm.hearts <= 0) farm.done = 'out';
  }

  function fly(farm, dt) {
    farm.flying += dt;
    if (farm.flying < 2.2 || farm.done) return;
    if (farm.rocket === ROCKETS.length - 1) farm.done = 'year';
    else call(farm, farm.rocket + 1);
  }

  // ---- trouble
  function comets(farm, dt) {
    const { comets: gap } = order(farm);
    if (farm.comet) {
      farm.comet.fall += dt / COMET_FALL;
      if (farm.comet.fall >= 1) strike(farm);
    } else if (gap) {
      farm.nextComet -= dt;
      if (farm.nextComet > 0) return;
      farm.nextComet = gap * (0.8 + Math.random() * 0.4);
      const places = farm.plots.map((_, i) => i).filter(isPlot);
      const grown = places.filter((i) => farm.plots[i].kind >= 0);
      const from = grown.length && Math.random() < 0.7 ? grown : places;
      farm.comet = { place: from[Math.floor(Math.random() * from.length)], fall: 0 };
      tell(farm, 'warn', farm.comet.place);
    }
  }

  function strike(farm) {
    const { place } = farm.comet;
    farm.comet = null;
    if (Math.abs(way(farm.at, place)) < 0.6) {
      farm.points += POINTS.comet;
      pose(farm, 'hoe');
      return tell(farm, 'bat', place, { points: POINTS.comet });
    }
    Object.assign(farm.plots[place], { kind: -1, stage: 0, wet: 0, rock: 2 });
    return tell(farm, 'strike', place);
  }

  function moveHen(farm, hen, dt) {
    if (hen.away > 0) {
      hen.away -= dt;
      if (hen.away <= 0) Object.assign(hen, { place: BARN, home: REST_HENS, away: 0, peck: 0 });
      return;
    }
    if (hen.home > 0) {
      hen.home -= dt;
      return;
    }
    let best = null;
    farm.plots.forEach((plot, i) => {
      if (plot.kind < 0 || plot.stage < 1) return;
      const d = way(hen.place, i);
      if (best === null || Math.abs(d) < Math.abs(best)) best = d;
    });
    if (best === null) best = way(hen.place, BARN);
    if (Math.abs(best) > 0.05) {
      hen.face = Math.sign(best);
      hen.place = wrap(hen.place + Math.sign(best) * Math.min(Math.abs(best), HEN_SPEED * dt));
      hen.peck = 0;
      return;
    }
    peck(farm, hen, dt);
  }

  function peck(farm, hen, dt) {
    const place = wrap(Math.round(hen.place));
    if (farm.plots[place].kind < 0) return;
    if (hen.peck === 0) tell(farm, 'peck', place);
    hen.peck += dt / PECK_TIME;
    if (hen.peck < 1) return;
    hen.peck = 0;
    Object.assign(farm.plots[place], { kind: -1, stage: 0, wet: 0, bump: 1 });
    tell(farm, 'eaten', place);
  }

  function shoo(farm, hen, place) {
    hen.away = 1;
    farm.points += POINTS.hen;
    pose(farm, 'hoe');
    tell(farm, 'shoo', place, { points: POINTS.hen });
  }

  window.Farm = { PLOTS, PAD, BARN, HEARTS, ROCKETS, fresh, step, act, order, kinds, wrap, way, isPlot };
})();
