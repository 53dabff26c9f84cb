import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { assertWritable } from '#server/platform/dataDir.ts'
import { createMailer } from '#server/platform/mail.ts'
import { connectRedis } from '#server/platform/redis.ts'
import { listen, StartupError } from '#server/platform/startup.ts'

/** A start verifies each setting by using it, and rejects it with a message that names it. */
const log = pino({ level: 'silent' })

async function httpServer(): Promise<number> {
  const http = createServer((_request, response) => response.end('no Redis'))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  return (http.address() as AddressInfo).port
}

async function rejection(start: Promise<unknown>): Promise<string> {
  const error = await start.then(
    () => null,
    error => error,
  )
  expect(error).toBeInstanceOf(StartupError)
  return error.message
}

test.each([
  ['a missing database', () => `${inject('redisUrl')}/99`, '그 번호의 데이터베이스가 없어요'],
  ['unsupported encryption', () => inject('redisUrl').replace('redis:', 'rediss:'), '연결할 수 없어요'],
])('REDIS_URL with %s', async (_, url, sentence) => {
  const message = await rejection(connectRedis(url(), 'start', log))
  expect(message).toContain('REDIS_URL: ')
  expect(message).toContain(sentence)
})

test('REDIS_URL of something that is not Redis, without its password', async () => {
  const port = await httpServer()
  const message = await rejection(connectRedis(`redis://:secret@127.0.0.1:${port}`, 'start', log))
  expect(message).toContain('REDIS_URL: ')
  expect(message).not.toContain('secret')
})

test('PORT that is taken, and HOST of another machine', async () => {
  const port = await httpServer()
  const takenPort = listen(createServer(), { port, host: '127.0.0.1', name: 'PORT' })
  expect(await rejection(takenPort)).toContain(' PORT: ')
  const otherHost = listen(createServer(), { port: 0, host: '203.0.113.9', name: 'PORT' })
  expect(await rejection(otherHost)).toContain(' HOST: ')
})

test('DATA_DIR that is a file, is inside one, links to itself, or has too long a name', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'geulmaru-start-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'file')
  await writeFile(file, '')
  const loop = join(directory, 'loop')
  await symlink(loop, loop)
  for (const dataDir of [
    file,
    join(file, 'data'),
    loop,
    join(loop, 'data'),
    join(directory, 'x'.repeat(300)),
  ])
    expect(await rejection(assertWritable(dataDir))).toContain(' DATA_DIR: ')
  await assertWritable(join(directory, 'new', 'data'))
})

test('SMTP_URL with rejected credentials; an unreachable server does not prevent the start', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('no such account')),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailerAt = (smtpUrl: string) =>
    createMailer({ smtpUrl, dataDir: tmpdir(), publicUrl: 'http://localhost', log })
  const message = await rejection(mailerAt(`smtp://user:secret@127.0.0.1:${port}`).verify())
  expect(message).toContain(' SMTP_URL: ')
  expect(message).not.toContain('secret')
  await new Promise<void>(resolve => server.close(resolve))
  await mailerAt(`smtp://user:secret@127.0.0.1:${port}`).verify()
})
