import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import express, { type RequestHandler } from 'express'
import { afterEach, expect, test } from 'vitest'
import { Download, sendDownload, sendWhole } from './download.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** Asks a server that answers so, and takes what it is sent as it likes. */
async function ask(answer: RequestHandler) {
  const http = express().get('/', answer).listen(0, '127.0.0.1')
  await once(http, 'listening')
  stops.push(() => http.close())
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1')
  stops.push(() => client.destroy())
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return client
}

/** A server that sends without end; `sent` resolves once it has stopped to. */
async function start(unreadMs: number) {
  const content = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024))
    },
  })
  let stopped = (_: unknown) => {}
  const sent = new Promise(resolve => {
    stopped = resolve
  })
  const client = await ask(async (_request, response) => {
    const download = new Download('모두.zip', 'application/zip', content)
    stopped(await sendDownload(response, download, unreadMs))
  })
  return { client, content, sent }
}

test('what nobody takes is ended, and its maker with it, whatever they say meanwhile', async () => {
  const { client, content, sent } = await start(50)
  const talking = setInterval(() => client.write('\r\n'), 10)
  stops.push(() => clearInterval(talking))
  await sent
  expect(content.destroyed).toBe(true)
})

test('what somebody takes goes on for as long as they do, and ends when they go', async () => {
  const { client, content, sent } = await start(5_000)
  for (let chunks = 0; chunks < 200; chunks += 1) await once(client, 'data')
  expect(content.destroyed).toBe(false)
  client.destroy()
  await sent
  expect(content.destroyed).toBe(true)
})

test('of what is held as a whole nothing is kept for who does not take it', async () => {
  const sent = new Promise<boolean>(resolve => {
    void ask(async (_request, response) => {
      await sendWhole(response, Buffer.alloc(64 * 1024 * 1024), 50)
      resolve(response.destroyed)
    })
  })
  expect(await sent).toBe(true)
})
