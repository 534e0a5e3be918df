// Three custom oxlint rules against flaky browser tests.

/** Functions of tests/e2e that read state which a press changes with a delay. */
const READERS = new Set(['query', 'mailsTo', 'readMails']);
/** Methods of pages and locators whose result is only valid at that moment. */
const PAGE_READS = new Set([
  'evaluate',
  'evaluateAll',
  'content',
  'title',
  'url',
  'count',
  'textContent',
  'innerText',
  'innerHTML',
  'inputValue',
  'getAttribute',
  'allTextContents',
  'allInnerTexts',
  'isVisible',
  'isHidden',
  'isEnabled',
  'isDisabled',
  'isChecked',
  'isEditable',
  'boundingBox',
  'cookies',
]);

const noWaitForTime = {
  create: (context) => ({
    CallExpression(node) {
      if (nameOf(node) === 'waitForTimeout')
        context.report({ node, message: 'Wait for what is to happen, hold a clock (page.clock) or release a gate: time proves nothing.' });
    },
  }),
};

const noAsyncWaitForFunction = {
  create: (context) => ({
    CallExpression(node) {
      if (nameOf(node) === 'waitForFunction' && node.arguments[0]?.async)
        context.report({
          node,
          message:
            'waitForFunction treats the promise of an async function as true and does not wait: use expect.poll(() => page.evaluate(…)).',
        });
    },
  }),
};

const noSingleRead = {
  create: (context) => ({
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'expect') return;
      const read = readIn(node.arguments[0]);
      if (read)
        context.report({
          node,
          message: `'${read}' is read once, which races what the page still does: expect(locator).to…, expect.poll(() => …) or expect(async () => …).toPass().`,
        });
    },
  }),
};

function nameOf({ callee }) {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null;
}

/** The name of the function whose result is awaited directly inside an expectation. */
function readIn(node) {
  if (!node) return null;
  if (node.type === 'AwaitExpression') return node.argument.type === 'CallExpression' ? readerOf(node.argument) : null;
  if (node.type === 'MemberExpression') return readIn(node.object);
  if (node.type === 'CallExpression') return node.callee.type === 'MemberExpression' ? readIn(node.callee.object) : null;
  if (node.type === 'UnaryExpression') return readIn(node.argument);
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return readIn(node.left) ?? readIn(node.right);
  if (node.type === 'ArrayExpression') return node.elements.map(readIn).find(Boolean) ?? null;
  return null;
}

function readerOf(call) {
  const name = nameOf(call);
  if (call.callee.type === 'Identifier') return READERS.has(name) ? name : null;
  return PAGE_READS.has(name) ? name : null;
}

export default {
  meta: { name: 'browser-tests' },
  rules: { 'no-wait-for-time': noWaitForTime, 'no-async-wait-for-function': noAsyncWaitForFunction, 'no-single-read': noSingleRead },
};
