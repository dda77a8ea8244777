import { describe, expect, it } from 'vitest';
import { bodyOf, fieldsOf, problemOf } from './answered.ts';
import { GOOD, postInit, STAMP } from './fake.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix('POST', (ask, platform) => {
  describe.each(['', '/k'])('under %s/v1', (prefix) => {
    const headers = { 'x-api-key': 'hck_good' };

    it.each(Object.entries(GOOD))('POST %s answers an envelope', async (name, body) => {
      const response = await ask(`${prefix}/v1/${name}`, postInit(body, headers));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('x-service-tier')).toBe(prefix === '' ? 'anonymous' : 'key');
      expect((await bodyOf(response)).dataset).toEqual(STAMP);
    });
  });

  describe('bodies and fields', () => {
    it('are handed on normalized, with their defaults', async () => {
      const queryOf = async (name: string, body: unknown) =>
        (await bodyOf(await ask(`/v1/${name}`, postInit(body)))).query;
      expect(await queryOf('resolve', { key: 'K', value: '' })).toMatchObject({
        value: '',
        lang: 'en-US',
        targetOs: null,
      });
      expect(await queryOf('resolve', { key: 'K', value: 'V', lang: 'FR', targetOs: null })).toMatchObject({
        lang: 'fr-FR',
      });
      expect(await queryOf('csp', { omaUri: './a', scope: 'uSER' })).toEqual({
        omaUri: './a',
        lang: 'en-US',
        scope: 'User',
      });
      expect(await queryOf('search', { q: '  updates ' })).toEqual({
        q: 'updates',
        lang: 'en-US',
        limit: 10,
      });
      expect(await queryOf('search', { q: 'a', limit: 50, nobody: 'knows this' })).toMatchObject({
        limit: 50,
      });
    });

    it.each(['', '   ', '{', '[]', 'null', '"x"', '1', '{"key":"a"} x', '{key:1}', '\u0000', 'true'])(
      'a body %j is malformed',
      async (text) => {
        const problem = await problemOf(ask('/v1/resolve', postInit(text)));
        expect(problem.type).toBe('/problems/malformed-body');
        expect(problem.status).toBe(400);
      },
    );

    it('invalid UTF-8 is malformed, a genuine replacement character and a byte order mark are not', async () => {
      const send = (bytes: number[] | string) =>
        ask('/v1/resolve', {
          ...postInit(''),
          body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
        });
      const start = [...new TextEncoder().encode('{"key":"')];
      const end = [...new TextEncoder().encode('","value":"v"}')];
      expect((await problemOf(send([...start, 0xc3, 0x28, ...end]))).type).toBe('/problems/malformed-body');
      expect((await problemOf(send([...start, 0xed, 0xa0, 0x80, ...end]))).type).toBe(
        '/problems/malformed-body',
      );
      expect((await send('{"key":"\ufffd","value":"v"}')).status).toBe(200);
      expect((await send('\ufeff{"key":"k","value":"v"}')).status).toBe(200);
    });

    it('duplicate and __proto__ keys do no harm', async () => {
      const text =
        '{"__proto__":{"value":"polluted"},"constructor":{"prototype":{"x":1}},"key":"a","key":"b","value":"v"}';
      const response = await ask('/v1/resolve', postInit(text));
      expect((await bodyOf(response)).query).toMatchObject({ key: 'b', value: 'v' });
      expect(Object.hasOwn(Object.prototype, 'value')).toBe(false);
      const problem = await problemOf(ask('/v1/resolve', postInit('{"__proto__":{"key":"a","value":"b"}}')));
      expect(fieldsOf(problem)).toEqual(['/key', '/value']);
    });

    it('16 KiB is read, one byte more is not, whatever the declared length says', async () => {
      const sized = (bytes: number) => `{"key":"k","value":"v","x":"${'x'.repeat(bytes - 30)}"}`;
      expect(sized(100)).toHaveLength(100);
      const chunked = (text: string): RequestInit => {
        const bytes = new TextEncoder().encode(text);
        const body = new ReadableStream({
          start(controller) {
            for (let at = 0; at < bytes.length; at += 1000) controller.enqueue(bytes.slice(at, at + 1000));
            controller.close();
          },
        });
        return { ...postInit(''), body, duplex: 'half' };
      };
      expect((await ask('/v1/resolve', postInit(sized(16_384)))).status).toBe(200);
      expect((await ask('/v1/resolve', chunked(sized(16_384)))).status).toBe(200);
      for (const init of [postInit(sized(16_385)), chunked(sized(16_385)), postInit(sized(900_000))]) {
        const response = await ask('/v1/resolve', init);
        if (platform !== 'in workerd') expect(response.headers.get('connection')).toBe('close');
        const problem = await problemOf(response);
        expect(problem).toMatchObject({ type: '/problems/body-too-large', status: 413, dataset: STAMP });
      }
    });

    it.each([
      ['application/json', 200],
      ['Application/JSON ; Charset="UTF-8"', 200],
      ['application/json;charset=us-ascii', 200],
      ['application/json; charset=utf-16', 415],
      ['application/jsonp', 415],
      ['application/problem+json', 415],
      ['text/plain', 415],
      ['multipart/form-data; boundary=application/json', 415],
    ])('content type %s: %i', async (type, status) => {
      const response = await ask('/v1/search', postInit({ q: 'a' }, { 'content-type': type }));
      expect(response.status).toBe(status);
      if (status === 415) expect((await problemOf(response)).type).toBe('/problems/unsupported-media-type');
    });

    it('no content type and a compressed body are refused', async () => {
      const bare = await ask('/v1/search', {
        method: 'POST',
        body: new TextEncoder().encode('{"q":"a"}'),
      });
      expect(bare.status).toBe(415);
      const packed = await ask('/v1/search', postInit({ q: 'a' }, { 'content-encoding': 'gzip' }));
      expect(packed.status).toBe(415);
    });
  });
});
