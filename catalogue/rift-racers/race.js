// One race: the player's car, the five rivals, and what happens when they meet. No drawing here.
'use strict';

const TOP_SPEED = 11500; // road units a second
const CAR_LENGTH = 420;
const MAX_OFF = 1.42; // half roads: you may leave the road, but not drive through the trees
const CAR_WIDTH = 0.4; // half roads
const NITRO_PARTS = 3; // a full bar is this many bursts
const NITRO_SECONDS = 1.5;
const DRAFT_REACH = 2600; // how far behind a car its slipstream is felt

class Race {
  constructor(stage, seed, hooks) {
    this.stage = stage;
    this.track = buildTrack(stage, seed);
    this.hooks = hooks;
    this.position = 0; // of the camera; the car is Road.playerZ further on
    this.slide = 0;
    this.time = 0;
    this.started = false;
    this.player = { x: 0, speed: 0, lean: 0, nitro: 1 / NITRO_PARTS, burn: 0, draft: 0, bump: 0, mud: 0, offRoad: false };
    const lanes = [-0.62, 0.62, 0, -0.62, 0.62];
    this.rivals = Art.rivals.map((art, i) => ({
      art, seed: i * 7, x: lanes[i], lane: lanes[i], speed: 0,
      z: Road.playerZ + 900 + i * 620, // you start at the back of the grid
      best: stage.pace - (4 - i) * 0.022,
      think: 1 + i * 0.5,
      done: false,
    }));
  }

  get playerZ() { return this.position + Road.playerZ; }
  get place() { return 1 + this.rivals.filter((rival) => rival.z > this.playerZ).length; }
  get progress() { return Math.min(1, this.playerZ / this.track.length); }
  segmentAt(z) { return this.track.segments[Math.min(this.track.segments.length - 1, Math.max(0, Math.floor(z / SEGMENT)))]; }
  heightAt(z) {
    const a = this.segmentAt(z).y;
    const b = this.segmentAt(z + SEGMENT).y;
    return a + (b - a) * ((z % SEGMENT) / SEGMENT);
  }

  useNitro() {
    const { player } = this;
    if (!this.started || player.burn > 0.3 || player.nitro < 1 / NITRO_PARTS - 0.01) return false;
    player.nitro -= 1 / NITRO_PARTS;
    player.burn = NITRO_SECONDS;
    return true;
  }

  update(dt, steer, brake) {
    this.time += dt;
    const { player } = this;
    player.lean += (steer - player.lean) * Math.min(1, dt * 10);
    if (!this.started) return;
    this.drive(dt, steer, brake);
    this.rivals.forEach((rival) => this.think(rival, dt));
    this.draft(dt);
    this.touch();
    this.collect();
    if (this.playerZ >= this.track.length) this.hooks.finish(this.place);
  }

  drive(dt, steer, brake) {
    const { player } = this;
    const ratio = player.speed / TOP_SPEED;
    const bend = this.segmentAt(this.playerZ).bend;
    player.x += steer * dt * 1.9 * Math.min(1, ratio * 1.4);
    player.x -= bend * ratio * ratio * dt * 0.2; // a bend pushes the car outwards
    player.x = Math.max(-MAX_OFF, Math.min(MAX_OFF, player.x));
    player.offRoad = Math.abs(player.x) > 1.08;
    player.burn = Math.max(0, player.burn - dt);
    player.bump = Math.max(0, player.bump - dt * 3);
    player.mud = Math.max(0, player.mud - dt);
    let wanted = TOP_SPEED * (1 + player.draft * 0.09);
    if (player.burn > 0) wanted = TOP_SPEED * 1.32;
    if (player.offRoad) wanted *= 0.46;
    if (player.mud > 0) wanted *= 0.6;
    if (brake) wanted = TOP_SPEED * 0.35;
    const pull = wanted > player.speed ? (player.burn > 0 ? 2.4 : 0.75) : 1.8;
    player.speed += (wanted - player.speed) * Math.min(1, dt * pull);
    this.position += player.speed * dt;
    this.slide += bend * ratio * dt * 60;
  }

  think(rival, dt) {
    const gap = this.playerZ - rival.z;
    // a light elastic keeps the pack together, so a race stays a race
    const elastic = Math.max(-0.07, Math.min(0.05, gap / 60000));
    const wanted = TOP_SPEED * (rival.best + elastic);
    rival.speed += (wanted - rival.speed) * Math.min(1, dt * 0.9);
    rival.z += rival.speed * dt;
    rival.think -= dt;
    if (rival.think <= 0) {
      rival.think = 1.2 + Math.random() * 2;
      const lanes = [-0.62, 0, 0.62];
      const ahead = this.rivals.some((other) => other !== rival && other.z > rival.z && other.z - rival.z < 1600 && Math.abs(other.x - rival.x) < CAR_WIDTH);
      if (ahead || Math.random() < 0.4) rival.lane = lanes[Math.floor(Math.random() * 3)];
    }
    rival.x += (rival.lane - rival.x) * Math.min(1, dt * 1.6);
  }

  draft(dt) {
    const { player } = this;
    const leader = this.rivals.find((rival) => rival.z - this.playerZ > CAR_LENGTH * 0.8 && rival.z - this.playerZ < DRAFT_REACH && Math.abs(rival.x - player.x) < 0.26);
    const on = leader && player.speed > TOP_SPEED * 0.5;
    player.draft = Math.max(0, Math.min(1, player.draft + dt * (on ? 1.6 : -1.2)));
    if (on) player.nitro = Math.min(1, player.nitro + dt * 0.16);
  }

  touch() {
    const { player } = this;
    for (const rival of this.rivals) {
      const dz = rival.z - this.playerZ;
      const dx = rival.x - player.x;
      if (Math.abs(dz) > CAR_LENGTH || Math.abs(dx) > CAR_WIDTH) continue;
      const away = dx === 0 ? 1 : Math.sign(dx);
      rival.lane = Math.max(-0.75, Math.min(0.75, rival.x + away * 0.4));
      rival.x += away * 0.03;
      player.x -= away * 0.02;
      if (dz > 0 && player.speed > rival.speed && player.bump === 0) {
        player.speed = rival.speed * 0.84;
        rival.speed *= 1.1;
        player.bump = 1;
        this.hooks.bump();
      }
    }
  }

  collect() {
    const { player } = this;
    const from = Math.floor(this.playerZ / SEGMENT);
    for (let i = from; i <= from + 1; i++) {
      const segment = this.track.segments[i];
      if (!segment) return;
      if (segment.can && Math.abs(segment.can.x - player.x) < 0.36) {
        segment.can = null;
        player.nitro = Math.min(1, player.nitro + 1 / NITRO_PARTS);
        this.hooks.can();
      }
      if (segment.mud && Math.abs(segment.mud.x - player.x) < 0.34 && player.mud === 0 && player.burn === 0) {
        player.mud = 0.6;
        this.hooks.mud();
      }
    }
  }
}
