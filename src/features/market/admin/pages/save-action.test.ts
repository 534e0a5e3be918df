import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../../tests/world.ts';
import { requestContext, type RequestContext } from '../../../../request/request-context.ts';
import { VISITOR, type Actor } from '../../../../shared/permissions.ts';
import { FORM_BYTES_MAX, PICTURE_BYTES_MAX } from '../schema.ts';
import { action } from './templates.tsx';

async function start() {
  const world = await createWorld();
  const send = async (actor: Actor, fields: Record<string, string>, picture = new Uint8Array()): Promise<unknown> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
    const context = new RouterContextProvider();
    const reqCtx: RequestContext = {
      ctx: world.ctx,
      actor,
      viewer: null,
      clientInfo: { address: '', userAgent: '', cookies: '' },
      nonce: '',
      requestId: 'r1',
      rateLimit: async () => {},
    };
    context.set(requestContext, reqCtx);
    const request = new Request('http://localhost/operator/templates?template=robot', { method: 'POST', body });
    return action({ request, context });
  };
  const template = { id: 'robot', name: 'Robot', style: 'robots', picture: 'templates/robot/1.webp', position: 10 };
  await world.ctx.db.insertInto('avatar_templates').values(template).execute();
  return { world, send, operator: await world.addPlayer({ role: 'operator' }) };
}

const FIELDS = { id: 'robot', name: 'Red Robot', style: 'robots', position: '10', isListed: 'yes', note: 'A better name' };

test('a form that saves something is answered with what was saved, or with what is wrong and all that was typed', async () => {
  const { send, operator } = await start();
  expect(await send(operator, FIELDS)).toEqual({ ok: true, id: 'robot', name: 'Red Robot', isNew: false, isChanged: true });
  expect(await send(operator, { ...FIELDS, style: 'Rob ots', note: '' })).toMatchObject({
    init: { status: 400 },
    data: {
      ok: false,
      code: 'bad-input',
      error: null,
      fieldErrors: { style: 'Use the letters a to z, digits and dashes.', note: 'Write why, in 3 letters or more.' },
      values: { ...FIELDS, style: 'Rob ots', note: '' },
    },
  });
  expect(await send(operator, { ...FIELDS, id: 'gone' })).toMatchObject({
    init: { status: 400 },
    data: { ok: false, error: 'It is not there any more. Go back to the list.', fieldErrors: {}, values: { id: 'gone' } },
  });
});

test('a picture that is too large to be read is an error of its field, and all that was typed stays', async () => {
  const { send, operator } = await start();
  expect(await send(operator, FIELDS, new Uint8Array(PICTURE_BYTES_MAX + FORM_BYTES_MAX))).toMatchObject({
    init: { status: 413 },
    data: {
      ok: false,
      code: 'too-large',
      error: null,
      fieldErrors: { picture: 'The picture has to be smaller than 2 MB.' },
      values: FIELDS,
    },
  });
});

test('who may not edit gets the error page', async () => {
  const { world, send } = await start();
  await expect(send(VISITOR, FIELDS)).rejects.toMatchObject({ init: { status: 401 } });
  await expect(send(await world.addPlayer(), FIELDS)).rejects.toMatchObject({ init: { status: 403 } });
});
