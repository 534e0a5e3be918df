// The clinic itself: who is waiting, whose turn it is, and where a visit has got to. No drawing here.
'use strict';

// need: patients to see before the sun goes down; two: chance of a second trouble; hard: chance of the harder clue
const DAYS = [
  { need: 2, seconds: 70, two: 0, hard: 0 },
  { need: 3, seconds: 70, two: 0, hard: 0.2 },
  { need: 4, seconds: 76, two: 0.25, hard: 0.5 },
  { need: 4, seconds: 70, two: 0.5, hard: 0.8 },
  { need: 5, seconds: 76, two: 0.5, hard: 1 },
];
const WRONG_SECONDS = 4; // a wrong card costs this much daylight
const POINTS = { trouble: 100, perfect: 40, mood: 60 };
const PATIENCE = 45; // seconds until a waiting animal's bonus is used up

class Clinic {
  constructor(day, hooks) {
    this.day = day;
    this.plan = DAYS[day];
    this.hooks = hooks;
    this.left = this.plan.seconds;
    this.bench = []; // waiting: { animal, troubles, mood, t }
    this.toCome = this.makePatients();
    this.arrival = 0;
    this.healed = 0;
    this.patient = null;
    this.step = 'empty'; // empty -> choose -> exam -> found -> cure -> task -> happy -> empty
    this.clock = 0;
    this.chosen = 0;
    this.message = '';
  }

  makePatients() {
    const order = [...ANIMALS].sort(() => Math.random() - 0.5);
    const pool = [...TROUBLES].sort(() => Math.random() - 0.5);
    return Array.from({ length: this.plan.need }, (_, i) => {
      const troubles = [pool[i % pool.length]];
      if (Math.random() < this.plan.two) troubles.push(pool[(i + 2) % pool.length]);
      return { animal: order[i % order.length], troubles, clue: Math.random() < this.plan.hard ? 1 : 0, mood: 1, t: 0 };
    });
  }

  get trouble() { return this.patient && this.patient.troubles[0]; }
  get cards() {
    if (this.step === 'exam') return TOOLS;
    if (this.step === 'cure') return this.options;
    return [];
  }

  to(step) {
    this.step = step;
    this.clock = 0;
  }

  update(dt) {
    this.clock += dt;
    this.arrival -= dt;
    if (this.step !== 'happy') this.left = Math.max(0, this.left - dt);
    for (const waiting of this.bench) {
      waiting.t += dt;
      waiting.mood = Math.max(0, waiting.mood - dt / PATIENCE);
    }
    if (this.toCome.length && (this.arrival <= 0 || (!this.patient && !this.bench.length))) {
      this.bench.push(this.toCome.shift());
      this.arrival = 7;
      if (this.patient) this.hooks.arrive();
    }
    if (this.step === 'empty' && this.bench.length) {
      if (this.bench.length === 1) this.call(0);
      else {
        this.chosen = 0;
        this.to('choose');
      }
    }
    if (this.step === 'found' && this.clock > 1.5) this.offerCures();
    if (this.step === 'happy' && this.clock > 1.5) this.leave();
    if (this.left === 0 && this.step !== 'closed') {
      this.to('closed');
      this.hooks.closed();
    }
  }

  call(index) {
    const [patient] = this.bench.splice(Math.min(index, this.bench.length - 1), 1);
    this.patient = patient;
    this.chosen = 1;
    this.to('exam');
    this.hooks.called(patient);
  }

  offerCures() {
    const right = CURES.find(([id]) => id === this.trouble.cure);
    const others = CURES.filter((cure) => cure !== right).sort(() => Math.random() - 0.5).slice(0, 2);
    this.options = [right, ...others].sort(() => Math.random() - 0.5);
    this.chosen = 1;
    this.to('cure');
  }

  /** A card was played: the right one moves the visit on, a wrong one costs daylight. */
  use(index) {
    const card = this.cards[index];
    if (!card) return;
    const right = this.step === 'exam' ? this.trouble.tool : this.trouble.cure;
    if (card[0] !== right) {
      this.left = Math.max(0.01, this.left - WRONG_SECONDS);
      this.hooks.wrong(this.step === 'exam' ? 'All well here. Try another' : 'Not this one. Try another');
      return;
    }
    if (this.step === 'exam') {
      this.to('found');
      this.hooks.found(this.trouble);
    } else {
      this.to('task');
      this.task = new TASK_OF[right](this.patient.animal, this.day);
      this.hooks.treat();
    }
  }

  finishTask() {
    const perfect = this.task.slips === 0;
    let points = POINTS.trouble + (perfect ? POINTS.perfect : 0);
    this.patient.troubles.shift();
    const well = this.patient.troubles.length === 0;
    if (well) points += Math.round(POINTS.mood * this.patient.mood);
    this.task = null;
    if (well) {
      this.healed++;
      this.to('happy');
    } else {
      this.patient.clue = 0;
      this.chosen = 1;
      this.to('exam');
    }
    this.hooks.mended(points, perfect, well);
  }

  leave() {
    this.patient = null;
    this.to('empty');
    if (this.healed >= this.plan.need) {
      this.to('done');
      this.hooks.done();
    }
  }
}
