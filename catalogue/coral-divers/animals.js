// Who lives in the reef of Coral Divers: friends that follow, turtles and bubbles that give air, stingers that cost it.
// It works on the state in window.Dive (G), which game.js makes.
(function () {
  'use strict';
  const { WORLD } = window.Reef;
  const HIT_AIR = 6;
  const HURT_TIME = 1.6; // seconds nothing can hurt you again
  const TURTLE_AIR = 10;
  const BUBBLE_AIR = 5;
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  const G = window.Dive = {};

  function moveFriends(dt) {
    G.reef.friends.forEach((f) => {
      if (f.gone) return;
      f.beat += dt;
      if (!f.following) {
        const x = f.homeX + Math.sin(f.beat * 0.7) * 150;
        f.flip = x > f.x ? 1 : -1;
        f.x = x;
        f.y = f.homeY + Math.sin(f.beat * 1.3) * 30;
        if (G.near(f, G.diver, 80)) {
          f.following = true;
          G.train.push(f);
          G.note('A friend!', f.x, f.y - 30, '#BFF6EC');
          Kiddo.sfx.pop();
        }
      }
    });
    let lead = G.diver;
    G.train.forEach((f) => {
      const dx = lead.x - f.x;
      const dy = lead.y - f.y;
      const far = Math.hypot(dx, dy) || 1;
      const pull = Math.max(0, far - 58) * Math.min(1, dt * 6);
      f.x += (dx / far) * pull;
      f.y += (dy / far) * pull + Math.sin(f.beat * 5) * 0.4;
      if (Math.abs(dx) > 4) f.flip = dx > 0 ? 1 : -1;
      lead = f;
    });
  }

  function moveTurtles(dt) {
    G.reef.turtles.forEach((t) => {
      t.beat += dt;
      t.x += t.dir * 62 * dt;
      if (t.x > WORLD.width - 120) t.dir = -1;
      if (t.x < 120) t.dir = 1;
      if (!t.given && G.near({ x: t.x, y: t.y }, G.diver, 88)) {
        t.given = true;
        giveAir(TURTLE_AIR);
        G.note(`Turtle air +${TURTLE_AIR}`, t.x, t.y - 50, '#BFF6EC');
        G.splash(t.x, t.y - 20, '#BFEFFF', 14, 120);
      }
    });
  }

  function giveAir(seconds) {
    G.air = Math.min(G.maxAir, G.air + seconds);
    Kiddo.sound.tone({ freq: 300, to: 900, ms: 220, vol: 0.3, type: 'sine' });
  }

  function moveBubbles(dt) {
    G.reef.vents.forEach((vent) => {
      vent.next -= dt;
      if (vent.next > 0) return;
      vent.next = 4.5;
      G.reef.bubbles.push({ x: vent.x, y: vent.y, beat: Math.random() * 6, age: 0 });
    });
    G.reef.bubbles = G.reef.bubbles.filter((b) => {
      b.age += dt;
      b.y -= 70 * dt;
      if (G.near(b, G.diver, 54)) {
        giveAir(BUBBLE_AIR);
        G.note(`Air +${BUBBLE_AIR}`, b.x, b.y - 30, '#BFEFFF');
        G.splash(b.x, b.y, '#BFEFFF', 8, 130);
        return false;
      }
      return b.age < 7;
    });
  }

  function movePuffers(dt) {
    G.reef.puffers.forEach((p) => {
      p.bob += dt;
      p.x += p.dir * p.speed * (1 - p.puff * 0.7) * dt;
      if (p.x > p.right) p.dir = -1;
      if (p.x < p.left) p.dir = 1;
      const want = G.near(p, G.diver, 190) ? 1 : 0;
      p.puff += (want - p.puff) * Math.min(1, dt * 5);
      if (G.near(p, G.diver, 40 + p.puff * 18)) sting(p, 'Ouch! Puffer fish');
    });
    G.reef.jellies.forEach((j) => {
      j.beat += dt;
      j.y = j.mid + Math.sin(j.beat * 0.9) * j.reach;
      if (G.near(j, G.diver, 58)) sting(j, 'Bzz! Jellyfish');
    });
  }

  /** A following friend takes the bump and swims home; alone, you lose air and drop the last thing in the bag. */
  function sting(from, text) {
    if (G.hurt > 0 || G.lifting) return;
    G.hurt = HURT_TIME;
    G.shake = 0.35;
    const d = G.diver;
    const far = Math.hypot(d.x - from.x, d.y - from.y) || 1;
    d.vx = ((d.x - from.x) / far) * 420;
    d.vy = ((d.y - from.y) / far) * 420;
    Kiddo.sfx.hit();
    G.splash(d.x, d.y, '#BFEFFF', 14, 220);
    const friend = G.train.pop();
    if (friend) {
      friend.following = false;
      friend.gone = true;
      return G.note('Your friend helped you!', d.x, d.y - 60, '#BFF6EC');
    }
    G.air = Math.max(1, G.air - HIT_AIR);
    G.note(`${text}: air -${HIT_AIR}`, d.x, d.y - 60, '#FFD0C2');
    const lost = G.bag.pop();
    if (lost) Object.assign(lost, { taken: false, loose: true, wait: 1.2, x: clamp(d.x, 60, WORLD.width - 60), y: d.y + 40 });
    G.pills();
  }

  window.Animals = {
    move(dt) {
      moveFriends(dt);
      moveTurtles(dt);
      moveBubbles(dt);
    },
    moveStingers: movePuffers,
  };
})();
