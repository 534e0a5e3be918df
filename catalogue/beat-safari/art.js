// Beat Safari pictures. The elephant's shapes are those of the cover.
'use strict';
window.Art = (function () {
  const LANES = [
    { colour: '#45C9C1', dark: '#1F8F89', name: 'hippo' },
    { colour: '#FFC629', dark: '#D18A00', name: 'lion' },
    { colour: '#7FD858', dark: '#479E2A', name: 'frog' },
    { colour: '#FF9D66', dark: '#D8642A', name: 'cat' },
  ];
  const EARS = new Path2D('M-58-40Q-122-58-118 4Q-114 54-62 44ZM58-40Q122-58 118 4Q114 54 62 44Z');
  const EARS_IN = new Path2D('M-66-28Q-104-40-102 4Q-98 36-66 32ZM66-28Q104-40 102 4Q98 36 66 32Z');
  const HEAD = new Path2D('M-64 0Q-66-72 0-74T64 0Q64 34 34 48Q26 54 24 66Q24 104-4 106Q-26 106-28 90Q-28 82-18 82Q-10 82-10 90Q-6 92-4 84V64Q-64 46-64 0Z');
  const SHADE = new Path2D('M-64 0Q-66-72 0-74Q-34-60-40-10Q-44 30-4 56V64Q-64 46-64 0Z');
  const TUSKS = new Path2D('M-30 44l-14 22q14 2 20-14zM34 44l14 22q-14 2-20-14z');
  const BROWS = new Path2D('M-40-20Q-28-28-16-22M16-22Q28-28 40-20');
  const BAND = new Path2D('M-66-6Q-70-88 0-90T66-6');
  const SHINE = new Path2D('M-60-30Q-50-86 0-86');
  const TRUNK = new Path2D('M2 70H20M2 82H18');
  const NOTE = new Path2D('M0 24V-14L26-20V18');
  const dot = (ctx, x, y, r, colour) => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
  };
  const stroke = (ctx, path, colour, width) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke(path);
  };

  /** Rays and floor, drawn once. */
  function backdrop(w, h, cx, cy) {
    const canvas = document.createElement('canvas');
    canvas.width = w;
    canvas.height = h;
    const ctx = canvas.getContext('2d');
    ctx.fillStyle = '#D61F69';
    ctx.fillRect(0, 0, w, h);
    ctx.fillStyle = '#E23A7C';
    const far = w + h;
    for (let i = 0; i < 32; i += 2) {
      const a = (i * Math.PI) / 16 + 0.1;
      const b = a + Math.PI / 16;
      ctx.beginPath();
      ctx.moveTo(cx, cy);
      ctx.lineTo(cx + Math.cos(a) * far, cy + Math.sin(a) * far);
      ctx.lineTo(cx + Math.cos(b) * far, cy + Math.sin(b) * far);
      ctx.fill();
    }
    return canvas;
  }
  /** The bars of the cover, jumping with the beat. */
  function equalizer(ctx, x, width, floor, height, pulse, energy, time) {
    const count = Math.round(width / 44);
    const step = width / count;
    for (let i = 0; i < count; i++) {
      const wave = 0.45 + 0.3 * Math.sin(time * 3 + i * 1.7) + 0.25 * Math.sin(time * 5.3 + i * 0.9);
      const tall = height * (0.25 + 0.75 * wave * (0.45 + 0.55 * energy)) * (0.82 + 0.3 * pulse);
      ctx.fillStyle = i % 2 ? '#FFC629' : '#FF8A3D';
      ctx.beginPath();
      ctx.roundRect(x + i * step + step * 0.2, floor - tall, step * 0.6, tall + 20, 8);
      ctx.fill();
    }
  }

  /** The elephant. mood: 0 sad to 1 happy; blink and sway make it live. */
  function elephant(ctx, x, y, scale, { pulse, sway, mood, look, time }) {
    ctx.save();
    ctx.translate(x, y + pulse * 10);
    ctx.rotate(sway);
    ctx.scale(scale * (1 + pulse * 0.05), scale * (1 - pulse * 0.06));
    ctx.lineCap = 'round';
    ctx.save();
    const flap = 1 + Math.sin(time * 6) * 0.03 + pulse * 0.1;
    ctx.scale(flap, 1);
    ctx.fillStyle = '#3E7CB8';
    ctx.fill(EARS);
    ctx.fillStyle = '#F58FA8';
    ctx.fill(EARS_IN);
    ctx.restore();
    ctx.fillStyle = '#5FA3DD';
    ctx.fill(HEAD);
    ctx.fillStyle = '#4A8FCB';
    ctx.fill(SHADE);
    stroke(ctx, TRUNK, '#4A8FCB', 4);
    ctx.fillStyle = '#fff';
    ctx.fill(TUSKS);
    for (const side of [-26, 26]) {
      if (mood > 0.92 && pulse > 0.3) {
        ctx.strokeStyle = '#10233f';
        ctx.lineWidth = 5;
        ctx.beginPath();
        ctx.arc(side, 4, 10, Math.PI * 1.1, Math.PI * 1.9);
        ctx.stroke();
        continue;
      }
      dot(ctx, side, -2, 13, '#fff');
      dot(ctx, side + 3 + look * 3, 0 + (1 - mood) * 3, 8, '#10233f');
      dot(ctx, side + look * 3, -4, 2.6, '#fff');
    }
    ctx.save();
    ctx.translate(0, -mood * 5 + 3);
    stroke(ctx, BROWS, '#2C6AA3', 4);
    ctx.restore();
    dot(ctx, -42, 20, 8, '#F58FA8');
    dot(ctx, 42, 20, 8, '#F58FA8');
    stroke(ctx, BAND, '#101830', 11);
    stroke(ctx, SHINE, '#3A4668', 4);
    ctx.fillStyle = '#101830';
    ctx.beginPath();
    ctx.roundRect(-84, -26, 30, 52, 14);
    ctx.roundRect(54, -26, 30, 52, 14);
    ctx.fill();
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.roundRect(-84, -14, 12, 28, 6);
    ctx.roundRect(72, -14, 12, 28, 6);
    ctx.fill();
    ctx.restore();
  }

  // ---- the four animals that fall down the lanes, each drawn once at a good size
  const SIZE = 128;
  const sprites = [];
  function eyes(ctx, y, gap, r) {
    dot(ctx, -gap, y, r, '#fff');
    dot(ctx, gap, y, r, '#fff');
    dot(ctx, -gap + 1, y + 1, r * 0.6, '#10233f');
    dot(ctx, gap + 1, y + 1, r * 0.6, '#10233f');
  }
  const FACES = [
    (ctx) => {
      dot(ctx, -24, -30, 11, '#2FA9A1');
      dot(ctx, 24, -30, 11, '#2FA9A1');
      dot(ctx, 0, -4, 38, '#45C9C1');
      eyes(ctx, -16, 14, 8);
      ctx.fillStyle = '#A6EDE6';
      ctx.beginPath();
      ctx.ellipse(0, 18, 34, 22, 0, 0, 7);
      ctx.fill();
      dot(ctx, -12, 12, 4, '#1F8F89');
      dot(ctx, 12, 12, 4, '#1F8F89');
      ctx.fillStyle = '#fff';
      ctx.fillRect(-10, 26, 7, 9);
      ctx.fillRect(3, 26, 7, 9);
    },
    (ctx) => {
      for (let i = 0; i < 10; i++) dot(ctx, Math.cos(i * 0.628) * 32, Math.sin(i * 0.628) * 32, 15, i % 2 ? '#D8642A' : '#E87A35');
      dot(ctx, 0, 0, 33, '#FFC629');
      eyes(ctx, -8, 13, 8);
      ctx.fillStyle = '#FFE9A8';
      ctx.beginPath();
      ctx.ellipse(0, 14, 18, 13, 0, 0, 7);
      ctx.fill();
      ctx.fillStyle = '#7A3B10';
      ctx.beginPath();
      ctx.moveTo(-8, 5);
      ctx.lineTo(8, 5);
      ctx.lineTo(0, 13);
      ctx.fill();
    },
    (ctx) => {
      dot(ctx, -20, -28, 16, '#5FBE3A');
      dot(ctx, 20, -28, 16, '#5FBE3A');
      ctx.fillStyle = '#7FD858';
      ctx.beginPath();
      ctx.ellipse(0, 4, 42, 34, 0, 0, 7);
      ctx.fill();
      eyes(ctx, -28, 20, 11);
      ctx.strokeStyle = '#2E7A18';
      ctx.lineWidth = 5;
      ctx.lineCap = 'round';
      ctx.beginPath();
      ctx.arc(0, 0, 24, 0.4, 2.74);
      ctx.stroke();
      dot(ctx, -28, 12, 6, '#F58FA8');
      dot(ctx, 28, 12, 6, '#F58FA8');
    },
    (ctx) => {
      ctx.fillStyle = '#F07B3C';
      ctx.beginPath();
      ctx.moveTo(-38, 0);
      ctx.lineTo(-34, -42);
      ctx.lineTo(-6, -28);
      ctx.lineTo(6, -28);
      ctx.lineTo(34, -42);
      ctx.lineTo(38, 0);
      ctx.fill();
      dot(ctx, 0, 2, 38, '#FF9D66');
      for (const [x, y] of [[-18, -24], [0, -30], [18, -24], [-30, 8], [30, 8]]) dot(ctx, x, y, 5, '#8A3F16');
      eyes(ctx, -6, 14, 8);
      ctx.fillStyle = '#FFE6D2';
      ctx.beginPath();
      ctx.ellipse(0, 18, 18, 13, 0, 0, 7);
      ctx.fill();
      ctx.fillStyle = '#5A2410';
      ctx.beginPath();
      ctx.moveTo(-7, 10);
      ctx.lineTo(7, 10);
      ctx.lineTo(0, 17);
      ctx.fill();
    },
  ];
  function sprite(lane) {
    if (!sprites[lane]) {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = SIZE;
      const ctx = canvas.getContext('2d');
      ctx.translate(SIZE / 2, SIZE / 2);
      ctx.scale(1.18, 1.18);
      FACES[lane](ctx);
      sprites[lane] = canvas;
    }
    return sprites[lane];
  }
  function animal(ctx, lane, x, y, size) {
    ctx.drawImage(sprite(lane), x - size / 2, y - size / 2, size, size);
  }
  function ring(ctx, lane, x, y, r, pressed, label) {
    const { colour, dark } = LANES[lane];
    dot(ctx, x, y + 5, r + 4, '#5C0A2C');
    dot(ctx, x, y, r + 4, pressed ? '#fff' : colour);
    dot(ctx, x, y, r - 5, pressed ? colour : '#5C0A2C');
    if (label) {
      ctx.fillStyle = pressed ? dark : '#fff';
      ctx.font = `400 ${Math.round(r * 0.72)}px "Bagel Fat One", system-ui`;
      ctx.textAlign = 'center';
      ctx.fillText(label, x, y + r * 0.25);
    }
  }
  function musicNote(ctx, x, y, size, colour, turn) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(turn);
    ctx.scale(size, size);
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    stroke(ctx, NOTE, colour, 6);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.ellipse(-7, 26, 10, 8, 0, 0, 7);
    ctx.ellipse(19, 20, 10, 8, 0, 0, 7);
    ctx.fill();
    ctx.restore();
  }
  return { LANES, backdrop, equalizer, elephant, animal, ring, musicNote, dot };
})();
