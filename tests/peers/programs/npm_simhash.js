// Calls npm's simhash for the pieces of text.split(' '), as in its own example. The first of its bits is bit 0.
const simhash = require('simhash')();
const input = require('fs').readFileSync(0);
let out = [];
for (let at = 0; at < input.length; ) {
  const end = input.indexOf('\n', at);
  const length = Number(input.toString('latin1', at, end));
  at = end + 1 + length;
  const bits = simhash(input.toString('utf8', end + 1, at).split(' '));
  const number = bits.reduce((sum, bit, i) => sum + bit * 2 ** i, 0);
  out.push(number.toString(16).padStart(bits.length / 4, '0') + '\n');
}
require('fs').writeFileSync(1, out.join(''));
