// The rules of a fight: two fighters, their moves, and what flies through the air. No drawing, no input.
'use strict';

const ARENA = 1100; // width
const EDGE = 70; // how near the walls a robot may stand
const BODY = 54; // half a robot's width
const GRAVITY = 2100;
const ROUND_SECONDS = 60;
const COMBO_GAP = 0.55; // punches nearer than this make a chain; the third sends the rival flying
const GUARD_BREAK = 5; // blocked hits before the guard gives way
const SPECIAL_HIT = { slam: 22, rocket: 20, dash: 7 };

class Fighter {
  constructor(build, paint, x, face, armour = 1) {
    this.build = build;
    this.paint = paint;
    this.stats = statsOf(build);
    this.max = this.stats.armour * armour;
    this.hp = this.max;
    this.shownHp = this.max;
    Object.assign(this, { x, y: 0, vx: 0, vy: 0, face, energy: 0, action: 'idle', t: 0, landed: false, blocking: false, guard: GUARD_BREAK, chain: 0, lastHit: 9, walk: 0, flash: 0, squash: 0, backPunch: false, beaten: false });
  }

  get grounded() { return this.y >= 0; }
  get free() { return this.action === 'idle'; }

  start(action) {
    this.action = action;
    this.t = 0;
    this.landed = false;
  }
}

class Fight {
  constructor(left, right, span, hooks) {
    this.fighters = [left, right];
    this.span = span; // how much of the arena the picture can show
    this.hooks = hooks;
    this.shots = [];
    this.time = ROUND_SECONDS;
    this.freeze = 0;
    this.ended = false;
  }

  update(dt, commands) {
    if (this.freeze > 0) {
      this.freeze -= dt; // a short stop makes a hit feel heavy
      return;
    }
    const [a, b] = this.fighters;
    if (!this.ended) this.time = Math.max(0, this.time - dt);
    this.fighters.forEach((me, i) => this.step(me, this.fighters[1 - i], this.ended ? {} : commands[i], dt));
    this.keepApart(a, b);
    this.moveShots(dt);
    if (!this.ended && (a.hp <= 0 || b.hp <= 0 || this.time === 0)) this.end();
  }

  end() {
    const [a, b] = this.fighters;
    this.ended = true;
    const aShare = a.hp / a.max;
    const bShare = b.hp / b.max;
    const loser = aShare >= bShare ? b : a;
    if (loser.hp <= 0) {
      loser.beaten = true;
      this.hooks.beaten(loser);
    }
    this.hooks.end(loser === b ? 0 : 1);
  }

  step(me, foe, command, dt) {
    const { stats } = me;
    me.t += dt;
    me.lastHit += dt;
    me.flash = Math.max(0, me.flash - dt * 5);
    me.squash = Math.max(0, me.squash - dt * 5);
    me.shownHp += (me.hp - me.shownHp) * Math.min(1, dt * 6);
    me.guard = Math.min(GUARD_BREAK, me.guard + dt * 0.7);
    if (!this.ended) me.energy = Math.min(100, me.energy + stats.charge * dt);
    me.blocking = me.free && me.grounded && !!command.block;
    if (me.free && !me.beaten) {
      me.face = foe.x >= me.x ? 1 : -1;
      this.choose(me, command);
    }
    if (me.action === 'punch') this.punch(me, foe);
    else if (me.action === 'special') this.special(me, foe);
    else if (me.action === 'hurt' && me.t > 0.24) me.start('idle');
    else if (me.action === 'dizzy' && me.t > 1) me.start('idle');
    const wanted = me.free && !me.blocking && !me.beaten ? (command.move || 0) * stats.speed : 0;
    if (me.action !== 'special' || stats.special !== 'dash') me.vx += (wanted - me.vx) * Math.min(1, dt * (me.action === 'hurt' ? 4 : 12));
    me.x = Math.max(EDGE, Math.min(ARENA - EDGE, me.x + me.vx * dt));
    me.walk += me.vx * me.face * dt;
    me.vy += GRAVITY * dt;
    me.y += me.vy * dt;
    if (me.y >= 0) {
      if (me.vy > 500) me.squash = 1;
      me.y = 0;
      me.vy = 0;
    }
  }

  choose(me, command) {
    if (command.jump && me.grounded) {
      me.vy = -me.stats.jump;
      this.hooks.jump(me);
    }
    if (command.special && me.energy >= 100) {
      me.energy = 0;
      me.start('special');
      this.hooks.special(me);
    } else if (command.punch && !me.blocking) {
      me.chain = me.lastHit < COMBO_GAP ? (me.chain + 1) % 3 : 0;
      me.backPunch = !me.backPunch;
      me.start('punch');
      this.hooks.swing(me);
    }
  }

  punch(me, foe) {
    const { wind, recover, reach, power, push } = me.stats;
    if (!me.landed && me.t >= wind) {
      me.landed = true;
      const gap = (foe.x - me.x) * me.face;
      if (gap > -10 && gap < reach + BODY && Math.abs(foe.y - me.y) < 100) {
        const heavy = me.chain === 2;
        this.hit(me, foe, power * (heavy ? 1.35 : 1), heavy ? push * 1.9 : push);
        me.lastHit = 0;
      }
    }
    if (me.t > wind + recover) me.start('idle');
  }

  special(me, foe) {
    const kind = me.stats.special;
    if (kind === 'dash') {
      if (me.t > 0.18) me.vx = me.face * 640;
      // one bite at a time, four at most
      if (me.t > 0.2 + (me.bites || 0) * 0.12 && (me.bites || 0) < 4 && Math.abs(foe.x - me.x) < 110 && Math.abs(foe.y - me.y) < 90) {
        me.bites = (me.bites || 0) + 1;
        this.hit(me, foe, SPECIAL_HIT.dash * me.stats.core.power, 330);
      }
      if (me.t > 0.78) {
        me.bites = 0;
        me.start('idle');
      }
      return;
    }
    if (!me.landed && me.t > 0.34) {
      me.landed = true;
      const low = kind === 'slam';
      this.shots.push({ kind, owner: me, x: me.x + me.face * 60, y: low ? 0 : me.y - 72, vx: me.face * (low ? 470 : 700), life: low ? 1.3 : 1.6 });
      this.hooks.launch(me, kind);
    }
    if (me.t > 0.62) me.start('idle');
  }

  moveShots(dt) {
    this.shots = this.shots.filter((shot) => {
      shot.x += shot.vx * dt;
      shot.life -= dt;
      const foe = this.fighters.find((fighter) => fighter !== shot.owner);
      const near = Math.abs(foe.x - shot.x) < BODY + 16;
      const level = shot.kind === 'slam' ? foe.y > -46 : foe.y - shot.y < 165 && foe.y - shot.y > 0;
      if (near && level && !foe.beaten) {
        this.hit(shot.owner, foe, SPECIAL_HIT[shot.kind] * shot.owner.stats.core.power, 620, Math.sign(shot.vx));
        return false;
      }
      return shot.life > 0 && shot.x > -60 && shot.x < ARENA + 60;
    });
  }

  hit(me, foe, damage, push, side = me.face) {
    if (this.ended) return;
    const facing = foe.face === -side;
    if (foe.blocking && facing) {
      foe.hp = Math.max(1, foe.hp - damage * 0.12);
      foe.guard -= 1;
      foe.vx = side * push * 0.5 * foe.stats.steady;
      foe.energy = Math.min(100, foe.energy + 4);
      this.freeze = 0.03;
      if (foe.guard <= 0) {
        foe.guard = GUARD_BREAK;
        foe.start('dizzy');
        this.hooks.broken(foe);
      } else this.hooks.blocked(foe);
      return;
    }
    foe.hp = Math.max(0, foe.hp - damage);
    foe.vx = side * push * foe.stats.steady;
    if (push > 500) foe.vy = -300 * foe.stats.steady;
    foe.flash = 1;
    foe.start('hurt');
    me.energy = Math.min(100, me.energy + damage * 0.9);
    foe.energy = Math.min(100, foe.energy + damage * 0.7);
    this.freeze = push > 500 ? 0.1 : 0.055;
    this.hooks.hit(foe, damage, push > 500);
  }

  keepApart(a, b) {
    const gap = b.x - a.x;
    const near = BODY * 1.9;
    if (Math.abs(gap) < near && Math.abs(a.y - b.y) < 110) {
      const shift = ((near - Math.abs(gap)) / 2) * (gap >= 0 ? 1 : -1);
      a.x = Math.max(EDGE, Math.min(ARENA - EDGE, a.x - shift));
      b.x = Math.max(EDGE, Math.min(ARENA - EDGE, b.x + shift));
    }
    const most = this.span - 120; // both must stay in the picture
    if (Math.abs(gap) > most) {
      const pull = ((Math.abs(gap) - most) / 2) * Math.sign(gap);
      a.x += pull;
      b.x -= pull;
    }
  }
}
