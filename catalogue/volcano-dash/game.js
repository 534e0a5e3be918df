// Volcano Dash: the run. mountain.js builds the way, art.js draws it.
(function () {
  'use strict';
  const Kiddo = window.Kiddo;
  const M = window.Mountain;
  const Art = window.Art;
  const GRAVITY = 2500;
  const JUMP = 900;
  const VENT_JUMP = 1330;
  const SLIDE_TIME = 0.62;
  const HEARTS = 4;
  const LEARN = 130; // metres in which a mistake costs no heart: time to find the keys
  const TOUCH = window.matchMedia('(pointer: coarse)').matches;
  const COYOTE = 0.09; // a jump still counts this long after the edge
  const EARLY = 0.13; // and this long before the landing
  const POWER_TIME = { magnet: 9, feather: 10, bubble: 14, chili: 4.5 };
  const LAVA_FAR = 250; // how far below the runner the lava keeps on a clean run, at the start
  const LAVA_NEAR = 150; // and at the top
  const TUNE = [0, 0, 7, null, 3, null, 7, 5, 0, 0, 7, null, 10, null, 8, 7, -2, -2, 5, null, 2, null, 5, 3, 0, null, 3, 5, 7, null, 3, null];

  const stage = Kiddo.stage({ width: 1280, height: 720, portrait: { width: 540, height: Math.round(540 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#3A1030' });
  const { ctx } = stage;
  const skies = {};
  let mountain = null;
  let hero = null;
  let lavaGap = LAVA_FAR;
  let lavaY = 999;
  let time = 0;
  let coins = 0;
  let hearts = HEARTS;
  let moves = 0; // jumps and slides asked for: what the browser test watches
  let zone = 0;
  let fade = 0;
  let powers = {};
  let bits = [];
  let flying = []; // little numbers and words
  let note = { text: '', left: 0 };
  let camY = 0;
  let shake = 0;
  let ending = 0;
  let wantJump = 0;
  let stepSound = 0;

  function begin() {
    mountain = M.make(Math.floor(Math.random() * 1e9));
    hero = { x: 0, y: 0, vy: 0, ground: true, step: 0, slide: 0, squash: 1, spin: 0, hurt: 0, safe: 0, air: 0, extra: 0, speed: 0, trip: 0 };
    mountain.grow(3000);
    lavaGap = LAVA_FAR;
    lavaY = LAVA_FAR;
    time = coins = moves = zone = fade = shake = ending = wantJump = 0;
    hearts = HEARTS;
    powers = {};
    bits = [];
    flying = [];
    camY = 0;
    say(TOUCH ? '▲ jump    ▼ slide' : '↑ jump    ↓ slide', 4);
    Kiddo.music.play(TUNE, 300);
  }
  const metres = () => Math.max(0, Math.floor(hero.x / M.METRE));
  const say = (text, left = 1.8) => (note = { text, left });

  // ---- update
  function update(dt) {
    time += dt;
    mountain.grow(hero.x + 3000);
    readInput(dt);
    if (ending) return finale(dt);
    move(dt);
    ledgesStep(dt);
    things(dt);
    collect(dt);
    lavaStep(dt);
    for (const kind of Object.keys(powers)) if ((powers[kind] -= dt) <= 0) delete powers[kind];
    const now = Math.min(4, Math.floor(metres() / M.ZONE_METRES));
    if (now !== zone) {
      zone = now;
      fade = 1;
      say(`Zone ${zone + 1}: ${Art.ZONES[zone].name}`);
      Kiddo.sfx.win();
    }
    if (metres() >= M.SUMMIT + 12) startFinale();
    soften(dt);
    Kiddo.hud('Metres', metres());
    Kiddo.hud('Coins', coins);
    Kiddo.hud('Hearts', '♥'.repeat(hearts) + '♡'.repeat(HEARTS - hearts));
  }
  function readInput(dt) {
    wantJump = Math.max(0, wantJump - dt);
    if (Kiddo.input.pressed('ArrowUp', 'Space', 'KeyW')) askJump();
    if (Kiddo.input.pressed('ArrowDown', 'KeyS')) askSlide();
  }
  function askJump() {
    moves++;
    wantJump = EARLY;
  }
  function askSlide() {
    moves++;
    if (hero.ground) {
      hero.slide = SLIDE_TIME;
      Kiddo.sound.tone({ type: 'noise', ms: 220, vol: 0.18 });
      puff(hero.x, hero.y, 6, '#FFE6C9');
    } else {
      hero.vy = Math.max(hero.vy, 900);
      hero.slide = SLIDE_TIME;
    }
  }
  function jump() {
    wantJump = 0;
    hero.vy = -JUMP;
    hero.ground = false;
    hero.slide = 0;
    hero.air = COYOTE;
    hero.squash = 1.22;
    hero.spin = 0;
    Kiddo.sfx.jump();
    puff(hero.x - 10, hero.y, 5, '#FFE6C9');
  }
  function move(dt) {
    const goal = M.speedAt(metres()) * (powers.chili ? 1.45 : 1) * (hero.trip > 0 ? 0.55 : 1);
    hero.speed += (goal - hero.speed) * Math.min(1, 5 * dt);
    hero.x += hero.speed * dt;
    hero.step += hero.speed * dt * 0.032;
    hero.slide = Math.max(0, hero.slide - dt);
    hero.safe = Math.max(0, hero.safe - dt);
    hero.hurt = Math.max(0, hero.hurt - dt);
    hero.trip = Math.max(0, hero.trip - dt);
    hero.air = hero.ground ? 0 : hero.air + dt;
    if (wantJump > 0) {
      if (hero.ground || (hero.air < COYOTE && hero.vy >= 0)) jump();
      else if (powers.feather && !hero.extra) {
        hero.extra = 1;
        jump();
        puff(hero.x, hero.y, 8, '#FFFFFF');
      }
    }
    if (hero.ground) return;
    // Letting go early makes a low jump. A finger cannot hold, so a tap is always a full jump.
    const low = hero.vy < -320 && hero.fromKey && !Kiddo.input.held('ArrowUp', 'Space', 'KeyW');
    hero.vy += GRAVITY * (low ? 2 : 1) * dt;
    hero.spin += powers.feather && hero.extra ? 9 * dt : 0;
  }
  /** Lands on a ledge when the feet pass its top while falling. */
  function ledgesStep(dt) {
    const before = hero.y;
    if (!hero.ground) hero.y += hero.vy * dt;
    let under = null;
    for (const on of mountain.ledges) {
      if (on.fall) {
        on.fall += dt;
        if (on.fall > 0.55) on.drop += (on.fall - 0.5) * 900 * dt;
      }
      if (hero.x + 12 < on.x || hero.x - 12 > on.x + on.w || on.drop > 30) continue;
      if (hero.ground && Math.abs(on.y - hero.y) < 4) under = on;
      else if (!hero.ground && hero.vy >= 0 && before <= on.y + 14 && hero.y >= on.y) {
        under = on;
        land(on);
      }
    }
    if (under && under.crumble && !under.fall) under.fall = 0.001;
    if (hero.ground && !under) {
      hero.ground = false;
      hero.vy = 0;
      hero.air = 0;
    }
    if (hero.ground && hero.slide <= 0 && (stepSound -= dt) <= 0) {
      stepSound = 95 / hero.speed;
      Kiddo.sound.tone({ freq: 130, to: 90, ms: 40, vol: 0.1, type: 'sine' });
    }
  }
  function land(on) {
    hero.y = on.y;
    hero.vy = 0;
    hero.ground = true;
    hero.extra = 0;
    hero.spin = 0;
    hero.squash = 0.78;
    puff(hero.x, hero.y, 5, '#FFE6C9');
  }
  const heroTop = () => hero.y - (hero.slide > 0 && hero.ground ? 42 : 92);
  function things(dt) {
    for (const on of mountain.ledges) {
      if (on.x > hero.x + 1600) break;
      for (const thing of on.things) {
        if (thing.kind === 'boulder') dropBoulder(thing, dt);
        if (hero.x + 20 < thing.x || hero.x - 20 > thing.x + thing.w) continue;
        if (thing.kind === 'vent') blowHero(thing);
        else if (!thing.broken && touches(thing)) crash(thing);
      }
    }
  }
  function touches(thing) {
    if (thing.kind === 'arch') return heroTop() < thing.y - M.ARCH.clear - 4 && hero.y > thing.y - M.ARCH.clear - M.ARCH.h;
    if (thing.kind === 'boulder' && thing.drop < 1) return false;
    return hero.y > thing.y - M.ROCK.h + 12 && heroTop() < thing.y;
  }
  /** A boulder falls so that it lands when the runner is still a jump away. */
  function dropBoulder(thing, dt) {
    if (thing.drop < 0 && thing.x - hero.x < hero.speed * 1.55) thing.drop = 0;
    if (thing.drop < 0 || thing.drop >= 1) return;
    thing.drop = Math.min(1, thing.drop + dt / 0.75);
    if (thing.drop === 1) {
      shake = 0.8;
      Kiddo.sfx.hit();
      puff(thing.x + 26, thing.y, 12, '#FF8A3D');
    }
  }
  const blowing = (thing) => {
    const beat = (time + thing.phase) % (M.VENT.on + M.VENT.off);
    if (beat > M.VENT.on) return 0;
    return Math.min(1, beat * 6, (M.VENT.on - beat) * 6);
  };
  function blowHero(thing) {
    if (blowing(thing) < 0.5 || hero.y < thing.y - 120 || hero.vy < -500) return;
    hero.vy = -VENT_JUMP;
    hero.ground = false;
    hero.air = 1;
    hero.fromKey = false;
    hero.slide = 0;
    hero.squash = 1.3;
    Kiddo.sound.tone({ freq: 200, to: 900, ms: 380, type: 'sine', vol: 0.4 });
    puff(hero.x, hero.y, 16, '#BFF3F0');
    pop(hero.x, hero.y - 120, 'Whoosh!');
  }
  function crash(thing) {
    if (powers.chili) {
      thing.broken = true;
      coins += 2;
      shake = 0.5;
      puff(thing.x + thing.w / 2, thing.y - 40, 18, '#FF8A3D');
      pop(thing.x, thing.y - 110, '+2');
      Kiddo.sfx.hit();
      return;
    }
    if (hero.safe > 0) return;
    thing.broken = thing.kind !== 'arch';
    hurt('Ouch!');
  }
  function hurt(word) {
    hero.safe = 1.6;
    if (powers.bubble) {
      delete powers.bubble;
      puff(hero.x, hero.y - 50, 18, '#45C9C1');
      Kiddo.sfx.pop();
      return;
    }
    const learning = metres() < LEARN;
    if (!learning) hearts--;
    hero.trip = 0.5;
    hero.hurt = 0.9;
    if (!learning) lavaGap -= 60;
    shake = 1;
    Kiddo.sfx.hit();
    pop(hero.x, hero.y - 120, word);
    puff(hero.x, hero.y - 40, 10, '#FFC629');
    if (hearts <= 0) end(false);
  }
  function end(won) {
    Kiddo.hud('Hearts', won ? '♥'.repeat(hearts) : '♡'.repeat(HEARTS));
    const bonus = won ? 500 + hearts * 200 : 0;
    const where = Art.ZONES[zone].name;
    Kiddo.over({ score: metres() + coins * 5 + bonus, text: won ? 'Up, up and away! You reached the top.' : `You ran ${metres()} m and got ${coins} coins in ${where}.`, won });
  }

  function collect(dt) {
    for (const on of mountain.ledges) {
      if (on.x > hero.x + 900) break;
      if (on.power && !on.power.got && Math.hypot(on.power.x - hero.x, on.power.y - (hero.y - 45)) < 74) takePower(on.power);
      for (const coin of on.coins) {
        if (coin.got) continue;
        const dx = hero.x - coin.x;
        const dy = hero.y - 46 - coin.y;
        const far = Math.hypot(dx, dy);
        if (powers.magnet && far < 300) {
          coin.x += (dx / far) * 900 * dt;
          coin.y += (dy / far) * 900 * dt;
        }
        if (far > 56) continue;
        coin.got = 1;
        coins++;
        puff(coin.x, coin.y - 10, 2, '#FFE28A');
        Kiddo.sound.tone({ freq: 880 + (coins % 6) * 110, ms: 90, vol: 0.2, type: 'triangle' });
      }
    }
  }
  function takePower(power) {
    power.got = true;
    Kiddo.sfx.coin();
    puff(power.x, power.y, 14, '#FFC629');
    if (power.kind === 'heart') {
      hearts = Math.min(HEARTS, hearts + 1);
      return pop(power.x, power.y - 40, 'Heart!');
    }
    powers[power.kind] = POWER_TIME[power.kind];
    pop(power.x, power.y - 40, { magnet: 'Magnet!', feather: 'Jump twice!', bubble: 'Bubble!', chili: 'Chili dash!' }[power.kind]);
  }

  /** The lava follows at a distance that shrinks when you trip and slowly heals on a clean run. */
  function lavaStep(dt) {
    const rest = LAVA_FAR + (LAVA_NEAR - LAVA_FAR) * Math.min(1, metres() / 1600);
    lavaGap += Math.sign(rest - lavaGap) * (powers.chili ? 60 : 14) * dt;
    const base = groundNear();
    lavaY += (base + lavaGap - lavaY) * Math.min(1, 1.6 * dt);
    if (hero.y < lavaY - 6) return;
    // Into the lava: a hot seat! One heart, and a big hop to the next ledge.
    const next = mountain.ledges.find((on) => on.x + on.w > hero.x + 60 && on.drop < 30) || mountain.ledges[mountain.ledges.length - 1];
    puff(hero.x, lavaY, 22, '#FF8A3D');
    hero.safe = 0;
    hurt('Hot hot hot!');
    const top = Math.min(next.y, hero.y) - 170;
    hero.y = lavaY - 8;
    hero.vy = -Math.sqrt(2 * GRAVITY * Math.max(200, hero.y - top));
    hero.ground = false;
    hero.air = 1;
    hero.fromKey = false;
    hero.trip = 0;
    hero.safe = 2.2;
    lavaGap = Math.max(lavaGap, 140);
  }
  function groundNear() {
    const on = mountain.ledges.find((l) => l.x + l.w > hero.x);
    return on ? on.y : hero.y;
  }

  function startFinale() {
    ending = 0.001;
    const top = mountain.ledges.find((l) => l.summit);
    hero.balloon = { x: hero.x + 520, y: top ? top.y : hero.y };
    say('The balloon! Run!');
  }
  function finale(dt) {
    ending += dt;
    const basket = hero.balloon;
    if (hero.x < basket.x) {
      move(dt);
      ledgesStep(dt);
    } else {
      if (!basket.up) {
        basket.up = 1;
        Kiddo.sfx.win();
        for (let i = 0; i < 6; i++) puff(basket.x + (i - 3) * 70, basket.y - 200, 10, ['#FFC629', '#FF5C8A', '#45C9C1'][i % 3]);
        basket.since = ending;
      }
      basket.y -= (ending - basket.since) * 260 * dt;
      hero.y = basket.y - 40;
      hero.ground = true;
      hero.slide = 0;
      if (ending - basket.since > 2.4) end(true);
    }
    soften(dt);
  }

  // ---- feel: particles, squash, camera
  function puff(x, y, count, colour) {
    for (let i = 0; i < count; i++) {
      const angle = -Math.random() * Math.PI;
      const fast = 40 + Math.random() * 220;
      bits.push({ x, y, vx: Math.cos(angle) * fast, vy: Math.sin(angle) * fast, r: 4 + Math.random() * 7, life: 1, colour });
    }
    if (bits.length > 140) bits.splice(0, bits.length - 140);
  }
  const pop = (x, y, text) => flying.push({ x, y, text, life: 1 });
  function soften(dt) {
    hero.squash += (1 - hero.squash) * Math.min(1, 11 * dt);
    shake = Math.max(0, shake - dt * 3);
    fade = Math.max(0, fade - dt);
    note.left = Math.max(0, note.left - dt);
    camY += (Math.min(hero.y, groundNear()) - camY) * Math.min(1, 4 * dt);
    for (let i = bits.length - 1; i >= 0; i--) {
      const bit = bits[i];
      bit.x += bit.vx * dt;
      bit.y += bit.vy * dt;
      bit.vy += 500 * dt;
      if ((bit.life -= dt * 1.7) <= 0) bits.splice(i, 1);
    }
    for (let i = flying.length - 1; i >= 0; i--) {
      flying[i].y -= 70 * dt;
      if ((flying[i].life -= dt) <= 0) flying.splice(i, 1);
    }
    if (Math.random() < dt * 7) bits.push({ x: hero.x + (Math.random() - 0.2) * 1400, y: lavaY, vx: 0, vy: -160 - Math.random() * 200, r: 4 + Math.random() * 6, life: 1.3, colour: '#FF8A3D' });
  }

  // ---- draw
  function sky(index) {
    const key = `${index}-${stage.width}`;
    if (!skies[key]) skies[key] = Art.backdrop(index, stage.width, stage.height);
    return skies[key];
  }
  function draw() {
    if (!mountain) begin();
    const tall = stage.height > stage.width;
    const zoom = tall ? 0.74 : 1;
    const view = { w: stage.width / zoom, h: stage.height / zoom };
    const left = hero.x - view.w * (tall ? 0.22 : 0.27);
    const top = camY - view.h * (tall ? 0.58 : 0.6);
    ctx.drawImage(sky(zone), 0, 0, stage.width, stage.height);
    if (fade > 0 && zone > 0) {
      ctx.globalAlpha = fade;
      ctx.drawImage(sky(zone - 1), 0, 0, stage.width, stage.height);
      ctx.globalAlpha = 1;
    }
    Art.hills(ctx, zone, stage.width, stage.height, hero.x * 0.14);
    ctx.save();
    ctx.scale(zoom, zoom);
    ctx.translate(-left + Math.sin(time * 70) * shake * 9, -top + Math.cos(time * 83) * shake * 7);
    drawWay(left, view.w);
    if (hero.balloon) Art.balloon(ctx, hero.balloon.x, hero.balloon.y, time);
    if (!hero.balloon || !hero.balloon.up) drawHero();
    else drawPassenger();
    Art.lava(ctx, left - 40, view.w + 80, lavaY, time);
    drawBits();
    ctx.restore();
    drawPowers(tall);
    drawNote(tall);
  }
  function drawWay(left, width) {
    for (const on of mountain.ledges) {
      if (on.x + on.w < left || on.x > left + width) continue;
      for (const thing of on.things) if (thing.kind === 'arch') Art.arch(ctx, thing, on.zone);
      Art.ledge(ctx, on, time);
      for (const thing of on.things) {
        if (thing.broken) continue;
        if (thing.kind === 'rock') Art.rock(ctx, thing.x, thing.y, on.zone);
        if (thing.kind === 'vent') Art.vent(ctx, thing, on.zone, blowing(thing), time);
        if (thing.kind === 'boulder') drawBoulder(thing, on);
      }
      for (const coin of on.coins) if (!coin.got) Art.coin(ctx, coin.x, coin.y, time);
      if (on.power && !on.power.got) Art.power(ctx, on.power, time);
    }
  }
  function drawBoulder(thing, on) {
    if (thing.drop >= 1) return Art.rock(ctx, thing.x, thing.y, on.zone);
    ctx.globalAlpha = 0.5 + 0.4 * Math.sin(time * 12);
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.ellipse(thing.x + 26, thing.y + 5, 44, 9, 0, 0, 7);
    ctx.fill();
    ctx.globalAlpha = 1;
    if (thing.drop >= 0) Art.meteor(ctx, thing.x + 26, thing.y - 26 - (1 - thing.drop) * 760, 1, time);
  }
  function drawHero() {
    if (powers.chili) {
      for (let i = 1; i < 4; i++) {
        ctx.globalAlpha = 0.3 - i * 0.07;
        ctx.fillStyle = '#FF8A3D';
        ctx.beginPath();
        ctx.ellipse(hero.x - i * 34, hero.y - 46, 30, 46, 0, 0, 7);
        ctx.fill();
      }
      ctx.globalAlpha = 1;
    }
    if (hero.safe > 0 && Math.sin(time * 26) > 0.4) ctx.globalAlpha = 0.45;
    Art.runner(ctx, hero, time);
    ctx.globalAlpha = 1;
    if (powers.bubble) {
      ctx.globalAlpha = powers.bubble < 3 && Math.sin(time * 16) > 0 ? 0.15 : 0.4;
      ctx.fillStyle = '#45C9C1';
      ctx.beginPath();
      ctx.arc(hero.x, hero.y - 46, 66, 0, 7);
      ctx.fill();
      ctx.globalAlpha = 1;
    }
  }
  function drawPassenger() {
    ctx.save();
    ctx.beginPath();
    ctx.rect(hero.balloon.x - 100, hero.balloon.y - 260, 200, 200);
    ctx.clip();
    Art.runner(ctx, { ...hero, x: hero.balloon.x, y: hero.balloon.y - 10, slide: 0, ground: true }, time);
    ctx.restore();
  }
  function drawBits() {
    for (const bit of bits) {
      ctx.globalAlpha = Math.min(1, bit.life);
      ctx.fillStyle = bit.colour;
      ctx.beginPath();
      ctx.arc(bit.x, bit.y, bit.r * Math.min(1, bit.life + 0.2), 0, 7);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
    ctx.textAlign = 'center';
    ctx.font = '400 34px "Bagel Fat One", system-ui';
    for (const word of flying) {
      ctx.globalAlpha = Math.min(1, word.life * 2);
      ctx.fillStyle = '#FFE28A';
      ctx.fillText(word.text, word.x, word.y);
    }
    ctx.globalAlpha = 1;
  }
  /** The power-ups that are on, each with a ring that runs out. */
  function drawPowers(tall) {
    let x = 44;
    const y = tall ? 150 : Math.max(104, 54 / stage.scale + 34); // under the pills
    for (const kind of Object.keys(powers)) {
      ctx.fillStyle = '#0C2A30e6';
      ctx.beginPath();
      ctx.arc(x, y, 30, 0, 7);
      ctx.fill();
      ctx.strokeStyle = '#FFC629';
      ctx.lineWidth = 6;
      ctx.beginPath();
      ctx.arc(x, y, 27, -Math.PI / 2, -Math.PI / 2 + (powers[kind] / POWER_TIME[kind]) * Math.PI * 2);
      ctx.stroke();
      ctx.save();
      ctx.translate(x, y);
      ctx.fillStyle = Art.ICONS[kind][0];
      ctx.fill(Art.PATHS[kind]);
      ctx.restore();
      x += 72;
    }
  }
  function drawNote(tall) {
    if (note.left <= 0 || Kiddo.state !== 'playing') return;
    const size = tall ? 38 : 46;
    const pushIn = Math.min(1, note.left * 4);
    ctx.globalAlpha = pushIn;
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui`;
    ctx.textAlign = 'center';
    const y = tall ? 240 : Math.max(128, 60 / stage.scale + size);
    const wide = Math.min(stage.width - 20, ctx.measureText(note.text).width + 60);
    ctx.fillStyle = '#0C2A30e6';
    ctx.beginPath();
    ctx.roundRect((stage.width - wide) / 2, y - size * 1.02, wide, size * 1.5, size);
    ctx.fill();
    ctx.fillStyle = '#FFC629';
    ctx.fillText(note.text, stage.width / 2, y + size * 0.08, wide - 40);
    ctx.globalAlpha = 1;
  }

  stage.canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing') return;
    hero.fromKey = false;
    const leftSide = stage.point(event).x < stage.width * 0.5;
    if (event.pointerType !== 'mouse' && leftSide) askSlide();
    else askJump();
  });
  window.addEventListener('keydown', () => hero && (hero.fromKey = true));
  Kiddo.buttons([
    { code: 'ArrowDown', label: '▼', side: 'left', aria: 'Slide' },
    { code: 'ArrowUp', label: '▲', side: 'right', aria: 'Jump' },
  ]);
  Kiddo.start({
    title: 'Volcano Dash',
    help: 'Jump (↑ or ▲) over gaps and rocks. Slide (↓ or ▼) under hanging stones. Reach the balloon at the top!',
    onStart: begin,
    probe: () => moves,
  });
  Kiddo.loop(update, draw);
})();
