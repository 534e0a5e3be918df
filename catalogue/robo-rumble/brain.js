// The rival's brain: every `think` seconds it looks, decides, and holds that decision. Better robots look more often.
'use strict';

class Brain {
  constructor(rung) {
    this.rung = rung;
    this.wait = 0.8; // the first moments belong to the player
    this.plan = {};
  }

  command(me, foe, fight, dt) {
    this.wait -= dt;
    if (this.wait > 0) return { ...this.plan, punch: false, jump: false, special: false };
    this.wait = this.rung.think * (0.7 + Math.random() * 0.6);
    this.plan = this.decide(me, foe, fight);
    return this.plan;
  }

  decide(me, foe, fight) {
    const { rung } = this;
    const gap = Math.abs(foe.x - me.x);
    const toward = Math.sign(foe.x - me.x);
    const chance = Math.random();
    const reach = me.stats.reach + BODY - 12;
    const danger = fight.shots.find((shot) => shot.owner === foe && Math.abs(shot.x - me.x) < 260);
    if (danger && chance < rung.guard + 0.25) return Math.random() < 0.6 ? { jump: true, move: toward } : { block: true };
    const swinging = (foe.action === 'punch' && gap < foe.stats.reach + BODY + 20) || foe.action === 'special';
    if (swinging && chance < rung.guard) return { block: true };
    if (me.energy >= 100 && gap < (me.stats.special === 'dash' ? 260 : 420) && chance < rung.push) return { special: true };
    if (foe.blocking && gap < reach && chance < 0.3) return { move: -toward }; // steps back rather than hit a wall
    if (gap < reach) return chance < rung.push ? { punch: true } : chance < rung.push + 0.1 ? { block: true } : { move: -toward };
    if (chance < rung.push) return { move: toward, jump: Math.random() < 0.12 };
    return chance < 0.9 ? {} : { move: -toward };
  }
}
