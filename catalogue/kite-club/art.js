// Every picture of the game, in the cover's hand: flat shapes, light from the top left.
'use strict';
const Art = (() => {
  const path = (d) => new Path2D(d);
  const KITE = {
    whole: path('M0-52L40 0L0 62L-40 0Z'),
    topRight: path('M0-52L40 0H0Z'),
    lowRight: path('M0 0H40L0 62Z'),
    lowLeft: path('M-40 0H0V62Z'),
    bat: path('M-46 4Q-30-40 0-22Q30-40 46 4Q24-6 16 10Q8 0 0 16Q-8 0-16 10Q-24-6-46 4Z'),
  };
  // four colours a diamond: top left, top right, low right, low left; then the bows
  const LOOKS = {
    mine: { parts: ['#0E7C86', '#FFC629', '#E23B24', '#12A5A5'], bow: '#FFC629', shirt: '#FFC629', skin: '#6B3A24' },
    sunny: { parts: ['#FFC629', '#FFF6E6', '#FFC629', '#FF5C8A'], bow: '#E23B24', shirt: '#E23B24', skin: '#A9693F' },
    leaf: { parts: ['#7ED957', '#FFF6E6', '#1F9E5A', '#0B7A45'], bow: '#FF5C8A', shirt: '#4B3B8F', skin: '#8A5230' },
    bat: { parts: ['#4B3B8F'], bow: '#FF8A3D', shirt: '#12A5A5', skin: '#5A3020' },
  };
  const CLOUD = path('M0 0a12 12 0 0 1 4-23a18 18 0 0 1 34-5a14 14 0 0 1 22 10a9 9 0 0 1 2 18Z');

  let scene = null;
  /** Sky, sun and hills never change: drawn once for each size of the frame. */
  function background(stage) {
    if (scene && scene.width === stage.canvas.width && scene.height === stage.canvas.height) return scene;
    scene = document.createElement('canvas');
    scene.width = stage.canvas.width;
    scene.height = stage.canvas.height;
    const c = scene.getContext('2d');
    c.scale(scene.width / stage.width, scene.height / stage.height);
    const w = stage.width;
    const h = stage.height;
    c.fillStyle = '#FFB3A7';
    c.fillRect(0, 0, w, h);
    band(c, '#FF9AA2', w, h * 0.5, h * 0.57);
    band(c, '#FF7F93', w, h * 0.24, h * 0.31);
    ['#FFC0A0', '#FFCF98', '#FFE28A'].forEach((tone, i) => disc(c, tone, w * 0.2, h * 0.63, h * 0.2 - i * h * 0.045));
    hill(c, '#F58F86', w, h, [0.77, 0.62, 0.74, 0.66]);
    hill(c, '#2E9C7C', w, h, [0.84, 0.74, 0.83, 0.76]);
    trees(c, w, h);
    hill(c, '#1F7F66', w, h, [0.92, 0.84, 0.9, 0.86]);
    hill(c, '#186753', w, h, [0.97, 0.95, 0.99, 0.94]);
    return scene;
  }
  function band(c, tone, w, y, low) {
    c.fillStyle = tone;
    c.fill(path(`M0 0H${w}V${y}Q${w * 0.75} ${low + 20} ${w * 0.5} ${y}T0 ${low}Z`));
  }
  function hill(c, tone, w, h, [a, b, d, e]) {
    c.fillStyle = tone;
    c.fill(path(`M0 ${h}V${h * a}Q${w * 0.22} ${h * b} ${w * 0.45} ${h * d}T${w} ${h * e}V${h}Z`));
  }
  function trees(c, w, h) {
    [[0.06, 0.83, 1], [0.9, 0.79, 1.2], [0.8, 0.8, 0.8], [0.97, 0.8, 0.9]].forEach(([x, y, s]) => {
      c.fillStyle = '#6B3A24';
      c.fillRect(w * x - 3 * s, h * y - 30 * s, 6 * s, 40 * s);
      c.fillStyle = '#17705A'; // flat-topped acacias
      c.fill(path(`M${w * x - 46 * s} ${h * y - 26 * s}q${46 * s} ${-42 * s} ${92 * s} 0z`));
      c.fillStyle = '#239077';
      c.fill(path(`M${w * x - 46 * s} ${h * y - 26 * s}q${30 * s} ${-34 * s} ${56 * s} ${-20 * s}q${-26 * s} ${2 * s} ${-36 * s} ${20 * s}z`));
    });
  }
  function disc(c, tone, x, y, r) {
    c.fillStyle = tone;
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.fill();
  }

  function cloud(c, x, y, size) {
    c.save();
    c.translate(x, y);
    c.scale(size, size);
    c.fillStyle = '#FFE9E2';
    c.fill(CLOUD);
    c.restore();
  }

  function kite(c, k, time) {
    const look = LOOKS[k.look];
    c.save();
    c.translate(k.x, k.y);
    c.rotate(k.angle);
    const puff = 1 + Math.sin(k.squash * Math.PI) * 0.16;
    c.scale((2 - puff) * 0.88, puff * 0.88);
    if (k.safe > 0 && Math.sin(time * 26) > 0.2) c.globalAlpha = 0.45;
    if (look.parts.length === 1) batKite(c, look);
    else {
      c.fillStyle = look.parts[0];
      c.fill(KITE.whole);
      c.fillStyle = look.parts[1];
      c.fill(KITE.topRight);
      c.fillStyle = look.parts[2];
      c.fill(KITE.lowRight);
      c.fillStyle = look.parts[3];
      c.fill(KITE.lowLeft);
      disc(c, '#fff', 0, 0, 9);
    }
    c.restore();
  }
  function batKite(c, look) {
    c.save();
    c.scale(1.15, 1.5);
    c.fillStyle = look.parts[0];
    c.fill(KITE.bat);
    disc(c, '#FFC629', -14, -10, 5);
    disc(c, '#FFC629', 14, -10, 5);
    c.fillRect(-1, 10, 2, 30);
    c.restore();
  }

  function tail(c, k) {
    c.strokeStyle = '#FFF6E6';
    c.lineWidth = 4;
    c.lineCap = c.lineJoin = 'round';
    c.beginPath();
    k.tail.forEach((p, i) => (i ? c.lineTo(p.x, p.y) : c.moveTo(p.x, p.y)));
    c.stroke();
    for (let i = 0; i < k.bows; i++) {
      const p = Physics.bowPoint(k, i);
      bow(c, p.x, p.y, Math.atan2(p.y - p.py, p.x - p.px) * 0.2, LOOKS[k.look].bow, 1.25);
    }
  }
  function bow(c, x, y, turn, tone, size) {
    c.save();
    c.translate(x, y);
    c.rotate(turn);
    c.scale(size, size);
    c.fillStyle = tone;
    c.beginPath();
    c.moveTo(0, 0);
    c.lineTo(-15, -8);
    c.lineTo(-15, 8);
    c.lineTo(0, 0);
    c.lineTo(15, -8);
    c.lineTo(15, 8);
    c.closePath();
    c.fill();
    disc(c, '#fff', 0, 0, 4);
    c.restore();
  }

  /** A slack string sags; a tight one is straight, and red before it snaps. */
  function string(c, k, hand) {
    const sag = Math.max(0, 0.75 - k.tension) * 150;
    const shake = k.tension > 1 ? Math.sin(k.fray * 90) * 4 : 0;
    c.strokeStyle = k.tension > 1 ? '#D8341C' : k.tension > 0.8 ? '#FFE28A' : '#FFF6E6';
    c.lineWidth = k.tension > 1 ? 4.5 : 3;
    c.beginPath();
    c.moveTo(hand.x, hand.y);
    c.quadraticCurveTo((hand.x + k.x) / 2 + shake, (hand.y + k.y) / 2 + sag + shake, k.x, k.y);
    c.stroke();
  }

  /** One child from the cover; `up` 0..1 lifts the free arm to cheer. */
  function child(c, x, y, size, lookName, facing, up) {
    const look = LOOKS[lookName];
    c.save();
    c.translate(x, y);
    c.scale(size * facing, size);
    c.lineCap = 'round';
    c.lineWidth = 6;
    line(c, '#263A8B', -4, 18, -5, 32);
    line(c, '#263A8B', 5, 18, 6, 32);
    c.fillStyle = look.shirt;
    c.beginPath();
    c.roundRect(-10, -6, 20, 27, 8);
    c.fill();
    line(c, look.skin, 7, -1, 15, -13);
    line(c, look.skin, -7, 0, -15, 8 - up * 22);
    disc(c, '#2B1A1A', -6, -24, 7);
    disc(c, '#2B1A1A', 6, -24, 7);
    disc(c, '#2B1A1A', 0, -19, 11.5);
    disc(c, look.skin, 1, -15, 10.5);
    disc(c, '#2B1A1A', 4, -17, 1.6);
    disc(c, '#2B1A1A', -3, -17, 1.6);
    c.restore();
  }
  function line(c, tone, x1, y1, x2, y2) {
    c.strokeStyle = tone;
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
  }

  /** Half of a ring, so that the kite flies between the back half and the front half. */
  function ringHalf(c, ring, state, front, time) {
    const grow = ring.grow * (state === 'next' ? 1 + Math.sin(time * 6) * 0.05 : 1);
    if (grow <= 0) return;
    c.save();
    c.translate(ring.x, ring.y);
    c.rotate(ring.face);
    c.scale(grow * 0.55, grow); // seen at a slant
    c.lineWidth = state === 'next' ? 13 : 9;
    c.strokeStyle = { next: front ? '#FFC629' : '#D18A00', later: front ? '#FFF6E6B0' : '#FFDCCBA0', done: front ? '#2E9C7C' : '#1F7F66' }[state];
    c.beginPath();
    c.arc(0, 0, ring.r, front ? Math.PI / 2 : -Math.PI / 2, front ? Math.PI * 1.5 : Math.PI / 2);
    c.stroke();
    c.restore();
  }

  function sock(c, x, y, wind, time) {
    const power = Math.max(0.12, Math.abs(wind.goalX) * wind.goalPower);
    const side = Math.sign(wind.goalX) || 1;
    c.fillStyle = '#FFF6E6';
    c.fillRect(x - 3, y - 96, 6, 100);
    c.save();
    c.translate(x, y - 92);
    c.rotate(side * (1.25 - Math.min(1.2, power * 1.5)) + Math.sin(time * (4 + power * 9)) * 0.07 + (side < 0 ? Math.PI : 0));
    for (let i = 0; i < 5; i++) {
      c.fillStyle = i % 2 ? '#FFF6E6' : '#E23B24';
      const a = 15 - i * 2;
      const b = 13 - i * 2;
      c.beginPath();
      c.moveTo(i * 15, -a);
      c.lineTo(i * 15 + 15.5, -b);
      c.lineTo(i * 15 + 15.5, b);
      c.lineTo(i * 15, a);
      c.fill();
    }
    c.restore();
  }

  return { background, cloud, kite, tail, bow, string, child, ringHalf, sock, disc, LOOKS };
})();
