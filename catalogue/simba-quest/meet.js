// A meeting: a gentle turn-based test of courage. The creature shows a mood, you choose how to answer.
// A good answer wins trust; a wrong one costs a heart of your own courage. Nobody is hit.
'use strict';

const ROAR_GOOD = 0.17; // how near the middle of the bar a roar must stop
const SHOW_SECONDS = 1.25; // how long the outcome of a turn is read

class Meeting {
  constructor(thing, areaIndex, state, hooks) {
    const creature = CREATURES[thing.mark];
    Object.assign(this, { thing, creature, state, hooks, level: areaIndex, trust: 0, need: creature.trust, chosen: 0, phase: 'in', clock: 0, words: '', good: false, bar: 0, last: -1, hop: 0, shiver: 0 });
    this.nextMood();
  }

  to(phase) {
    this.phase = phase;
    this.clock = 0;
  }

  nextMood() {
    let mood;
    do mood = Math.floor(Math.random() * MOODS.length);
    while (mood === this.last || (MOODS[mood].answer === 'share' && this.state.berries < 1));
    this.last = mood;
    this.mood = MOODS[mood];
    this.words = this.mood.signs[this.level];
  }

  update(dt) {
    this.clock += dt;
    this.hop = Math.max(0, this.hop - dt * 2);
    this.shiver = Math.max(0, this.shiver - dt * 2);
    if (this.phase === 'in' && this.clock > 0.6) this.to('choose');
    if (this.phase === 'roar') this.bar = Math.sin(this.clock * (2.6 + this.level * 0.8));
    if (this.phase === 'show' && this.clock > SHOW_SECONDS) this.afterTurn();
    if (this.phase === 'won' && this.clock > 1.9) this.hooks.friend(this);
    if (this.phase === 'lost' && this.clock > 1.7) this.hooks.tired(this);
  }

  choose(index) {
    if (this.phase === 'roar') return this.stopRoar();
    if (this.phase !== 'choose') return;
    this.chosen = index;
    const [action] = ACTIONS[index];
    if (action === 'share' && this.state.berries < 1) {
      this.words = 'No berries left. Try something else.';
      return this.hooks.no();
    }
    if (action === 'share') this.state.berries--;
    if (action === 'roar') {
      this.words = 'Stop in the green!';
      return this.to('roar');
    }
    this.answer(action, action === this.mood.answer);
  }

  /** A roar well timed is brave in any mood, and twice as good when the mood asks for it. */
  stopRoar() {
    if (this.clock < 0.15) return;
    const strong = Math.abs(this.bar) < ROAR_GOOD;
    this.answer('roar', strong, this.mood.answer === 'roar' ? 2 : 1);
  }

  answer(action, good, gain = 2) {
    this.good = good;
    if (good) {
      this.trust = Math.min(this.need, this.trust + gain);
      this.words = action === 'roar' && gain === 1 ? 'ROAR! It blinks at you.' : GOOD_WORDS[action];
      this.hop = 1;
    } else {
      this.state.hearts--;
      this.words = BAD_WORDS[action];
      this.shiver = 1;
    }
    this.hooks.turn(action, good);
    this.to('show');
  }

  afterTurn() {
    if (this.trust >= this.need) {
      this.words = this.creature.friend;
      this.hooks.won(this);
      return this.to('won');
    }
    if (this.state.hearts <= 0) {
      this.words = 'You are tired. Time for a nap under the baobab.';
      return this.to('lost');
    }
    this.nextMood();
    this.to('choose');
  }
}
