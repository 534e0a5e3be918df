import { expect, test } from 'vitest';
import {
  addDays,
  describeChange,
  findMedian,
  getAge,
  isFinal,
  listDays,
  parsePeriod,
  startOfDay,
  takeLarger,
  toCsv,
  toNairobi,
} from './rules.ts';

test('days and hours are those of Nairobi', () => {
  expect(toNairobi(new Date('2027-02-28T20:59:59Z'))).toEqual({ day: '2027-02-28', hour: 23 });
  expect(toNairobi(new Date('2027-02-28T21:00:00Z'))).toEqual({ day: '2027-03-01', hour: 0 });
  expect(startOfDay('2027-03-01').toISOString()).toBe('2027-02-28T21:00:00.000Z');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(listDays('2027-01-02', 3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
});

test('a day is final three hours after its end', () => {
  expect(isFinal('2027-03-01', new Date('2027-03-01T23:59:59Z'))).toBe(false);
  expect(isFinal('2027-03-01', new Date('2027-03-02T00:00:00Z'))).toBe(true);
});

test('the middle of times that are counted by length', () => {
  expect(findMedian([])).toBe(null);
  expect(findMedian([{ minutes: 5, count: 3 }])).toBe(5);
  const times = [
    { minutes: 10, count: 2 },
    { minutes: 20, count: 1 },
  ];
  expect(findMedian(times)).toBe(10);
  expect(findMedian([...times, { minutes: 600, count: 1 }])).toBe(15);
  expect(findMedian([...times, { minutes: 600, count: 9 }])).toBe(600);
});

test('of two counts each key and each hour has the larger figure', () => {
  const day = '2027-03-01';
  const daily = (key: string, value: number) => ({ day, key, value });
  const hourly = (hour: number, value: number) => ({ day, hour, value });
  expect(
    takeLarger(
      { daily: [daily('a', 3), daily('gone', 1)], hourly: [hourly(1, 5), hourly(2, 1)] },
      { daily: [daily('a', 2), daily('new', 4)], hourly: [hourly(2, 2)] },
    ),
  ).toEqual({ daily: [daily('a', 3), daily('gone', 1), daily('new', 4)], hourly: [hourly(1, 5), hourly(2, 2)] });
});

test('a count is late after half an hour', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  const age = (minutes: number) => getAge(new Date(now.getTime() - minutes * 60_000), now);
  expect(age(29)).toEqual({ minutesAgo: 29, isLate: false });
  expect(age(30)).toEqual({ minutesAgo: 30, isLate: true });
  // The clock of another machine is ahead.
  expect(age(-2)).toEqual({ minutesAgo: 0, isLate: false });
});

test('the URL names one of the periods', () => {
  expect(['1', '7', '30', '8', '', '07', null].map(parsePeriod)).toEqual([1, 7, 30, 7, 7, 7, 7]);
});

test('a change is a whole percent, and never one of nothing', () => {
  expect(describeChange({ now: 112, before: 100 })).toEqual({ percent: 12 });
  expect(describeChange({ now: 92, before: 100 })).toEqual({ percent: -8 });
  expect(describeChange({ now: 0, before: 4 })).toEqual({ percent: -100 });
  expect(describeChange({ now: 1001, before: 1000 })).toBe('same');
  expect(describeChange({ now: 0, before: 0 })).toBe('same');
  expect(describeChange({ now: 3, before: 0 })).toBe('new');
  expect(describeChange(null)).toBe(null);
});

test('a cell that a spreadsheet would run as a formula is text', () => {
  const cells = ['=1+1', '+254', '-1', '@SUM(A1)', '\tx', 'a "quoted", word', 'plain', -5, 1.5, null];
  expect(toCsv([cells, ['x']])).toBe(`'=1+1,'+254,'-1,'@SUM(A1),'\tx,"a ""quoted"", word",plain,-5,1.5,\r\nx\r\n`);
  expect(toCsv([['=HYPERLINK("x","y")']])).toBe(`"'=HYPERLINK(""x"",""y"")"\r\n`);
});
