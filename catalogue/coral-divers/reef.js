// Where everything in the reef is. The same reef number always gives the same reef,
// so a player can learn it; higher numbers have more puffers and stronger currents.
(function () {
  'use strict';
  const WORLD = { width: 1600, bottom: 3600, boatX: 800 };
  const ZONES = [
    { name: 'The shallows', top: 0, ledge: '#2F8FB8', cap: '#5FC6C0', rock: '#1F6F9C' },
    { name: 'The coral garden', top: 1150, ledge: '#17688F', cap: '#3FA6B0', rock: '#0E4880' },
    { name: 'The deep', top: 2350, ledge: '#144F7C', cap: '#2A7AA0', rock: '#082C58' },
  ];
  const ITEMS = {
    pearl: { value: 30, name: 'Pearl' },
    chest: { value: 60, name: 'Chest' },
    urn: { value: 90, name: 'Urn' },
    relic0: { value: 150, name: 'Golden Dhow' },
    relic1: { value: 250, name: 'Pearl Crown' },
    relic2: { value: 400, name: 'Star Compass' },
  };
  const LEDGE_GAP = 225; // how far apart the ledges hang, top to bottom
  const FIRST_COINS = 230; // the first coins hang right under the boat
  const RELIC_DEPTHS = [1000, 2250, 3420];

  const zoneAt = (y) => (y >= ZONES[2].top ? 2 : y >= ZONES[1].top ? 1 : 0);

  function makeLedges(chance) {
    const ledges = [];
    const sides = [0, 2, 1]; // left wall, right wall, middle: never a closed floor
    let step = 0;
    for (let y = 480; y < WORLD.bottom - 160; y += LEDGE_GAP, step++) {
      const side = sides[step % 3];
      const width = side === 1 ? 260 + chance() * 180 : 340 + chance() * 220;
      const x = side === 0 ? -80 : side === 2 ? WORLD.width + 80 - width : 380 + chance() * (WORLD.width - 760 - width);
      ledges.push({ x, y: y + chance() * 50, w: width, h: 76, zone: zoneAt(y), plants: makePlants(chance, width) });
    }
    return ledges;
  }

  function makePlants(chance, width) {
    const kinds = ['coralPink', 'coralOrange', 'brain', 'weed', 'weed'];
    const plants = [];
    for (let at = 50; at < width - 40; at += 70 + chance() * 70) {
      plants.push({ at, kind: kinds[Math.floor(chance() * kinds.length)], scale: 0.7 + chance() * 0.5 });
    }
    return plants;
  }

  /** Puts an item on a ledge, on the part inside the world. */
  function onLedge(ledge, kind, share, extra) {
    const left = Math.max(60, ledge.x + 40);
    const right = Math.min(WORLD.width - 60, ledge.x + ledge.w - 40);
    return { kind, x: left + (right - left) * share, y: ledge.y + 2, taken: false, wait: 0, beat: share * 5, ...extra };
  }

  function makeItems(ledges, chance) {
    const items = [];
    const relicLedges = RELIC_DEPTHS.map((depth) => ledges.reduce((a, b) => (Math.abs(b.y - depth) < Math.abs(a.y - depth) ? b : a)));
    relicLedges.forEach((ledge, i) => items.push(onLedge(ledge, `relic${i}`, 0.5, { relic: i })));
    ledges.forEach((ledge) => {
      if (relicLedges.includes(ledge)) return;
      const rich = chance();
      const kinds = [['pearl', 'pearl'], ['pearl', 'chest'], ['chest', 'urn']][ledge.zone];
      items.push(onLedge(ledge, kinds[0], 0.2 + chance() * 0.2));
      if (rich > 0.35) items.push(onLedge(ledge, kinds[1], 0.65 + chance() * 0.2));
    });
    return items;
  }

  const insideLedge = (coin, ledge) => coin.x > ledge.x - 30 && coin.x < ledge.x + ledge.w + 30 && coin.y > ledge.y - 62 && coin.y < ledge.y + ledge.h + 40;

  /** Coins hang in arcs in open water and show a way down. */
  function makeCoins(chance) {
    const coins = [];
    for (let y = FIRST_COINS; y < WORLD.bottom - 300; y += 240) {
      const x = y === FIRST_COINS ? WORLD.boatX + 60 : 280 + chance() * (WORLD.width - 560);
      const bend = chance() < 0.5 ? -1 : 1;
      for (let i = 0; i < 5; i++) coins.push({ x: x + (i - 2) * 62, y: y + Math.abs(i - 2) * 20 * bend, taken: false });
    }
    return coins;
  }

  function makePuffers(level, chance) {
    const puffers = [];
    const gap = Math.max(210, 400 - level * 45);
    for (let y = 620; y < WORLD.bottom - 200; y += gap * (0.8 + chance() * 0.4)) {
      const left = 120 + chance() * 700;
      puffers.push({ left, right: left + 360 + chance() * 260, x: left, y, dir: 1, speed: 50 + chance() * 30 + level * 8, puff: 0, bob: chance() * 6 });
    }
    return puffers;
  }

  function makeJellies(level, chance) {
    const jellies = [];
    for (let i = 0; i < 5 + level; i++) {
      jellies.push({ x: 150 + chance() * (WORLD.width - 300), mid: ZONES[2].top + 120 + chance() * 950, reach: 80 + chance() * 70, beat: chance() * 6, y: WORLD.bottom });
    }
    return jellies;
  }

  function makeCurrents(level, chance) {
    return [1330, 1880, 2560, 3080].map((y, i) => ({ y, h: 150, push: (i % 2 ? -1 : 1) * (80 + i * 12 + level * 10) * (0.9 + chance() * 0.2) }));
  }

  function makeFriends(chance) {
    const friends = [];
    ['clown', 'pink', 'teal', 'clown', 'teal', 'pink'].forEach((kind, i) => {
      friends.push({ kind, homeX: 250 + chance() * (WORLD.width - 500), homeY: 330 + i * 480, x: 0, y: 0, flip: 1, beat: chance() * 6, following: false, gone: false });
    });
    return friends;
  }

  function makeReef(level) {
    const chance = Kiddo.rng(700 + level * 31);
    const ledges = makeLedges(chance);
    return {
      ledges,
      items: makeItems(ledges, chance),
      coins: makeCoins(chance).filter((coin) => !ledges.some((ledge) => insideLedge(coin, ledge))),
      puffers: makePuffers(level, chance),
      jellies: makeJellies(level, chance),
      currents: makeCurrents(level, chance),
      friends: makeFriends(chance),
      turtles: [900, 2000, 2900].map((y, i) => ({ y, x: i * 400, dir: i % 2 ? -1 : 1, given: false, beat: i })),
      vents: [1500, 2150, 2750, 3300].map((y) => ({ x: 250 + chance() * 1100, y, next: 0 })),
      bubbles: [],
    };
  }

  window.Reef = { WORLD, ZONES, ITEMS, zoneAt, makeReef };
})();
