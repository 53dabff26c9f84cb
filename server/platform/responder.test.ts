import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { RequestError } from './errors.ts'
import { createResponder } from './responder.ts'

test('reads wait after too much traffic of a user, saves and other users do not', async () => {
  const respond = createResponder({
    readConcurrency: { perUser: 2, waitingMax: 2 },
    readTraffic: { burst: 100, perSecond: 0.001 },
    waitMs: 60_000,
    scale: 1,
  })
  const reply = { text: '글'.repeat(50_000) }
  const toStatus: ErrorRequestHandler = (error, _request, response, _next) => {
    response.sendStatus(error instanceof RequestError && error.code === 'tooMany' ? 429 : 500)
  }
  const http = express()
    .get('/:kind/:userNo', (request, response) => {
      const { kind, userNo } = request.params
      const requester = { key: userNo, address: '' }
      const answered = { requester, userNo: Number(userNo), limit: null, onlyReads: kind === 'read' }
      return respond(request, response, { ...answered, getReply: async () => reply })
    })
    .use(toStatus)
    .listen(0, '127.0.0.1')
  onTestFinished(() => void http.close())
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}/${path}`)

  expect(await (await ask('read/1')).json()).toEqual(reply)
  expect((await ask('read/1')).status).toBe(429)
  expect((await ask('save/1')).status).toBe(200)
  expect((await ask('read/2')).status).toBe(200)
})
