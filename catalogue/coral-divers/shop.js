// The gear shop on the dhow, between two dives. Ordinary buttons, so keys, mouse and finger all work.
(function () {
  'use strict';
  const icon = (body) => `<svg viewBox="0 0 40 34" aria-hidden="true">${body}</svg>`;
  const GEAR = [
    { id: 'air', name: 'Air tank', gives: '+12 s of air', costs: [60, 120, 200, 280], icon: icon('<rect x="11" y="6" width="18" height="27" rx="8" fill="#E23B24"/><rect x="16" y="1" width="8" height="7" rx="2" fill="#0C2A30"/><rect x="11" y="15" width="18" height="6" fill="#FFC629"/>') },
    { id: 'fins', name: 'Flippers', gives: 'Swim faster', costs: [50, 100, 170], icon: icon('<path d="M4 32l6-22h8l1 22zM22 32l1-22h8l6 22z" fill="#FF8A3D"/><rect x="9" y="3" width="10" height="9" rx="4" fill="#163B5E"/><rect x="22" y="3" width="10" height="9" rx="4" fill="#163B5E"/>') },
    { id: 'bag', name: 'Bag', gives: '+1 place', costs: [40, 90, 150], icon: icon('<path d="M12 12Q12 3 20 3T28 12" fill="none" stroke="#6B3820" stroke-width="4"/><rect x="6" y="11" width="28" height="22" rx="7" fill="#8A4B2B"/><path d="M6 17q0-6 7-6h14q7 0 7 6l-14 7z" fill="#A9603A"/>') },
    { id: 'lamp', name: 'Lamp', gives: 'See in the deep', costs: [50, 110], icon: icon('<path d="M22 17L40 4V30Z" fill="#FFE28A"/><rect x="3" y="11" width="16" height="12" rx="4" fill="#0C2A30"/><path d="M17 9l8-3v22l-8-3z" fill="#FFC629"/>') },
  ];

  const box = document.createElement('div');
  box.className = 'shop';
  box.hidden = true;
  document.body.append(box);
  let buttons = [];
  let now = null; // what the shop was opened with, while it is open

  function itemButton(gear) {
    const level = now.levels[gear.id];
    const cost = gear.costs[level];
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'shop-item';
    button.innerHTML = `${gear.icon}<b>${gear.name} ${level + 1}</b><small>${cost === undefined ? 'The best there is' : gear.gives}</small><span class="price">${cost === undefined ? 'Full' : cost}</span>`;
    button.setAttribute('aria-disabled', String(cost === undefined || cost > now.purse));
    button.addEventListener('click', () => buy(gear, cost));
    return button;
  }

  function buy(gear, cost) {
    if (cost === undefined || cost > now.purse) {
      Kiddo.sound.tone({ freq: 200, to: 150, ms: 120, vol: 0.3, type: 'triangle' });
      return;
    }
    now.purse -= cost;
    now.levels[gear.id] += 1;
    Kiddo.sfx.coin();
    now.onBuy(now.purse);
    const at = GEAR.indexOf(gear);
    render();
    buttons[at].focus({ preventScroll: true });
  }

  function render() {
    const card = document.createElement('div');
    card.className = 'shop-card';
    const list = document.createElement('div');
    list.className = 'shop-list';
    buttons = GEAR.map(itemButton);
    list.append(...buttons);
    const go = document.createElement('button');
    go.type = 'button';
    go.className = 'shop-go';
    go.textContent = `Dive ${now.dive} of ${now.dives}`;
    go.addEventListener('click', () => close());
    card.innerHTML = `<h2>${now.title}</h2><p>${now.text}</p><p>You have <b>${now.purse}</b> coins to spend.</p>`;
    card.append(list, go);
    box.replaceChildren(card);
    buttons.push(go);
  }

  function close() {
    const { onGo } = now;
    hide();
    onGo();
  }
  function hide() {
    now = null;
    box.hidden = true;
    box.replaceChildren();
  }

  const Shop = {
    get open() { return now !== null; },
    hide,
    /** { title, text, purse, levels, dive, dives, onBuy(purse), onGo() } */
    show(given) {
      now = given;
      box.hidden = false;
      render();
      buttons[buttons.length - 1].focus({ preventScroll: true });
    },
    /** Called every frame while open: arrows walk over the buttons, Space presses (Enter does by itself). */
    keys() {
      const at = Math.max(0, buttons.indexOf(document.activeElement));
      const step = Kiddo.input.pressed('ArrowRight') ? 1 : Kiddo.input.pressed('ArrowLeft') ? -1 : Kiddo.input.pressed('ArrowDown') ? 2 : Kiddo.input.pressed('ArrowUp') ? -2 : 0;
      if (step) buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus({ preventScroll: true });
      if (Kiddo.input.pressed('Space')) buttons[at].click();
    },
  };
  window.Shop = Shop;
})();
