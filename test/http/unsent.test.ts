import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnsentAnswers } from '../../runtime/http/unsent.ts';

class Response extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

it('cuts the oldest answers that are not sent, and only those that are too many', () => {
  const unsent = new UnsentAnswers(100);
  const [slow, sent, newer, last] = Array.from({ length: 4 }, () => new Response()) as [
    Response,
    Response,
    Response,
    Response,
  ];
  unsent.add(slow, 40);
  unsent.add(sent, 60);
  sent.emit('close');
  unsent.add(newer, 60);
  expect(slow.destroyed).toBe(false);
  unsent.add(last, 40);
  expect([slow, sent, newer, last].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
});

it('lets one answer be longer than all may be', () => {
  const [one, gone] = [new Response(), new Response()];
  const unsent = new UnsentAnswers(10);
  unsent.add(one, 50);
  expect(one.destroyed).toBe(false);
  gone.destroy();
  unsent.add(gone, 50);
  expect(one.destroyed).toBe(false);
});

it('never keeps more than it may besides the newest, in any order of sending', () => {
  const step = fc.record({ length: fc.integer({ min: 1, max: 60 }), sends: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const unsent = new UnsentAnswers(100);
      let open: [Response, number][] = [];
      for (const { length, sends } of steps) {
        const response = new Response();
        unsent.add(response, length);
        open.push([response, length]);
        open = open.filter(([each]) => !each.destroyed);
        const older = open.slice(0, -1).reduce((sum, [, each]) => sum + each, 0);
        expect(older === 0 || older + length <= 100).toBe(true);
        open[sends]?.[0].emit('close');
        open.splice(sends, 1);
      }
    }),
  );
});
