import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import express, { type RequestHandler } from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import { Download, sendBuffer, sendDownload } from './download.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** Starts a server with this handler and sends a request; the test controls the reading. */
async function ask(answer: RequestHandler) {
  const http = express().get('/', answer).listen(0, '127.0.0.1')
  await once(http, 'listening')
  stops.push(() => http.close())
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1')
  stops.push(() => client.destroy())
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return client
}

/** A server that streams endlessly; `sent` resolves when it stops. */
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

test('a download that the client does not read is aborted, with its producer, even if the client sends data', async () => {
  const { client, content, sent } = await start(50)
  const talking = setInterval(() => client.write('\r\n'), 10)
  stops.push(() => clearInterval(talking))
  await sent
  expect(content.destroyed).toBe(true)
})

test('a download continues while the client reads, and stops when it disconnects', async () => {
  const { client, content, sent } = await start(5_000)
  for (let chunks = 0; chunks < 200; chunks += 1) await once(client, 'data')
  expect(content.destroyed).toBe(false)
  client.destroy()
  await sent
  expect(content.destroyed).toBe(true)
})

test('drops a buffer that the client does not read', async () => {
  const sent = new Promise<boolean>(resolve => {
    void ask(async (_request, response) => {
      await sendBuffer(response, Buffer.alloc(64 * 1024 * 1024), 50)
      resolve(response.destroyed)
    })
  })
  expect(await sent).toBe(true)
})

test('sends a buffer to a slow client that reads', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  stops.push(() => vi.useRealTimers())
  const length = 64 * 1024 * 1024
  let sent = () => {}
  const isSent = new Promise<void>(resolve => {
    sent = resolve
  })
  const client = await ask(async (_request, response) => {
    await sendBuffer(response, Buffer.alloc(length), 20_000)
    sent()
  })
  let [bytes, checkedAt] = [0, 0]
  client.on('data', data => {
    bytes += data.length
    // More than the buffers of a connection hold.
    if (bytes - checkedAt < length / 4) return
    checkedAt = bytes
    vi.advanceTimersByTime(20_000)
  })
  await isSent
  await expect.poll(() => bytes).toBeGreaterThan(length)
})
