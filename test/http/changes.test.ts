/** `GET /v1/changes`: what is refused, and that it counts and caches like the other look-ups. */
import { expect, it } from 'vitest';
import { bodyOf, fieldsOf, problemOf } from './answered.ts';
import { postInit } from './fake.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix('changes', (ask) => {
  it.each(['', '?', '?since=', '?since=../x', '?since=a%2Fb', `?since=${'x'.repeat(65)}`, '?other=6a69d203'])(
    '%s names the missing field',
    async (query) => {
      const problem = await problemOf(ask(`/v1/changes${query}`));
      expect(problem).toMatchObject({ type: '/problems/invalid-request', status: 400 });
      expect(fieldsOf(problem)).toEqual(['/since']);
    },
  );

  it('a version that nothing leads from is a problem with its own page', async () => {
    const problem = await problemOf(ask('/v1/changes?since=unknown'));
    expect(problem).toMatchObject({ type: '/problems/unknown-version', status: 404 });
    expect((await ask('/problems/unknown-version')).status).toBe(200);
  });

  it('answers an envelope, and the feed as Atom with links below its own prefix', async () => {
    const answer = await ask('/v1/changes?since=6a69d202');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await bodyOf(answer)).query).toMatchObject({ since: '6a69d202' });
    const atom = await ask('/k/v1/changes.atom', { headers: { 'x-api-key': 'hck_good' } });
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(await atom.text()).toContain('/k/v1/changes');
  });

  it.each([
    ['/changes?since=6a69d202', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
    ['/changes.atom', 'POST', 'GET, HEAD, OPTIONS'],
  ])('%s needs a key under /k/v1 and does not take %s', async (path, method, allow) => {
    expect((await ask(`/k/v1${path}`)).status).toBe(401);
    const response = await ask(`/v1${path}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
  });

  it('of a list has an answer of its own, and names each wrong item', async () => {
    const items = [{ key: 'HKLM\\A', value: 'B', type: 'REG_SZ', data: 'x' }, { omaUri: './Device/A' }];
    const post = (body: object) => ask('/v1/changes', postInit(body));
    const answer = await bodyOf(await post({ since: '6a69d202', items }));
    expect(answer.query).toMatchObject({ since: '6a69d202', items: 2 });
    const unknown = await problemOf(post({ since: 'unknown', items }));
    expect(unknown).toMatchObject({ type: '/problems/unknown-version', status: 404 });
    expect(fieldsOf(await problemOf(post({ items })))).toEqual(['/since']);
    for (const none of [[], 'all', undefined, Array(1001).fill(items[0])])
      expect(fieldsOf(await problemOf(post({ since: '6a69d202', items: none })))).toEqual(['/items']);
    const wrong = await problemOf(post({ since: '6a69d202', items: [items[0], {}, 7, { omaUri: '' }] }));
    expect(fieldsOf(wrong)).toEqual(['/items/1/key', '/items/1/value', '/items/2', '/items/3/omaUri']);
  });
});
