// The street ground: where things stand on this screen, and the scenery, painted once for each screen.
(function () {
  'use strict';
  const { label, clamp } = window.Fx;
  const INK = '#0C2A30';
  const CROWD = ['#FFC629', '#fff', '#E23B24', '#FF8A3D', '#0C2A30', '#45C9C1'];
  const BUNTING = ['#FFC629', '#E23B24', '#fff', '#4CC26A'];
  const HOUSES = ['#FF8A3D', '#45C9C1', '#FFC629', '#FF6F91', '#9BDB5B'];

  /** Sizes for this stage. goal: the one you shoot at. mouth: the one you keep. */
  function layout(stage) {
    const { width, height } = stage;
    const tall = height > width;
    const goal = tall ? { cx: width / 2, half: 142, top: Math.round(height * 0.29), high: 152 } : { cx: width / 2, half: 230, top: 138, high: 196 };
    goal.ground = goal.top + goal.high;
    const mouth = tall ? { cx: width / 2, half: 158, top: Math.round(height * 0.27), high: Math.round(height * 0.5) } : { cx: width / 2, half: 310, top: 108, high: 372 };
    mouth.ground = mouth.top + mouth.high;
    return {
      width, height, tall, goal, mouth,
      spot: { x: width / 2, y: height - 96, r: tall ? 27 : 34 },
      striker: { x: width / 2, y: mouth.top + mouth.high * (tall ? 0.36 : 0.42), size: tall ? 0.72 : 0.95 },
      board: tall ? { x: width / 2, y: 90 } : { x: width / 2, y: 36 },
      caught: (tall ? 0.3 : 0.27) * mouth.half,
    };
  }

  const at = (goal, x, y) => ({ x: goal.cx + x * goal.half, y: goal.ground - y * goal.high });

  function sheet(stage, width, height) {
    const canvas = document.createElement('canvas');
    const dots = stage.canvas.width / stage.width;
    canvas.width = Math.ceil(width * dots);
    canvas.height = Math.ceil(height * dots);
    const ctx = canvas.getContext('2d');
    ctx.scale(dots, dots);
    return { canvas, ctx, width, height };
  }

  function paintStreet(ctx, width, ground) {
    ctx.fillStyle = '#1C7FD6';
    ctx.fillRect(0, 0, width, ground);
    ctx.fillStyle = '#3590E0';
    ctx.beginPath();
    ctx.arc(width * 0.78, ground * 0.5, ground * 0.62, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = '#56A6EA';
    ctx.beginPath();
    ctx.arc(width * 0.78, ground * 0.5, ground * 0.4, 0, Math.PI * 2);
    ctx.fill();
    // the row of houses behind the fans
    const step = 84;
    for (let i = 0; i * step < width + step; i += 1) {
      const tall = 44 + ((i * 37) % 5) * 11;
      const x = i * step - 18;
      const floor = ground - 66;
      ctx.fillStyle = HOUSES[i % HOUSES.length];
      ctx.fillRect(x, floor - tall, step - 10, tall + 60);
      ctx.fillStyle = '#8E1F14';
      ctx.beginPath();
      ctx.moveTo(x - 6, floor - tall);
      ctx.lineTo(x + step * 0.44, floor - tall - 26);
      ctx.lineTo(x + step - 4, floor - tall);
      ctx.fill();
      ctx.fillStyle = '#0C2A3055';
      ctx.fillRect(x + 12, floor - tall + 14, 16, 18);
      ctx.fillRect(x + 44, floor - tall + 14, 16, 18);
    }
  }

  function paintPitch(ctx, width, height, ground, vanish) {
    ctx.fillStyle = '#2FAE5B';
    ctx.fillRect(0, ground, width, height - ground);
    ctx.fillStyle = '#38BC66';
    ctx.beginPath();
    const stripe = width / 8;
    for (let i = -4; i < 12; i += 2) {
      const near = (x) => width / 2 + (x - width / 2) * vanish;
      ctx.moveTo(i * stripe, ground);
      ctx.lineTo((i + 1) * stripe, ground);
      ctx.lineTo(near((i + 1) * stripe), height);
      ctx.lineTo(near(i * stripe), height);
    }
    ctx.fill();
  }

  function paintBunting(ctx, width, y) {
    for (let i = 0, x = -8; x < width; i += 1, x += 24) {
      ctx.fillStyle = BUNTING[i % BUNTING.length];
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + 24, y);
      ctx.lineTo(x + 12, y + 19);
      ctx.fill();
    }
    ctx.fillStyle = INK;
    ctx.fillRect(0, y - 2, width, 4);
  }

  /** A low wall of kanga triangles between the fans and the grass. */
  function paintFence(ctx, width, ground) {
    ctx.fillStyle = INK;
    ctx.fillRect(0, ground - 30, width, 30);
    for (let i = 0, x = 0; x < width; i += 1, x += 26) {
      ctx.fillStyle = i % 2 ? '#E23B24' : '#FFC629';
      ctx.beginPath();
      ctx.moveTo(x + 2, ground - 4);
      ctx.lineTo(x + 13, ground - 26);
      ctx.lineTo(x + 24, ground - 4);
      ctx.fill();
    }
  }

  function crowdRow(stage, width, radius, shift) {
    const row = sheet(stage, width + 40, radius * 2.4);
    for (let i = 0, x = -10; x < width + 40; i += 1, x += radius * 2.3) {
      row.ctx.fillStyle = CROWD[(i * 5 + shift) % CROWD.length];
      row.ctx.beginPath();
      row.ctx.arc(x + shift * 4, radius * 1.1, radius, 0, Math.PI * 2);
      row.ctx.fill();
    }
    return row;
  }

  /** Both views, as { back, crowd: [rows], crowdY, front }. */
  function paint(stage, place) {
    const { width, height, goal, mouth, striker } = place;
    const far = Math.round(striker.y - 74 * striker.size);
    const views = {};
    for (const [name, ground, vanish] of [['kick', goal.ground - 4, 2.1], ['save', far, 4.4]]) {
      const back = sheet(stage, width, height);
      paintStreet(back.ctx, width, ground);
      const front = sheet(stage, width, height - ground + 30);
      front.ctx.translate(0, 30 - ground);
      paintFence(front.ctx, width, ground);
      paintPitch(front.ctx, width, height, ground, vanish);
      if (name === 'kick') lines(front.ctx, place);
      else farGoal(front.ctx, place, ground);
      paintBunting(back.ctx, width, place.tall ? 124 : 70);
      views[name] = { back, front, ground, crowd: [0, 1, 2].map((i) => crowdRow(stage, width, name === 'kick' ? 11 : 8, i)) };
    }
    return views;
  }

  function lines(ctx, { width, goal, spot }) {
    ctx.fillStyle = '#FFFFFFAA';
    ctx.fillRect(0, goal.ground - 3, width, 5);
    ctx.strokeStyle = '#FFFFFF66';
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.ellipse(spot.x, spot.y + 8, spot.r * 2.6, spot.r * 0.9, 0, 0, Math.PI * 2);
    ctx.stroke();
  }

  function farGoal(ctx, { width, striker, mouth }, ground) {
    const half = mouth.half * 0.3;
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = 4;
    ctx.strokeRect(width / 2 - half, ground - half * 0.62, half * 2, half * 0.62);
    ctx.strokeStyle = '#FFFFFF66';
    ctx.beginPath();
    ctx.ellipse(width / 2, striker.y + 6, mouth.half * 0.5, mouth.half * 0.13, 0, 0, Math.PI * 2);
    ctx.stroke();
    // your own goal line
    ctx.fillStyle = '#FFFFFFAA';
    ctx.fillRect(0, mouth.ground - 3, width, 6);
  }

  function drawBack(ctx, view, time, cheer) {
    const { back, front, crowd, ground } = view;
    ctx.drawImage(back.canvas, 0, 0, back.width, back.height);
    ctx.fillStyle = '#146BB8';
    const rowGap = crowd[0].height * 0.72;
    ctx.fillRect(0, ground - 34 - rowGap * 2.6, back.width, rowGap * 3 + 10);
    crowd.forEach((row, i) => {
      const hop = Math.abs(Math.sin(time * (4 + cheer * 5) + i * 1.3)) * (2 + cheer * 10);
      ctx.drawImage(row.canvas, -20 + i * 3, ground - 38 - rowGap * (2.6 - i) + 6 - hop, row.width, row.height);
    });
    ctx.drawImage(front.canvas, 0, ground - 30, front.width, front.height);
  }

  /** Posts and net; `bulge` pushes the net back where a ball went in. */
  function drawGoal(ctx, goal, thick, bulge, netColour) {
    const left = goal.cx - goal.half;
    const step = (goal.half * 2) / 12;
    ctx.strokeStyle = netColour;
    ctx.lineWidth = Math.max(1.5, thick * 0.2);
    ctx.lineJoin = 'round';
    ctx.beginPath();
    const push = (x, y) => (bulge.power > 0.02 ? bulge.power * 16 * Math.exp(-((x - bulge.x) ** 2 + (y - bulge.y) ** 2) / 2600) : 0);
    for (let i = 1; i < 12; i += 1) {
      const x = left + i * step;
      for (let y = goal.top; y <= goal.ground; y += step) ctx[y === goal.top ? 'moveTo' : 'lineTo'](x, y - push(x, y));
    }
    for (let y = goal.top + step; y < goal.ground; y += step) {
      for (let i = 0; i <= 12; i += 1) {
        const x = left + i * step;
        ctx[i ? 'lineTo' : 'moveTo'](x, y - push(x, y));
      }
    }
    ctx.stroke();
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = thick;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(left, goal.ground);
    ctx.lineTo(left, goal.top);
    ctx.lineTo(left + goal.half * 2, goal.top);
    ctx.lineTo(left + goal.half * 2, goal.ground);
    ctx.stroke();
    ctx.strokeStyle = '#D3E2EA';
    ctx.lineWidth = thick * 0.3;
    ctx.beginPath();
    ctx.moveTo(left + goal.half * 2 + thick * 0.25, goal.ground);
    ctx.lineTo(left + goal.half * 2 + thick * 0.25, goal.top + thick * 0.3);
    ctx.stroke();
  }

  /** The score of this match: dots for each kick taken, the sums between. */
  function drawBoard(ctx, place, score, team, kicks) {
    const { x, y } = place.board;
    ctx.fillStyle = '#0C2A30e6';
    ctx.beginPath();
    ctx.roundRect(x - 158, y - 27, 316, 54, 27);
    ctx.fill();
    label(ctx, `${score.mine} : ${score.theirs}`, x, y + 1, 28, '#fff');
    for (const [log, side, colour, name] of [[score.mineLog, -1, '#FFC629', 'You'], [score.theirLog, 1, team.shirt, team.name.split(' ')[1]]]) {
      label(ctx, name, x + side * 92, y + 13, place.tall ? 16 : 19, '#fff');
      const count = Math.max(kicks, log.length);
      for (let i = 0; i < Math.min(count, 6); i += 1) {
        const entry = log[i + Math.max(0, count - 6)];
        ctx.fillStyle = entry === undefined ? '#ffffff33' : entry ? colour : '#0C2A30';
        ctx.beginPath();
        ctx.arc(x + side * 92 + (i - (Math.min(count, 6) - 1) / 2) * 19, y - 10, 7, 0, Math.PI * 2);
        ctx.fill();
        if (entry === false) {
          ctx.strokeStyle = '#B9D3D0';
          ctx.lineWidth = 2.5;
          ctx.stroke();
        }
      }
    }
  }

  /** A hint over the grass, on a dark pill so that it reads on anything. */
  function drawHint(ctx, place, text, y) {
    const size = place.tall ? 20 : 25;
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
    const half = ctx.measureText(text).width / 2 + 20;
    ctx.fillStyle = '#0C2A30d9';
    ctx.beginPath();
    ctx.roundRect(place.width / 2 - half, y - size, half * 2, size * 2, size);
    ctx.fill();
    label(ctx, text, place.width / 2, y + 1, size, '#fff');
  }

  window.Scene = { layout, paint, at, drawBack, drawGoal, drawBoard, drawHint, clamp };
})();
