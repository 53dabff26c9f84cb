import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { proveDataDir } from '#server/platform/dataDir.ts'
import { listen } from '#server/platform/listen.ts'
import { createMailer } from '#server/platform/mail.ts'
import { connectRedis } from '#server/platform/redis.ts'
import { StartupError } from '#server/platform/startupError.ts'

/** A start proves each setting by doing what it is for, and refuses it with a sentence that names it. */
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
  ['a database that it has not', () => `${inject('redisUrl')}/99`, '그 번호의 데이터베이스가 없어요'],
  [
    'encryption that it does not speak',
    () => inject('redisUrl').replace('redis:', 'rediss:'),
    '연결할 수 없어요',
  ],
])('REDIS_URL with %s', async (_, url, sentence) => {
  const said = await rejection(connectRedis(url(), 'start', log))
  expect(said).toContain('REDIS_URL: ')
  expect(said).toContain(sentence)
})

test('REDIS_URL of something that is no Redis, without its password', async () => {
  const port = await httpServer()
  const said = await rejection(connectRedis(`redis://:secret@127.0.0.1:${port}`, 'start', log))
  expect(said).toContain('REDIS_URL: ')
  expect(said).not.toContain('secret')
})

test('PORT that is taken, and HOST that is elsewhere', async () => {
  const port = await httpServer()
  const taken = listen(createServer(), { port, host: '127.0.0.1', name: 'PORT' })
  expect(await rejection(taken)).toContain(' PORT: ')
  const elsewhere = listen(createServer(), { port: 0, host: '203.0.113.9', name: 'PORT' })
  expect(await rejection(elsewhere)).toContain(' HOST: ')
})

test('DATA_DIR that is a file, lies in one, leads to itself, or has too long a name', async () => {
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
    expect(await rejection(proveDataDir(dataDir))).toContain(' DATA_DIR: ')
  await proveDataDir(join(directory, 'new', 'data'))
})

test('SMTP_URL whose account is refused; a server that is away is none of it', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('no such account')),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailerAt = (smtpUrl: string) =>
    createMailer({ smtpUrl, dataDir: tmpdir(), publicUrl: 'http://localhost', log })
  const said = await rejection(mailerAt(`smtp://user:secret@127.0.0.1:${port}`).check())
  expect(said).toContain(' SMTP_URL: ')
  expect(said).not.toContain('secret')
  await new Promise<void>(resolve => server.close(resolve))
  await mailerAt(`smtp://user:secret@127.0.0.1:${port}`).check()
})
