// The mountain ahead: ledges, gaps and what stands on them, made a little way before the runner gets there.
'use strict';
window.Mountain = (function () {
  const METRE = 45; // pixels
  const ZONE_METRES = 400;
  const SUMMIT = 2000;
  const ROCK = { w: 52, h: 44 };
  const ARCH = { w: 74, clear: 54, h: 250 };
  const VENT = { w: 76, on: 1.5, off: 1.3 };
  const POWERS = ['magnet', 'feather', 'bubble', 'chili'];

  /** Speed in pixels a second after so many metres: a jog at first, a sprint at the top. */
  const speedAt = (metres) => 325 + 255 * Math.min(1, metres / 1800);

  function make(seed) {
    const chance = window.Kiddo.rng(seed);
    const ledges = [];
    let nextX = -500;
    let nextY = 0;
    let sincePower = 0;
    let last = '';
    let ended = false;

    function ledge(width, options = {}) {
      const made = { x: nextX, y: nextY, w: width, zone: Math.min(4, Math.floor(Math.max(0, nextX) / METRE / ZONE_METRES)), things: [], coins: [], crumble: false, fall: 0, drop: 0, ...options };
      ledges.push(made);
      nextX += width;
      return made;
    }
    const add = (on, kind, at, extra) => on.things.push({ kind, x: on.x + at, y: on.y, w: { rock: ROCK.w, boulder: ROCK.w, arch: ARCH.w, vent: VENT.w }[kind], ...extra });
    const coinArc = (on, at, count = 5, height = 110) => {
      for (let i = 0; i < count; i++) {
        const t = i / (count - 1);
        on.coins.push({ x: on.x + at + (i - (count - 1) / 2) * 46, y: on.y - 44 - Math.sin(t * Math.PI) * height, got: 0 });
      }
    };
    const coinLine = (on, at, count, lift = 36) => {
      for (let i = 0; i < count; i++) on.coins.push({ x: on.x + at + i * 46, y: on.y - lift, got: 0 });
    };
    function gap(metres) {
      const speed = speedAt(metres);
      const hard = Math.min(1, metres / 1600);
      nextX += speed * (0.24 + chance() * (0.12 + 0.14 * hard));
      nextY -= 26 + chance() * (36 + 26 * hard);
    }

    // Each pattern is one ledge. They get denser by coming with less run-up, since the speed grows.
    const patterns = {
      rest: (v) => coinLine(ledge(v * 1.5), v * 0.4, 6),
      rock: (v) => {
        const on = ledge(v * 2.1);
        add(on, 'rock', v * 1.1);
        coinArc(on, v * 1.1 + 26);
      },
      arch: (v) => {
        const on = ledge(v * 2.2);
        add(on, 'arch', v * 1.1);
        coinLine(on, v * 1.0, 4, 24);
      },
      mixed: (v) => {
        const on = ledge(v * 3.2);
        add(on, 'rock', v * 1.0);
        add(on, 'arch', v * 2.1);
        coinArc(on, v * 1.0 + 26, 3);
        coinLine(on, v * 2.05, 3, 24);
      },
      mixed2: (v) => {
        const on = ledge(v * 3.1);
        add(on, 'arch', v * 0.95);
        add(on, 'rock', v * 2.0);
        coinArc(on, v * 2.0 + 26, 5);
      },
      vent: (v) => {
        const on = ledge(v * 1.9);
        add(on, 'vent', v * 1.0, { phase: chance() * 2 });
        coinArc(on, v * 1.65, 7, 300);
      },
      falling: (v) => {
        const on = ledge(v * 2.4);
        add(on, 'boulder', v * 1.35, { drop: -1 });
        coinLine(on, v * 0.4, 3);
      },
      stairs: (v) => {
        for (let i = 0; i < 3; i++) {
          const on = ledge(v * 0.8, { crumble: i > 0 });
          coinLine(on, v * 0.3, 3);
          nextX += v * 0.3;
          nextY -= 44;
        }
        nextX -= v * 0.3;
        nextY += 44;
      },
      crumbly: (v) => {
        for (let i = 0; i < 2; i++) {
          const on = ledge(v * 1.05, { crumble: true });
          coinArc(on, v * 0.55, 4, 60);
          nextX += v * 0.34;
          nextY -= 30;
        }
        nextX -= v * 0.34;
        nextY += 30;
      },
      double: (v) => {
        const on = ledge(v * 3.0);
        add(on, 'rock', v * 0.95);
        add(on, 'boulder', v * 2.0, { drop: -1 });
        coinArc(on, v * 0.95 + 26, 5);
      },
    };
    const byZone = [
      ['rock', 'rest', 'rock', 'arch', 'rest'],
      ['rock', 'arch', 'vent', 'falling', 'mixed'],
      ['mixed', 'stairs', 'vent', 'falling', 'mixed2', 'crumbly'],
      ['mixed', 'mixed2', 'double', 'stairs', 'falling', 'vent', 'crumbly'],
      ['double', 'mixed2', 'stairs', 'mixed', 'crumbly', 'vent', 'double'],
    ];

    function grow(untilX) {
      while (nextX < untilX && !ended) {
        const metres = Math.max(0, nextX / METRE);
        if (metres >= SUMMIT) {
          ended = true;
          ledge(3200, { summit: true });
          break;
        }
        if (ledges.length === 0) {
          const on = ledge(1500);
          coinLine(on, 900, 6);
        } else {
          gap(metres);
          const list = byZone[Math.min(4, Math.floor(metres / ZONE_METRES))];
          let pick = list[Math.floor(chance() * list.length)];
          if (pick === last) pick = list[Math.floor(chance() * list.length)];
          last = pick;
          patterns[pick](speedAt(metres));
          power();
        }
      }
      while (ledges.length && ledges[0].x + ledges[0].w < untilX - 5200) ledges.shift();
    }
    function power() {
      if (++sincePower < 6) return;
      sincePower = 0;
      const on = ledges[ledges.length - 1];
      const heart = chance() < 0.3;
      on.power = { kind: heart ? 'heart' : POWERS[Math.floor(chance() * POWERS.length)], x: on.x + on.w - 110, y: on.y - 120, got: false };
    }
    return { ledges, grow };
  }

  return { make, speedAt, METRE, ZONE_METRES, SUMMIT, ROCK, ARCH, VENT };
})();
