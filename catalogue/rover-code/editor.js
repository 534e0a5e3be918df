// The block editor: tap to add at the yellow cursor, drag to place, tap a block to put the cursor after it.
'use strict';
window.Editor = (function () {
  const P = window.Program;
  const DRAG_FROM = 9; // pixels before a press becomes a drag
  const codeBox = document.querySelector('#code');
  const trayBox = document.querySelector('#tray');
  let program = { main: [], hop: [] };
  let tray = '';
  let cursor = { list: null, index: 0 };
  let picked = null;
  let slots = new Map(); // slot element -> { list, index }
  let elements = new Map(); // block -> element
  let past = [];
  let locked = false;
  let drag = null;
  let changed = () => {};

  function open(letters, whenChanged) {
    program = { main: [], hop: [] };
    tray = letters;
    cursor = { list: program.main, index: 0 };
    picked = null;
    past = [];
    locked = false;
    changed = whenChanged;
    trayBox.replaceChildren(...[...letters].map((letter, i) => {
      const chip = blockElement(P.make(letter), true);
      chip.dataset.letter = letter;
      chip.setAttribute('role', 'button');
      chip.setAttribute('aria-label', `Add ${P.KINDS[letter].name} (${i + 1})`);
      chip.addEventListener('pointerdown', (event) => begin(event, { letter, from: chip }));
      return chip;
    }));
    render();
  }
  const icon = (d) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${d}"/></svg>`;
  function blockElement(block, inTray) {
    const kind = P.BY_TYPE[block.type];
    const element = document.createElement('div');
    element.className = `block ${block.type}`;
    element.innerHTML = icon(kind.icon);
    if (inTray || kind.nest) {
      const name = document.createElement('span');
      name.textContent = kind.name;
      if (inTray || block.type !== 'rep') element.append(name);
    }
    if (block.type === 'rep' && !inTray) {
      const number = document.createElement('b');
      number.textContent = block.n;
      element.append(number);
    }
    return element;
  }

  // ---- drawing the program
  function render() {
    slots = new Map();
    elements = new Map();
    const parts = [part('Program', program.main)];
    if (tray.includes('X')) parts.push(part('Hop: your function', program.hop));
    codeBox.replaceChildren(...parts);
    changed();
  }
  function part(title, list) {
    const box = document.createElement('div');
    box.className = 'part';
    const head = document.createElement('h3');
    head.textContent = title;
    box.append(head, listElement(list));
    return box;
  }
  function listElement(list) {
    const box = document.createElement('div');
    box.className = 'list';
    list.forEach((block, i) => box.append(slot(list, i), block.body ? nest(block, list, i) : leaf(block, list, i)));
    box.append(slot(list, list.length));
    return box;
  }
  function slot(list, index) {
    const element = document.createElement('div');
    element.className = 'slot';
    if (!list.length) element.classList.add('empty');
    if (cursor.list === list && cursor.index === index) element.classList.add('here');
    slots.set(element, { list, index });
    element.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      if (locked) return;
      cursor = { list, index };
      picked = null;
      render();
    });
    return element;
  }
  function leaf(block, list, index) {
    const element = blockElement(block, false);
    if (picked === block) element.classList.add('pick');
    elements.set(block, element);
    element.addEventListener('pointerdown', (event) => begin(event, { block, list, index, from: element }));
    return element;
  }
  function nest(block, list, index) {
    const box = document.createElement('div');
    box.className = `nest ${block.type}`;
    box.append(leaf(block, list, index), listElement(block.body));
    return box;
  }

  // ---- changing it
  const copy = () => JSON.stringify(program);
  function remember() {
    past.push(copy());
    if (past.length > 60) past.shift();
  }
  function undo() {
    if (locked || !past.length) return;
    program = JSON.parse(past.pop());
    cursor = { list: program.main, index: program.main.length };
    picked = null;
    render();
  }
  function insert(list, index, block) {
    list.splice(index, 0, block);
    cursor = block.body ? { list: block.body, index: block.body.length } : { list, index: index + 1 };
    picked = null;
  }
  function add(letter) {
    if (locked || !letter) return;
    remember();
    insert(cursor.list, cursor.index, P.make(letter));
    window.Kiddo.sfx.click();
    render();
    const at = [...slots.keys()].find((element) => element.classList.contains('here'));
    if (at) at.scrollIntoView({ block: 'nearest' });
  }
  function removeBack() {
    if (locked || cursor.index === 0) return;
    remember();
    cursor.list.splice(cursor.index - 1, 1);
    cursor.index--;
    window.Kiddo.sfx.pop();
    render();
  }
  function wipe() {
    if (locked) return;
    remember();
    program = { main: [], hop: [] };
    cursor = { list: program.main, index: 0 };
    render();
  }

  // ---- dragging
  function begin(event, what) {
    event.preventDefault();
    if (locked || window.Kiddo.state !== 'playing') return;
    drag = { ...what, x: event.clientX, y: event.clientY, ghost: null, near: null, onNumber: event.target.tagName === 'B' };
    // A block from the tray is added at once; only a drag takes it back and puts it elsewhere.
    if (what.letter) add(what.letter);
  }
  window.addEventListener('pointermove', (event) => {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      if (drag.letter) undo();
      drag.ghost = drag.from.cloneNode(true);
      drag.ghost.classList.add('ghost');
      document.body.append(drag.ghost);
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    const near = nearest(event.clientX, event.clientY);
    if (near === drag.near) return;
    if (drag.near) drag.near.classList.remove('near');
    if (near) near.classList.add('near');
    drag.near = near;
  });
  function nearest(x, y) {
    const box = codeBox.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    let best = null;
    let least = 90;
    for (const [element, { list }] of slots) {
      if (drag.block && drag.block.body && holds(drag.block, list)) continue;
      const r = element.getBoundingClientRect();
      const far = Math.hypot(Math.max(r.left - x, 0, x - r.right), Math.max(r.top - y, 0, y - r.bottom) * 1.5);
      if (far < least) [best, least] = [element, far];
    }
    return best;
  }
  const holds = (block, list) => block.body === list || block.body.some((inner) => inner.body && holds(inner, list));
  function drop(event) {
    if (!drag) return;
    const held = drag;
    drag = null;
    if (!held.ghost) return held.block && event.type === 'pointerup' ? tapBlock(held) : undefined;
    held.ghost.remove();
    const goal = held.near && slots.get(held.near);
    if (held.letter && !goal) return;
    remember();
    let index = goal ? goal.index : 0;
    if (held.block) {
      held.list.splice(held.index, 1);
      if (goal && goal.list === held.list && index > held.index) index--;
    }
    if (goal) insert(goal.list, index, held.block || P.make(held.letter));
    else cursor = { list: held.list, index: Math.min(held.index, held.list.length) };
    window.Kiddo.sfx.pop();
    render();
  }
  window.addEventListener('pointerup', drop);
  window.addEventListener('pointercancel', drop);
  function tapBlock({ block, list, index, onNumber }) {
    if (block.type === 'rep' && (onNumber || picked === block)) {
      remember();
      block.n = block.n >= 9 ? 2 : block.n + 1;
      window.Kiddo.sfx.click();
    } else if (block.body && picked !== block) {
      cursor = { list: block.body, index: block.body.length };
      picked = block;
      return render();
    }
    cursor = { list, index: index + 1 };
    picked = block;
    render();
  }

  function light(block) {
    for (const element of codeBox.querySelectorAll('.now')) element.classList.remove('now');
    const element = block && elements.get(block);
    if (!element) return;
    element.classList.add('now');
    element.scrollIntoView({ block: 'nearest' });
  }
  return { open, add, undo, wipe, removeBack, light, lock: (on) => (locked = on), letter: (i) => tray[i], get program() { return program; } };
})();
