// How the tuk-tuk moves. Its speed is split into along (vf) and across (vl) the way it points:
// the engine pushes along, the tyres eat what goes across, and how fast they eat it is the grip.
(function () {
  'use strict';
  const TOP = 430; // units a second on the road
  const OFF_TOP = 190;
  const ENGINE = 430;
  const BRAKE = 560;
  const REVERSE = 130;
  const TURN = 2.75; // radians a second at full lock
  const TURN_SPEED = 150; // below this the front wheel turns it less
  const SLIP = 110; // sideways speed at which the tyres let go
  const GRIP = { road: 7.4, sliding: 3.1, hand: 1.9, off: 3.4 };
  const KEEP_TOP = 350;
  const KEEP = 0.62; // how much of the speed the tyres eat sideways comes back along: what makes a drift worth it
  const HAND_SLOWS = 40;
  const BOOST_TOP = 120;

  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  const make = (x, y, a) => ({ x, y, a, vx: 0, vy: 0, yaw: 0, boost: 0, vf: 0, vl: 0, steer: 0 });

  /** Moves the car by dt. want: { gas, brake, hand: booleans, steer: -1..1 }; off: is it beside the road? */
  function step(car, want, off, dt) {
    const cos = Math.cos(car.a);
    const sin = Math.sin(car.a);
    let vf = car.vx * cos + car.vy * sin;
    let vl = -car.vx * sin + car.vy * cos;
    const top = (off ? OFF_TOP : TOP) + (car.boost > 0 ? BOOST_TOP : 0);

    if (want.gas) vf += ENGINE * (car.boost > 0 ? 1.8 : 1) * (1 - vf / top) * dt;
    if (want.brake) vf = vf > 15 ? Math.max(0, vf - BRAKE * dt) : Math.max(-REVERSE, vf - 240 * dt);
    if (want.hand) vf -= Math.sign(vf) * Math.min(Math.abs(vf), HAND_SLOWS * dt);
    vf -= vf * (off ? 1.1 : 0.12) * dt;

    const sliding = Math.abs(vl) > SLIP;
    const grip = off ? GRIP.off : want.hand ? GRIP.hand : sliding ? GRIP.sliding : GRIP.road;
    const eaten = Math.abs(vl) * (1 - Math.exp(-grip * dt));
    vl -= Math.sign(vl) * eaten;
    if (want.gas && !off && vf > 60 && vf < KEEP_TOP && (sliding || want.hand)) vf += eaten * KEEP;

    car.vx = vf * cos - vl * sin;
    car.vy = vf * sin + vl * cos;
    const lock = want.steer * TURN * clamp(vf / TURN_SPEED, -1, 1) * (want.hand ? 1.3 : 1) * (1 - 0.2 * Math.min(1, Math.abs(vf) / TOP));
    car.yaw += (lock - car.yaw) * Math.min(1, dt * 9);
    car.a += car.yaw * dt;
    car.x += car.vx * dt;
    car.y += car.vy * dt;
    car.boost = Math.max(0, car.boost - dt);
    car.vf = vf;
    car.vl = vl;
    car.steer += (want.steer - car.steer) * Math.min(1, dt * 12);
  }

  window.Car = { TOP, SLIP, make, step };
})();
