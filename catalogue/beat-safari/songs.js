// Five little songs, written for this game. Each letter of a melody is a sixteenth note:
// 0-9 a step of the song's scale, '-' keeps the note sounding, '.' is silence. Four bars make a section.
// chords: the scale step the bass stands on, one a bar. grid: how fine the chart follows the melody
// (4 = quarter notes only, 2 = eighths, 1 = everything) for the first time round and after it.
'use strict';
window.SONGS = [
  {
    name: 'Lamu Sunrise', style: 'Slow and sunny', bpm: 92, root: 62, scale: [0, 2, 4, 5, 7, 9, 11], lead: 'pluck', fall: 2.1, grid: [8, 4], doubles: 0,
    order: 'IAABACBA',
    melody: {
      A: ['4---4---5---4---', '2---2---4-------', '1---1---2---1---', '0-------4-------'],
      B: ['7---6---5---4---', '5---4---2-------', '4---3---2---1---', '0---2---0-------'],
      C: ['0---2---4---2---', '5-------4-------', '3---5---4---2---', '1-------0-------'],
    },
    chords: { A: [0, 0, 4, 0], B: [0, 3, 4, 0], C: [3, 0, 4, 0] },
    drums: { kick: 'x.......x.......', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
    bass: '0---....0-..4-..',
  },
  {
    name: 'Taarab Moon', style: 'Taarab spirit: oud and accordion', bpm: 104, root: 64, scale: [0, 1, 4, 5, 7, 8, 11], lead: 'oud', fall: 1.8, grid: [4, 2], doubles: 0,
    order: 'IAABACBA',
    melody: {
      A: ['0---1-2-1---0---', '2---3-4-3---2---', '4---5-4-3---2---', '1---2-1-0-------'],
      B: ['4-----4-5-4-3---', '3-----3-4-3-2---', '2-----2-3-2-1---', '1-2-1---0-------'],
      C: ['7---6-5-4-------', '5---4-3-2-------', '4---3-2-1---2---', '1---0-------0---'],
    },
    chords: { A: [0, 0, 3, 0], B: [3, 1, 0, 0], C: [0, 3, 1, 0] },
    drums: { kick: 'x.....x.x.......', snare: '...x..x....x..x.', hat: 'x..xx..xx..xx..x' },
    bass: '0-....0-4---....',
  },
  {
    name: 'Lake Benga', style: 'Benga spirit: quick guitar', bpm: 124, root: 67, scale: [0, 2, 4, 7, 9], lead: 'pluck', fall: 1.6, grid: [4, 2], doubles: 1,
    order: 'IAABBACABA',
    melody: {
      A: ['0-2-3-2-0-2-3---', '1-2-3-2-1-2-4---', '0-2-3-2-5-3-2---', '4-3-2-1-0-------'],
      B: ['5-5-4-3-5-5-4---', '4-4-3-2-4-4-3---', '3-3-2-1-3-2-1---', '0-1-2-3-5-------'],
      C: ['0---2-0-3---2-0-', '1---2-1-4---2-1-', '0---2-0-5-0-3-2-', '4-3-2-1-0---0---'],
    },
    chords: { A: [0, 1, 0, 3], B: [0, 3, 1, 0], C: [0, 1, 0, 3] },
    drums: { kick: 'x...x...x...x...', snare: '....x.......x..x', hat: 'x.xxx.xxx.xxx.xx' },
    bass: '0-0-2-..0-3-2-..',
  },
  {
    name: 'Nairobi Bounce', style: 'Gengetone spirit: big bass', bpm: 104, root: 57, scale: [0, 2, 3, 5, 7, 8, 10], lead: 'synth', fall: 1.45, grid: [2, 1], doubles: 1,
    order: 'IAABACBBA',
    melody: {
      A: ['0--0--3---2--0--', '0--0--4---3--2--', '0--0--3---2--0--', '5--4--3---2-1-0-'],
      B: ['7--7-7--5--5-4--', '4--4-4--3--3-2--', '7--7-7--5--5-4--', '3-2-0---0-0-0---'],
      C: ['0-0---0-3-3---2-', '0-0---0-4-4---3-', '5-5---5-4-4---2-', '3-2-0-2-0-------'],
    },
    chords: { A: [0, 0, 5, 4], B: [0, 5, 0, 4], C: [0, 5, 3, 4] },
    drums: { kick: 'x...x...x...x.x.', snare: '...x..x....x..x.', hat: 'x.x.x.x.x.x.x.xx' },
    bass: '0--0--0-..0-0-..',
  },
  {
    name: 'Safari Storm', style: 'Everyone plays, very fast', bpm: 136, root: 64, scale: [0, 3, 5, 7, 10], lead: 'synth', fall: 1.25, grid: [2, 2], doubles: 2,
    order: 'IAABACBACBA',
    melody: {
      A: ['0-2-3-4-3-2-0-2-', '1-2-4-5-4-2-1-2-', '0-2-3-4-5-4-3-2-', '4-3-2-1-0---0-0-'],
      B: ['5--5--4-5--5--3-', '4--4--3-4--4--2-', '3--3--2-3--3--1-', '0-1-2-3-4-5-6-7-'],
      C: ['7-6-5-4-5-4-3-2-', '4-3-2-1-3-2-1-0-', '0-1-2-3-2-3-4-5-', '7---5---3---0---'],
    },
    chords: { A: [0, 1, 0, 3], B: [0, 3, 1, 0], C: [3, 1, 0, 0] },
    drums: { kick: 'x...x...x...x.x.', snare: '....x..x....x.x.', hat: 'xxx.xxx.xxx.xxx.' },
    bass: '0-0-..0-0-3-2-..',
  },
];

/** Writes a song out: every sound with its time, and the chart of notes to hit. */
window.writeOut = function (song) {
  const step = 60 / song.bpm / 4;
  const pitch = (degree) => song.root + song.scale[degree % song.scale.length] + 12 * Math.floor(degree / song.scale.length);
  const sounds = [];
  const notes = [];
  const seen = {};
  let at = 0;
  let before = { time: -9, lane: -1 };

  const drumBar = (full) => {
    for (let i = 0; i < 16; i++) {
      if (song.drums.kick[i] === 'x') sounds.push({ time: at + i * step, kind: 'kick' });
      if (full && song.drums.snare[i] === 'x') sounds.push({ time: at + i * step, kind: 'snare' });
      if (song.drums.hat[i] === 'x') sounds.push({ time: at + i * step, kind: 'hat' });
    }
  };
  const bassBar = (chord) => {
    for (let i = 0; i < 16; i++) if (song.bass[i] >= '0' && song.bass[i] <= '9') sounds.push({ time: at + i * step, kind: 'bass', pitch: pitch(chord + Number(song.bass[i])) - 24, long: step * 1.8 });
  };
  const padBar = (chord) => {
    for (const third of [0, 2, 4]) sounds.push({ time: at, kind: 'pad', pitch: pitch(chord + third) - 12, long: step * 15 });
  };
  function melodyBar(bar, letter, grid, ranks, section) {
    for (let i = 0; i < 16; i++) {
      const degree = Number(bar[i]);
      if (!(bar[i] >= '0' && bar[i] <= '9')) continue;
      let length = 1;
      while (bar[i + length] === '-') length++;
      const time = at + i * step;
      sounds.push({ time, kind: song.lead, pitch: pitch(degree), long: Math.min(length, 6) * step });
      if (i % grid) continue;
      let lane = Math.min(3, Math.floor((ranks.indexOf(degree) / ranks.length) * 4));
      // The same finger twice in a flash is no fun: pass the second note to the neighbour.
      if (lane === before.lane && time - before.time < 0.26) lane = (lane + (i % 8 ? 1 : 3)) % 4;
      before = { time, lane };
      const hold = length >= 7 && i + length <= 16 ? (length - 2) * step : 0;
      notes.push({ time, lane, hold });
      const accent = song.doubles === 2 ? i % 8 === 0 : song.doubles === 1 && i === 0;
      if (accent && letter !== 'A' && section > 2 && !hold) notes.push({ time, lane: (lane + 2) % 4, hold: 0 });
    }
  }

  [...song.order].forEach((letter, section) => {
    if (letter === 'I') {
      for (let bar = 0; bar < 2; bar++) {
        drumBar(bar > 0);
        bassBar(0);
        at += 16 * step;
      }
      return;
    }
    const grid = song.grid[seen[letter] || section > 2 ? 1 : 0];
    seen[letter] = true;
    const bars = song.melody[letter];
    const ranks = [...new Set(bars.join('').replace(/[-.]/g, ''))].map(Number).sort((a, b) => a - b);
    bars.forEach((bar, i) => {
      drumBar(true);
      bassBar(song.chords[letter][i]);
      if (letter !== 'A') padBar(song.chords[letter][i]);
      melodyBar(bar, letter, grid, ranks, section);
      at += 16 * step;
    });
  });
  sounds.push({ time: at, kind: 'kick' }, { time: at, kind: song.lead, pitch: pitch(0), long: 1 }, { time: at, kind: 'bass', pitch: pitch(0) - 24, long: 1 });
  sounds.sort((a, b) => a.time - b.time);
  notes.sort((a, b) => a.time - b.time);
  return { sounds, notes, length: at + 1.2, beat: step * 4 };
};
