// The twelve trees. a-f are the six fruits, s is a hard seed that only falls, . is empty air.
// Even lines hold 10 bubbles, odd lines 9 (they sit half a bubble to the right).
// `calm`: how many shots before the branch sinks by one row; `par`: shots for a full bonus.
'use strict';

const LEVELS = [
  { name: 'Sweet Start', calm: 9, par: 14, rows: ['aaabbbccca', '.aab.bcc.', '..ab..bc..'] },
  { name: 'Stripes', calm: 9, par: 18, rows: ['aaaaaaaaaa', 'bbbbbbbbb', 'cccccccccc', '.aa.bb.cc'] },
  { name: 'Two Hills', calm: 8, par: 22, rows: ['abbccbbaab', 'abcc.abbc', '.bccb.abb.', '.cc...bb.', '..c....b..'] },
  { name: 'The Heart', calm: 8, par: 22, rows: ['dd.cccc.dd', 'cc.....cc', 'c.cc..cc.c', '.cddccddc', '.cddddddc.', '..cdddc..', '...cddc...', '....c....'] },
  { name: 'Beads', calm: 8, par: 24, rows: ['abcdabcdab', 'abcdabcda', 'b.d.b.d.b.', 'a.c.a.c.a', 'ab.da.cd.b'] },
  { name: 'Hard Seeds', calm: 8, par: 24, rows: ['ddbbaabbdd', 'dbbsaabbd', 'ccbbssbbcc', 'cc.aabb.c', 'dd..ss..dd', '.d.....d.'] },
  { name: 'Zebra', calm: 7, par: 26, rows: ['aabbccddaa', 'abbccddaa', 'bbccddaabb', 'bccddaabb', '..ddaabb..', '..daabb..'] },
  { name: 'Lanterns', calm: 7, par: 28, rows: ['eaebecedea', '.e.e.e.e.', '.e..e..e..', 'aea.e.bcb', 'aaa.e.bbcb', '.a.ded.b.', '...ddd....', '...dd....'] },
  { name: 'Butterfly', calm: 7, par: 28, rows: ['cc..ee..dd', 'ccc.e.ddd', 'cacceedbdd', 'caaceebbd', '.caceedbd.', '.ccc.ddd.', '..cc..dd..'] },
  { name: 'Kanga Cloth', calm: 6, par: 30, rows: ['ababababab', 'ccdccdccd', 'eaebeaebea', 'ccdccdccd', 'bababababa', '..ed.ed..'] },
  { name: 'Seed Castle', calm: 6, par: 32, rows: ['affbbccdda', 'afsbbcsda', 'ffbsccdsee', 'f.bbaad.e', 'ss.baad.ss', '.f.bad.e.', '.f..ad..e.'] },
  { name: 'Great Baobab', calm: 6, par: 36, rows: ['abcdeffedc', 'aabccdeef', 'fabbcddeef', 'ffabscdee', '.faabccde.', '.ffs.scd.', '..fa..cd..', '...a..c..'] },
];
