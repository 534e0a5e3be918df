// How a rival decides. It sees what a player sees, a little late (`react`), and answers each deed of yours once.
'use strict';

const between = ([least, most]) => least + Math.random() * (most - least);
const QUIET = { x: 0, y: 0, dash: false, stomp: false };

function think(me, foe, style, ring, dt) {
  if (!me.mind) me.mind = { plan: 'stalk', t: 0, rest: between(style.rest) + 0.6, answered: -1, hold: 0, side: Math.random() < 0.5 ? 1 : -1, look: 0 };
  const mind = me.mind;
  mind.t += dt;
  mind.rest -= dt;
  if (foe.state === 'fall' || me.state === 'fall') return QUIET;
  const view = { dx: foe.x - me.x, dy: foe.y - me.y, far: Math.hypot(foe.x - me.x, foe.y - me.y), out: Math.hypot(me.x, me.y) };
  watch(me, foe, style, view);
  return PLANS[mind.plan](me, foe, style, view, ring, dt);
}
function plan(mind, name) {
  mind.plan = name;
  mind.t = 0;
}

/** Is a dash coming? Then choose, once, whether to hop aside, stomp it back or do nothing. */
function watch(me, foe, style, view) {
  const mind = me.mind;
  if (mind.answered === foe.act) return;
  const facing = Math.cos(foe.a) * -view.dx + Math.sin(foe.a) * -view.dy > 0.8 * view.far;
  const threat = (foe.state === 'dash' || (foe.state === 'wind' && foe.t > TAP + style.react)) && facing && view.far < 380;
  if (!threat) return;
  mind.answered = foe.act;
  const roll = Math.random();
  if (roll < style.dodge) plan(mind, 'dodge');
  else if (roll < style.dodge + style.brace) plan(mind, 'brace');
}

const PLANS = {
  stalk(me, foe, style, view, ring, dt) {
    const mind = me.mind;
    mind.look -= dt;
    if (mind.look <= 0) {
      mind.look = 0.35;
      if (view.far < 135 && me.stompRest <= 0 && Math.random() < style.stomp) return { ...QUIET, stomp: true };
      if (Math.random() < 0.12) mind.side *= -1;
    }
    if (mind.rest <= 0 && view.far < 360 && me.state === 'free') {
      mind.hold = TAP + between(style.wind);
      plan(mind, 'wind');
    }
    if (view.out > ring * style.fear) return { x: -me.x, y: -me.y, dash: false, stomp: false };
    const near = view.far < 150 ? -0.6 : 1; // keeps a dash-length away
    return {
      x: (view.dx / view.far) * near * (1 - style.circle * 0.6) + (-view.dy / view.far) * mind.side * style.circle,
      y: (view.dy / view.far) * near * (1 - style.circle * 0.6) + (view.dx / view.far) * mind.side * style.circle,
      dash: false, stomp: false,
    };
  },
  wind(me, foe, style, view, ring) {
    const mind = me.mind;
    const aimX = view.dx + foe.vx * style.lead;
    const aimY = view.dy + foe.vy * style.lead;
    // A careful rhino lets go only when a miss would not carry it over the edge.
    const beyond = Math.hypot(me.x + (aimX / view.far) * (view.far + 90), me.y + (aimY / view.far) * (view.far + 90));
    const risky = style.fear < 0.9 && beyond > ring + 70 && view.far > 220;
    if (mind.t < mind.hold || (risky && mind.t < mind.hold + 0.5)) return { x: aimX, y: aimY, dash: true, stomp: false };
    mind.rest = between(style.rest);
    plan(mind, 'stalk');
    return { x: aimX, y: aimY, dash: false, stomp: false };
  },
  dodge(me, foe, style, view) {
    const mind = me.mind;
    if (foe.state === 'wind' && mind.t < 1) mind.t = 0; // waits until you really come
    if (foe.state === 'wind') return QUIET;
    // Aside from your line, on the side nearer to the middle.
    let x = -Math.sin(foe.a);
    let y = Math.cos(foe.a);
    if (x * me.x + y * me.y > 0) {
      x = -x;
      y = -y;
    }
    if (mind.t < 0.06) return { x, y, dash: true, stomp: false };
    if (mind.t > 0.4) {
      mind.rest = Math.min(mind.rest, 0.1); // and strikes back while you slip
      plan(mind, 'stalk');
    }
    return { x, y, dash: false, stomp: false };
  },
  brace(me, foe, style, view) {
    const mind = me.mind;
    if (mind.t > 1.6 || (foe.state !== 'wind' && foe.state !== 'dash')) plan(mind, 'stalk');
    return { ...QUIET, stomp: foe.state === 'dash' && view.far < 240 };
  },
};
