// The band: plays a written-out song a little ahead of time on the audio clock, and tells the song's time.
// While sound is on, time IS the audio clock, so what you see is what you hear. When the game is muted, or the
// browser gives no running audio, the same time goes on from the computer's own clock.
'use strict';
window.Band = (function () {
  const AHEAD = 0.18; // seconds of music handed to the audio thread in advance
  const LEVEL = 0.5;
  let audio = null;
  let out = null;
  let noise = null;
  let muted = false;
  let song = null;
  let next = 0;
  // time = from + (clock() - since); clock is 'audio', 'wall' or 'still'
  let clock = 'still';
  let since = 0;
  let from = 0;
  let lastAudio = 0;
  let stalled = 0;

  const wall = () => performance.now() / 1000;
  const reading = () => (clock === 'audio' ? audio.currentTime : wall());
  const now = () => (clock === 'still' ? from : from + reading() - since);
  function turnTo(kind) {
    const at = now();
    clock = kind;
    from = at;
    since = kind === 'still' ? 0 : reading();
  }
  const audible = () => audio && audio.state === 'running' && !muted;

  function wake() {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!audio && Audio) {
      audio = new Audio();
      const squeeze = audio.createDynamicsCompressor();
      out = audio.createGain();
      out.gain.value = muted ? 0 : LEVEL;
      out.connect(squeeze).connect(audio.destination);
      noise = audio.createBuffer(1, audio.sampleRate * 0.4, audio.sampleRate);
      const samples = noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    if (audio && audio.state === 'suspended') audio.resume().catch(() => {});
  }
  function setMuted(on) {
    muted = on;
    if (out) out.gain.value = on ? 0 : LEVEL;
  }

  /** Starts a song; its time begins below zero so that the first notes have room to fall. */
  function play(written, lead) {
    wake();
    song = written;
    next = 0;
    clock = 'still';
    from = -lead;
    turnTo(audible() ? 'audio' : 'wall');
  }
  function stop() {
    song = null;
    turnTo('still');
  }
  function pause() {
    turnTo('still');
    if (audio) audio.suspend().catch(() => {});
  }
  function resume() {
    wake();
    turnTo(audible() ? 'audio' : 'wall');
  }

  /** Call every frame: keeps to the right clock and hands over the next notes. */
  function tick() {
    if (!song || clock === 'still') return;
    if (clock === 'audio') {
      // A sound card that has stopped counting must not freeze the song.
      stalled = audio.currentTime === lastAudio ? stalled + 1 : 0;
      lastAudio = audio.currentTime;
      if (!audible() || stalled > 20) turnTo('wall');
    } else if (audible() && audio.currentTime !== lastAudio) {
      lastAudio = audio.currentTime;
      stalled = 0;
      turnTo('audio');
    }
    const time = now();
    while (next < song.sounds.length && song.sounds[next].time < time + AHEAD) {
      const sound = song.sounds[next++];
      if (audible() && sound.time > time - 0.05) VOICES[sound.kind](audio.currentTime + Math.max(0, sound.time - time), sound);
    }
  }

  // ---- instruments
  const hertz = (pitch) => 440 * 2 ** ((pitch - 69) / 12);
  function envelope(at, peak, long, attack = 0.005) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.linearRampToValueAtTime(peak, at + attack);
    gain.gain.exponentialRampToValueAtTime(0.0008, at + attack + long);
    gain.connect(out);
    return gain;
  }
  function voice(at, type, freq, long, into, detune = 0) {
    const wave = audio.createOscillator();
    wave.type = type;
    wave.frequency.value = freq;
    wave.detune.value = detune;
    wave.connect(into);
    wave.start(at);
    wave.stop(at + long + 0.05);
    return wave;
  }
  function filtered(kind, freq, into, q = 1) {
    const filter = audio.createBiquadFilter();
    filter.type = kind;
    filter.frequency.value = freq;
    filter.Q.value = q;
    filter.connect(into);
    return filter;
  }
  function hiss(at, long, into) {
    const source = audio.createBufferSource();
    source.buffer = noise;
    source.connect(into);
    source.start(at);
    source.stop(at + long + 0.02);
  }
  const VOICES = {
    kick(at) {
      const wave = voice(at, 'sine', 150, 0.24, envelope(at, 0.9, 0.22, 0.002));
      wave.frequency.setValueAtTime(150, at);
      wave.frequency.exponentialRampToValueAtTime(46, at + 0.12);
    },
    snare(at) {
      hiss(at, 0.16, filtered('bandpass', 1900, envelope(at, 0.45, 0.14, 0.001), 0.8));
      voice(at, 'triangle', 210, 0.08, envelope(at, 0.25, 0.07, 0.001));
    },
    hat: (at) => hiss(at, 0.05, filtered('highpass', 7500, envelope(at, 0.16, 0.045, 0.001))),
    bass(at, { pitch, long }) {
      voice(at, 'triangle', hertz(pitch), long + 0.1, envelope(at, 0.62, long + 0.08, 0.008));
      voice(at, 'sine', hertz(pitch), long + 0.1, envelope(at, 0.3, long + 0.08, 0.008));
    },
    /** A guitar string: bright when plucked, dull as it dies away. */
    pluck(at, { pitch, long }) {
      const body = filtered('lowpass', 3600, envelope(at, 0.34, 0.28 + long * 0.5, 0.003), 2);
      body.frequency.setValueAtTime(3800, at);
      body.frequency.exponentialRampToValueAtTime(700, at + 0.3 + long * 0.4);
      voice(at, 'sawtooth', hertz(pitch), 0.4 + long, body);
      voice(at, 'triangle', hertz(pitch) * 2, 0.3, body, 4);
    },
    /** Something like an oud: two strings a hair apart, with a click at the front. */
    oud(at, { pitch, long }) {
      const body = filtered('lowpass', 2400, envelope(at, 0.36, 0.35 + long * 0.5, 0.002), 3);
      body.frequency.setValueAtTime(2800, at);
      body.frequency.exponentialRampToValueAtTime(500, at + 0.4);
      voice(at, 'sawtooth', hertz(pitch), 0.5 + long, body, -6);
      voice(at, 'sawtooth', hertz(pitch), 0.5 + long, body, 6);
      hiss(at, 0.02, filtered('bandpass', 2600, envelope(at, 0.12, 0.02, 0.001)));
    },
    synth(at, { pitch, long }) {
      const body = filtered('lowpass', 2600, envelope(at, 0.24, 0.12 + long, 0.006), 6);
      voice(at, 'square', hertz(pitch), 0.2 + long, body, -5);
      voice(at, 'square', hertz(pitch + 12), 0.2 + long, body, 5);
    },
    /** Accordion-like chords, soft behind the tune. */
    pad(at, { pitch, long }) {
      const body = filtered('lowpass', 1500, envelope(at, 0.075, long, 0.09));
      voice(at, 'sawtooth', hertz(pitch), long, body, -8);
      voice(at, 'sawtooth', hertz(pitch), long, body, 8);
    },
    /** The little tick of a note well hit. */
    tap(at, { good }) {
      voice(at, 'sine', good ? 1760 : 1175, 0.06, envelope(at, 0.16, 0.06, 0.001));
    },
    thud: (at) => voice(at, 'triangle', 110, 0.1, envelope(at, 0.3, 0.1, 0.002)),
  };
  const strike = (kind, sound = {}) => audible() && VOICES[kind](audio.currentTime, sound);

  return { play, stop, pause, resume, tick, now, setMuted, strike, get clock() { return clock; } };
})();
