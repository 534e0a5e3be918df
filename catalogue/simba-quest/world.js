// The world as data: three maps, who lives there, and what they say.
'use strict';

// # tree  o rock  b bush  ~ water  = path  % stepping stone  . ground  , tuft
// S start  r rest tree  G gate  > next area  < area before  C cave  s berries  * star  capital letter: elder  small n w j t g h l y: creature  p: quest thing
const AREAS = [
  {
    name: 'Savana', note: 'The savanna', tree: 'tree', ground: ['#F2C766', '#EEBF59'], tuft: '#D9A53C', path: '#FBE3A8', quest: 'pod', sky: ['#FFB347', '#FFC56B'],
    rows: [
      '####################',
      '#..p.,#...,*..#..p.#',
      '#.....#.......n..,.#',
      '#..r..####.####....#',
      '#.,.......=...#..s.#',
      '#.M...,...=.,.#....#',
      '#.S=========..######',
      '#.....=..K.=....,..#',
      '#..b..=..,.=====G==>',
      '#.,...=..oo.....#..#',
      '####w##.o*o.b...#bb#',
      '#.....#........,#..#',
      '#.p.s.#.,.b..p..#*.#',
      '####################',
    ],
  },
  {
    name: 'Mto', note: 'The river', tree: 'palm', ground: ['#8CCB6A', '#84C362'], tuft: '#5FA648', path: '#E8DBA0', quest: 'melon', sky: ['#5FC3DB', '#7BD2E5'],
    rows: [
      '####################',
      '#..*.#..~~~....p...#',
      '#.,..j..~~~..,.....#',
      '#.p..#..~~~.####.,.#',
      '#######.~~~.#.s#...#',
      '#....,..~~~.#..t...#',
      '#.r..B..~~~.#*.#.,.#',
      '<S======%%%========>',
      '#..,....~~~..,.....#',
      '#.###.,.~~~....###.#',
      '#.#p..g.~~~.,..#*#.#',
      '#.#..s#.~~~....#.#.#',
      '#.####..~~~.s....,.#',
      '####################',
    ],
  },
  {
    name: 'Mlima', note: 'The high rocks', tree: 'rock', ground: ['#E2A27A', '#DB9A71'], tuft: '#C47E56', path: '#F4D2AE', quest: 'feather', sky: ['#B86FB0', '#C985BF'],
    rows: [
      '####################',
      '#..p.#....*..#..p..#',
      '#....#.,.....#.....#',
      '#.,..h...##..l..,..#',
      '######..####.#######',
      '#.r......,....######',
      '#....T..=====..##C##',
      '<S=======...=..#.=.#',
      '#.......,...===G==.#',
      '#.###.....,....#...#',
      '#.#*##.#y#.....#####',
      '#.#..s.#.#..,.....*#',
      '#.####.#p#.s...,...#',
      '####################',
    ],
  },
];

// Elders: what they want, the song stone they keep, and their words
const ELDERS = {
  M: { art: 'mama', name: 'Mama', talk: ['Simba! The rains are late.', 'Find the 3 song stones and sing in the cave of echoes.', 'Ask old Kobe first. And if you are tired, rest under the baobab.'], again: ['Be brave and be kind, my cub.'] },
  K: { art: 'kobe', name: 'Kobe', want: 'pod', need: 3, stone: 'Sun stone', ask: ['Habari! Hello, little lion.', 'I keep the sun stone. Bring me 3 acacia pods, please.', 'Some animals stand in the way. Read their mood, and they will be friends.'], thanks: ['Asante! Thank you! Take the sun stone.', 'The thorn gate in the east is open now.'], again: ['Go east, to the river.'] },
  B: { art: 'kiboko', name: 'Kiboko', want: 'melon', need: 2, stone: 'Rain stone', ask: ['Mmm. I am Kiboko the hippo.', 'I sit on the stones of the river. I move for 2 sweet melons.', 'Jackal and Goose know where they grow.'], thanks: ['Crunch! Here is the rain stone.', 'The stepping stones are free. Go on east!'], again: ['The river says hello.'] },
  T: { art: 'tai', name: 'Tai', want: 'feather', need: 3, stone: 'Wind stone', ask: ['I am Tai the eagle.', 'The wind took 3 of my feathers. Find them, and the wind stone is yours.'], thanks: ['My feathers! Here is the wind stone.', 'The cave is open. The Echo waits. It is only as big as you make it.'], again: ['Sing loud in the cave, Simba.'] },
};

// Creatures you meet: trust is how many good turns they need
const CREATURES = {
  n: { art: 'nungu', name: 'Nungunungu', means: 'Porcupine', trust: 3, friend: 'You may pass, friend!' },
  w: { art: 'ngiri', name: 'Ngiri', means: 'Warthog', trust: 3, friend: 'Snort! You are fun!' },
  j: { art: 'bweha', name: 'Bweha', means: 'Jackal', trust: 4, friend: 'I was only bored. Friends!' },
  g: { art: 'bata', name: 'Bata', means: 'Goose', trust: 4, friend: 'Honk! My path is your path.' },
  t: { art: 'tumbili', name: 'Tumbili', means: 'Monkey', trust: 4, friend: 'Hee hee! Come in!' },
  h: { art: 'pimbi', name: 'Pimbi', means: 'Hyrax', trust: 4, friend: 'You heard me! Thank you.' },
  l: { art: 'chui', name: 'Chui', means: 'Leopard cub', trust: 5, friend: 'Race you home one day!' },
  y: { art: 'nyegere', name: 'Nyegere', means: 'Honey badger', trust: 5, friend: 'Not bad, small one!' },
  C: { art: 'echo', name: 'The Echo', means: 'Your own voice', trust: 7, friend: 'The Echo sings with you!' },
};

// A mood, the action that answers it, and its signs: plain in area 1, quieter in areas 2 and 3
const MOODS = [
  { answer: 'listen', signs: ['It looks sad. It wants to talk.', 'It sighs and looks at its feet.', 'Its ears hang low.'] },
  { answer: 'play', signs: ['It bounces. It wants a game!', 'Its tail goes swish, swish, swish.', 'It taps the ground, once, twice.'] },
  { answer: 'share', signs: ['It is hungry.', 'It sniffs at your berries.', 'Its tummy makes a small sound.'] },
  { answer: 'roar', signs: ['It puffs up and shouts at you!', 'It stands very tall.', 'It stares and stamps one foot.'] },
];
const ACTIONS = [['listen', 'Listen'], ['play', 'Play'], ['share', 'Share'], ['roar', 'Roar']];
const GOOD_WORDS = { listen: 'You listen. It feels better.', play: 'What a game! It laughs.', share: 'Yum! It likes the berry.', roar: 'ROAR! It is amazed.' };
const BAD_WORDS = { listen: 'It has nothing to say now.', play: 'It does not want to play.', share: 'It is not hungry.', roar: 'Your roar comes out as a squeak.' };
