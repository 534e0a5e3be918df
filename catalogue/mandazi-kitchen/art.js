// Food, guests and the kitchen: flat shapes, light from the top left. Each is drawn round 0,0.
'use strict';
const Art = (() => {
  function disc(c, tone, x, y, r) {
    c.fillStyle = tone;
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.fill();
  }
  function oval(c, tone, x, y, rx, ry) {
    c.fillStyle = tone;
    c.beginPath();
    c.ellipse(x, y, rx, ry, 0, 0, 7);
    c.fill();
  }
  function box(c, tone, x, y, w, h, r = 0) {
    c.fillStyle = tone;
    c.beginPath();
    c.roundRect(x, y, w, h, r);
    c.fill();
  }
  const paths = {};
  /** A filled path; the same text is parsed once. */
  function fill(c, tone, d) {
    c.fillStyle = tone;
    c.fill(paths[d] || (paths[d] = new Path2D(d)));
  }
  function stroke(c, tone, width, d) {
    c.strokeStyle = tone;
    c.lineWidth = width;
    c.lineCap = c.lineJoin = 'round';
    c.stroke(paths[d] || (paths[d] = new Path2D(d)));
  }
  function at(c, x, y, size, paint) {
    c.save();
    c.translate(x, y);
    c.scale(size, size);
    paint();
    c.restore();
  }

  // tones for how far it is cooked: raw, golden, dark, burnt -> [body, light, shade]
  const BAKE = [['#F7E3BC', '#FFF3DA', '#E3C893'], ['#E89A2E', '#F8BE5C', '#B86E14'], ['#A85E1C', '#C47A36', '#74400F'], ['#3E2A22', '#584038', '#241712']];
  const stage = (cooked) => (cooked < Menu.GOLDEN ? 0 : cooked < Menu.DARK ? 1 : cooked < Menu.BURNT ? 2 : 3);

  /** A portion about 60 wide. cooked as in Menu: 1 is golden. */
  function food(c, name, x, y, size, cooked = 1) {
    at(c, x, y, size, () => {
      const [body, light, shade] = BAKE[stage(cooked)];
      FOODS[name](c, body, light, shade, cooked);
    });
  }
  const FOODS = {
    mandazi(c, body, light, shade) {
      fill(c, shade, 'M-28 6Q-22-10-2-22Q4-24 10-18Q26-2 28 8Q26 22 2 24Q-26 22-28 6Z');
      fill(c, body, 'M-28 2Q-22-14-2-26Q4-28 10-22Q26-6 28 4Q24 14 0 16Q-24 14-28 2Z');
      fill(c, light, 'M-20-1Q-14-13-1-20Q4-20 4-15Q-6-8-11 1Q-17 5-20-1Z');
    },
    chapati(c, body, light, shade, cooked) {
      oval(c, shade, 0, 4, 30, 23);
      oval(c, cooked < 1 ? body : '#F2C987', 0, 0, 30, 22);
      oval(c, cooked < 1 ? light : '#FADBA6', -4, -3, 22, 14);
      if (cooked >= 1) [[-12, -6, 5], [6, -9, 4], [14, 4, 5], [-4, 8, 4.5], [-18, 5, 3]].forEach(([x, y, r]) => oval(c, cooked < Menu.DARK ? '#B86E2A' : shade, x, y, r, r * 0.7));
    },
    samosa(c, body, light, shade) {
      fill(c, shade, 'M0-25Q4-25 6-22L29 17Q30 23 24 24H-24Q-30 23-29 17L-6-22Q-4-25 0-25Z');
      fill(c, body, 'M0-28Q4-28 6-25L28 13Q28 18 24 18H-24Q-28 18-28 13L-6-25Q-4-28 0-28Z');
      fill(c, light, 'M-2-26L-24 12Q-26 16-20 16L4-10Z');
      stroke(c, shade, 2.5, 'M6-24L-6 2L22 15');
    },
    chai(c) {
      oval(c, '#B5713A', 0, 24, 27, 6);
      stroke(c, '#F2F2F2', 6, 'M20-6Q34-6 30 7Q27 14 17 13');
      fill(c, '#FFFFFF', 'M-22-16H22L18 18Q16 24 10 24H-10Q-16 24-18 18Z');
      fill(c, '#DCE6EA', 'M10-16H22L18 18Q16 24 10 24H2Q10 10 10-16Z');
      oval(c, '#FFFFFF', 0, -16, 22, 6);
      oval(c, '#B5713A', 0, -15, 18, 4.5);
      fill(c, '#0E9A93', 'M-20 0H20L19 7H-19Z');
    },
  };

  /** Dough on the board after `step` taps. */
  function dough(c, name, x, y, size, step) {
    at(c, x, y, size, () => {
      if (name === 'samosa') return samosaDough(c, step);
      const wide = [30, 44, 58, 64][step];
      oval(c, '#D9BC85', 0, 6, wide, 26 + step * 2);
      oval(c, '#F7E3BC', 0, 0, wide, 26 + step * 2);
      oval(c, '#FFF3DA', -wide * 0.25, -7, wide * 0.5, 9);
      if (name === 'mandazi' && step === 3) stroke(c, '#C9A566', 4, 'M-44-18L44 18M44-18L-44 18');
    });
  }
  function samosaDough(c, step) {
    if (step < 2) {
      oval(c, '#D9BC85', 0, 5, 50, 28);
      oval(c, '#F7E3BC', 0, 0, 50, 28);
      if (step === 1) [[-8, -4], [8, -6], [0, 6], [-16, 4], [15, 5]].forEach(([x, y], i) => disc(c, ['#8A4B2B', '#7ED957', '#E8702A', '#8A4B2B', '#7ED957'][i], x, y, 6));
      return;
    }
    fill(c, '#D9BC85', step === 2 ? 'M-50 12L0-26L50 12Q0 34-50 12Z' : 'M0-24L40 26H-40Z');
    fill(c, '#F7E3BC', step === 2 ? 'M-50 6L0-32L50 6Q0 28-50 6Z' : 'M0-30L40 20H-40Z');
    if (step === 2) disc(c, '#7ED957', 0, 4, 6);
  }
  function rollingPin(c, x, y, size, turn) {
    c.save();
    c.translate(x, y);
    c.rotate(turn);
    c.scale(size, size);
    box(c, '#6B3820', -62, -5, 124, 10, 5);
    box(c, '#A3581F', -42, -11, 84, 24, 11);
    box(c, '#D18A3D', -42, -13, 84, 22, 11);
    box(c, '#EBB06A', -36, -10, 70, 6, 3);
    c.restore();
  }

  function karai(c, time, hot) {
    stroke(c, '#191427', 8, 'M-58-4q-14-2-12 10M58-4q14-2 12 10');
    oval(c, '#191427', 0, 10, 58, 36);
    oval(c, '#3B3352', 0, 0, 58, 34);
    oval(c, '#B9770E', 0, 1, 48, 26);
    oval(c, '#F2B632', 0, 4, 47, 23);
    oval(c, '#FFD66B', -14, -3, 18, 6);
    if (!hot) return;
    for (let i = 0; i < 6; i++) {
      const a = i * 1.05 + 0.4;
      disc(c, '#FFE9A8', Math.cos(a) * 40, 4 + Math.sin(a) * 18, 2.5 + Math.sin(time * 9 + i * 2) * 2);
    }
  }
  function tawa(c) {
    stroke(c, '#191427', 12, 'M48 4L80 16');
    oval(c, '#191427', 0, 9, 56, 34);
    oval(c, '#4A4263', 0, 0, 56, 33);
    oval(c, '#2B2440', 0, 0, 48, 27);
  }
  function pot(c, level, time, hot) {
    stroke(c, '#7E8A94', 8, 'M-46-8h-12M46-8h12');
    fill(c, '#9FB0BB', 'M-46-18H46L42 26Q40 38 28 38H-28Q-40 38-42 26Z');
    fill(c, '#C7D4DB', 'M-46-18H-18L-22 38H-28Q-40 38-42 26Z');
    oval(c, '#6E7C86', 0, -18, 46, 15);
    if (level <= 0) return oval(c, '#4E5A63', 0, -16, 40, 11);
    oval(c, '#B5713A', 0, -16, 40, 11);
    oval(c, '#D6965A', -10, -18, 16, 4);
    if (hot) for (let i = 0; i < 4; i++) disc(c, '#F2D3A6', -24 + i * 16, -16 + Math.sin(time * 8 + i * 2) * 3, 3.5);
  }
  function flame(c, time) {
    for (let i = -2; i <= 2; i++) {
      const h = 15 + Math.sin(time * 11 + i * 2.1) * 5;
      fillFlame(c, '#F4623A', i * 16, h);
      fillFlame(c, '#FFC629', i * 16, h * 0.55);
    }
  }
  function fillFlame(c, tone, x, h) {
    c.fillStyle = tone;
    c.beginPath();
    c.moveTo(x - 9, 0);
    c.quadraticCurveTo(x - 8, -h * 0.6, x, -h);
    c.quadraticCurveTo(x + 8, -h * 0.6, x + 9, 0);
    c.fill();
  }

  // skin, cloth and what sits on the head
  const LOOKS = {
    pupil: { skin: '#7A4528', cloth: '#1F9E5A', collar: '#fff', hat: 'puffs' },
    teacher: { skin: '#8D5530', cloth: '#4B3B8F', collar: '#FFE28A', hat: 'short', glasses: true },
    boda: { skin: '#5E3520', cloth: '#C6E03A', collar: '#F4623A', hat: 'helmet' },
    bibi: { skin: '#6B3A24', cloth: '#E0508C', collar: '#FFC629', hat: 'wrap' },
    fundi: { skin: '#8A5230', cloth: '#2D6FC2', collar: '#F2F2F2', hat: 'cap' },
    player: { skin: '#A9693F', cloth: '#D8341C', collar: '#fff', hat: 'band' },
    chef: { skin: '#7A4528', cloth: '#fff', collar: '#0E9A93', hat: 'wrap2' },
  };
  /** A guest to the waist, about 110 wide and 150 high. mood 1 happy .. 0 cross. */
  function guest(c, kind, x, y, size, mood, blink) {
    const look = LOOKS[kind];
    at(c, x, y, size, () => {
      fill(c, look.cloth, 'M-52 62Q-52 8 0 8T52 62Z');
      fill(c, '#FFFFFF33', 'M-52 62Q-52 8 0 8Q-30 20-30 62Z');
      fill(c, look.collar, 'M-15 9L0 32L15 9Q0 2-15 9Z');
      if (kind === 'boda') fill(c, '#FFF6C9', 'M-46 38H46L49 47H-49Z');
      if (look.hat === 'puffs') {
        disc(c, '#1F1418', -27, -44, 15);
        disc(c, '#1F1418', 27, -44, 15);
      }
      disc(c, look.skin, -31, -22, 7);
      disc(c, look.skin, 31, -22, 7);
      oval(c, look.skin, 0, -22, 31, 33);
      HATS[look.hat](c);
      face(c, mood, blink, look.glasses);
    });
  }
  const HATS = {
    puffs: (c) => fill(c, '#1F1418', 'M-32-26Q-32-58 0-58T32-26Q20-42 0-42T-32-26Z'),
    short: (c) => fill(c, '#1F1418', 'M-32-24Q-36-60 0-60T32-24Q28-40 14-42Q-12-38-24-44Q-30-36-32-24Z'),
    helmet: (c) => {
      fill(c, '#F4623A', 'M-37-26Q-38-66 0-66T37-26Q0-38-37-26Z');
      fill(c, '#FF8A5C', 'M-37-26Q-38-66 0-66Q-22-56-24-31Z');
      fill(c, '#0C2A30', 'M-37-26Q0-40 37-26L35-19Q0-32-35-19Z');
    },
    wrap: (c) => {
      fill(c, '#FFC629', 'M-33-24Q-38-64 0-66T33-24Q18-40 0-40T-33-24Z');
      fill(c, '#F4623A', 'M-35-34Q-30-52 0-54T35-34Q16-46 0-46T-35-34Z');
      fill(c, '#FFC629', 'M-8-64Q-26-84-4-82Q0-90 8-82Q28-82 8-64Z');
    },
    wrap2: (c) => {
      fill(c, '#E0508C', 'M-33-24Q-38-64 0-66T33-24Q18-40 0-40T-33-24Z');
      fill(c, '#FFC629', 'M-35-34Q-30-52 0-54T35-34Q16-46 0-46T-35-34Z');
      fill(c, '#E0508C', 'M-8-64Q-26-84-4-82Q0-90 8-82Q28-82 8-64Z');
    },
    cap: (c) => {
      fill(c, '#FFC629', 'M-33-28Q-34-62 0-62T33-28Q0-40-33-28Z');
      fill(c, '#D18A00', 'M-4-36Q30-42 50-30Q30-26-4-32Z');
    },
    band: (c) => {
      fill(c, '#1F1418', 'M-32-26Q-34-60 0-60T32-26Q20-44 0-44T-32-26Z');
      fill(c, '#fff', 'M-32-32Q0-50 32-32L33-24Q0-42-33-24Z');
    },
  };
  function face(c, mood, blink, glasses) {
    [-12, 12].forEach((x) => {
      if (blink) box(c, '#1b1020', x - 5, -19, 10, 3, 1.5);
      else {
        disc(c, '#1b1020', x, -18, 4.6);
        disc(c, '#fff', x + 1.4, -19.6, 1.5);
      }
    });
    if (glasses) stroke(c, '#FFE28A', 3.5, 'M-22-18a10 10 0 1 0 20 0a10 10 0 1 0-20 0M2-18a10 10 0 1 0 20 0a10 10 0 1 0-20 0M-2-19h4');
    if (mood > 0.55) fill(c, '#fff', 'M-12-6H12Q10 6 0 6T-12-6Z');
    else if (mood > 0.25) stroke(c, '#3B1710', 4, 'M-9-1H9');
    else stroke(c, '#3B1710', 4, 'M-9 3Q0-6 9 3');
  }

  function star(c, x, y, r, tone) {
    c.fillStyle = tone;
    c.beginPath();
    for (let i = 0; i < 10; i++) {
      const a = -Math.PI / 2 + (i * Math.PI) / 5;
      const q = i % 2 ? r * 0.48 : r;
      c.lineTo(x + Math.cos(a) * q, y + Math.sin(a) * q);
    }
    c.fill();
  }
  function coin(c, x, y, r) {
    disc(c, '#D18A00', x, y + r * 0.16, r);
    disc(c, '#FFC629', x, y, r);
    disc(c, '#FFE28A', x - r * 0.2, y - r * 0.2, r * 0.5);
  }

  return { disc, oval, box, fill, stroke, at, food, dough, rollingPin, karai, tawa, pot, flame, guest, star, coin, stage };
})();
